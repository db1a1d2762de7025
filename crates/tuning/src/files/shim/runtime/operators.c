
/* Operators: which ones can be combined here, and whether they commute. */

static const MPI_Op known_ops[] = {MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_LAND, MPI_BAND, MPI_LOR, MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};

/* Pairs of the library's operators and types that were tried. */
struct pair {
    MPI_Op op;
    MPI_Datatype type;
    int is_valid;
};

enum { PAIRS = 256 };
static struct pair pairs[PAIRS];
static int known_pairs;

/* An operator that does not suit a type would end the program in MPI_Reduce_local, whatever its error handler says: the library
 * tries the pair on one element of this rank alone. */
static int try_pair(MPI_Op op, const struct kind *kind)
{
    struct data from, to;
    void *memory[2] = {NULL, NULL};
    int error = MPI_ERR_OTHER;
    MPI_Aint low, extent;
    if (PMPI_Type_get_true_extent(kind->type, &low, &extent) == MPI_SUCCESS && make_room(&from, kind, 1, &memory[0]) == MPI_SUCCESS && make_room(&to, kind, 1, &memory[1]) == MPI_SUCCESS) {
        memset(memory[0], 0, (size_t)extent);
        is_inside++;
        error = REAL(MPI_Allreduce)(from.at, to.at, 1, kind->type, op, alone);
        is_inside--;
    }
    free(memory[0]);
    free(memory[1]);
    return error == MPI_SUCCESS;
}

static int is_known(MPI_Op op)
{
    for (size_t i = 0; i < sizeof known_ops / sizeof *known_ops; i++)
        if (known_ops[i] == op)
            return 1;
    return 0;
}

/* True if the operator suits the type. Of the program's own operators that is the program's affair. */
static int is_valid(MPI_Op op, const struct kind *kind)
{
    int found = -1;
    if (op == MPI_OP_NULL || op == MPI_REPLACE || op == MPI_NO_OP)
        return 0;
    if (!is_known(op))
        return 1;
    if (!kind->is_named)
        return 0;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < known_pairs && found < 0; i++)
        if (pairs[i].op == op && pairs[i].type == kind->type)
            found = pairs[i].is_valid;
    pthread_mutex_unlock(&lock);
    if (found >= 0)
        return found;
    found = try_pair(op, kind);
    pthread_mutex_lock(&lock);
    if (known_pairs < PAIRS)
        pairs[known_pairs++] = (struct pair){op, kind->type, found};
    pthread_mutex_unlock(&lock);
    return found;
}

static int make_combining(MPI_Op op, const struct kind *kind, struct combining *combining)
{
    if (!is_valid(op, kind) || PMPI_Op_commutative(op, &combining->is_commutative) != MPI_SUCCESS)
        return 0;
    combining->op = op;
    combining->is_the_same = 0;
    combining->is_dense = kind->is_dense;
    return 1;
}
