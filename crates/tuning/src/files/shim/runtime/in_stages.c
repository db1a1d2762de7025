
/* In stages, block by block: exchanges of all ranks with all. A vector has P blocks, or fewer, that differ by at most one element;
 * `at` is where block `first` begins. */

struct vector {
    struct data data;
    int64_t elements, blocks, first;
};

/* Blocks from one on, going round. */
struct run {
    int64_t from, count;
};

/* What is done with blocks that come: kept, or combined through a room. */
struct settling {
    const struct combining *combining; /* NULL: kept */
    struct data room;
};

static struct data block_of(const struct vector *vector, int64_t block)
{
    int64_t before = start_of(vector->elements, vector->blocks, vector->first);
    return shifted(vector->data, start_of(vector->elements, vector->blocks, block) - before);
}

/* The elements of the blocks of a run up to the end of the vector, and from its beginning on. */
static void halves_of(const struct vector *vector, struct run run, struct run halves[2], int64_t lengths[2])
{
    int64_t end = run.from + run.count, all = vector->blocks;
    halves[0] = (struct run){run.from, (end < all ? end : all) - run.from};
    halves[1] = (struct run){0, end < all ? 0 : end - all};
    for (int i = 0; i < 2; i++)
        lengths[i] = start_of(vector->elements, all, halves[i].from + halves[i].count) - start_of(vector->elements, all, halves[i].from);
}

/* Sends a run to one number and receives a run from another; -1 stands for none. Without elements there is no message. */
static int exchange(const struct task *task, const struct vector *vector, int to, struct run out, int from, struct run in,
                    const struct settling *settling)
{
    MPI_Request requests[4] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    struct run halves[2];
    int64_t coming[2] = {0, 0}, going[2];
    struct data places[2];
    if (from >= 0) {
        halves_of(vector, in, halves, coming);
        for (int i = 0; i < 2; i++) {
            places[i] = settling->combining ? shifted(settling->room, i ? coming[0] : 0) : block_of(vector, halves[i].from);
            if (coming[i])
                TRY(receive(task, places[i], coming[i], from, TAG, &requests[i]));
        }
    }
    if (to >= 0) {
        struct run sent[2];
        halves_of(vector, out, sent, going);
        for (int i = 0; i < 2; i++)
            if (going[i])
                TRY(send(task, block_of(vector, sent[i].from), going[i], to, TAG, &requests[2 + i]));
    }
    TRY(wait_all(4, requests));
    for (int i = 0; i < 2 && settling->combining; i++)
        if (coming[i])
            TRY(into_own(settling->combining, places[i], block_of(vector, halves[i].from), coming[i], from < task->v));
    return MPI_SUCCESS;
}

static int64_t wrapped(int64_t block, int64_t blocks)
{
    return (block % blocks + blocks) % blocks;
}

/* Block v - lag - i goes to v + 1 in step i. */
static int ring(const struct task *task, const struct vector *vector, int lag, const struct settling *settling)
{
    int size = task->size, v = task->v;
    for (int i = 0; i < size - 1; i++) {
        struct run out = {wrapped((int64_t)v - lag - i, size), 1}, in = {wrapped((int64_t)v - 1 - lag - i, size), 1};
        TRY(exchange(task, vector, (v + 1) % size, out, (v + size - 1) % size, in, settling));
    }
    return MPI_SUCCESS;
}

static int power_below(int size)
{
    int power = 1;
    while (power <= size / 2)
        power *= 2;
    return power;
}

/* Among the first 2^q numbers, groups of 1, 2, 4, ... blocks. */
static int doubling(const struct task *task, const struct vector *vector, const struct settling *kept)
{
    int v = task->v, among = power_below(task->size);
    for (int distance = 1; distance < among && v < among; distance *= 2) {
        int other = v ^ distance;
        struct run out = {v / distance * distance, distance}, in = {other / distance * distance, distance};
        TRY(exchange(task, vector, other, out, other, in, kept));
    }
    return MPI_SUCCESS;
}

static int halving(const struct task *task, const struct vector *vector, const struct settling *settling)
{
    int v = task->v, among = power_below(task->size);
    for (int distance = among / 2; distance > 0 && v < among; distance /= 2) {
        int other = v ^ distance;
        struct run out = {other / distance * distance, distance}, in = {v / distance * distance, distance};
        TRY(exchange(task, vector, other, out, other, in, settling));
    }
    return MPI_SUCCESS;
}

/* `count` blocks from the own one on to the number `distance` before. */
static int step_down(const struct task *task, const struct vector *vector, int distance, int count, const struct settling *kept)
{
    int size = task->size, v = task->v, from = (int)(((int64_t)v + distance) % size);
    struct run out = {v, count}, in = {from, count};
    return exchange(task, vector, (v + size - distance) % size, out, from, in, kept);
}

static int bruck(const struct task *task, const struct vector *vector, const struct settling *kept)
{
    int size = task->size;
    for (int64_t held = 1; held < size; held *= 2)
        TRY(step_down(task, vector, (int)held, (int)(held < size - held ? held : size - held), kept));
    return MPI_SUCCESS;
}

/* True if there are k^q m numbers, m < k. */
static int is_multiple(int size, int k)
{
    while (size % k == 0)
        size /= k;
    return size < k;
}

/* Groups of k, in the last step of what is left, exchange all that they have, all at once. */
static int multiplying(const struct task *task, const struct vector *vector, int k)
{
    int size = task->size, v = task->v;
    int64_t block = vector->elements / size;
    MPI_Request *requests = malloc(2 * (size_t)k * sizeof *requests);
    if (!requests)
        return MPI_ERR_NO_MEM;
    for (int64_t stride = 1, radix; stride < size; stride *= radix) {
        radix = size / stride % k ? size / stride : k;
        int64_t place = v / stride % radix, base = v - place * stride, count = 0;
        for (int64_t c = 1; c < radix; c++) {
            int to = (int)(base + (place + c) % radix * stride), from = (int)(base + (place + radix - c) % radix * stride);
            TRY(receive(task, block_of(vector, from / stride * stride), block * stride, from, TAG, &requests[count++]));
            TRY(send(task, block_of(vector, v / stride * stride), block * stride, to, TAG, &requests[count++]));
        }
        TRY(wait_all(count, requests));
    }
    free(requests);
    return MPI_SUCCESS;
}

/* Around the circulant graph with the skips ceil(P / 2), half of that, ... 1: the farther half of the blocks still collected. */
static int circulant_up(const struct task *task, const struct vector *vector, const struct settling *settling)
{
    int size = task->size, v = task->v;
    for (int before = size; before > 1;) {
        int skip = before / 2 + before % 2, count = before / 2, to = (int)(((int64_t)v + skip) % size);
        struct run out = {to, count}, in = {v, count};
        TRY(exchange(task, vector, to, out, (v + size - skip) % size, in, settling));
        before = skip;
    }
    return MPI_SUCCESS;
}

/* The same backwards. */
static int circulant_down(const struct task *task, const struct vector *vector, const struct settling *kept)
{
    int skips[33], counts[33], stages = 0;
    for (int before = task->size; before > 1; before = skips[stages - 1]) {
        skips[stages] = before / 2 + before % 2;
        counts[stages++] = before / 2;
    }
    while (stages-- > 0)
        TRY(step_down(task, vector, skips[stages], counts[stages], kept));
    return MPI_SUCCESS;
}

static int pairwise_up(const struct task *task, const struct vector *vector, const struct settling *settling)
{
    int size = task->size, v = task->v;
    for (int i = 1; i < size; i++) {
        int to = (int)(((int64_t)v + i) % size);
        struct run out = {to, 1}, in = {v, 1};
        TRY(exchange(task, vector, to, out, (v + size - i) % size, in, settling));
    }
    return MPI_SUCCESS;
}

/* Numbers from 2^q on give their vectors to the number 2^q before, or get the result from there. */
static int fold(const struct task *task, const struct vector *vector, int is_out, const struct settling *settling)
{
    int below = power_below(task->size), v = task->v;
    int other = v >= below ? v - below : v + below < task->size ? v + below : -1;
    int sends = (v >= below) == !is_out;
    struct run all = {0, vector->blocks};
    return exchange(task, vector, sends ? other : -1, all, sends ? -1 : other, all, settling);
}

/* Recursive doubling of an allreduce: numbers that differ in one bit exchange all they have. */
static int swaps(const struct task *task, const struct vector *vector, const struct settling *settling)
{
    int v = task->v, among = power_below(task->size);
    struct run all = {0, vector->blocks};
    struct combining combining = *settling->combining;
    struct settling in_order = {&combining, settling->room};
    combining.is_the_same = 1;
    for (int distance = 1; distance < among && v < among; distance *= 2)
        TRY(exchange(task, vector, v ^ distance, all, v ^ distance, all, &in_order));
    return MPI_SUCCESS;
}

/* Blocks go down the tree to their numbers, or come up to the root. */
static int blocks_along(const struct task *task, const struct vector *vector, int is_down)
{
    const struct grown *tree = task->tree;
    const int *child = tree->child + tree->first[task->v];
    int children = tree->first[task->v + 1] - tree->first[task->v], v = task->v;
    int64_t before = start_of(vector->elements, vector->blocks, v);
    int64_t own = start_of(vector->elements, vector->blocks, tree->end[v]) - before;
    MPI_Request *requests = malloc((size_t)(children + 1) * sizeof *requests), above = MPI_REQUEST_NULL;
    if (!requests)
        return MPI_ERR_NO_MEM;
    if (v && is_down && own) {
        TRY(receive(task, block_of(vector, v), own, tree->parent[v], TAG, &above));
        TRY(PMPI_Wait(&above, MPI_STATUS_IGNORE));
    }
    for (int i = 0; i < children; i++) {
        int c = is_down ? child[i] : child[children - 1 - i];
        int64_t first = start_of(vector->elements, vector->blocks, c);
        int64_t length = start_of(vector->elements, vector->blocks, tree->end[c]) - first;
        requests[i] = MPI_REQUEST_NULL;
        if (length && is_down)
            TRY(send(task, block_of(vector, c), length, c, TAG, &requests[i]));
        else if (length)
            TRY(receive(task, block_of(vector, c), length, c, TAG, &requests[i]));
    }
    TRY(wait_all(children, requests));
    if (v && !is_down && own) {
        TRY(send(task, block_of(vector, v), own, tree->parent[v], TAG, &above));
        TRY(PMPI_Wait(&above, MPI_STATUS_IGNORE));
    }
    free(requests);
    return MPI_SUCCESS;
}

/* Every number sends every other its block: all at once, but for a window, or one after the other. */
static int all_pairs(const struct task *task, char *to, const char *from, int64_t block, int is_at_once)
{
    enum { AT_ONCE = 32 };
    MPI_Request requests[2 * AT_ONCE];
    int size = task->size, v = task->v, window = is_at_once ? AT_ONCE : 1;
    memmove(to + v * block, from + v * block, (size_t)block);
    for (int i = 0; i < 2 * AT_ONCE; i++)
        requests[i] = MPI_REQUEST_NULL;
    for (int i = 1; i < size; i++) {
        int there = (int)(((int64_t)v + i) % size), here = (v + size - i) % size, slot = i % window * 2;
        TRY(wait_all(2, requests + slot));
        TRY(receive(task, bytes(to + here * block), block, here, TAG, &requests[slot]));
        TRY(send(task, bytes((char *)from + there * block), block, there, TAG, &requests[slot + 1]));
    }
    return wait_all(2 * window, requests);
}

/* Blocks come nearer by 1, 2, 4, ... numbers, those whose distance has that bit (Bruck et al. 1997). */
static int all_pairs_by_bits(const struct task *task, char *to, const char *from, int64_t block)
{
    int size = task->size, v = task->v;
    /* By distance still to go at first, then by distance gone; and both ends of a message. */
    char *held = malloc((size_t)(3 * size * block) + 1);
    if (!held)
        return MPI_ERR_NO_MEM;
    char *out = held + size * block, *in = out + size * block;
    for (int j = 0; j < size; j++)
        memcpy(held + j * block, from + ((int64_t)v + j) % size * block, (size_t)block);
    for (int64_t distance = 1; distance < size; distance *= 2) {
        MPI_Request requests[2];
        int64_t count = 0;
        for (int64_t j = distance; j < size; j++)
            if (j & distance)
                memcpy(out + count++ * block, held + j * block, (size_t)block);
        TRY(receive(task, bytes(in), count * block, (int)((v + size - distance) % size), TAG, &requests[0]));
        TRY(send(task, bytes(out), count * block, (int)((v + distance) % size), TAG, &requests[1]));
        TRY(wait_all(2, requests));
        count = 0;
        for (int64_t j = distance; j < size; j++)
            if (j & distance)
                memcpy(held + j * block, in + count++ * block, (size_t)block);
    }
    for (int j = 0; j < size; j++)
        memcpy(to + ((int64_t)v + size - j) % size * block, held + j * block, (size_t)block);
    free(held);
    return MPI_SUCCESS;
}

static int disseminate(const struct task *task)
{
    int size = task->size, v = task->v;
    for (int64_t distance = 1; distance < size; distance *= 2) {
        MPI_Request requests[2];
        TRY(receive(task, bytes(NULL), 0, (int)((v + size - distance) % size), TAG, &requests[0]));
        TRY(send(task, bytes(NULL), 0, (int)((v + distance) % size), TAG, &requests[1]));
        TRY(wait_all(2, requests));
    }
    return MPI_SUCCESS;
}
