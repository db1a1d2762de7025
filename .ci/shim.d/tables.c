/* Tables in the place of those of a shim: one rule for each collective, as S of the macro ALGORITHMS says. */
#define TABLES 1
static const uint16_t parents[] = {0, 0, 0, 1, 0, 1, 2, 3, 0, 1, 2, 3};
static const struct tree trees[] = {{CHAIN, 0, 0, NULL}, {FLAT, 0, 0, NULL}, {K_NOMIAL, 2, 0, NULL}, {K_NOMIAL, 3, 0, NULL}, {TABLE, 0, 12, parents}};
#define S(collective, algorithm, tree, segment) {collective, 2, 12, 0, INT64_MAX, algorithm, tree, segment, #collective " " #algorithm}
static const struct rule rules[] = {ALGORITHMS};
#define RULES ((int)(sizeof rules / sizeof *rules))
