/* What a file of collectives can get wrong, one by one: `traps NAME`. Prints "right", or ends with 1 and says where. */

#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

static void claim(int is_true, const char *what)
{
    if (!is_true) {
        fprintf(stderr, "rank %d: %s\n", rank, what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* A few calls that are served, so that a communicator is attached. */
static void warm(MPI_Comm comm)
{
    int here, all;
    MPI_Comm_rank(comm, &here);
    MPI_Comm_size(comm, &all);
    for (int i = 0; i < 4; i++) {
        int value = here == i % all ? 100 + i : 0;
        MPI_Bcast(&value, 1, MPI_INT, i % all, comm);
        claim(value == 100 + i, "a broadcast brought another value");
    }
}

/* An operator that does not suit a type, and other errors, are returned if the program asks for it. */
static void errors(void)
{
    double from = 1, to = 0;
    int number = 7, pair[2] = {1, 2}, of_pair = 0;
    (void)pair, (void)of_pair;
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    warm(comm);
    for (int i = 0; i < 5; i++)
        claim(MPI_Allreduce(&from, &to, 1, MPI_DOUBLE, MPI_BXOR, comm) != MPI_SUCCESS, "a sum of bits of doubles passed");
    claim(MPI_Bcast(&number, 1, MPI_INT, size, comm) != MPI_SUCCESS, "a root beyond all ranks passed");
    claim(MPI_Bcast(&number, -1, MPI_INT, 0, comm) != MPI_SUCCESS, "a negative count passed");
    claim(MPI_Bcast(&number, 1, MPI_DATATYPE_NULL, 0, comm) != MPI_SUCCESS, "no type passed");
    MPI_Comm_free(&comm);
#ifdef OPEN_MPI
    /* The receiver has room for less than comes. MPICH reports what goes wrong in a wait to MPI_COMM_WORLD. */
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &comm);
    MPI_Comm_size(comm, &of_pair);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (of_pair == 2) {
        warm(comm);
        int error = MPI_Bcast(pair, rank % 2 ? 1 : 2, MPI_INT, 0, comm);
        claim(rank % 2 == 0 || error != MPI_SUCCESS, "a message that is too long passed");
        warm(comm);
    }
    MPI_Comm_free(&comm);
#endif
}

/* More communicators than there are numbers for, if each took two. */
static void communicators(void)
{
    enum { LIVE = 600, ROUNDS = 3 };
    static MPI_Comm comms[LIVE];
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < LIVE; i++) {
            MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
            warm(comms[i]);
        }
        for (int i = 0; i < LIVE; i++) {
            warm(comms[i]);
            MPI_Comm_free(&comms[i]);
        }
    }
}

/* A duplicate does not share what is kept with the original; the program's own attributes are copied once. */
static int copies;

static int copy(MPI_Comm comm, int key, void *extra, void *from, void *to, int *flag)
{
    (void)comm, (void)key, (void)extra;
    copies++;
    *(void **)to = from;
    *flag = 1;
    return MPI_SUCCESS;
}

static void attributes(void)
{
    int key;
    MPI_Comm other;
    MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &key);
    warm(MPI_COMM_WORLD);
    claim(copies == 0, "attributes were copied by a collective");
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    claim(copies == 1, "attributes were not copied once");
    MPI_Comm_free(&other);
    warm(MPI_COMM_WORLD);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
    MPI_Comm_free_keyval(&key);
}

/* Threads, each with a communicator of its own. */
static void *collectives_of(void *of)
{
    MPI_Comm comm = *(MPI_Comm *)of;
    for (int i = 0; i < 200; i++) {
        long sum = 0, one = 1;
        int data[100];
        memset(data, rank == i % size ? i : 0, sizeof data);
        MPI_Bcast(data, 100, MPI_INT, i % size, comm);
        claim(((char *)data)[399] == (char)i, "a broadcast of a thread is wrong");
        MPI_Allreduce(&one, &sum, 1, MPI_LONG, MPI_SUM, comm);
        claim(sum == size, "a sum of a thread is wrong");
    }
    return NULL;
}

static void threads(int provided)
{
    enum { THREADS = 3 };
    pthread_t all[THREADS];
    MPI_Comm comms[THREADS];
    if (provided < MPI_THREAD_MULTIPLE)
        return;
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&all[i], NULL, collectives_of, &comms[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(all[i], NULL);
        MPI_Comm_free(&comms[i]);
    }
}

/* Elements one before the other. */
static void add_backwards(void *left, void *right, int *count, MPI_Datatype *type)
{
    MPI_Aint low, extent;
    MPI_Type_get_extent(*type, &low, &extent);
    for (int i = 0; i < *count; i++)
        *(int *)(void *)((char *)right + i * extent) += *(int *)(void *)((char *)left + i * extent);
}

static void backwards(void)
{
    enum { N = 3000 };
    static int from[N], to[N];
    MPI_Datatype type;
    MPI_Op op;
    MPI_Type_create_resized(MPI_INT, 0, -(MPI_Aint)sizeof(int), &type);
    MPI_Type_commit(&type);
    MPI_Op_create(add_backwards, 1, &op);
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < N; i++) {
            from[N - 1 - i] = rank + i;
            to[i] = -1;
        }
        if (round % 2)
            MPI_Allreduce(from + N - 1, to + N - 1, N, type, op, MPI_COMM_WORLD);
        else
            MPI_Reduce(from + N - 1, to + N - 1, N, type, op, 0, MPI_COMM_WORLD);
        for (int i = 0; i < N && (round % 2 || rank == 0); i++)
            claim(to[N - 1 - i] == size * (size - 1) / 2 + size * i, "a sum of elements one before the other is wrong");
    }
    MPI_Op_free(&op);
    MPI_Type_free(&type);
}

/* Collectives of a communicator while messages of the program are on their way, also those that take any. */
static void overlap(void)
{
    int next = (rank + 1) % size, got = -1, all = 0, token = rank;
    MPI_Request requests[3];
    warm(MPI_COMM_WORLD);
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(&token, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[2]);
    warm(MPI_COMM_WORLD);
    MPI_Isend(&token, 1, MPI_INT, next, 5, MPI_COMM_WORLD, &requests[1]);
    warm(MPI_COMM_WORLD);
    MPI_Status statuses[3];
    MPI_Waitall(3, requests, statuses);
    claim(got == (rank + size - 1) % size && all == size * (size - 1) / 2, "a message of the program went astray");
}

/* Communicators between groups are the library's. */
static void between_groups(void)
{
    MPI_Comm half, both;
    int is_low = rank < (size + 1) / 2, value = rank == 0 ? 9 : 0;
    if (size < 2)
        return;
    MPI_Comm_split(MPI_COMM_WORLD, is_low, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, is_low ? (size + 1) / 2 : 0, 1, &both);
    for (int i = 0; i < 5; i++) {
        int sum = 0;
        MPI_Bcast(&value, 1, MPI_INT, is_low ? (rank == 0 ? MPI_ROOT : MPI_PROC_NULL) : 0, both);
        claim(value == (is_low && rank ? 0 : 9), "a broadcast between groups is wrong");
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, both);
        MPI_Barrier(both);
    }
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

/* Buffers that are not there, of nothing; and buffers at MPI_BOTTOM, with types that have addresses. */
static void nulls(void)
{
    int x = rank == 0 ? 77 : -1, all[64] = {0};
    MPI_Aint address;
    MPI_Datatype type;
    for (int i = 0; i < 4; i++) {
        MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Allgather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, MPI_COMM_WORLD);
        MPI_Alltoall(NULL, 0, MPI_INT, NULL, 0, MPI_INT, MPI_COMM_WORLD);
        MPI_Gather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Scatter(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Get_address(&x, &address);
    MPI_Type_create_hindexed_block(1, 1, &address, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < 4; i++) {
        MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD);
        claim(x == 77, "a broadcast into MPI_BOTTOM is lost");
        all[rank] = 0;
        for (int j = 0; j < size; j++)
            all[j] = 100 + j;
        MPI_Scatter(all, 1, MPI_INT, MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD);
        claim(x == 100 + rank, "a scatter into MPI_BOTTOM is lost");
        MPI_Gather(MPI_BOTTOM, 1, type, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
        claim(rank || all[size - 1] == 99 + size, "a gather from MPI_BOTTOM is wrong");
        x = rank == 0 ? 77 : -1;
    }
    MPI_Type_free(&type);
}

/* Collectives within the program's own functions for attributes, when a communicator is freed. */
static int bar(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)key, (void)value, (void)extra;
    return MPI_Barrier(comm);
}

static void callbacks(void)
{
    int key;
    MPI_Comm comm;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, bar, &key, NULL);
    for (int i = 0; i < 3; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        MPI_Comm_set_attr(comm, key, &key);
        warm(comm);
        MPI_Comm_free(&comm);
    }
    MPI_Comm_free_keyval(&key);
}

/* The greatest of two zeros, one negative: all ranks have the same. */
static void zeros(void)
{
    for (int i = 0; i < 5; i++) {
        double mine = rank % 2 ? 0.0 : -0.0, most;
        char of_root[sizeof most];
        MPI_Allreduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        memcpy(of_root, &most, sizeof most);
        MPI_Bcast(of_root, sizeof most, MPI_CHAR, 0, MPI_COMM_WORLD);
        claim(i < 3 || !memcmp(of_root, &most, sizeof most), "ranks have other bits of a result");
    }
}

/* Large counts. */
static void large(void)
{
#if MPI_VERSION >= 4
    for (int i = 0; i < 5; i++) {
        MPI_Count count = 10;
        int data[10] = {0};
        if (rank == 0)
            for (int j = 0; j < 10; j++)
                data[j] = j + i;
        MPI_Bcast_c(data, count, MPI_INT, 0, MPI_COMM_WORLD);
        claim(data[9] == 9 + i, "a broadcast with a large count is wrong");
        /* A count that is of no account, and no int. */
        int all[64];
        MPI_Count junk = (MPI_Count)1 << 40;
        MPI_Gather_c(data, 1, MPI_INT, all, rank == 0 ? 1 : junk, MPI_INT, 0, MPI_COMM_WORLD);
        claim(rank || all[size - 1] == i, "a gather with a large count is wrong");
    }
#endif
}

/* A program that has sessions and no MPI_COMM_WORLD. */
static int sessions(void)
{
#if MPI_VERSION >= 4
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    if (MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session) != MPI_SUCCESS)
        return 1;
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "traps", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < 5; i++) {
        int sum = 0;
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
        if (sum != size * (size - 1) / 2)
            return 1;
    }
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
    if (rank == 0)
#endif
        printf("right\n");
    return 0;
}

/* The time of calls that are left to the library: broadcasts of nothing, among all ranks and of one. */
static double time_of(MPI_Comm comm)
{
    enum { CALLS = 1000000 };
    int value = 1;
    for (int i = 0; i < 1000; i++)
        MPI_Bcast(&value, 0, MPI_INT, 0, comm);
    double start = MPI_Wtime();
    for (int i = 0; i < CALLS; i++)
        MPI_Bcast(&value, 0, MPI_INT, 0, comm);
    return (MPI_Wtime() - start) / CALLS * 1e6;
}

static void cost(void)
{
    double of_all = time_of(MPI_COMM_WORLD), of_one = time_of(MPI_COMM_SELF);
    if (rank == 0)
        printf("%.3f us among two ranks and %.3f us alone\n", of_all, of_one);
}

int main(int count, char **words)
{
    const char *name = count > 1 ? words[1] : "";
    int provided;
    if (!strcmp(name, "sessions"))
        return sessions();
    MPI_Init_thread(&count, &words, strcmp(name, "threads") ? MPI_THREAD_SINGLE : MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (!strcmp(name, "errors"))
        errors();
    else if (!strcmp(name, "communicators"))
        communicators();
    else if (!strcmp(name, "attributes"))
        attributes();
    else if (!strcmp(name, "threads"))
        threads(provided);
    else if (!strcmp(name, "backwards"))
        backwards();
    else if (!strcmp(name, "overlap"))
        overlap();
    else if (!strcmp(name, "between-groups"))
        between_groups();
    else if (!strcmp(name, "nulls"))
        nulls();
    else if (!strcmp(name, "callbacks"))
        callbacks();
    else if (!strcmp(name, "zeros"))
        zeros();
    else if (!strcmp(name, "large"))
        large();
    else if (!strcmp(name, "cost"))
        cost();
    else
        warm(MPI_COMM_WORLD);
    if (rank == 0)
        printf("right\n");
    MPI_Finalize();
    return 0;
}
