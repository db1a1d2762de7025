
/* Data: typed buffers of the program, bytes, and room for what is on its way. */

/* A task: a call of a collective on a communicator with a root. */
struct task {
    MPI_Comm comm;
    int size, root;
    int v; /* this rank, counted from the root */
    int64_t segment;
    const struct grown *tree;
};

static int rank_of(const struct task *task, int64_t v)
{
    return (int)((v + task->root) % task->size);
}

#define TAG 1
#define OTHER_TAG 2

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
    MPI_Count size;
    int integers, addresses, types, combiner;
    kind->type = type;
    TRY(PMPI_Type_get_extent(type, &kind->low, &kind->extent));
    TRY(PMPI_Type_size_x(type, &size));
    TRY(PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner));
    kind->size = size;
    kind->is_named = combiner == MPI_COMBINER_NAMED;
    kind->is_dense = kind->is_named && kind->low == 0 && kind->size == kind->extent;
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

/* Copies elements, and nothing of the holes between them. */
static int copy(struct data to, struct data from, int64_t elements, int is_dense)
{
    if (elements == 0 || to.at == from.at)
        return MPI_SUCCESS;
    if (is_dense) {
        memcpy(to.at, from.at, (size_t)(elements * from.extent));
        return MPI_SUCCESS;
    }
    return PMPI_Sendrecv(from.at, (int)elements, from.type, 0, TAG, to.at, (int)elements, to.type, 0, TAG, alone, MPI_STATUS_IGNORE);
}

/* The data of elements as bytes, and back. */
static int to_bytes(char *to, const void *from, int64_t elements, const struct kind *kind)
{
    int64_t size = elements * kind->size;
    int position = 0;
    if (size == 0 || to == from)
        return MPI_SUCCESS;
    if (kind->is_dense) {
        memmove(to, from, (size_t)size);
        return MPI_SUCCESS;
    }
    return PMPI_Pack(from, (int)elements, kind->type, to, (int)size, &position, alone);
}

static int from_bytes(void *to, const char *from, int64_t elements, const struct kind *kind)
{
    int64_t size = elements * kind->size;
    int position = 0;
    if (size == 0 || to == from)
        return MPI_SUCCESS;
    if (kind->is_dense) {
        memmove(to, from, (size_t)size);
        return MPI_SUCCESS;
    }
    return PMPI_Unpack((void *)from, (int)size, &position, to, (int)elements, kind->type, alone);
}

/* An operator: how what was received is combined with what was there. */
struct combining {
    MPI_Op op;
    int is_commutative;
    int is_dense; /* of the type */
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
    if (is_other_first || combining->is_commutative)
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
