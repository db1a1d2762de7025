
/* The functions of MPI. Each stands under both of its names: interfaces for Fortran, tracers and bindings call either. */

/* Leaves a call to the library, by the function with large counts if one of them is no int. */
#if MPI_VERSION >= 4
#define LEAVE(function, is_small, ...)                              \
    do {                                                            \
        if (has_statistics)                                         \
            __atomic_fetch_add(&calls_left, 1, __ATOMIC_RELAXED);   \
        if (!(is_small))                                            \
            return REAL(function##_c)(__VA_ARGS__);                 \
        return REAL(function)(__VA_ARGS__);                         \
    } while (0)
#else
#define LEAVE(function, is_small, ...)                              \
    do {                                                            \
        (void)(is_small);                                           \
        if (has_statistics)                                         \
            __atomic_fetch_add(&calls_left, 1, __ATOMIC_RELAXED);   \
        return REAL(function)(__VA_ARGS__);                         \
    } while (0)
#endif

static int is_int(int64_t count)
{
    return INT_MIN <= count && count <= INT_MAX;
}

/* A count of elements of a type. */
struct side {
    int64_t count, bytes; /* -1: more than an int has */
    struct kind kind;
};

/* Looks at a buffer's count and type; false if the library has to say what is wrong with them. Types without bytes count as nothing,
 * as they do on ranks that say so by a count of 0. */
static int is_sound(int64_t count, MPI_Datatype type, struct side *side)
{
    if (count < 0 || type == MPI_DATATYPE_NULL || kind_of(type, &side->kind) != MPI_SUCCESS)
        return 0;
    side->count = side->kind.size ? count : 0;
    side->bytes = count <= INT_MAX && side->kind.size <= INT_MAX ? count * side->kind.size : -1;
    if (side->kind.size == 0)
        side->bytes = 0;
    return 1;
}

/* The context of a communicator if it has a rule for the collective. */
static struct context *asked(enum collective collective, MPI_Comm comm)
{
    struct context *context = context_of(comm);
    return context && context->last[collective] >= 0 ? context : NULL;
}

static int bcast(void *buffer, int64_t count, MPI_Datatype type, int root, MPI_Comm comm)
{
    struct context *context = asked(BCAST, comm);
    struct side side;
    struct call call;
    if (!context || !is_sound(count, type, &side) || !plan(&call, BCAST, context, root, side.bytes, 0, 1))
        LEAVE(MPI_Bcast, is_int(count), buffer, count, type, root, comm);
    return done(comm, run_bcast(&call, buffer, side.count, &side.kind));
}

static int reduce(const void *own, void *result, int64_t count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    struct context *context = asked(REDUCE, comm);
    struct side side;
    struct combining combining;
    struct call call;
    if (!context || !is_sound(count, type, &side) || !make_combining(op, &side.kind, &combining)
        || !plan(&call, REDUCE, context, root, side.bytes, 0, combining.is_commutative))
        LEAVE(MPI_Reduce, is_int(count), own, result, count, type, op, root, comm);
    struct data from = typed(own == MPI_IN_PLACE ? result : own, &side.kind);
    return done(comm, run_reduce(&call, from, typed(result, &side.kind), side.count, root, &side.kind, &combining));
}

static int allreduce(const void *own, void *result, int64_t count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    struct context *context = asked(ALLREDUCE, comm);
    struct side side;
    struct combining combining;
    struct call call;
    if (!context || !is_sound(count, type, &side) || !make_combining(op, &side.kind, &combining)
        || !plan(&call, ALLREDUCE, context, 0, side.bytes, 0, combining.is_commutative))
        LEAVE(MPI_Allreduce, is_int(count), own, result, count, type, op, comm);
    struct data from = typed(own == MPI_IN_PLACE ? result : own, &side.kind);
    return done(comm, run_allreduce(&call, from, typed(result, &side.kind), side.count, &side.kind, &combining));
}

static int reduce_scatter_block(const void *own, void *result, int64_t count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    struct context *context = asked(REDUCE_SCATTER, comm);
    struct side side;
    struct combining combining;
    struct call call;
    /* The bytes are those of all blocks. */
    if (!context || !is_sound(count, type, &side) || !make_combining(op, &side.kind, &combining)
        || !plan(&call, REDUCE_SCATTER, context, 0, side.bytes < 0 ? -1 : side.bytes * context->size, 0, combining.is_commutative))
        LEAVE(MPI_Reduce_scatter_block, is_int(count), own, result, count, type, op, comm);
    struct data from = typed(own == MPI_IN_PLACE ? result : own, &side.kind);
    return done(comm, run_reduce_scatter(&call, from, typed(result, &side.kind), side.count, &side.kind, &combining));
}

static int allgather(const void *own, int64_t own_count, MPI_Datatype own_type, void *all, int64_t count, MPI_Datatype type, MPI_Comm comm)
{
    struct context *context = asked(ALLGATHER, comm);
    struct side sent, received;
    struct call call;
    int is_there = own == MPI_IN_PLACE;
    if (!context || !is_sound(count, type, &received) || !is_sound(is_there ? count : own_count, is_there ? type : own_type, &sent)
        || !plan(&call, ALLGATHER, context, 0, received.bytes, 1, 1))
        LEAVE(MPI_Allgather, is_int(count) && (is_there || is_int(own_count)), own, own_count, own_type, all, count, type, comm);
    if (is_there)
        own = (char *)all + context->rank * received.count * received.kind.extent;
    if (sent.bytes != call.bytes)
        return done(comm, MPI_ERR_TRUNCATE);
    return done(comm, run_allgather(&call, own, sent.count, &sent.kind, all, received.count, &received.kind));
}

static int alltoall(const void *own, int64_t own_count, MPI_Datatype own_type, void *all, int64_t count, MPI_Datatype type, MPI_Comm comm)
{
    struct context *context = asked(ALLTOALL, comm);
    struct side sent, received;
    struct call call;
    int is_there = own == MPI_IN_PLACE;
    if (!context || !is_sound(count, type, &received) || !is_sound(is_there ? count : own_count, is_there ? type : own_type, &sent)
        || !plan(&call, ALLTOALL, context, 0, received.bytes, 1, 1))
        LEAVE(MPI_Alltoall, is_int(count) && (is_there || is_int(own_count)), own, own_count, own_type, all, count, type, comm);
    if (sent.bytes != call.bytes)
        return done(comm, MPI_ERR_TRUNCATE);
    return done(comm, run_alltoall(&call, is_there ? all : own, sent.count, &sent.kind, all, received.count, &received.kind));
}

static int scatter(const void *all, int64_t all_count, MPI_Datatype all_type, void *own, int64_t count, MPI_Datatype type, int root,
                   MPI_Comm comm)
{
    struct context *context = asked(SCATTER, comm);
    struct side sent = {0}, received = {0};
    struct call call;
    int is_root = context && context->rank == root, is_there = is_root && own == MPI_IN_PLACE;
    int is_right = context && (!is_root || is_sound(all_count, all_type, &sent)) && (is_there || is_sound(count, type, &received));
    if (!is_right || !plan(&call, SCATTER, context, root, is_root ? sent.bytes : received.bytes, 1, 1))
        LEAVE(MPI_Scatter, is_int(all_count) && is_int(count), all, all_count, all_type, own, count, type, root, comm);
    if (!is_there && received.bytes != call.bytes)
        return done(comm, MPI_ERR_TRUNCATE);
    return done(comm, run_scatter(&call, all, sent.count, &sent.kind, own, received.count, &received.kind, is_there));
}

static int gather(const void *own, int64_t own_count, MPI_Datatype own_type, void *all, int64_t count, MPI_Datatype type, int root,
                  MPI_Comm comm)
{
    struct context *context = asked(GATHER, comm);
    struct side sent = {0}, received = {0};
    struct call call;
    int is_root = context && context->rank == root, is_there = is_root && own == MPI_IN_PLACE;
    int is_right = context && (!is_root || is_sound(count, type, &received)) && (is_there || is_sound(own_count, own_type, &sent));
    if (!is_right || !plan(&call, GATHER, context, root, is_root ? received.bytes : sent.bytes, 1, 1))
        LEAVE(MPI_Gather, is_int(own_count) && is_int(count), own, own_count, own_type, all, count, type, root, comm);
    if (is_there) {
        own = (char *)all + root * received.count * received.kind.extent;
        sent = received;
    }
    if (sent.bytes != call.bytes)
        return done(comm, MPI_ERR_TRUNCATE);
    return done(comm, run_gather(&call, own, sent.count, &sent.kind, all, received.count, &received.kind));
}

static int barrier(MPI_Comm comm)
{
    struct context *context = asked(BARRIER, comm);
    struct call call;
    if (!context || !plan(&call, BARRIER, context, 0, 0, 0, 1)) {
        if (has_statistics)
            __atomic_fetch_add(&calls_left, 1, __ATOMIC_RELAXED);
        return REAL(MPI_Barrier)(comm);
    }
    return done(comm, run_barrier(&call));
}

/* Both names of a function, and of the one with large counts if MPI has it. */
#define SERVE(function, served, parameters, arguments)         \
    int MPI_##function parameters { return served arguments; } \
    int PMPI_##function parameters __attribute__((alias("MPI_" #function)));
#if MPI_VERSION >= 4
#define SERVE_LARGE(function, served, parameters, arguments) SERVE(function##_c, served, parameters, arguments)
#else
#define SERVE_LARGE(function, served, parameters, arguments)
#endif

#define BCAST_OF(number) (void *buffer, number count, MPI_Datatype type, int root, MPI_Comm comm)
#define REDUCE_OF(number) (const void *own, void *result, number count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
#define ALLREDUCE_OF(number) (const void *own, void *result, number count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
#define PAIRS_OF(number) \
    (const void *from, number n, MPI_Datatype of_from, void *to, number count, MPI_Datatype type, MPI_Comm comm)
#define ROOTED_OF(number) \
    (const void *from, number n, MPI_Datatype of_from, void *to, number count, MPI_Datatype type, int root, MPI_Comm comm)

SERVE(Bcast, bcast, BCAST_OF(int), (buffer, count, type, root, comm))
SERVE_LARGE(Bcast, bcast, BCAST_OF(MPI_Count), (buffer, count, type, root, comm))
SERVE(Reduce, reduce, REDUCE_OF(int), (own, result, count, type, op, root, comm))
SERVE_LARGE(Reduce, reduce, REDUCE_OF(MPI_Count), (own, result, count, type, op, root, comm))
SERVE(Allreduce, allreduce, ALLREDUCE_OF(int), (own, result, count, type, op, comm))
SERVE_LARGE(Allreduce, allreduce, ALLREDUCE_OF(MPI_Count), (own, result, count, type, op, comm))
SERVE(Reduce_scatter_block, reduce_scatter_block, ALLREDUCE_OF(int), (own, result, count, type, op, comm))
SERVE_LARGE(Reduce_scatter_block, reduce_scatter_block, ALLREDUCE_OF(MPI_Count), (own, result, count, type, op, comm))
SERVE(Allgather, allgather, PAIRS_OF(int), (from, n, of_from, to, count, type, comm))
SERVE_LARGE(Allgather, allgather, PAIRS_OF(MPI_Count), (from, n, of_from, to, count, type, comm))
SERVE(Alltoall, alltoall, PAIRS_OF(int), (from, n, of_from, to, count, type, comm))
SERVE_LARGE(Alltoall, alltoall, PAIRS_OF(MPI_Count), (from, n, of_from, to, count, type, comm))
SERVE(Scatter, scatter, ROOTED_OF(int), (from, n, of_from, to, count, type, root, comm))
SERVE_LARGE(Scatter, scatter, ROOTED_OF(MPI_Count), (from, n, of_from, to, count, type, root, comm))
SERVE(Gather, gather, ROOTED_OF(int), (from, n, of_from, to, count, type, root, comm))
SERVE_LARGE(Gather, gather, ROOTED_OF(MPI_Count), (from, n, of_from, to, count, type, root, comm))
SERVE(Barrier, barrier, (MPI_Comm comm), (comm))
