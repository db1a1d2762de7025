
/* Trees among the ranks of a communicator, numbered from the root: number v stands for rank (v + root) mod P.
 *
 * Every subtree is an interval of numbers that begins with its root, so blocks of a subtree lie next to each other, and
 * operands can be combined in the order of the ranks. */

struct grown {
    int tree, size;
    int *parent;         /* of every number but 0 */
    int *end;            /* one more than the last number of the subtree */
    int *first, *child;  /* child[first[v]] .. child[first[v + 1] - 1]: the children in the order of the sends */
    struct grown *next;
};

static struct grown *all_grown;

/* The parents of a k-nomial tree: the lowest digit of base k that is not 0 becomes 0. */
static int parent_of(const struct tree *tree, int v)
{
    int64_t power = 1;
    switch (tree->kind) {
    case CHAIN:
        return v - 1;
    case FLAT:
        return 0;
    case K_NOMIAL:
        while (v / power % tree->fanout == 0)
            power *= tree->fanout;
        return (int)(v - v / power % tree->fanout * power);
    default:
        return tree->parents[v];
    }
}

/* Sorts the children: of a k-nomial tree by falling powers, then by rising digits; else by rising numbers. */
static void order_children(const struct tree *tree, struct grown *grown)
{
    int size = grown->size;
    int *filled = grown->end; /* not needed yet */
    memset(grown->first, 0, (size_t)(size + 1) * sizeof *grown->first);
    for (int v = 1; v < size; v++)
        grown->first[grown->parent[v] + 1]++;
    for (int v = 0; v < size; v++)
        grown->first[v + 1] += grown->first[v];
    memcpy(filled, grown->first, (size_t)size * sizeof *filled);
    if (tree->kind != K_NOMIAL) {
        for (int v = 1; v < size; v++)
            grown->child[filled[grown->parent[v]]++] = v;
        return;
    }
    int64_t power = 1;
    while (power * tree->fanout < size)
        power *= tree->fanout;
    for (; power > 0; power /= tree->fanout)
        for (int64_t v = power; v < size; v += power)
            if (v / power % tree->fanout)
                grown->child[filled[grown->parent[v]]++] = (int)v;
}

/* The ends of subtrees, of a tree whose parents come before their children. */
static void find_ends(struct grown *grown)
{
    for (int v = 0; v < grown->size; v++)
        grown->end[v] = 1;
    for (int v = grown->size - 1; v > 0; v--)
        grown->end[grown->parent[v]] += grown->end[v];
    for (int v = 0; v < grown->size; v++)
        grown->end[v] += v;
}

/* Numbers the vertices anew, depth first, the child that is sent to last before the others: `end` has the sizes of subtrees,
 * counted from the vertex. False without memory. */
static int number(struct grown *grown)
{
    size_t size = (size_t)grown->size;
    int *memory = malloc(5 * size * sizeof(int) + sizeof(int));
    if (!memory)
        return 0;
    int *of = memory, *parent = of + size, *end = parent + size, *child = end + size, *first = child + size;
    of[0] = 0;
    for (int v = 0; v < grown->size; v++) {
        int next = of[v] + 1;
        for (int i = grown->first[v + 1] - 1; i >= grown->first[v]; i--) {
            int c = grown->child[i];
            of[c] = next;
            next += grown->end[c] - c;
        }
    }
    for (int v = 0; v < grown->size; v++) {
        parent[of[v]] = of[grown->parent[v]];
        end[of[v]] = of[v] + grown->end[v] - v;
        first[of[v] + 1] = grown->first[v + 1] - grown->first[v];
    }
    first[0] = 0;
    for (int v = 0; v < grown->size; v++)
        first[v + 1] += first[v];
    for (int v = 0; v < grown->size; v++)
        for (int i = grown->first[v], to = first[of[v]]; i < grown->first[v + 1]; i++, to++)
            child[to] = of[grown->child[i]];
    memcpy(grown->parent, parent, size * sizeof(int));
    memcpy(grown->end, end, size * sizeof(int));
    memcpy(grown->child, child, size * sizeof(int));
    memcpy(grown->first, first, (size + 1) * sizeof(int));
    free(memory);
    return 1;
}

static struct grown *grow(int index, int size)
{
    const struct tree *tree = &trees[index];
    size_t room = (size_t)size;
    struct grown *grown = malloc(sizeof *grown + (4 * room + 1) * sizeof(int));
    if (!grown)
        return NULL;
    grown->tree = index;
    grown->size = size;
    grown->parent = (int *)(grown + 1);
    grown->end = grown->parent + room;
    grown->child = grown->end + room;
    grown->first = grown->child + room;
    grown->parent[0] = 0;
    for (int v = 1; v < size; v++)
        grown->parent[v] = parent_of(tree, v);
    order_children(tree, grown);
    find_ends(grown);
    if (tree->kind == TABLE && !number(grown)) {
        free(grown);
        return NULL;
    }
    return grown;
}

/* A tree of so many ranks, made once. NULL without memory. */
static const struct grown *tree_of(int index, int size)
{
    pthread_mutex_lock(&lock);
    struct grown *grown = all_grown;
    while (grown && (grown->tree != index || grown->size != size))
        grown = grown->next;
    if (!grown && (grown = grow(index, size))) {
        grown->next = all_grown;
        all_grown = grown;
    }
    pthread_mutex_unlock(&lock);
    return grown;
}

static void end_trees(void)
{
    while (all_grown) {
        struct grown *next = all_grown->next;
        free(all_grown);
        all_grown = next;
    }
}
