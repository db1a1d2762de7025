
/* The functions of MPI. Each stands under both of its names: interfaces for Fortran, tracers and bindings call either. */

/* Leaves a call to the library. */
#define LEAVE(function, ...)                                        \
    do {                                                            \
        if (has_statistics)                                         \
            __atomic_fetch_add(&calls_left, 1, __ATOMIC_RELAXED);   \
        return REAL(function)(__VA_ARGS__);                         \
    } while (0)

static int is_sound(int count, MPI_Datatype type, struct kind *kind)
{
    return count >= 0 && type != MPI_DATATYPE_NULL && kind_of(type, kind) == MPI_SUCCESS;
}

static int bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    struct context *context = context_of(comm);
    struct kind kind;
    struct call call;
    if (!context || !is_sound(count, type, &kind)
        || !plan(&call, BCAST, context, root, count * kind.size, count * kind.size, 1))
        LEAVE(MPI_Bcast, buffer, count, type, root, comm);
    return done(comm, run_bcast(&call, buffer, count, &kind));
}

static int reduce(const void *own, void *result, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
{
    struct context *context = context_of(comm);
    struct kind kind;
    struct combining combining;
    struct call call;
    if (!context || !is_sound(count, type, &kind) || !make_combining(op, &kind, &combining)
        || !plan(&call, REDUCE, context, root, count * kind.size, count * kind.size, combining.is_commutative))
        LEAVE(MPI_Reduce, own, result, count, type, op, root, comm);
    struct data from = typed(own == MPI_IN_PLACE ? result : own, &kind);
    return done(comm, run_reduce(&call, from, typed(result, &kind), count, root, &kind, &combining));
}

static int allreduce(const void *own, void *result, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    struct context *context = context_of(comm);
    struct kind kind;
    struct combining combining;
    struct call call;
    if (!context || !is_sound(count, type, &kind) || !make_combining(op, &kind, &combining)
        || !plan(&call, ALLREDUCE, context, 0, count * kind.size, count * kind.size, combining.is_commutative))
        LEAVE(MPI_Allreduce, own, result, count, type, op, comm);
    struct data from = typed(own == MPI_IN_PLACE ? result : own, &kind);
    return done(comm, run_allreduce(&call, from, typed(result, &kind), count, &kind, &combining));
}

static int reduce_scatter_block(const void *own, void *result, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    struct context *context = context_of(comm);
    struct kind kind;
    struct combining combining;
    struct call call;
    if (!context || !is_sound(count, type, &kind) || !make_combining(op, &kind, &combining)
        || !plan(&call, REDUCE_SCATTER, context, 0, count * kind.size * context->size, count * kind.size * context->size, combining.is_commutative))
        LEAVE(MPI_Reduce_scatter_block, own, result, count, type, op, comm);
    struct data from = typed(own == MPI_IN_PLACE ? result : own, &kind);
    return done(comm, run_reduce_scatter(&call, from, typed(result, &kind), count, &kind, &combining));
}

static int allgather(const void *own, int own_count, MPI_Datatype own_type, void *all, int count, MPI_Datatype type, MPI_Comm comm)
{
    struct context *context = context_of(comm);
    struct kind sent, received;
    struct call call;
    int is_there = own == MPI_IN_PLACE;
    if (!context || !is_sound(count, type, &received) || !is_sound(is_there ? count : own_count, is_there ? type : own_type, &sent)
        || !plan(&call, ALLGATHER, context, 0, count * received.size, count * received.size * context->size, 1))
        LEAVE(MPI_Allgather, own, own_count, own_type, all, count, type, comm);
    if (is_there) {
        own = (char *)all + (int64_t)context->rank * count * received.extent;
        own_count = count;
    }
    if (own_count * sent.size > call.bytes)
        return done(comm, MPI_ERR_TRUNCATE);
    return done(comm, run_allgather(&call, own, own_count, &sent, all, count, &received));
}

static int alltoall(const void *own, int own_count, MPI_Datatype own_type, void *all, int count, MPI_Datatype type, MPI_Comm comm)
{
    struct context *context = context_of(comm);
    struct kind sent, received;
    struct call call;
    int is_there = own == MPI_IN_PLACE;
    if (!context || !is_sound(count, type, &received) || !is_sound(is_there ? count : own_count, is_there ? type : own_type, &sent)
        || !plan(&call, ALLTOALL, context, 0, count * received.size, count * received.size * context->size, 1))
        LEAVE(MPI_Alltoall, own, own_count, own_type, all, count, type, comm);
    if (is_there) {
        own = all;
        own_count = count;
    }
    if (own_count * sent.size > call.bytes)
        return done(comm, MPI_ERR_TRUNCATE);
    return done(comm, run_alltoall(&call, own, own_count, &sent, all, count, &received));
}

static int scatter(const void *all, int all_count, MPI_Datatype all_type, void *own, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    struct context *context = context_of(comm);
    struct kind sent = {0}, received = {0};
    struct call call;
    int is_root = context && context->rank == root, is_there = is_root && own == MPI_IN_PLACE;
    if (!context || (is_root && !is_sound(all_count, all_type, &sent)) || (!is_there && !is_sound(count, type, &received)))
        LEAVE(MPI_Scatter, all, all_count, all_type, own, count, type, root, comm);
    int64_t block = is_root ? all_count * sent.size : count * received.size;
    if (!plan(&call, SCATTER, context, root, block, block * context->size, 1))
        LEAVE(MPI_Scatter, all, all_count, all_type, own, count, type, root, comm);
    if (is_root && !is_there && count * received.size > block)
        return done(comm, MPI_ERR_TRUNCATE);
    return done(comm, run_scatter(&call, all, all_count, &sent, is_there ? NULL : own, count, &received));
}

static int gather(const void *own, int own_count, MPI_Datatype own_type, void *all, int count, MPI_Datatype type, int root, MPI_Comm comm)
{
    struct context *context = context_of(comm);
    struct kind sent = {0}, received = {0};
    struct call call;
    int is_root = context && context->rank == root, is_there = is_root && own == MPI_IN_PLACE;
    if (!context || (is_root && !is_sound(count, type, &received)) || (!is_there && !is_sound(own_count, own_type, &sent)))
        LEAVE(MPI_Gather, own, own_count, own_type, all, count, type, root, comm);
    int64_t block = is_root ? count * received.size : own_count * sent.size;
    if (!plan(&call, GATHER, context, root, block, block * context->size, 1))
        LEAVE(MPI_Gather, own, own_count, own_type, all, count, type, root, comm);
    if (is_there) {
        own = (char *)all + (int64_t)root * count * received.extent;
        own_count = count;
        sent = received;
    }
    if (own_count * sent.size > block)
        return done(comm, MPI_ERR_TRUNCATE);
    return done(comm, run_gather(&call, own, own_count, &sent, all, count, &received));
}

static int barrier(MPI_Comm comm)
{
    struct context *context = context_of(comm);
    struct call call;
    if (!context || !plan(&call, BARRIER, context, 0, 0, 0, 1))
        LEAVE(MPI_Barrier, comm);
    return done(comm, run_barrier(&call));
}

/* Both names of a function, and of the one with large counts if MPI has it: counts of more than an int go to the library. */
#define SERVE(function, served, parameters, arguments) \
    int MPI_##function parameters { return served arguments; } \
    int PMPI_##function parameters { return served arguments; }
#if MPI_VERSION >= 4
#define SERVE_LARGE(function, served, parameters, arguments, is_small) \
    static int served##_c parameters                                   \
    {                                                                  \
        if (is_small)                                                  \
            return served arguments;                                   \
        return REAL(MPI_##function##_c) arguments;                     \
    }                                                                  \
    int MPI_##function##_c parameters { return served##_c arguments; } \
    int PMPI_##function##_c parameters { return served##_c arguments; }
#else
#define SERVE_LARGE(function, served, parameters, arguments, is_small)
#endif
#define IS_SMALL(count) ((count) <= INT_MAX)

#define BCAST_OF(number) (void *buffer, number count, MPI_Datatype type, int root, MPI_Comm comm)
#define REDUCE_OF(number) (const void *own, void *result, number count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm)
#define ALLREDUCE_OF(number) (const void *own, void *result, number count, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
#define PAIRS_OF(number) \
    (const void *from, number n, MPI_Datatype of_from, void *to, number count, MPI_Datatype type, MPI_Comm comm)
#define ROOTED_OF(number) \
    (const void *from, number n, MPI_Datatype of_from, void *to, number count, MPI_Datatype type, int root, MPI_Comm comm)

SERVE(Bcast, bcast, BCAST_OF(int), (buffer, count, type, root, comm))
SERVE_LARGE(Bcast, bcast, BCAST_OF(MPI_Count), (buffer, count, type, root, comm), IS_SMALL(count))
SERVE(Reduce, reduce, REDUCE_OF(int), (own, result, count, type, op, root, comm))
SERVE_LARGE(Reduce, reduce, REDUCE_OF(MPI_Count), (own, result, count, type, op, root, comm), IS_SMALL(count))
SERVE(Allreduce, allreduce, ALLREDUCE_OF(int), (own, result, count, type, op, comm))
SERVE_LARGE(Allreduce, allreduce, ALLREDUCE_OF(MPI_Count), (own, result, count, type, op, comm), IS_SMALL(count))
SERVE(Reduce_scatter_block, reduce_scatter_block, ALLREDUCE_OF(int), (own, result, count, type, op, comm))
SERVE_LARGE(Reduce_scatter_block, reduce_scatter_block, ALLREDUCE_OF(MPI_Count), (own, result, count, type, op, comm), IS_SMALL(count))
SERVE(Allgather, allgather, PAIRS_OF(int), (from, n, of_from, to, count, type, comm))
SERVE_LARGE(Allgather, allgather, PAIRS_OF(MPI_Count), (from, n, of_from, to, count, type, comm), IS_SMALL(n) && IS_SMALL(count))
SERVE(Alltoall, alltoall, PAIRS_OF(int), (from, n, of_from, to, count, type, comm))
SERVE_LARGE(Alltoall, alltoall, PAIRS_OF(MPI_Count), (from, n, of_from, to, count, type, comm), IS_SMALL(n) && IS_SMALL(count))
SERVE(Scatter, scatter, ROOTED_OF(int), (from, n, of_from, to, count, type, root, comm))
SERVE_LARGE(Scatter, scatter, ROOTED_OF(MPI_Count), (from, n, of_from, to, count, type, root, comm), IS_SMALL(n) && IS_SMALL(count))
SERVE(Gather, gather, ROOTED_OF(int), (from, n, of_from, to, count, type, root, comm))
SERVE_LARGE(Gather, gather, ROOTED_OF(MPI_Count), (from, n, of_from, to, count, type, root, comm), IS_SMALL(n) && IS_SMALL(count))
SERVE(Barrier, barrier, (MPI_Comm comm), (comm))
