
/* Contexts: what is known of a communicator, kept as its attribute. */

struct context {
    enum { COUNTING, SERVED, LEFT } state; /* not served yet; served; left to the library for ever */
    MPI_Comm user;                         /* the program's communicator */
    int rank, size;
    int *ranks;                            /* in MPI_COMM_WORLD */
    int number;                            /* which other communicators of a rank do not have */
    int first[KINDS], last[KINDS];         /* the first rule of each collective that is for so many ranks, and the last */
    long calls;
    struct context *before, *behind;
};

static struct context *contexts; /* all of them */
static long served;
static unsigned long forgotten; /* contexts so far: handles of communicators may be used again */

static void enter(struct context *context)
{
    pthread_mutex_lock(&lock);
    context->behind = contexts;
    if (contexts)
        contexts->before = context;
    contexts = context;
    pthread_mutex_unlock(&lock);
}

static void leave(struct context *context)
{
    pthread_mutex_lock(&lock);
    *(context->before ? &context->before->behind : &contexts) = context->behind;
    if (context->behind)
        context->behind->before = context->before;
    served -= context->state == SERVED;
    pthread_mutex_unlock(&lock);
    __atomic_fetch_add(&forgotten, 1, __ATOMIC_RELEASE);
}

/* Called when the program's communicator is freed. */
static int forget(MPI_Comm comm, int key, void *value, void *extra)
{
    struct context *context = value;
    (void)comm, (void)key, (void)extra;
    leave(context);
    free(context->ranks);
    free(context);
    return MPI_SUCCESS;
}

/* Finds the ranks of a communicator in MPI_COMM_WORLD, which has agreed. False if there are others, and without memory. */
static int find_ranks(struct context *context)
{
    MPI_Group group;
    int are_all = 1, size = context->size, *own = malloc((size_t)size * sizeof *own);
    context->ranks = malloc((size_t)size * sizeof *own);
    if (own && context->ranks) {
        for (int i = 0; i < size; i++)
            own[i] = i;
        PMPI_Comm_group(context->user, &group);
        PMPI_Group_translate_ranks(group, size, own, world_group, context->ranks);
        PMPI_Group_free(&group);
    }
    for (int i = 0; i < size; i++)
        are_all = are_all && own && context->ranks && context->ranks[i] != MPI_UNDEFINED;
    free(own);
    return are_all;
}

static int is_for(const struct rule *rule, int ranks);

/* Finds the rules that are for so many ranks. */
static void find_rules(struct context *context)
{
    for (int kind = 0; kind < KINDS; kind++) {
        context->first[kind] = RULES;
        context->last[kind] = -1;
    }
    for (int i = 0; i < RULES; i++) {
        const struct rule *rule = &rules[i];
        if (rule->least_ranks > context->size || context->size > rule->most_ranks || !is_for(rule, context->size))
            continue;
        if (context->last[rule->collective] < 0)
            context->first[rule->collective] = i;
        context->last[rule->collective] = i;
    }
}

static struct context *new_context(MPI_Comm comm)
{
    struct context *context = calloc(1, sizeof *context);
    int is_inter = 1;
    if (!context)
        return NULL;
    context->user = comm;
    PMPI_Comm_test_inter(comm, &is_inter);
    PMPI_Comm_rank(comm, &context->rank);
    PMPI_Comm_size(comm, &context->size);
    if (is_inter || context->size < 2 || !find_ranks(context))
        context->state = LEFT;
    else
        find_rules(context);
    if (PMPI_Comm_set_attr(comm, key_of_contexts, context) != MPI_SUCCESS) {
        free(context->ranks);
        free(context);
        return NULL;
    }
    enter(context);
    return context;
}

/* The context of a communicator; NULL if the library has to serve it. */
static struct context *context_of(MPI_Comm comm)
{
    /* What the thread asked for last, since asking the library takes longer than all the rest. */
    static __thread MPI_Comm last;
    static __thread struct context *of_last;
    static __thread unsigned long at_last;
    struct context *context;
    int is_known = 0;
    if (!__atomic_load_n(&is_on, __ATOMIC_ACQUIRE) || is_inside || comm == MPI_COMM_NULL)
        return NULL;
    unsigned long now = __atomic_load_n(&forgotten, __ATOMIC_ACQUIRE);
    if (of_last && last == comm && at_last == now)
        return of_last->state != LEFT ? of_last : NULL;
    if (PMPI_Comm_get_attr(comm, key_of_contexts, &context, &is_known) != MPI_SUCCESS)
        return NULL;
    if (!is_known)
        context = new_context(comm);
    last = comm;
    of_last = context;
    at_last = now;
    return context && context->state != LEFT ? context : NULL;
}

/* True if no communicator of this rank has that number; then it is taken. */
static int take_number(struct context *own, int number)
{
    int is_free = 1;
    pthread_mutex_lock(&lock);
    for (struct context *context = contexts; context && is_free; context = context->behind)
        is_free = context->number != number;
    if (is_free)
        own->number = number;
    pthread_mutex_unlock(&lock);
    return is_free;
}

/* Agrees with the other ranks on a number that is free on all of them; false if one of them has no room. Threads that do the same for
 * other communicators may have the same number in mind, so that it may take several rounds. */
static int agree(MPI_Comm user, struct context *context, int has_room)
{
    static int proposed;
    for (;;) {
        int mine[2], largest[2], is_free, is_all_free;
        mine[0] = has_room ? 0 : 1;
        mine[1] = __atomic_add_fetch(&proposed, 1, __ATOMIC_RELAXED) % last_tag;
        if (REAL(MPI_Allreduce)(mine, largest, 2, MPI_INT, MPI_MAX, user) != MPI_SUCCESS || largest[0])
            return 0;
        is_free = largest[1] > 0 && take_number(context, largest[1]);
        if (REAL(MPI_Allreduce)(&is_free, &is_all_free, 1, MPI_INT, MPI_MIN, user) != MPI_SUCCESS)
            return 0;
        if (is_all_free)
            break;
        if (is_free)
            context->number = 0;
    }
    return 1;
}

/* Serves a communicator if all its ranks have room for one more. Its ranks come here with the same call. */
static void begin_context(MPI_Comm user, struct context *context)
{
    pthread_mutex_lock(&lock);
    int has_room = served < most;
    served += has_room;
    pthread_mutex_unlock(&lock);
    is_inside++;
    int is_agreed = agree(user, context, has_room);
    is_inside--;
    pthread_mutex_lock(&lock);
    context->state = is_agreed ? SERVED : LEFT;
    if (!is_agreed)
        served -= has_room;
    pthread_mutex_unlock(&lock);
}

/* What the program's own functions for attributes call is left to the library, since a communicator that is freed must not get a context. */
static int comm_free(MPI_Comm *comm)
{
    is_inside++;
    int error = REAL(MPI_Comm_free)(comm);
    is_inside--;
    return error;
}

static int comm_disconnect(MPI_Comm *comm)
{
    is_inside++;
    int error = REAL(MPI_Comm_disconnect)(comm);
    is_inside--;
    return error;
}

int MPI_Comm_free(MPI_Comm *comm) { return comm_free(comm); }
int PMPI_Comm_free(MPI_Comm *comm) { return comm_free(comm); }
int MPI_Comm_disconnect(MPI_Comm *comm) { return comm_disconnect(comm); }
int PMPI_Comm_disconnect(MPI_Comm *comm) { return comm_disconnect(comm); }

static void end_trees(void);

static void print_statistics(void)
{
    fprintf(stderr, "logpine: calls and bytes of rank 0 of MPI_COMM_WORLD\n");
    for (int i = 0; i < RULES; i++)
        if (calls[i])
            fprintf(stderr, "logpine: %10ld calls %14lld B  %s\n", calls[i], (long long)bytes_of[i], rules[i].name);
    fprintf(stderr, "logpine: %10ld calls left to the library\n", calls_left);
}

/* The first act of MPI_Finalize. */
static int finish(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    __atomic_store_n(&is_on, 0, __ATOMIC_RELEASE);
    /* Open MPI 4 never deletes the attributes of MPI_COMM_WORLD. */
    while (contexts)
        if (PMPI_Comm_delete_attr(contexts->user, key_of_contexts) != MPI_SUCCESS)
            break;
    PMPI_Comm_free_keyval(&key_of_contexts);
    PMPI_Comm_free_keyval(&key_of_end);
    PMPI_Group_free(&world_group);
    comm_free(&world);
    comm_free(&alone);
    end_trees();
    if (has_statistics && world_rank == 0)
        print_statistics();
    return MPI_SUCCESS;
}
