
/* Start: the right library, the settings, and one mind among all ranks. */

static int is_on;            /* set when all ranks of MPI_COMM_WORLD have agreed */
static long after = 3;       /* a communicator is served from this call on, counting those that rules fit */
static long most = 4096;     /* communicators that are served at the same time */
static int has_statistics;
static long calls[RULES];
static int64_t bytes_of[RULES];
static long calls_left;      /* to the library */
static int world_rank;
static MPI_Group world_group = MPI_GROUP_NULL;
static MPI_Comm world = MPI_COMM_NULL; /* of the ranks of MPI_COMM_WORLD: all messages below are in it */
static MPI_Comm alone = MPI_COMM_NULL; /* of this rank */
static int last_tag;                   /* the largest number of a communicator: it has two tags in `world` */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int is_inside; /* calls that the functions below make of each other go to the library */

/* The function of that name in the library. */
static void *next_of(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        fprintf(stderr, "logpine: no %s behind this file; load it before the MPI library\n", name);
        exit(1);
    }
    return found;
}

#define REAL(function)                                                                  \
    ({                                                                                  \
        static void *known;                                                             \
        void *found = __atomic_load_n(&known, __ATOMIC_RELAXED);                        \
        if (!found) {                                                                   \
            found = next_of("P" #function);                                             \
            __atomic_store_n(&known, found, __ATOMIC_RELAXED);                          \
        }                                                                               \
        (__typeof__(&function))found;                                                   \
    })

#define TRY(call)                         \
    do {                                  \
        int error_ = (call);              \
        if (error_ != MPI_SUCCESS)        \
            return error_;                \
    } while (0)

/* Ends a program of another MPI library, whose handles mean something else. */
__attribute__((constructor)) static void check_library(void)
{
    static char version[1 << 16];
    int length = 0;
    int (*get)(char *, int *) = (int (*)(char *, int *))dlsym(RTLD_DEFAULT, "PMPI_Get_library_version");
    if (!get || get(version, &length) != MPI_SUCCESS)
        return;
#if defined(OPEN_MPI)
    if (strstr(version, "Open MPI"))
        return;
    const char *own = "Open MPI";
#elif defined(MPICH_VERSION) || defined(I_MPI_VERSION)
    if (strstr(version, "MPICH") || strstr(version, "Intel(R) MPI") || strstr(version, "MVAPICH"))
        return;
    const char *own = "MPICH";
#else
    const char *own = NULL;
    return;
#endif
    version[strcspn(version, "\n,")] = 0;
    fprintf(stderr, "logpine: this file was compiled for %s and loaded into %s; compile it with that library's mpicc\n", own, version);
    _exit(1);
}

/* Counts the MPI libraries that are loaded. */
static int count_library(struct dl_phdr_info *info, size_t size, void *count)
{
    const char *slash = strrchr(info->dlpi_name, '/'), *name = slash ? slash + 1 : info->dlpi_name;
    (void)size;
    *(int *)count += !strncmp(name, "libmpi.so", 9) || !strncmp(name, "libmpich.so", 11);
    return 0;
}

/* The same for a program that loads its library later: this file has brought its own. */
static void check_libraries(void)
{
    int count = 0;
    dl_iterate_phdr(count_library, &count);
    if (count < 2)
        return;
    fprintf(stderr, "logpine: this file and the program use two MPI libraries; compile it with the mpicc of the program's\n");
    _exit(1);
}

static long number_of(const char *name, long unset)
{
    const char *text = getenv(name);
    if (!text || !*text)
        return unset;
    char *end;
    long number = strtol(text, &end, 10);
    if (!*end && number > 0)
        return number;
    fprintf(stderr, "logpine: %s=%s is no number from 1 on, and not used\n", name, text);
    return unset;
}

static int is_set(const char *name)
{
    const char *text = getenv(name);
    return text && *text && strcmp(text, "0");
}

static int finish(MPI_Comm comm, int key, void *value, void *extra);
static int forget(MPI_Comm comm, int key, void *value, void *extra);
static int key_of_contexts = MPI_KEYVAL_INVALID, key_of_end = MPI_KEYVAL_INVALID;

/* Agrees with all ranks of MPI_COMM_WORLD. All take part, also those that are told to do nothing. */
static void start(void)
{
    static int is_started;
    if (is_started)
        return;
    is_started = 1;
    after = number_of("LOGPINE_AFTER", after);
    most = number_of("LOGPINE_MOST", most);
    has_statistics = is_set("LOGPINE_STATS");
    uint64_t mine = TABLES ^ (uint64_t)after * 0x9E3779B97F4A7C15u ^ (uint64_t)most * 0xC2B2AE3D27D4EB4Fu;
    if (is_set("LOGPINE_DISABLE"))
        mine = 0;
    uint64_t both[2] = {mine, ~mine}, least[2];
    int error = REAL(MPI_Allreduce)(both, least, 2, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
    PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    if (error != MPI_SUCCESS)
        return;
    if (least[0] != ~least[1]) {
        if (world_rank == 0)
            fprintf(stderr, "logpine: ranks have other tables or other LOGPINE_ variables; the library serves all calls\n");
        return;
    }
    if (!mine)
        return;
    MPI_Group own;
    int *bound, has_bound = 0;
    PMPI_Comm_group(MPI_COMM_WORLD, &world_group);
    PMPI_Comm_group(MPI_COMM_SELF, &own);
    /* Not MPI_Comm_dup, which calls the program's functions for its attributes. */
    PMPI_Comm_create(MPI_COMM_WORLD, world_group, &world);
    PMPI_Comm_create(MPI_COMM_SELF, own, &alone);
    PMPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    PMPI_Comm_set_errhandler(alone, MPI_ERRORS_RETURN);
    PMPI_Group_free(&own);
    PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &has_bound);
    last_tag = has_bound ? (*bound - 1) / 2 : 16000;
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, forget, &key_of_contexts, NULL);
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, finish, &key_of_end, NULL);
    /* MPI_Finalize first deletes the attributes of MPI_COMM_SELF. */
    PMPI_Comm_set_attr(MPI_COMM_SELF, key_of_end, NULL);
    __atomic_store_n(&is_on, 1, __ATOMIC_RELEASE);
}

static int init(int *count, char ***words)
{
    check_libraries();
    int error = REAL(MPI_Init)(count, words);
    if (error == MPI_SUCCESS)
        start();
    return error;
}

static int init_thread(int *count, char ***words, int required, int *provided)
{
    check_libraries();
    int error = REAL(MPI_Init_thread)(count, words, required, provided);
    if (error == MPI_SUCCESS)
        start();
    return error;
}

int MPI_Init(int *count, char ***words) { return init(count, words); }
int PMPI_Init(int *count, char ***words) { return init(count, words); }
int MPI_Init_thread(int *count, char ***words, int required, int *provided)
{
    return init_thread(count, words, required, provided);
}
int PMPI_Init_thread(int *count, char ***words, int required, int *provided)
{
    return init_thread(count, words, required, provided);
}
