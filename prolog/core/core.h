/*  Declarations that the C files share, and the border to Python and Prolog.

    A file calls functions of files to its right and below (tests/test_prolog_layers.py):

        core                                        what the library tells of itself
        levin  deepening  bottom_up  shortening  crew           searches
        threads  step  frames  moves  draw          steps of environments, frames of proofs
        entries  queue  chances  batch  network  search  flat     parts of searches
        crossing  resolve  proofs                   states, by C or through SWI-Prolog
        programs  loading  terms  candidates        terms of SWI-Prolog, tokens of candidates
        clauses  builtins  delays  heap  symbols            programs, and terms in C
        views  structure  windows  tree  memory  hash

    Each structure that crosses is a list of FIELD(type, name), one or more to a line, from which C
    and Python (symbolic_rl/bridge/structs.py) make their structures. Each constant is a row of
    CONSTANTS_OF_PROLOG, which core.pl compares with constants.pl when a program is shared, or of
    CONSTANTS_OF_PYTHON; core_constants() has a line "name value" for each, which a test compares
    with Python.
*/
#ifndef SYMBOLIC_RL_CORE_H
#define SYMBOLIC_RL_CORE_H
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define EXPORT __attribute__((visibility("default")))
#define DECLARE_FIELD(type, name) type name;
#define STRUCTURE(name, FIELDS) typedef struct { FIELDS(DECLARE_FIELD) } name
#define DECLARE_CONSTANT(name, value) name = value,

/* Tokens as in tokens.pl, clause ids, and the places of counters in a context of resolution.pl. */

#define CONSTANTS_OF_PROLOG(CONSTANT) \
  CONSTANT(NUMBER_LITERAL, 1) CONSTANT(STRING_LITERAL, 2) CONSTANT(ATOM_LITERAL, 3) \
  CONSTANT(FUNCTOR_LITERAL, 4) CONSTANT(SURROGATES, 0xD800) CONSTANT(SURROGATES_END, 0xE000) \
  CONSTANT(VARIABLE_BASE, 0xC0000) CONSTANT(VARIABLE_END, 0xF0000) \
  CONSTANT(INTEGER_BASE, 0xF8000) CONSTANT(INTEGER_LEAST, -0x8000) \
  CONSTANT(INTEGER_END, 0x17FFE) \
  CONSTANT(NO_CLAUSE, 0)                /* a slot of a window that is not used */ \
  CONSTANT(MORE_CLAUSE, 1)              /* the action that shows the next page */ \
  CONSTANT(REFUSE_CLAUSE, 2)            /* the action that gives the query up */ \
  CONSTANT(QUERY_CLAUSE, 3)             /* the step from the query to its goals */ \
  CONSTANT(FIRST_CLAUSE, 4)             /* of the program */ \
  CONSTANT(BUILTIN_ERRORS, 7) CONSTANT(INFERENCE_LIMITS, 8) CONSTANT(SUBPROOF_LIMITS, 9) \
  CONSTANT(SIZE_LIMITS, 13) CONSTANT(STEPS, 15) \
  CONSTANT(MOST_WRITTEN, 1000000) CONSTANT(MOST_OF_LEMMA, 200)  /* steps of what is written out */

/* Outcomes of a derivation; what a part of a step lacks; halves of a step; rows of `numbers`. */

#define CONSTANTS_OF_PYTHON(CONSTANT) \
  CONSTANT(OPEN, 0) CONSTANT(PROVED, 1) CONSTANT(FAILED, 2) CONSTANT(TRUNCATED, 3) \
  CONSTANT(DONE, 0) CONSTANT(NO_HISTORY, 1) CONSTANT(NO_CAPACITY, 2) CONSTANT(RAISED, 3) \
  CONSTANT(NO_START, 4) CONSTANT(NO_FRAME, 5) CONSTANT(ADVANCE, 0) CONSTANT(FINISH, 1) CONSTANT(STATE_AT, 0) \
  CONSTANT(HISTORY_LENGTH, 6) \
  CONSTANT(N_LOST, 4)                   /* causes by which candidates are lost */ \
  CONSTANT(N_ERROR, 512)                /* bytes for the text of an exception */ \
  CONSTANT(N_FEATURES, 48)              /* of the structure of a candidate */ \
  CONSTANT(STRUCTURE_WIDTH, 32)         /* of the layers over them */

enum { CONSTANTS_OF_PROLOG(DECLARE_CONSTANT) CONSTANTS_OF_PYTHON(DECLARE_CONSTANT) };
enum { ELLIPSIS = 1, LIST_CELL = 15, EMPTY_LIST = 16 };         /* tokens as in tokens.pl */

/* Counts step over the surrogates, so that a sequence of tokens is a string of code points. */

static inline int64_t
count_of(int32_t code)
{ return code < SURROGATES ? code : code - (SURROGATES_END - SURROGATES);
}

static inline int32_t
code_of(int64_t count)
{ return (int32_t)(count < SURROGATES ? count : count + (SURROGATES_END - SURROGATES));
}

/*  Return the size in tokens of a literal, without arguments: its token, for a compound their count, and a
    count of code points, which follow.
*/

static inline int64_t
literal_size(const int32_t *at)
{ int has_arity = *at == FUNCTOR_LITERAL;

  return 2 + has_arity + count_of(at[1 + has_arity]);
}

/*  For a loop: the compiler makes one for each kind of processor, and the library takes the widest that
    this one has. */

#if !defined(__x86_64__) || !defined(__GNUC__) || defined(__clang__)
#define CLONES
#elif __GNUC__ < 11
#define CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif

/* ---- growing arrays (memory.c): a room is in elements; 0: there is no memory */

int grow_capacity(void **memory, int64_t *capacity, int64_t wanted, size_t size);

#define RESERVE_ARRAY(array, capacity, wanted) \
  ((wanted) <= (capacity) || grow_capacity((void **)&(array), &(capacity), (wanted), sizeof(*(array))))

/* ---- hashes (hash.c) */

/* The finalizer of splitmix64 (Steele, Lea and Flood, 2014), as in symbolic_rl/bridge/tokens.py. */

static inline uint64_t
splitmix64(uint64_t x)
{ x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

void make_weights(void);                /* once, before anything is hashed */
void hash_tokens(const int32_t *tokens, int64_t n, uint64_t *hash);

/* Tell whether a hash is among n others; of pages and histories, which are short, this is fast. */

static inline int
has_hash(const uint64_t *hashes, int64_t n, const uint64_t *hash)
{ for ( int64_t j = 0; j < n; j++ )
  { if ( hashes[2 * j] == hash[0] && hashes[2 * j + 1] == hash[1] )
      return 1;
  }
  return 0;
}

static inline int64_t
now_ns(void)                            /* of a clock that never goes back */
{ struct timespec t;

  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* ---- an expansion (crossing.c): what it reads, and from counts on where it writes */

#define EXPANSION_TARGET(FIELD) \
  FIELD(int64_t, program) \
  FIELD(int64_t, n)                     /* states to expand */ \
  FIELD(int64_t, limit)                 /* candidates of a page */ \
  FIELD(const int32_t *, tokens) \
  FIELD(const int64_t *, offsets)       /* of the sequences in tokens */ \
  FIELD(const int64_t *, rows)          /* [n] which sequence each state is */ \
  FIELD(const int64_t *, hidden)        /* [n] */ \
  FIELD(const int64_t *, first)         /* [n] candidates before the page */ \
  FIELD(int64_t *, counts)              /* [n] */ \
  FIELD(uint8_t *, more)                /* [n] */ \
  FIELD(int64_t *, lost)                /* [n][N_LOST] */ \
  FIELD(int64_t *, steps)               /* [n] of sub-proofs; 0: not asked for */ \
  FIELD(int64_t *, clauses)             /* [candidate_capacity] */ \
  FIELD(int64_t *, ends)                /* [candidate_capacity] where its tokens end */ \
  FIELD(uint64_t *, hashes)             /* [candidate_capacity][2] */ \
  FIELD(int64_t, candidate_capacity) \
  FIELD(int32_t *, out)                 /* [token_capacity] */ \
  FIELD(int64_t, token_capacity) \
  FIELD(int64_t, n_candidates)          /* written so far */ \
  FIELD(int64_t, n_tokens) \
  FIELD(int32_t, overflow)              /* 1: a room was too small */ \
  FIELD(const uint8_t *, written)       /* [n] 1: as a candidate was written: not checked again; or 0 */

STRUCTURE(expansion_target_t, EXPANSION_TARGET);

/*  Write the pages of all states of a target, behind the candidates that are there. NO_CAPACITY: one of its
    rooms is too small. RAISED: error [N_ERROR] has the text of the exception.
*/

int expand_target(expansion_target_t *t, int64_t engine, char *error);

/* ---- windows (windows.c): settings, the expansion of n rows, and the pages by row */

#define WINDOW_LAYOUT(FIELD) \
  FIELD(int64_t, width)                 /* actions of the window */ \
  FIELD(int64_t, limit)                 /* of them, for candidates and more */ \
  FIELD(int64_t, refuse)                /* the last action is refuse */ \
  FIELD(int64_t, loop_check) FIELD(int64_t, n_counters) \
  FIELD(int64_t, merged)                /* column of counted */ \
  FIELD(int64_t, looped)                /* column of counted */ \
  FIELD(int64_t, n) \
  FIELD(const int64_t *, rows)          /* [n] */ \
  FIELD(const int64_t *, counts)        /* [n] */ \
  FIELD(const uint8_t *, more)          /* [n] */ \
  FIELD(const int64_t *, lost)          /* [n][N_LOST] */ \
  FIELD(const int64_t *, candidate_clauses)     /* by candidate */ \
  FIELD(const uint64_t *, hashes)       /* by candidate, [2] */ \
  FIELD(int64_t, base)                  /* where the first candidate is in the pool */ \
  FIELD(const uint64_t *, history)      /* [history_capacity][2] */ \
  FIELD(const int64_t *, history_length) FIELD(int64_t, history_capacity) \
  FIELD(const int64_t *, offset) FIELD(int64_t *, next_offset) \
  FIELD(int64_t *, slots)               /* [width] */ \
  FIELD(int32_t *, clauses)             /* [width] */ \
  FIELD(uint8_t *, mask)                /* [width] */ \
  FIELD(int64_t *, outcome) \
  FIELD(int64_t *, counted)             /* [n_counters] */

STRUCTURE(window_layout_t, WINDOW_LAYOUT);

void clear_window(const window_layout_t *t, int64_t row);
void lay_out_windows(const window_layout_t *t);

/* ---- views (views.c); symbolic_rl/derivations/views.py makes them */

#define GOAL_VIEW(FIELD) \
  FIELD(int32_t, is_tree) \
  FIELD(int32_t, n_goals)               /* rows for goals */ \
  FIELD(int32_t, width)                 /* slots of a goal */ \
  FIELD(int32_t, n_symbols)             /* length of the two tables by token */ \
  FIELD(const int32_t *, view_id)       /* by token */ \
  FIELD(const int32_t *, arity)         /* by token */ \
  FIELD(const int32_t *, first_child)   /* by slot of the tree */ \
  FIELD(const int32_t *, n_children)    /* by slot of the tree */ \
  FIELD(int32_t, variable_id) FIELD(int32_t, n_variable_roles) FIELD(int32_t, integer_id) \
  FIELD(int32_t, integer_least) FIELD(int32_t, integer_end) FIELD(int32_t, bucket_id) \
  FIELD(int32_t, n_buckets) FIELD(int32_t, literal_id) FIELD(int32_t, n_literal_buckets) \
  FIELD(int32_t, state)                 /* token of an MDP's states, or -1 */

STRUCTURE(goal_view_t, GOAL_VIEW);

/* Return where n terms end. */

static inline const int32_t *
behind_terms(const goal_view_t *view, const int32_t *at, int64_t n)
{ for ( ; n > 0; n-- )
  { int32_t token = *at;

    if ( token > FUNCTOR_LITERAL )
    { n += token < view->n_symbols ? view->arity[token] : 0;
      at++;
    } else
    { n += token == FUNCTOR_LITERAL ? count_of(at[1]) : 0;
      at += literal_size(at);
    }
  }
  return at;
}

int view_state(const goal_view_t *view, const int32_t *at, int32_t *goal);
int64_t view_row(const goal_view_t *view, const int32_t *tokens, const int64_t *offsets, int64_t at,
                 const int64_t *slots, int64_t width, int32_t *goals, int32_t *candidates);

/*  ---- structure (structure.c): what is known of a candidate without names. A row has these features,
    and two for each of the ranked ones: how far it is above the least of its siblings, and below the
    greatest. docs/reference/structure.md says what each is. */

#define FEATURES(FEATURE) \
  FEATURE(CANDIDATES) FEATURE(STATE_GOALS) FEATURE(STATE_SIZE) FEATURE(STATE_VARIABLES) \
  FEATURE(SELECTED_SIZE) FEATURE(SELECTED_LARGEST) FEATURE(SELECTED_GROUND) \
  FEATURE(IS_PROOF) FEATURE(GOALS_ADDED) FEATURE(GOALS) FEATURE(GROUND_GOALS) \
  FEATURE(SIZE) FEATURE(SIZE_CHANGE) FEATURE(VARIABLES) FEATURE(VARIABLES_CHANGE) \
  FEATURE(FIRST_SIZE) FEATURE(FIRST_SIZE_CHANGE) FEATURE(LARGEST_CHANGE) \
  FEATURE(FIRST_VARIABLES) FEATURE(FIRST_SHARED) FEATURE(ARGUMENT_VARIABLES) \
  FEATURE(RECURSIVE_FIRST) FEATURE(RECURSIVE) FEATURE(REPEATED) \
  FEATURE(SIMILAR_TO_SELECTED) FEATURE(SIMILAR_TO_SECOND) FEATURE(SIMILAR_ARGUMENTS) \
  FEATURE(EQUAL_ARGUMENTS) FEATURE(KNOWN) FEATURE(FRESH) \
  FEATURE(INTEGERS) FEATURE(LARGEST_INTEGER) FEATURE(NEAREST_INTEGERS) \
  FEATURE(RANK) FEATURE(RANK_SHARE) FEATURE(IS_LAST)

#define N_RANKED 6
#define DECLARE_FEATURE(name) name,

typedef struct structure_s structure_t;  /* what it needs to remember */

structure_t *open_structure(void);      /* for free(); 0: there is no memory */
void describe_candidates(structure_t *s, const goal_view_t *view, const int32_t *state, int64_t n,
                         const int32_t *const *candidates, const int32_t *end, int8_t *const *rows);
void describe_row(const goal_view_t *view, const int32_t *tokens, const int64_t *offsets, int64_t at,
                  const int64_t *slots, int64_t width, int8_t *rows);

/* ---- moves, and the forced moves behind them (moves.c) */

#define MOVES(FIELD) \
  FIELD(window_layout_t, layout)        /* its pages, and the window's settings */ \
  FIELD(expansion_target_t, target)     /* its buffers are the arena: the states of the moment */ \
  FIELD(int64_t, engine)                /* number of the engine in core.pl */ \
  FIELD(int64_t, auto_advance) FIELD(int64_t, max_inferences) FIELD(int64_t, max_pages) \
  FIELD(int64_t, turned_column)         /* of counted */ \
  FIELD(int64_t, page_limits_column)    /* of counted */ \
  FIELD(int64_t, n_states)              /* of the arena */ \
  FIELD(int64_t, n)                     /* moves to make */ \
  FIELD(int64_t *, rows)                /* [n] */ \
  FIELD(int64_t *, actions)             /* [n] */ \
  FIELD(int64_t, n_live) \
  FIELD(int64_t *, live)                /* [n_live] rows to expand */ \
  FIELD(uint8_t *, stepped)             /* [n_live] they are at a new state */ \
  FIELD(int64_t *, live_at)             /* [n_live], as the next two */ \
  FIELD(int64_t *, live_hidden) FIELD(int64_t *, live_offset) \
  FIELD(const int64_t *, hidden_of)     /* by query */ \
  FIELD(int64_t *, query)               /* by row, as all below */ \
  FIELD(int64_t *, state_at) FIELD(int64_t *, inferences) \
  FIELD(int64_t *, turned) FIELD(uint64_t *, history) FIELD(int64_t *, history_length) \
  FIELD(int64_t *, offset) \
  FIELD(int64_t *, gained)              /* rewards of an MDP since the start */ \
  FIELD(int32_t, is_open)               /* rows are live: their moves were made */ \
  FIELD(int32_t, state)                 /* token of an MDP's states, or -1 */

STRUCTURE(moves_t, MOVES);

int run_rounds(moves_t *p, char *error);

/* ---- the draw of queries (draw.c) */

#define QUERY_DRAW(FIELD) \
  FIELD(const int64_t *, numbers)       /* number of each row */ \
  FIELD(const uint64_t *, keys)         /* by row */ \
  FIELD(int64_t, in_order)              /* a row takes the query of its number */ \
  FIELD(double, current_share)          /* of episodes on the level in force */ \
  FIELD(int64_t, group_size)            /* episodes of the same query */ \
  FIELD(const int64_t *, team)          /* by row */ \
  FIELD(int64_t *, started)             /* by team, as the next two */ \
  FIELD(int64_t *, group) FIELD(int64_t *, group_level) \
  FIELD(int64_t, n_levels) \
  FIELD(const int64_t *, first_query)   /* [n_levels + 1] */ \
  FIELD(const int64_t *, n_queries)     /* by level */

STRUCTURE(query_draw_t, QUERY_DRAW);

/* *level is the level in force, and becomes the level of the query. */

int64_t draw_query(const query_draw_t *d, int64_t row, int64_t episode, int64_t *level);

/* ---- a step of a part of the rows (step.c) */

#define OBSERVATION_ARRAYS(FIELD)       /* by row */ \
  FIELD(int32_t *, goals) \
  FIELD(int32_t *, candidates)          /* or 0 */ \
  FIELD(int8_t *, structure)            /* or 0 */ \
  FIELD(int32_t *, clauses) FIELD(uint8_t *, action_mask) FIELD(int32_t *, inferences)

STRUCTURE(observation_arrays_t, OBSERVATION_ARRAYS);

int64_t show_page(const goal_view_t *view, const moves_t *p, int64_t row, const observation_arrays_t *to,
                  int64_t i);

#define FRAME_ARRAYS(FIELD)             /* by row */ \
  FIELD(observation_arrays_t, following)        /* after the step */ \
  FIELD(observation_arrays_t, current)  /* after the restart of those that ended */ \
  FIELD(float *, reward) FIELD(uint8_t *, terminated) FIELD(uint8_t *, truncated) \
  FIELD(float *, episode_return) FIELD(int32_t *, episode_inferences)

STRUCTURE(frame_arrays_t, FRAME_ARRAYS);

#define STATE_POOL(FIELD) \
  FIELD(const int32_t *, tokens) FIELD(const int64_t *, offsets) FIELD(const uint64_t *, hashes)

STRUCTURE(state_pool_t, STATE_POOL);

#define EPISODE_STARTS(FIELD)           /* pages of n queries at their start */ \
  FIELD(state_pool_t, pool) FIELD(int64_t, n) \
  FIELD(const int64_t *, numbers)       /* [n_numbers][n] */ \
  FIELD(const int64_t *, slots) FIELD(const int32_t *, clauses) FIELD(const uint8_t *, mask) \
  FIELD(const int64_t *, counted) FIELD(const uint64_t *, history) FIELD(int64_t, history_capacity) \
  FIELD(observation_arrays_t, shown)

STRUCTURE(episode_starts_t, EPISODE_STARTS);

#define WHOLE_STEP(FIELD)               /* what the parts of a step have in common */ \
  FIELD(state_pool_t, pool)             /* the states before the step */ \
  FIELD(const int64_t *, actions)       /* by row */ \
  FIELD(const uint8_t *, stays)         /* by row: takes no action, is shown again; 0: none */ \
  FIELD(const frame_arrays_t *, frame)  /* where to write what the step led to */ \
  FIELD(int64_t, restart)               /* rows that ended start anew */ \
  FIELD(int64_t, level)                 /* of the queries that are drawn */ \
  FIELD(int64_t, n_states)              /* after the step, and where to write them */ \
  FIELD(int64_t, n_tokens) FIELD(int32_t *, new_tokens) FIELD(int64_t *, new_offsets) \
  FIELD(uint64_t *, new_hashes)

STRUCTURE(whole_step_t, WHOLE_STEP);

#define PART_STEP(FIELD) \
  FIELD(moves_t, moves) FIELD(whole_step_t *, whole) FIELD(const goal_view_t *, view) \
  FIELD(const query_draw_t *, draw) \
  FIELD(int64_t, first)                 /* row of the part */ \
  FIELD(int64_t, end) \
  FIELD(int64_t, n_rows)                /* of all parts */ \
  FIELD(int64_t, n_numbers) \
  FIELD(int64_t *, numbers)             /* [n_numbers][n_rows] */ \
  FIELD(int64_t *, episode)             /* by row */ \
  FIELD(int64_t *, level_of)            /* by row */ \
  FIELD(const uint8_t *, label)         /* by query */ \
  FIELD(const int64_t *, starts)        /* addresses, by query / chunk; 0: missing */ \
  FIELD(int64_t, chunk) \
  FIELD(int64_t, missing)               /* number of the starts that are asked for */ \
  FIELD(int64_t *, counted)             /* [n_counters] since construction, as the tallies */ \
  FIELD(int64_t, view_cuts)             /* column of counted */ \
  FIELD(double, reward_scale)           /* of an MDP */ \
  FIELD(int64_t *, tallies)             /* [level][2] proved, ended */ \
  FIELD(int64_t *, n_inferences) \
  FIELD(int64_t, n_states)              /* of the part after the step */ \
  FIELD(int64_t, n_tokens) \
  FIELD(int64_t, first_state)           /* number of the next one to be written */ \
  FIELD(int64_t, first_token) \
  FIELD(int32_t, stage)                 /* how far the step is; 0 before it */

STRUCTURE(part_step_t, PART_STEP);

int step_advance(part_step_t *s, char *error);
void step_finish(part_step_t *s);

/* ---- frames of proofs (frames.c) */

#define FRAMING(FIELD) \
  FIELD(moves_t, moves)                 /* of one row at a time; its arena has the start of each */ \
  FIELD(const goal_view_t *, view) \
  FIELD(int64_t, n)                     /* rows, a proof in each */ \
  FIELD(int64_t, most)                  /* decisions of a proof */ \
  FIELD(const int64_t *, choices)       /* places of the chosen candidates, proof by proof */ \
  FIELD(const int64_t *, begins)        /* [n + 1] where the choices of each row begin */ \
  FIELD(const int64_t *, first)         /* by row: where its first candidates are in the arena */ \
  FIELD(int64_t, n_starts)              /* states that the arena has for them */ \
  FIELD(int64_t, capacity)              /* frames of the arrays below */ \
  FIELD(int64_t, n_frames) \
  FIELD(observation_arrays_t, shown)    /* by frame, as the next three */ \
  FIELD(int64_t *, row_of) FIELD(int64_t *, action) \
  FIELD(int64_t *, to_go)               /* inferences left, the chosen one included */ \
  FIELD(uint8_t *, is_proved)           /* by row: it was followed to its end, or to the most */ \
  FIELD(int64_t, row)                   /* the one that is followed, and how far it is */ \
  FIELD(int64_t, step) FIELD(int64_t, decisions) \
  FIELD(int64_t, base)                  /* where the candidates of its page are in the arena */

STRUCTURE(framing_t, FRAMING);

/* ---- one half of a step in several threads (threads.c) */

#define STEP_JOB(FIELD) \
  FIELD(part_step_t **, steps) \
  FIELD(int32_t *, rcs)                 /* how each part went; one that is DONE is left alone */ \
  FIELD(char *, errors)                 /* [n][N_ERROR] */ \
  FIELD(int32_t, n) FIELD(int32_t, half) FIELD(int32_t, n_threads) \
  FIELD(int32_t, has_crew)              /* the helpers are at it */ \
  FIELD(atomic_int, next)               /* part to be taken */

STRUCTURE(step_job_t, STEP_JOB);

/* Python writes arrays of addresses where a frame is read, and 32-bit integers to rcs. */

_Static_assert(sizeof(void *) == 8 && sizeof(size_t) == 8, "addresses have 64 bits");
_Static_assert(sizeof(float) == 4 && sizeof(double) == 8, "numbers have the sizes of numpy's");
_Static_assert(sizeof(int) == 4 && sizeof(atomic_int) == 4, "return codes have 32 bits");

#endif
