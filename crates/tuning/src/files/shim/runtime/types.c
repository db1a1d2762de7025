/* The rules and the trees: their types, then the tables. */

/* Calls spend their time in the library: more would double the time of compilation for nothing that can be measured. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("Og")
#endif

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <limits.h>
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum collective {
    BCAST,
    REDUCE,
    SCATTER,
    GATHER,
    ALLGATHER,
    REDUCE_SCATTER,
    ALLREDUCE,
    ALLTOALL,
    BARRIER,
    KINDS
};

enum algorithm {
    TREE,              /* along a tree, in segments; of collectives of two parts, up and then down */
    N_BLOCK,           /* in blocks around a circulant graph (Traeff 2023) */
    TWO_TREE,          /* in blocks along two binary trees (Sanders, Speck, Traeff 2009) */
    RING,              /* P - 1 steps from neighbour to neighbour */
    DOUBLING,          /* recursive doubling */
    HALVING,           /* recursive halving; of an allreduce, then doubling (Rabenseifner) */
    MULTIPLYING,       /* groups of k exchange all they have; `tree` is the k-nomial one */
    BRUCK,             /* in ceil(log2 P) steps around the ring of ranks */
    CIRCULANT,         /* around a circulant graph (Traeff 2024) */
    PAIRWISE,          /* all pairs, one step after the other */
    LINEAR,            /* all pairs at once */
    DISSEMINATION,     /* every rank tells the one 2^k behind it */
    SCATTER_RING,      /* a scatter along a tree, then an allgather */
    SCATTER_DOUBLING,
    SCATTER_BRUCK,
    RING_GATHER,       /* a reduce-scatter, then a gather along a tree */
    HALVING_GATHER,
    CIRCULANT_GATHER
};

/* A tree of any number of ranks. A table has the parent of every vertex; vertices are in the order in which a message reaches
 * them, so the first n of them are the tree of n ranks. */
struct tree {
    enum { CHAIN, FLAT, K_NOMIAL, TABLE } kind;
    int fanout;              /* of a k-nomial tree */
    int vertices;            /* of a table */
    const uint16_t *parents; /* of a table */
};

/* What runs for a collective among so many ranks and with so many bytes. The first rule that fits counts. */
struct rule {
    enum collective collective;
    int least_ranks, most_ranks;
    int64_t least_bytes, most_bytes;
    enum algorithm algorithm;
    int tree;
    int64_t segment; /* bytes of a segment or a block; 0 for whole messages */
    const char *name;
};
