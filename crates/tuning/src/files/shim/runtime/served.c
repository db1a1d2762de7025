
/* The collectives. */

/* A call that a rule fits. */
struct call {
    struct context *context;
    const struct rule *rule;
    struct task task;
    int64_t bytes;
};

/* True if an algorithm is for so many ranks: some are for 2^q or k^q m only. */
static int is_for(const struct rule *rule, int ranks)
{
    switch (rule->algorithm) {
    case DOUBLING:
    case HALVING:
        return rule->collective == ALLREDUCE || power_below(ranks) == ranks;
    case SCATTER_DOUBLING:
    case HALVING_GATHER:
        return power_below(ranks) == ranks;
    case MULTIPLYING:
        return is_multiple(ranks, trees[rule->tree].fanout);
    default:
        return 1;
    }
}

/* True if an algorithm combines operands in the order of the ranks. */
static int has_order(const struct rule *rule, int ranks)
{
    return rule->algorithm == TREE || (rule->algorithm == DOUBLING && power_below(ranks) == ranks);
}

/* The first rule that fits. Everything it looks at is the same on all ranks. */
static const struct rule *rule_of(const struct context *context, enum collective collective, int64_t bytes, int is_commutative)
{
    for (int i = context->first[collective]; i <= context->last[collective]; i++) {
        const struct rule *rule = &rules[i];
        int is_asked = rule->collective == collective && rule->least_ranks <= context->size && context->size <= rule->most_ranks
            && rule->least_bytes <= bytes && bytes <= rule->most_bytes;
        if (is_asked && (is_commutative || has_order(rule, context->size)) && is_for(rule, context->size))
            return rule;
    }
    return NULL;
}

/* Finds the rule of a call; false if the library serves it. `bytes` are what the collective counts, -1 for too many; a rank holds as
 * many, or as many for each rank if the collective has blocks. */
static int plan(struct call *call, enum collective collective, struct context *context, int root, int64_t bytes, int has_blocks,
                int is_commutative)
{
    /* Counts of messages are of type int. */
    int64_t held = has_blocks && bytes > 0 && bytes <= INT_MAX ? bytes * context->size : bytes;
    if (root < 0 || root >= context->size || bytes < 0 || held > INT_MAX)
        return 0;
    const struct rule *rule = rule_of(context, collective, bytes, is_commutative);
    if (!rule)
        return 0;
    if (context->state == COUNTING && ++context->calls >= after)
        begin_context(context->user, context);
    if (context->state != SERVED)
        return 0;
    /* Operands in the order of the ranks come to rank 0. */
    int top = is_commutative ? root : 0;
    const struct grown *tree = rule->tree >= 0 ? tree_of(rule->tree, context->size) : NULL;
    if (rule->tree >= 0 && !tree) {
        fprintf(stderr, "logpine: no memory for a tree of %d ranks\n", context->size);
        PMPI_Abort(context->user, MPI_ERR_NO_MEM);
    }
    *call = (struct call){.context = context, .rule = rule, .bytes = bytes};
    call->task = (struct task){.size = context->size, .root = top, .ranks = context->ranks, .tag = 2 * context->number,
                               .v = (context->rank + context->size - top) % context->size, .segment = rule->segment, .tree = tree};
    if (has_statistics) {
        __atomic_fetch_add(&calls[rule - rules], 1, __ATOMIC_RELAXED);
        __atomic_fetch_add(&bytes_of[rule - rules], bytes, __ATOMIC_RELAXED);
    }
    return 1;
}

/* Reports an error to the handler of the program's communicator. */
static int done(MPI_Comm comm, int error)
{
    if (error != MPI_SUCCESS)
        PMPI_Comm_call_errhandler(comm, error);
    return error;
}

/* The elements of a segment, at least one. */
static int64_t piece_of(const struct task *task, int64_t size, int64_t elements)
{
    int64_t piece = task->segment / (size > 0 ? size : 1);
    if (task->segment == 0 || piece > elements)
        return elements > 0 ? elements : 1;
    return piece > 0 ? piece : 1;
}

/* The number of blocks of at most a segment each. */
static int64_t blocks_for(const struct task *task, int64_t size, int64_t elements)
{
    return pieces_of(elements, piece_of(task, size, elements));
}

static const struct settling kept;

/* Broadcast of bytes, so that ranks may describe the same data by different types. */
static int bcast_bytes(const struct call *call, char *buffer, int64_t size)
{
    const struct task *task = &call->task;
    struct vector vector = {bytes(buffer), size, task->size, 0};
    switch (call->rule->algorithm) {
    case TREE:
        return down(task, vector.data, size, piece_of(task, 1, size));
    case N_BLOCK:
    case TWO_TREE:
        return down_in_blocks(task, call->rule->algorithm, vector.data, size, blocks_for(task, 1, size));
    default:
        TRY(blocks_along(task, &vector, 1));
        if (call->rule->algorithm == SCATTER_RING)
            return ring(task, &vector, 0, &kept);
        return call->rule->algorithm == SCATTER_BRUCK ? bruck(task, &vector, &kept) : doubling(task, &vector, &kept);
    }
}

static int run_bcast(const struct call *call, void *buffer, int64_t count, const struct kind *kind)
{
    int64_t size = count * kind->size;
    if (kind->is_dense)
        return bcast_bytes(call, buffer, size);
    char *packed = malloc((size_t)size + 1);
    if (!packed)
        return MPI_ERR_NO_MEM;
    int is_root = call->task.v == 0;
    if (is_root)
        TRY(to_bytes(packed, buffer, count, kind));
    TRY(bcast_bytes(call, packed, size));
    if (!is_root)
        TRY(from_bytes(buffer, packed, count, kind));
    free(packed);
    return MPI_SUCCESS;
}

/* A vector of operands that may be overwritten: a copy of the own ones. */
static int copied(struct data *data, const struct kind *kind, struct data own, int64_t elements, void **memory)
{
    TRY(make_room(data, kind, elements, memory));
    return copy(*data, own, elements, kind->is_dense);
}

/* The stages of a reduce-scatter. */
static int scatter_reduced(const struct call *call, const struct vector *vector, const struct kind *kind, const struct combining *combining)
{
    const struct task *task = &call->task;
    struct settling settling = {combining, {0}};
    void *memory;
    TRY(make_room(&settling.room, kind, vector->elements, &memory));
    switch (call->rule->algorithm) {
    case RING:
    case RING_GATHER:
        TRY(ring(task, vector, 1, &settling));
        break;
    case HALVING:
    case HALVING_GATHER:
        TRY(halving(task, vector, &settling));
        break;
    case PAIRWISE:
        TRY(pairwise_up(task, vector, &settling));
        break;
    default:
        TRY(circulant_up(task, vector, &settling));
    }
    free(memory);
    return MPI_SUCCESS;
}

/* The result of an ordered reduction is at rank 0 and goes to the root. */
static int to_root(const struct call *call, int root, struct data result, int64_t count)
{
    const struct task *task = &call->task;
    MPI_Request request = MPI_REQUEST_NULL;
    if (task->root == root)
        return MPI_SUCCESS;
    if (task->v == root)
        TRY(receive(task, result, count, 0, OTHER_TAG, &request));
    else if (task->v == 0)
        TRY(send(task, result, count, root, OTHER_TAG, &request));
    return wait_all(1, &request);
}

/* `result` is of use at the root only. */
static int run_reduce(const struct call *call, struct data own, struct data result, int64_t count, int root, const struct kind *kind,
                      const struct combining *combining)
{
    const struct task *task = &call->task;
    enum algorithm algorithm = call->rule->algorithm;
    struct vector vector = {own, count, task->size, 0};
    void *memory = NULL;
    int is_top = task->v == 0;
    if (algorithm == TREE) {
        struct data top = result;
        if (is_top && task->root != root)
            TRY(make_room(&top, kind, count, &memory));
        TRY(up(task, own, top, count, piece_of(task, kind->size, count), kind, combining));
        TRY(to_root(call, root, is_top ? top : result, count));
        free(memory);
        return MPI_SUCCESS;
    }
    TRY(copied(&vector.data, kind, own, count, &memory));
    if (algorithm == N_BLOCK || algorithm == TWO_TREE) {
        TRY(up_in_blocks(task, algorithm, vector.data, count, blocks_for(task, kind->size, count), kind, combining));
    } else {
        TRY(scatter_reduced(call, &vector, kind, combining));
        TRY(blocks_along(task, &vector, 0));
    }
    if (is_top)
        TRY(copy(result, vector.data, count, kind->is_dense));
    free(memory);
    return MPI_SUCCESS;
}

static int run_allreduce(const struct call *call, struct data own, struct data result, int64_t count, const struct kind *kind,
                         const struct combining *combining)
{
    const struct task *task = &call->task;
    struct vector vector = {result, count, task->size, 0};
    struct settling settling = {combining, {0}};
    void *memory;
    if (call->rule->algorithm == TREE) {
        int64_t piece = piece_of(task, kind->size, count);
        TRY(up(task, own, result, count, piece, kind, combining));
        return down(task, result, count, piece);
    }
    TRY(copy(result, own, count, kind->is_dense));
    if (call->rule->algorithm == RING) {
        TRY(scatter_reduced(call, &vector, kind, combining));
        /* The ring of the reduce-scatter leaves block v with number v. */
        return ring(task, &vector, 0, &kept);
    }
    if (call->rule->algorithm == CIRCULANT) {
        TRY(scatter_reduced(call, &vector, kind, combining));
        return circulant_down(task, &vector, &kept);
    }
    TRY(make_room(&settling.room, kind, count, &memory));
    vector.blocks = power_below(task->size);
    TRY(fold(task, &vector, 0, &settling));
    if (call->rule->algorithm == DOUBLING) {
        TRY(swaps(task, &vector, &settling));
    } else {
        TRY(halving(task, &vector, &settling));
        TRY(doubling(task, &vector, &kept));
    }
    TRY(fold(task, &vector, 1, &kept));
    free(memory);
    return MPI_SUCCESS;
}

/* `result` gets a block of `count` elements. */
static int run_reduce_scatter(const struct call *call, struct data own, struct data result, int64_t count, const struct kind *kind,
                              const struct combining *combining)
{
    const struct task *task = &call->task;
    int64_t all = count * task->size;
    struct vector vector = {own, all, task->size, 0};
    void *memory;
    if (call->rule->algorithm == TREE) {
        TRY(make_room(&vector.data, kind, all, &memory));
        TRY(up(task, own, vector.data, all, piece_of(task, kind->size, all), kind, combining));
        TRY(blocks_along(task, &vector, 1));
    } else {
        TRY(copied(&vector.data, kind, own, all, &memory));
        TRY(scatter_reduced(call, &vector, kind, combining));
    }
    TRY(copy(result, block_of(&vector, task->v), count, kind->is_dense));
    free(memory);
    return MPI_SUCCESS;
}

/* All ranks' blocks of bytes; the own one is there. */
static int allgather_bytes(const struct call *call, char *all, int64_t block)
{
    const struct task *task = &call->task;
    struct vector vector = {bytes(all), block * task->size, task->size, 0};
    switch (call->rule->algorithm) {
    case TREE:
        TRY(blocks_along(task, &vector, 0));
        return down(task, vector.data, vector.elements, piece_of(task, 1, vector.elements));
    case RING:
        return ring(task, &vector, 0, &kept);
    case DOUBLING:
        return doubling(task, &vector, &kept);
    case MULTIPLYING:
        return multiplying(task, &vector, trees[call->rule->tree].fanout);
    default:
        return bruck(task, &vector, &kept);
    }
}

static int run_allgather(const struct call *call, const void *own, int64_t own_count, const struct kind *sent, char *result, int64_t count,
                         const struct kind *received)
{
    int64_t block = count * received->size;
    int size = call->task.size;
    char *packed = received->is_dense ? NULL : malloc((size_t)(block * size) + 1), *all = packed ? packed : result;
    if (!received->is_dense && !packed)
        return MPI_ERR_NO_MEM;
    TRY(to_bytes(all + call->task.v * block, own, own_count, sent));
    TRY(allgather_bytes(call, all, block));
    if (packed)
        TRY(from_bytes(result, packed, count * size, received));
    free(packed);
    return MPI_SUCCESS;
}

static int run_alltoall(const struct call *call, const void *own, int64_t own_count, const struct kind *sent, char *result, int64_t count,
                        const struct kind *received)
{
    const struct task *task = &call->task;
    int64_t block = count * received->size, all = block * task->size;
    int is_apart = sent->is_dense && own != result;
    char *sending = is_apart ? NULL : malloc((size_t)all + 1), *coming = received->is_dense ? NULL : malloc((size_t)all + 1);
    if ((!is_apart && !sending) || (!received->is_dense && !coming))
        return MPI_ERR_NO_MEM;
    const char *from = sending ? sending : own;
    char *to = coming ? coming : result;
    if (sending)
        TRY(to_bytes(sending, own, own_count * task->size, sent));
    if (call->rule->algorithm == BRUCK)
        TRY(all_pairs_by_bits(task, to, from, block));
    else
        TRY(all_pairs(task, to, from, block, call->rule->algorithm == LINEAR));
    if (coming)
        TRY(from_bytes(result, coming, count * task->size, received));
    free(coming);
    free(sending);
    return MPI_SUCCESS;
}

/* The blocks of all numbers, at the root, in the order of the numbers: those of ranks, from the root on. */
static void turned(const struct task *task, char *to, const char *from, int64_t block, int is_back)
{
    int64_t head = (task->size - task->root) * block, tail = task->root * block;
    if (is_back) {
        memcpy(to + tail, from, (size_t)head);
        memcpy(to, from + head, (size_t)tail);
    } else {
        memcpy(to, from + tail, (size_t)head);
        memcpy(to + head, from, (size_t)tail);
    }
}

/* The blocks that a number holds for its subtree. */
static int make_blocks(const struct task *task, struct vector *vector, int64_t block)
{
    int64_t held = task->tree->end[task->v] - task->v;
    *vector = (struct vector){bytes(malloc((size_t)(held * block) + 1)), block * task->size, task->size, task->v};
    return vector->data.at ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

/* `all` counts at the root, where the block may stay where it is. */
static int run_scatter(const struct call *call, const void *all, int64_t all_count, const struct kind *sent, void *own, int64_t count,
                       const struct kind *received, int stays)
{
    const struct task *task = &call->task;
    int64_t block = call->bytes;
    struct vector vector;
    TRY(make_blocks(task, &vector, block));
    if (task->v == 0 && sent->is_dense && block) {
        turned(task, vector.data.at, all, block, 0);
    } else if (task->v == 0 && block) {
        char *packed = malloc((size_t)(block * task->size) + 1);
        if (!packed)
            return MPI_ERR_NO_MEM;
        TRY(to_bytes(packed, all, all_count * task->size, sent));
        turned(task, vector.data.at, packed, block, 0);
        free(packed);
    }
    TRY(blocks_along(task, &vector, 1));
    if (!stays)
        TRY(from_bytes(own, vector.data.at, count, received));
    free(vector.data.at);
    return MPI_SUCCESS;
}

static int run_gather(const struct call *call, const void *own, int64_t own_count, const struct kind *sent, void *all, int64_t count,
                      const struct kind *received)
{
    const struct task *task = &call->task;
    int64_t block = call->bytes;
    struct vector vector;
    TRY(make_blocks(task, &vector, block));
    TRY(to_bytes(vector.data.at, own, own_count, sent));
    TRY(blocks_along(task, &vector, 0));
    if (task->v == 0 && received->is_dense && block) {
        turned(task, all, vector.data.at, block, 1);
    } else if (task->v == 0 && block) {
        char *packed = malloc((size_t)(block * task->size) + 1);
        if (!packed)
            return MPI_ERR_NO_MEM;
        turned(task, packed, vector.data.at, block, 1);
        TRY(from_bytes(all, packed, count * task->size, received));
        free(packed);
    }
    free(vector.data.at);
    return MPI_SUCCESS;
}

static int run_barrier(const struct call *call)
{
    const struct task *task = &call->task;
    struct kind byte = {.type = MPI_BYTE, .extent = 1, .size = 1, .is_named = 1, .is_dense = 1};
    struct combining none = {.op = MPI_BOR, .is_commutative = 1, .is_dense = 1};
    if (call->rule->algorithm == DISSEMINATION)
        return disseminate(task);
    TRY(up(task, bytes(NULL), bytes(NULL), 0, 1, &byte, &none));
    return down(task, bytes(NULL), 0, 1);
}
