
/* Contexts: what is known of a communicator, kept as its attribute. */

struct context {
    enum { COUNTING, SERVED, LEFT } state; /* not served yet; served; left to the library for ever */
    MPI_Comm user;                         /* the program's communicator */
    MPI_Comm comm;                         /* of the same ranks, for the messages below */
    int rank, size;
    long calls;
    struct context *before, *behind;
};

static struct context *contexts; /* all of them */
static long served;
static unsigned long forgotten;  /* contexts so far: handles of communicators may be used again */

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

/* Called when the program's communicator is freed: that of the messages goes with it. */
static int forget(MPI_Comm comm, int key, void *value, void *extra)
{
    struct context *context = value;
    (void)comm, (void)key, (void)extra;
    leave(context);
    if (context->state == SERVED) {
        is_inside++;
        PMPI_Comm_free(&context->comm);
        is_inside--;
    }
    free(context);
    return MPI_SUCCESS;
}

/* True if all ranks of a communicator are of MPI_COMM_WORLD, which has agreed. */
static int is_of_world(MPI_Comm comm)
{
    MPI_Group group, common;
    int size, of_common;
    PMPI_Comm_group(comm, &group);
    PMPI_Group_intersection(group, world_group, &common);
    PMPI_Group_size(group, &size);
    PMPI_Group_size(common, &of_common);
    PMPI_Group_free(&group);
    PMPI_Group_free(&common);
    return size == of_common;
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
    if (is_inter || context->size < 2 || !is_of_world(comm))
        context->state = LEFT;
    if (PMPI_Comm_set_attr(comm, key_of_contexts, context) != MPI_SUCCESS) {
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

/* Serves a communicator if all its ranks have room for one more. Its ranks come here with the same call. */
static void begin_context(MPI_Comm user, struct context *context)
{
    MPI_Group group;
    int has_room, all_have;
    pthread_mutex_lock(&lock);
    has_room = served < most;
    served += has_room;
    pthread_mutex_unlock(&lock);
    is_inside++;
    int error = REAL(MPI_Allreduce)(&has_room, &all_have, 1, MPI_INT, MPI_MIN, user);
    if (error == MPI_SUCCESS && all_have) {
        /* Not MPI_Comm_dup, which calls the program's functions for its attributes. */
        PMPI_Comm_group(user, &group);
        error = PMPI_Comm_create(user, group, &context->comm);
        PMPI_Group_free(&group);
    }
    if (error == MPI_SUCCESS && all_have)
        PMPI_Comm_set_errhandler(context->comm, MPI_ERRORS_RETURN);
    is_inside--;
    pthread_mutex_lock(&lock);
    context->state = error == MPI_SUCCESS && all_have ? SERVED : LEFT;
    if (context->state == LEFT)
        served -= has_room;
    pthread_mutex_unlock(&lock);
}

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
    PMPI_Comm_free(&alone);
    end_trees();
    if (has_statistics && world_rank == 0)
        print_statistics();
    return MPI_SUCCESS;
}
