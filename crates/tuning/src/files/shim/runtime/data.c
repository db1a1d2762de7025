
/* Data: typed buffers of the program, bytes, and room for what is on its way. */

/* A task: a call of a collective on a communicator with a root. */
struct task {
    int size, root;
    const int *ranks; /* in `world` */
    int tag;
    int v; /* this rank, counted from the root */
    int64_t segment;
    const struct grown *tree;
};

static int rank_of(const struct task *task, int64_t v)
{
    return task->ranks[(v + task->root) % task->size];
}

/* The two tags of a communicator. */
#define TAG 0
#define OTHER_TAG 1

/* Elements of a type. */
struct data {
    char *at;
    MPI_Aint extent;
    MPI_Datatype type;
};

static char *at(struct data data, int64_t element)
{
    return data.at + element * data.extent;
}

/* A type with what has to be known of it. */
struct kind {
    MPI_Datatype type;
    MPI_Aint low, extent;
    int64_t size; /* in bytes, without holes */
    int is_named;
    int is_dense; /* elements are runs of bytes without holes, one after the other */
};

static int kind_of(MPI_Datatype type, struct kind *kind)
{
    /* The library's own types are never freed. */
    static __thread struct kind last;
    MPI_Count size;
    if (last.is_named && last.type == type) {
        *kind = last;
        return MPI_SUCCESS;
    }
    int integers, addresses, types, combiner;
    kind->type = type;
    TRY(PMPI_Type_get_extent(type, &kind->low, &kind->extent));
    TRY(PMPI_Type_size_x(type, &size));
    TRY(PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner));
    kind->size = size;
    kind->is_named = combiner == MPI_COMBINER_NAMED;
    kind->is_dense = kind->is_named && kind->low == 0 && kind->size == kind->extent;
    if (kind->is_named)
        last = *kind;
    return MPI_SUCCESS;
}

static struct data typed(const void *buffer, const struct kind *kind)
{
    return (struct data){(char *)buffer, kind->extent, kind->type};
}

static struct data bytes(void *buffer)
{
    return (struct data){buffer, 1, MPI_BYTE};
}

/* Room for elements of a type; `memory` is what has to be freed. */
static int make_room(struct data *data, const struct kind *kind, int64_t elements, void **memory)
{
    MPI_Aint low, extent;
    TRY(PMPI_Type_get_true_extent(kind->type, &low, &extent));
    int64_t others = elements > 0 ? elements - 1 : 0;
    int64_t backward = kind->extent < 0 ? others * kind->extent : 0, forward = kind->extent < 0 ? 0 : others * kind->extent;
    *memory = malloc((size_t)(extent + forward - backward + 1));
    if (!*memory)
        return MPI_ERR_NO_MEM;
    *data = (struct data){(char *)*memory - low - backward, kind->extent, kind->type};
    return MPI_SUCCESS;
}

/* A message of this thread to itself: of the data of some type, as another type or as packed bytes. MPI_Pack is of no use, since
 * MPICH refuses MPI_BOTTOM there. */
static int to_itself(const void *from, int64_t count, MPI_Datatype type, void *to, int64_t room, MPI_Datatype as)
{
    static __thread int tag;
    static int threads;
    if (!tag)
        tag = 1 + __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED) % 30000;
    return PMPI_Sendrecv(from, (int)count, type, 0, tag, to, (int)room, as, 0, tag, alone, MPI_STATUS_IGNORE);
}

/* Copies elements, and nothing of the holes between them. */
static int copy(struct data to, struct data from, int64_t elements, int is_dense)
{
    if (elements == 0 || to.at == from.at)
        return MPI_SUCCESS;
    if (is_dense) {
        memcpy(to.at, from.at, (size_t)(elements * from.extent));
        return MPI_SUCCESS;
    }
    return to_itself(from.at, elements, from.type, to.at, elements, to.type);
}

/* The data of elements as bytes, and back. */
static int to_bytes(char *to, const void *from, int64_t elements, const struct kind *kind)
{
    int64_t size = elements * kind->size;
    if (size == 0 || to == from)
        return MPI_SUCCESS;
    if (kind->is_dense) {
        memmove(to, from, (size_t)size);
        return MPI_SUCCESS;
    }
    return to_itself(from, elements, kind->type, to, size, MPI_PACKED);
}

static int from_bytes(void *to, const char *from, int64_t elements, const struct kind *kind)
{
    int64_t size = elements * kind->size;
    if (size == 0 || to == from)
        return MPI_SUCCESS;
    if (kind->is_dense) {
        memmove(to, from, (size_t)size);
        return MPI_SUCCESS;
    }
    return to_itself(from, size, MPI_PACKED, to, elements, kind->type);
}

/* An operator: how what was received is combined with what was there. */
struct combining {
    MPI_Op op;
    int is_commutative;
    int is_dense;   /* of the type */
    int is_the_same; /* both sides combine: in the same order, for the same result to the last bit */
};

/* `left` operator `right`, into `right`. */
static int into_right(const struct combining *combining, struct data left, struct data right, int64_t elements)
{
    if (elements == 0)
        return MPI_SUCCESS;
    return PMPI_Reduce_local(left.at, right.at, (int)elements, right.type, combining->op);
}

/* Both, in the order of the operands, into `own`; `other` is overwritten. */
static int into_own(const struct combining *combining, struct data other, struct data own, int64_t elements, int is_other_first)
{
    if (is_other_first || (combining->is_commutative && !combining->is_the_same))
        return into_right(combining, other, own, elements);
    TRY(into_right(combining, own, other, elements));
    return copy(own, other, elements, combining->is_dense);
}

static struct data shifted(struct data data, int64_t elements)
{
    data.at = at(data, elements);
    return data;
}

static int wait_all(int64_t count, MPI_Request *requests)
{
    /* MPICH's constant is no array, of which compilers warn when they see it. */
    static MPI_Status *volatile ignored = MPI_STATUSES_IGNORE;
    return count > 0 ? PMPI_Waitall((int)count, requests, ignored) : MPI_SUCCESS;
}
