
/* Along a tree, segment by segment. */

enum { WINDOW = 4 }; /* segments, or operands, on their way at a time */

static int64_t pieces_of(int64_t elements, int64_t piece)
{
    return elements > 0 ? (elements + piece - 1) / piece : 1;
}

static int64_t length_of(int64_t elements, int64_t piece, int64_t index)
{
    int64_t rest = elements - index * piece;
    return rest < piece ? rest : piece;
}

static int send(const struct task *task, struct data data, int64_t elements, int to, int tag, MPI_Request *request)
{
    return PMPI_Isend(data.at, (int)elements, data.type, rank_of(task, to), task->tag + tag, world, request);
}

static int receive(const struct task *task, struct data data, int64_t elements, int from, int tag, MPI_Request *request)
{
    return PMPI_Irecv(data.at, (int)elements, data.type, rank_of(task, from), task->tag + tag, world, request);
}

/* From the root to all: every segment goes on to the children while the next one comes. */
static int down(const struct task *task, struct data data, int64_t elements, int64_t piece)
{
    const struct grown *tree = task->tree;
    const int *child = tree->child + tree->first[task->v];
    int children = tree->first[task->v + 1] - tree->first[task->v], parent = tree->parent[task->v];
    int64_t pieces = pieces_of(elements, piece);
    MPI_Request coming[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Request *going = malloc((size_t)(WINDOW * children + 1) * sizeof *going);
    if (!going)
        return MPI_ERR_NO_MEM;
    for (int i = 0; i < WINDOW * children; i++)
        going[i] = MPI_REQUEST_NULL;
    for (int64_t i = 0; i < pieces; i++) {
        MPI_Request *now = going + i % WINDOW * children;
        if (task->v) {
            for (int64_t next = i ? i + 1 : 0; next <= i + 1 && next < pieces; next++)
                TRY(receive(task, shifted(data, next * piece), length_of(elements, piece, next), parent, TAG, &coming[next % 2]));
            TRY(PMPI_Wait(&coming[i % 2], MPI_STATUS_IGNORE));
        }
        TRY(wait_all(children, now));
        for (int c = 0; c < children; c++)
            TRY(send(task, shifted(data, i * piece), length_of(elements, piece, i), child[c], TAG, now + c));
    }
    TRY(wait_all(WINDOW * (int64_t)children, going));
    free(going);
    return MPI_SUCCESS;
}

/* The children by rising numbers: each has the operands behind those of the ones before it. */
static void sort(int *children, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && children[j - 1] > children[j]; j--) {
            int other = children[j];
            children[j] = children[j - 1];
            children[j - 1] = other;
        }
}

/* A reduction on its way up. Operands come into rooms; the one combined last has the result so far. */
struct way_up {
    const struct task *task;
    const struct combining *combining;
    int64_t elements, piece;
    int *child;
    int children;
    struct data rooms[2 * WINDOW + 1];
    MPI_Request coming[WINDOW], going[WINDOW];
    int free[2 * WINDOW + 1], frees;  /* rooms that are not in use */
    int room_of[WINDOW], sent[WINDOW]; /* rooms of operands that come, and of results that go; -1: none */
    struct data result;               /* at the root */
    int has_result;                   /* the result may be overwritten before the end */
};

/* True if operand `index` is the root's last of a segment, and can come where the result has to be. */
static int is_last_of_root(const struct way_up *way, int64_t index)
{
    return way->task->v == 0 && way->has_result && index % way->children == way->children - 1;
}

static struct data place_of(const struct way_up *way, int64_t index)
{
    if (is_last_of_root(way, index))
        return shifted(way->result, index / way->children * way->piece);
    return way->rooms[way->room_of[index % WINDOW]];
}

static int expect(struct way_up *way, int64_t index)
{
    int slot = (int)(index % WINDOW);
    int64_t segment = index / way->children;
    way->room_of[slot] = is_last_of_root(way, index) ? -1 : way->free[--way->frees];
    return receive(way->task, place_of(way, index), length_of(way->elements, way->piece, segment),
                   way->child[index % way->children], TAG, &way->coming[slot]);
}

/* Sends a result to the parent, from a room or, without children, from the program's buffer. */
static int pass_on(struct way_up *way, struct data result, int room, int64_t segment)
{
    int slot = (int)(segment % WINDOW);
    TRY(PMPI_Wait(&way->going[slot], MPI_STATUS_IGNORE));
    if (way->sent[slot] >= 0)
        way->free[way->frees++] = way->sent[slot];
    way->sent[slot] = room;
    return send(way->task, result, length_of(way->elements, way->piece, segment), way->task->tree->parent[way->task->v], TAG, &way->going[slot]);
}

/* Combines the operands of a segment. */
static int combine_segment(struct way_up *way, struct data own, int64_t segment, int64_t all)
{
    int64_t length = length_of(way->elements, way->piece, segment);
    struct data so_far = shifted(own, segment * way->piece);
    int room = -1;
    for (int c = 0; c < way->children; c++) {
        int64_t index = segment * way->children + c;
        int slot = (int)(index % WINDOW);
        TRY(PMPI_Wait(&way->coming[slot], MPI_STATUS_IGNORE));
        struct data operand = place_of(way, index);
        int of_operand = way->room_of[slot];
        TRY(into_right(way->combining, so_far, operand, length));
        if (room >= 0)
            way->free[way->frees++] = room;
        so_far = operand;
        room = of_operand;
        if (index + WINDOW < all)
            TRY(expect(way, index + WINDOW));
    }
    if (way->task->v)
        return pass_on(way, so_far, room, segment);
    TRY(copy(shifted(way->result, segment * way->piece), so_far, length, way->combining->is_dense));
    if (room >= 0)
        way->free[way->frees++] = room;
    return MPI_SUCCESS;
}

/* From all to the root: `own` is not changed; `result` counts at the root. */
static int up(const struct task *task, struct data own, struct data result, int64_t elements, int64_t piece, const struct kind *kind,
              const struct combining *combining)
{
    const struct grown *tree = task->tree;
    struct way_up way = {.task = task, .combining = combining, .elements = elements, .piece = piece, .result = result};
    int64_t pieces = pieces_of(elements, piece);
    void *memory[2 * WINDOW + 1] = {NULL};
    way.children = tree->first[task->v + 1] - tree->first[task->v];
    way.has_result = own.at != result.at;
    way.child = malloc((size_t)(way.children + 1) * sizeof *way.child);
    if (!way.child)
        return MPI_ERR_NO_MEM;
    memcpy(way.child, tree->child + tree->first[task->v], (size_t)way.children * sizeof *way.child);
    sort(way.child, way.children);
    int64_t all = pieces * way.children;
    /* For the operands that come, the result so far, and the results that go. */
    int64_t rooms = (all < WINDOW ? all : WINDOW) + 1 + (task->v == 0 ? 0 : pieces < WINDOW ? pieces : WINDOW);
    for (int i = 0; i < rooms && way.children; i++) {
        TRY(make_room(&way.rooms[i], kind, elements < piece ? elements : piece, &memory[i]));
        way.free[way.frees++] = i;
    }
    for (int i = 0; i < WINDOW; i++) {
        way.coming[i] = way.going[i] = MPI_REQUEST_NULL;
        way.sent[i] = -1;
    }
    for (int64_t i = 0; i < WINDOW && i < all; i++)
        TRY(expect(&way, i));
    for (int64_t segment = 0; segment < pieces; segment++)
        TRY(combine_segment(&way, own, segment, all));
    TRY(wait_all(WINDOW, way.going));
    for (int i = 0; i < 2 * WINDOW + 1; i++)
        free(memory[i]);
    free(way.child);
    return MPI_SUCCESS;
}
