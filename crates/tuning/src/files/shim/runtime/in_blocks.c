
/* In blocks that differ by at most one element: in every round a rank sends one and receives one. A reduction is the broadcast
 * backwards. */

struct transfer {
    int peer; /* -1: none */
    int64_t block;
};

/* A circulant graph: in round i of all ranks, k = i mod q, number v sends to v + skip[k] and receives from v - skip[k]. The blocks
 * of q rounds make a row: 0 .. q - 1 are new, -q .. -1 are of the q rounds before (Traeff 2023, arXiv 2312.11236). */
struct circulant {
    int skip[33]; /* skip[q] = P, skip[k] = ceil(skip[k + 1] / 2) */
    int rounds;   /* q */
    int receive[32], send[32];
};

/* A depth-first search over sums of skips, for the blocks that a number receives. */
struct search {
    const struct circulant *graph;
    uint64_t unused; /* a bit for each block that is not yet received */
    int base, wanted, found;
    int64_t nearest;
    int *row;
};

static int base_block(const struct circulant *graph, int v)
{
    int smallest = graph->rounds;
    for (int k = graph->rounds - 1; k >= 0; k--)
        if (v >= graph->skip[k]) {
            v -= graph->skip[k];
            smallest = k;
        }
    return smallest;
}

static int is_short(const struct search *search, int64_t distance)
{
    return search->found < search->wanted && distance >= search->graph->skip[search->found + 1];
}

static void descend(struct search *search, int64_t distance, uint64_t candidates)
{
    const int *skip = search->graph->skip;
    while (is_short(search, distance) && (search->unused & candidates)) {
        int block = 63 - __builtin_clzll(search->unused & candidates);
        candidates = ((uint64_t)1 << block) - 1;
        int64_t rest = distance - skip[block];
        if (rest < skip[search->found] || rest <= search->nearest)
            continue;
        if (rest >= skip[search->found + 1]) {
            descend(search, rest, candidates);
            if (!is_short(search, distance))
                return;
        }
        if (rest >= skip[search->found]) {
            int rounds = search->graph->rounds;
            search->row[search->found++] = block == rounds ? search->base : block - rounds;
            search->nearest = rest;
            search->unused &= ~((uint64_t)1 << block);
        }
    }
}

static void receive_row(const struct circulant *graph, int v, int wanted, int *row)
{
    uint64_t all = ((uint64_t)2 << graph->rounds) - 1;
    struct search search = {.graph = graph, .base = base_block(graph, v), .wanted = wanted, .row = row};
    search.unused = all & ~((uint64_t)1 << search.base);
    descend(&search, (int64_t)graph->skip[graph->rounds] + v, all);
}

static void make_circulant(struct circulant *graph, int v, int size)
{
    int rounds = 0, of_target[32];
    while (((int64_t)1 << rounds) < size)
        rounds++;
    graph->rounds = rounds;
    for (int k = rounds, skip = size; k >= 0; k--, skip = (skip + 1) / 2)
        graph->skip[k] = skip;
    receive_row(graph, v, rounds, graph->receive);
    for (int k = 0; k < rounds; k++) {
        /* The block that the receiver gets in that round. */
        int target = (int)(((int64_t)v + graph->skip[k]) % size);
        receive_row(graph, target, k + 1, of_target);
        graph->send[k] = v ? of_target[k] : k;
    }
}

/* The place of a number in two binary trees of the others, 1 .. P - 1, and the round of the first block on each edge. */
struct stream {
    int peer; /* -1: none */
    int64_t first_block, first_round;
};

struct place {
    struct stream receives[2], sends[2];
};

static int parent_at(int others, int position)
{
    int step = position & -position;
    if (!(position & step << 1) && position + step <= others)
        return position + step;
    return position - step; /* 0: none */
}

static int mirror_at(int others, int position)
{
    int mirrored = others & ~1;
    return position > mirrored ? position : mirrored + 1 - position;
}

static int64_t delay_of_even(int others, int position)
{
    int left = (others & ~1) % 4 == 2 ? 2 : 1;
    int64_t delay = 0;
    for (int above; (above = parent_at(others, position)); position = above)
        delay += position < above ? left : 3 - left;
    return delay;
}

static int colour_of(int others, int position)
{
    int mirrored = others & ~1;
    if (position % 2 == 0)
        return (int)(delay_of_even(others, position) % 2);
    if (position <= mirrored)
        return (int)(delay_of_even(others, mirror_at(others, position)) % 2);
    /* The leaf without a mirror image differs from its sibling. */
    return 1 - colour_of(others, mirrored - ((mirrored & -mirrored) >> 1));
}

static int64_t delay_of(int others, int position)
{
    int above = parent_at(others, position);
    if (!above || position % 2 == 0)
        return delay_of_even(others, position);
    int64_t sent = delay_of_even(others, above);
    return sent + (sent % 2 == colour_of(others, position) ? 2 : 1);
}

static int seat(int others, int tree, int v)
{
    return tree ? mirror_at(others, v) : v;
}

static struct stream edge(int others, int tree, int position)
{
    return (struct stream){seat(others, tree, position), tree, tree + delay_of(others, position)};
}

static struct place place_in_two_trees(int v, int size)
{
    const struct stream none = {-1, 0, 0};
    struct place place = {{none, none}, {none, none}};
    int others = size - 1, root = 1;
    while (root * 2 <= others)
        root *= 2;
    for (int tree = 0; tree < 2; tree++) {
        if (v == 0) {
            place.sends[tree] = edge(others, tree, root);
            continue;
        }
        int position = seat(others, tree, v), above = parent_at(others, position);
        place.receives[tree] = edge(others, tree, position);
        place.receives[tree].peer = above ? seat(others, tree, above) : 0;
        if (position % 2)
            continue;
        int half = (position & -position) >> 1, rest = others - position, full = 2 * half - 1;
        int below = rest < full ? rest : full;
        place.sends[0] = edge(others, tree, position - half);
        if (below > 0)
            place.sends[1] = edge(others, tree, position + (1 << (31 - __builtin_clz((unsigned)below))));
    }
    return place;
}

/* The rounds of either. */
struct rounds {
    int v, size;
    int64_t blocks, count;
    int is_circulant;
    struct circulant circulant;
    int64_t start; /* rounds before the first, in the first phase of q */
    struct place place;
};

static void make_rounds(struct rounds *rounds, const struct task *task, enum algorithm algorithm, int64_t blocks)
{
    int depth = 0;
    while (((int64_t)1 << depth) < task->size)
        depth++;
    rounds->v = task->v;
    rounds->size = task->size;
    rounds->blocks = blocks;
    rounds->is_circulant = algorithm == N_BLOCK;
    if (rounds->is_circulant) {
        make_circulant(&rounds->circulant, task->v, task->size);
        rounds->start = (depth - (blocks - 1) % depth) % depth;
        rounds->count = blocks - 1 + depth;
        return;
    }
    rounds->place = place_in_two_trees(task->v, task->size);
    int is_deep = task->size == 2 || task->size % 4 == 0 || task->size % 4 == 3;
    rounds->count = blocks + 2 * depth - (is_deep ? 2 : 3);
}

static struct transfer in_circulant(const struct rounds *rounds, int64_t round, const int *row, int peer)
{
    int64_t now = rounds->start + round, q = rounds->circulant.rounds;
    int64_t block = now - now % q - rounds->start + row[now % q];
    if (block < 0)
        return (struct transfer){-1, 0};
    return (struct transfer){peer, block < rounds->blocks ? block : rounds->blocks - 1};
}

static struct transfer in_streams(const struct rounds *rounds, int64_t round, const struct stream *streams)
{
    for (int i = 0; i < 2; i++) {
        int64_t since = round - streams[i].first_round;
        if (streams[i].peer >= 0 && since >= 0 && since % 2 == 0 && streams[i].first_block + since < rounds->blocks)
            return (struct transfer){streams[i].peer, streams[i].first_block + since};
    }
    return (struct transfer){-1, 0};
}

/* What a rank sends and receives in a round of the broadcast. */
static void transfers_of(const struct rounds *rounds, int64_t round, struct transfer *sent, struct transfer *received)
{
    const struct circulant *graph = &rounds->circulant;
    if (!rounds->is_circulant) {
        *sent = in_streams(rounds, round, rounds->place.sends);
        *received = in_streams(rounds, round, rounds->place.receives);
        return;
    }
    int skip = graph->skip[(rounds->start + round) % graph->rounds];
    int to = (int)(((int64_t)rounds->v + skip) % rounds->size);
    int from = (int)(((int64_t)rounds->v + rounds->size - skip) % rounds->size);
    /* The root has all blocks. */
    *sent = to ? in_circulant(rounds, round, graph->send, to) : (struct transfer){-1, 0};
    *received = rounds->v ? in_circulant(rounds, round, graph->receive, from) : (struct transfer){-1, 0};
}

/* The first element of block b, of n elements in so many blocks. */
static int64_t start_of(int64_t elements, int64_t blocks, int64_t block)
{
    int64_t longer = elements % blocks;
    return block * (elements / blocks) + (block < longer ? block : longer);
}

/* Messages of the two trees may pass between the same ranks: even and odd blocks have tags of their own. */
static int tag_of(const struct rounds *rounds, int64_t block)
{
    return !rounds->is_circulant && block % 2 ? OTHER_TAG : TAG;
}

/* A broadcast in blocks. */
static int down_in_blocks(const struct task *task, enum algorithm algorithm, struct data data, int64_t elements, int64_t blocks)
{
    struct rounds rounds;
    struct transfer sent, received;
    make_rounds(&rounds, task, algorithm, blocks);
    for (int64_t round = 0; round < rounds.count; round++) {
        MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        transfers_of(&rounds, round, &sent, &received);
        if (received.peer >= 0) {
            int64_t first = start_of(elements, blocks, received.block), end = start_of(elements, blocks, received.block + 1);
            TRY(receive(task, shifted(data, first), end - first, received.peer, tag_of(&rounds, received.block), &requests[0]));
        }
        if (sent.peer >= 0) {
            int64_t first = start_of(elements, blocks, sent.block), end = start_of(elements, blocks, sent.block + 1);
            TRY(send(task, shifted(data, first), end - first, sent.peer, tag_of(&rounds, sent.block), &requests[1]));
        }
        TRY(wait_all(2, requests));
    }
    return MPI_SUCCESS;
}

/* A reduction in blocks, of an operator that commutes: `data` has the rank's operands, and at the root then the result. */
static int up_in_blocks(const struct task *task, enum algorithm algorithm, struct data data, int64_t elements, int64_t blocks,
                        const struct kind *kind, const struct combining *combining)
{
    struct rounds rounds;
    struct transfer sent, received;
    struct data room;
    void *memory;
    make_rounds(&rounds, task, algorithm, blocks);
    TRY(make_room(&room, kind, start_of(elements, blocks, 1), &memory));
    for (int64_t round = rounds.count - 1; round >= 0; round--) {
        MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        int64_t first = 0, length = 0;
        transfers_of(&rounds, round, &received, &sent); /* backwards */
        if (received.peer >= 0) {
            first = start_of(elements, blocks, received.block);
            length = start_of(elements, blocks, received.block + 1) - first;
            TRY(receive(task, room, length, received.peer, tag_of(&rounds, received.block), &requests[0]));
        }
        if (sent.peer >= 0) {
            int64_t from = start_of(elements, blocks, sent.block), end = start_of(elements, blocks, sent.block + 1);
            TRY(send(task, shifted(data, from), end - from, sent.peer, tag_of(&rounds, sent.block), &requests[1]));
        }
        TRY(wait_all(2, requests));
        if (received.peer >= 0)
            TRY(into_right(combining, room, shifted(data, first), length));
    }
    free(memory);
    return MPI_SUCCESS;
}
