/* Random collectives, checked against results that every rank computes for itself.
 *
 * Usage: self-check [SEED [CALLS]]. All ranks draw the same calls: collective, communicator, root, count, types, operator, in place or not.
 * The types that ranks use for one signature differ. Prints the number of calls, and ends with 1 at the first wrong byte. */

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sizes in bytes that are tried besides others. */
static const long sizes[] = {0};

static uint64_t state;

/* xorshift64* */
static unsigned draw(unsigned below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (unsigned)((state * 2685821657736338717u >> 33) % below);
}

static int trial;

static void wrong(const char *what, long index)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fprintf(stderr, "rank %d, call %d: %s is wrong at element %ld\n", rank, trial, what, index);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* An affine map x -> a x + b modulo 2^32. Maps do not commute. */
struct map {
    uint32_t a, b;
};

static void compose(void *left, void *right, int *count, MPI_Datatype *type)
{
    struct map *l = left, *r = right;
    (void)type;
    for (int i = 0; i < *count; i++) {
        struct map now = {l[i].a * r[i].a, l[i].a * r[i].b + l[i].b};
        r[i] = now;
    }
}

/* The data of rank `rank`, element i, in this call. */
static int32_t value(int rank, long i)
{
    uint32_t mixed = (uint32_t)trial * 2654435761u ^ (uint32_t)rank * 40503u ^ (uint32_t)i * 97u;
    return (int32_t)(mixed ^ mixed >> 15);
}

enum { HOLE = 0x5A5A5A5A };

/* The ways to lay out 32-bit numbers: one after the other, or with holes, forwards. */
enum layout { DENSE, PAIRS, SPREAD, LAYOUTS };
static MPI_Datatype layouts[LAYOUTS];
static const int per_element[LAYOUTS] = {1, 2, 2}; /* numbers in an element */
static const int stride[LAYOUTS] = {1, 2, 4};      /* of an element, in numbers */

/* Where number n of a layout lies. */
static long place(enum layout layout, long n)
{
    static const int within[LAYOUTS][2] = {{0, 0}, {0, 1}, {1, 3}};
    return n / per_element[layout] * stride[layout] + within[layout][n % per_element[layout]];
}

static long room(enum layout layout, long numbers)
{
    return numbers / per_element[layout] * stride[layout];
}

static int32_t *new_buffer(enum layout layout, long numbers)
{
    long all = room(layout, numbers) + 4;
    int32_t *buffer = malloc((size_t)all * sizeof *buffer);
    for (long i = 0; i < all; i++)
        buffer[i] = HOLE;
    return buffer;
}

/* Every number of a buffer that is no data still is a hole. */
static void check_holes(const int32_t *buffer, enum layout layout, long numbers)
{
    long all = room(layout, numbers) + 4, next = 0, n = 0;
    while (next < all) {
        if (n < numbers && place(layout, n) == next)
            n++;
        else if (buffer[next] != HOLE)
            wrong("a hole", next);
        next++;
    }
}

static void fill(int32_t *buffer, enum layout layout, long first, long numbers, int rank, long index)
{
    for (long n = 0; n < numbers; n++)
        buffer[place(layout, first + n)] = value(rank, index + n);
}

static void check(const int32_t *buffer, enum layout layout, long first, long numbers, int rank, long index, const char *what)
{
    for (long n = 0; n < numbers; n++)
        if (buffer[place(layout, first + n)] != value(rank, index + n))
            wrong(what, n);
}

static long length(void)
{
    static const unsigned most[] = {1, 2, 9, 40, 300, 5000, 60000};
    if (draw(3) == 0)
        return (sizes[draw((unsigned)(sizeof sizes / sizeof *sizes))] + (long)draw(3) * 4) / 8 * 2;
    return 2 * (long)draw(most[draw(7)]);
}

static void bcast(MPI_Comm comm, int rank, int size)
{
    int root = (int)draw((unsigned)size);
    long numbers = length();
    enum layout layout = (draw(LAYOUTS) + (unsigned)rank * draw(2)) % LAYOUTS;
    int32_t *buffer = new_buffer(layout, numbers);
    if (rank == root)
        fill(buffer, layout, 0, numbers, root, 0);
    MPI_Bcast(buffer, (int)(numbers / per_element[layout]), layouts[layout], root, comm);
    check(buffer, layout, 0, numbers, root, 0, "the message of a broadcast");
    check_holes(buffer, layout, numbers);
    free(buffer);
}

/* Reductions: the operators and their types. */
enum reduction { SUM, BITS, MAXIMUM_AT, MAPS, SPREAD_SUM, REDUCTIONS };
static MPI_Op sum_of_spread, map_op;
static MPI_Datatype map_type;

static void add_spread(void *left, void *right, int *count, MPI_Datatype *type)
{
    int32_t *l = left, *r = right;
    (void)type;
    for (int i = 0; i < *count; i++)
        for (int n = 0; n < 2; n++)
            r[place(SPREAD, 2L * i + n)] = (int32_t)((uint32_t)l[place(SPREAD, 2L * i + n)] + (uint32_t)r[place(SPREAD, 2L * i + n)]);
}

struct double_int {
    double value;
    int at;
};

static size_t size_of(enum reduction reduction)
{
    static const size_t sizes[] = {4, 4, sizeof(struct double_int), sizeof(struct map), 16};
    return sizes[reduction];
}

static void put(enum reduction reduction, char *at, int rank, long i)
{
    int32_t number = value(rank, i);
    switch (reduction) {
    case MAXIMUM_AT:
        ((struct double_int *)(void *)at)->value = number % 5;
        ((struct double_int *)(void *)at)->at = rank;
        break;
    case MAPS:
        *(struct map *)(void *)at = (struct map){(uint32_t)number | 1, (uint32_t)number * 31u};
        break;
    case SPREAD_SUM:
        ((int32_t *)(void *)at)[1] = number;
        ((int32_t *)(void *)at)[3] = number / 3;
        break;
    default:
        memcpy(at, &number, 4);
    }
}

/* What element i of the result has to be; `into` holds the first operand. */
static void combine(enum reduction reduction, char *into, const char *next)
{
    uint32_t a, b;
    int one = 1;
    switch (reduction) {
    case MAXIMUM_AT: {
        struct double_int *have = (void *)into;
        const struct double_int *more = (const void *)next;
        if (more->value > have->value)
            *have = *more;
        break;
    }
    case MAPS: {
        struct map right = *(const struct map *)(const void *)next;
        compose(into, &right, &one, NULL);
        memcpy(into, &right, sizeof right);
        break;
    }
    case SPREAD_SUM: {
        char both[16];
        memcpy(both, next, 16);
        add_spread(into, both, &one, NULL);
        memcpy(into, both, 16);
        break;
    }
    default:
        memcpy(&a, into, 4);
        memcpy(&b, next, 4);
        a = reduction == SUM ? a + b : a ^ b;
        memcpy(into, &a, 4);
    }
}

static int same(enum reduction reduction, const char *a, const char *b)
{
    switch (reduction) {
    case MAXIMUM_AT:
        return ((const struct double_int *)(const void *)a)->value == ((const struct double_int *)(const void *)b)->value
            && ((const struct double_int *)(const void *)a)->at == ((const struct double_int *)(const void *)b)->at;
    default: /* holes of spread sums included: they are as they were */
        return !memcmp(a, b, size_of(reduction));
    }
}

static void hole(enum reduction reduction, char *buffer, long elements)
{
    for (long i = 0; i < elements * (long)size_of(reduction) / 4; i++)
        ((int32_t *)(void *)buffer)[i] = HOLE;
}

static void reductions(MPI_Comm comm, int rank, int size, int which)
{
    enum reduction reduction = draw(REDUCTIONS);
    const MPI_Datatype types[] = {MPI_INT, MPI_UINT32_T, MPI_DOUBLE_INT, map_type, layouts[SPREAD]};
    const MPI_Op ops[] = {MPI_SUM, MPI_BXOR, MPI_MAXLOC, map_op, sum_of_spread};
    MPI_Datatype type = types[reduction];
    MPI_Op op = ops[reduction];
    int root = (int)draw((unsigned)size), is_there = (int)draw(2);
    long count = length() / 2, all = which == 2 ? count * size : count;
    size_t each = size_of(reduction);
    char *own = malloc((size_t)all * each + 1), *result = malloc((size_t)all * each + 1), *expected = malloc(2 * each);
    hole(reduction, own, all);
    hole(reduction, result, all);
    for (long i = 0; i < all; i++)
        put(reduction, own + (size_t)i * each, rank, i);
    is_there = is_there && (which || rank == root);
    if (is_there)
        memcpy(result, own, (size_t)all * each);
    const void *from = is_there ? MPI_IN_PLACE : own;
    if (which == 0)
        MPI_Reduce(from, result, (int)count, type, op, root, comm);
    else if (which == 1)
        MPI_Allreduce(from, result, (int)count, type, op, comm);
    else
        MPI_Reduce_scatter_block(from, result, (int)count, type, op, comm);
    for (long i = 0; i < count && (which || rank == root); i++) {
        long index = which == 2 ? count * rank + i : i;
        hole(reduction, expected, 2);
        put(reduction, expected, 0, index);
        for (int other = 1; other < size; other++) {
            put(reduction, expected + each, other, index);
            combine(reduction, expected, expected + each);
        }
        if (!same(reduction, expected, result + (size_t)i * each))
            wrong("a reduction", i);
    }
    for (long i = 0; i < all; i++) {
        hole(reduction, expected, 1);
        put(reduction, expected, rank, i);
        if (!same(reduction, expected, own + (size_t)i * each))
            wrong("an operand", i);
    }
    free(own);
    free(result);
    free(expected);
}

static void blocks(MPI_Comm comm, int rank, int size, int which)
{
    enum layout mine = (draw(LAYOUTS) + (unsigned)rank * draw(2)) % LAYOUTS, theirs = (draw(LAYOUTS) + (unsigned)rank * draw(2)) % LAYOUTS;
    int root = (int)draw((unsigned)size), is_there = (int)draw(2);
    long block = length() / (draw(2) ? 1 : size) / 2 * 2, all = block * size;
    int sends_all = which != 0 && which != 2, gets_all = which != 1; /* 0 allgather, 1 scatter, 2 gather, 3 alltoall */
    int32_t *from = new_buffer(mine, sends_all ? all : block), *to = new_buffer(theirs, gets_all ? all : block);
    int count = (int)(block / per_element[mine]), of_to = (int)(block / per_element[theirs]);
    for (long n = 0; n < (sends_all ? size : 1); n++)
        fill(from, mine, n * block, block, rank, n * block);
    is_there = is_there && (which == 0 || which == 3 || rank == root);
    if (is_there && which == 0)
        fill(to, theirs, rank * block, block, rank, 0);
    if (is_there && which == 2)
        fill(to, theirs, root * block, block, root, 0);
    if (is_there && which == 3)
        for (long n = 0; n < size; n++)
            fill(to, theirs, n * block, block, rank, n * block);
    const void *own = is_there && which != 1 ? MPI_IN_PLACE : from;
    if (which == 0)
        MPI_Allgather(own, count, layouts[mine], to, of_to, layouts[theirs], comm);
    if (which == 1)
        MPI_Scatter(from, rank == root ? count : 0, layouts[mine], is_there ? MPI_IN_PLACE : (void *)to, of_to, layouts[theirs], root, comm);
    if (which == 2)
        MPI_Gather(own, count, layouts[mine], to, rank == root ? of_to : 0, layouts[theirs], root, comm);
    if (which == 3)
        MPI_Alltoall(own, count, layouts[mine], to, of_to, layouts[theirs], comm);
    for (int n = 0; n < size; n++) {
        if (which == 0 || (which == 2 && rank == root))
            check(to, theirs, n * block, block, n, 0, "a block that was gathered");
        if (which == 3)
            check(to, theirs, n * block, block, n, rank * block, "a block of a pair");
    }
    if (which == 1 && !is_there)
        check(to, theirs, 0, block, root, rank * block, "a block that was scattered");
    if (which != 2 || rank == root)
        if (!(which == 1 && is_there))
            check_holes(to, theirs, gets_all ? all : block);
    for (long n = 0; n < (sends_all ? size : 1); n++)
        check(from, mine, n * block, block, rank, n * block, "data that was sent");
    free(from);
    free(to);
}

static void make_types(void)
{
    const int lengths[] = {1, 1}, places[] = {1, 3};
    MPI_Datatype pair;
    layouts[DENSE] = MPI_INT;
    MPI_Type_contiguous(2, MPI_INT, &layouts[PAIRS]);
    MPI_Type_indexed(2, lengths, places, MPI_INT, &pair);
    MPI_Type_create_resized(pair, 0, 16, &layouts[SPREAD]);
    MPI_Type_contiguous(2, MPI_UINT32_T, &map_type);
    MPI_Type_free(&pair);
    MPI_Type_commit(&layouts[PAIRS]);
    MPI_Type_commit(&layouts[SPREAD]);
    MPI_Type_commit(&map_type);
    MPI_Op_create(compose, 0, &map_op);
    MPI_Op_create(add_spread, 1, &sum_of_spread);
}

int main(int count, char **words)
{
    int rank, size;
    MPI_Comm comms[4];
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    state = count > 1 ? strtoull(words[1], NULL, 10) * 2 + 1 : 1;
    int all = count > 2 ? atoi(words[2]) : 100;
    make_types();
    comms[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comms[2]); /* backwards */
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comms[3]);
    for (trial = 0; trial < all; trial++) {
        MPI_Comm comm = comms[draw(4)];
        int what = (int)draw(9), of_comm, here;
        uint64_t before = state;
        MPI_Comm_rank(comm, &here);
        MPI_Comm_size(comm, &of_comm);
        if (what == 0)
            MPI_Barrier(comm);
        else if (what <= 2)
            bcast(comm, here, of_comm);
        else if (what <= 5)
            reductions(comm, here, of_comm, what - 3);
        else
            blocks(comm, here, of_comm, what - 6);
        if (what == 2)
            blocks(comm, here, of_comm, 3);
        /* Ranks of other parts may have drawn more. */
        state = before;
        draw(2);
    }
    MPI_Type_free(&layouts[PAIRS]);
    MPI_Type_free(&layouts[SPREAD]);
    MPI_Type_free(&map_type);
    MPI_Op_free(&map_op);
    MPI_Op_free(&sum_of_spread);
    for (int i = 1; i < 4; i++)
        MPI_Comm_free(&comms[i]);
    if (rank == 0)
        printf("%d calls\n", all);
    MPI_Finalize();
    return 0;
}
