/*  What the files of searches share: the tree of a search, and the border to Python. */
#ifndef SYMBOLIC_RL_SEARCH_H
#define SYMBOLIC_RL_SEARCH_H
#include "core.h"

/* ---- the states that a search has met (tree.c): ways from the root, and the test for ancestors */

#define ROOT_PARENT -1

typedef struct
{ int64_t parent;                       /* ROOT_PARENT: of the root */
  int64_t offset;                       /* of the page that shows it as a candidate */
  int64_t ordinal;                      /* its place in that page */
  int64_t depth;
  int64_t jump;                         /* an ancestor, so placed that all are found fast */
} node_t;

typedef struct
{ uint64_t key[2];
  double cheapest;                      /* cost of the cheapest variant that waits or waited */
  int64_t mark;                         /* 0: the slot is free; WAITING; else node + FIRST_NODE */
} state_t;

enum { WAITING = 1, FIRST_NODE = 2 };

typedef struct
{ node_t *nodes;
  int64_t n_nodes, node_capacity;
  state_t *states;                      /* open addressing, by the hash of a state */
  int64_t n_states, mask;
} tree_t;

state_t *find_state(const tree_t *tree, const uint64_t *key);   /* 0: not met */
state_t *meet_state(tree_t *tree, const uint64_t *key);         /* 0: there is no memory */
int64_t add_node(tree_t *tree, int64_t parent, int64_t offset, int64_t ordinal);
int is_ancestor(const tree_t *tree, const uint64_t *key, int64_t node);
void clear_states(tree_t *tree);         /* nodes stay */
void close_tree(tree_t *tree);

/* ---- memory of a search's own (memory.c): pieces of any size, for one thread at a time */

#define N_PIECE_LISTS 32

typedef struct block_s block_t;
typedef struct piece_s piece_t;

typedef struct
{ block_t *blocks;                      /* the last one first */
  char *at, *end;                       /* its unused rest */
  int64_t capacity;                         /* bytes of it */
  int64_t n_bytes;                      /* of all memory */
  piece_t *large;                       /* pieces that are no part of a block */
  piece_t *lists[N_PIECE_LISTS];        /* given back, by size */
} pool_t;

void *take_piece(pool_t *pool, int64_t size);                   /* 0: there is no memory */
void give_piece(pool_t *pool, void *piece, int64_t size);       /* of this size it was taken */
void close_pool(pool_t *pool);                                  /* frees all pieces */

/* ---- priority queues (queue.c): the least cost comes first, and of equal costs the least tie */

typedef struct
{ double cost, tie;
  union
  { void *pointer;
    int64_t number;
  } item;
} waiting_t;

typedef struct
{ waiting_t *heap;
  int64_t n, capacity;
} queue_t;

int enqueue(queue_t *q, waiting_t one);                          /* 0: there is no memory */
waiting_t dequeue(queue_t *q);
void put_first(queue_t *q, int64_t at, double cost);            /* which is below all others */

/* ---- a network in C (network.c): the heads of symbolic_rl/policy, which are the oracle */

#define NETWORK(FIELD)                  /* dimension key: symbolic_rl/policy/batch.py */ \
  FIELD(const goal_view_t *, view) \
  FIELD(const int32_t *, clause_ids)    /* ids of training, by clause of the program */ \
  FIELD(int64_t, n_program_clauses) \
  FIELD(int64_t, version)               /* another number for other weights */ \
  FIELD(int64_t, dim)                   /* D */ \
  FIELD(int64_t, n_symbols)             /* S; ids behind them are shown as the ellipsis */ \
  FIELD(int64_t, n_clauses)             /* that have weights */ \
  FIELD(int64_t, reads_candidates)      /* the resolvent head; else a clause head */ \
  FIELD(int64_t, compares)              /* equal slots of a goal; names are one symbol */ \
  FIELD(int64_t, first_name)            /* that symbol, if below n_symbols */ \
  FIELD(int64_t, first_new_name) FIELD(int64_t, end_new_names) \
  FIELD(const float *, places)          /* [W * S (+ W * W)][D] share of a symbol in a slot */ \
  FIELD(const float *, goal_bias)       /* [D], and a ReLU behind it; 0: neither */ \
  FIELD(const float *, selected)        /* [D][D] from the selected goal, input first */ \
  FIELD(const float *, behind)          /* [D][D] from the sum of the goals behind it */ \
  FIELD(const float *, resolvent_bias)  /* [D] */ \
  FIELD(const float *, state)           /* [D][D], input first: a layer over the state */ \
  FIELD(const float *, state_bias)      /* [D] */ \
  FIELD(const float *, clauses)         /* [n_clauses][D] */ \
  FIELD(const float *, clause_bias)     /* [n_clauses] */ \
  FIELD(const float *, value_hidden)    /* [D][D] from the state's encoding, input first; 0: none */ \
  FIELD(const float *, value_hidden_bias)       /* [D], and a ReLU behind it */ \
  FIELD(const float *, value)           /* [D] from there, or from the layer over the state */ \
  FIELD(const float *, value_bias)      /* [1] */ \
  FIELD(const float *, structure) /* [N_FEATURES][H], and a ReLU behind the sum; 0: no structure */ \
  FIELD(const float *, structure_bias)  /* [H], as the next one */ \
  FIELD(const float *, structure_out)   /* the score, without a bias */ \
  FIELD(const float *, structure_value) /* [N_FEATURES], of the choices' mean, to the value; 0: none */ \
  FIELD(double, structure_factor)       /* of the score in a logit */

STRUCTURE(network_t, NETWORK);

#define NOT_ASKED -1.0f                 /* estimate of a state without a choice */

typedef struct network_cache_s network_cache_t;

network_cache_t *open_cache(void);
void close_cache(network_cache_t *cache);

/*  Log-probabilities of n choices in one state: choice i is the candidate with tokens
    candidates[i], all before end, or the next page where that is 0; clauses[i] is its clause. of_structure are those
    of the structure part alone, 0 without one. to_go are the inferences that the value of the state
    stands for. */

int network_logs(const network_t *network, network_cache_t *cache, const int32_t *state,
                 int64_t n, const int32_t *const *candidates, const int32_t *end, const int64_t *clauses, float *logs,
                 float *of_structure, float *to_go);

/* ---- what all searches of a call have in common */

#define SEARCHES(FIELD) \
  FIELD(int64_t, engine)                /* number of the engine in core.pl */ \
  FIELD(int64_t, program) \
  FIELD(int64_t, width)                 /* of pages; 0: by the rule of batch.c */ \
  FIELD(int64_t, n)                     /* searches */ \
  FIELD(void **, searches)              /* [n] */ \
  FIELD(const int64_t *, most)          /* [n] inferences that each may take */ \
  FIELD(int64_t, slice)                 /* inferences of each until the call returns */ \
  FIELD(int64_t, slice_ns)              /* and nanoseconds: signals wait no longer */ \
  FIELD(char *, error)                  /* [N_ERROR] */ \
  FIELD(int64_t, by_level)              /* breadth-first; all below is for Levin tree search */ \
  FIELD(double, temperature)            /* of the policy; 1 / temperature is finite */ \
  FIELD(double, uniform_share)          /* 0: it falls with depth */ \
  FIELD(double, greedy_mix)             /* weight of the second temperature; 0: there is none */ \
  FIELD(double, structure_share)        /* weight of the structure part alone; 0: it has none */ \
  FIELD(int64_t, likeliest_leads)       /* at the second temperature, not only over equal choices */ \
  FIELD(int64_t, knows_pages)           /* else the next page is as likely as one of all choices */ \
  FIELD(int64_t, steps_to_go)           /* estimates of them have a share in the cost */ \
  FIELD(int64_t, has_order)             /* log-probabilities come from Python */ \
  FIELD(const network_t *, network)     /* or from here; 0 and no order: all alike */ \
  FIELD(const int64_t *, kinds)         /* of choices, in order of their numbers: shortening.c has counted them */ \
  FIELD(int64_t, n_kinds) \
  FIELD(int64_t, n_states)              /* N, as below: an expansion that waits for its order */ \
  FIELD(const int32_t *, tokens) FIELD(const int64_t *, offsets) \
  FIELD(const int64_t *, nodes)         /* [N], as all of the next two lines */ \
  FIELD(const int64_t *, first) FIELD(const int64_t *, next_offset) \
  FIELD(const uint8_t *, more) FIELD(const int64_t *, lost)     /* lost: [N][N_LOST] */ \
  FIELD(int64_t, n_candidates)          /* M */ \
  FIELD(const int64_t *, owner) FIELD(const int64_t *, ordinal) FIELD(const int64_t *, clauses) \
  FIELD(const int32_t *, candidate_tokens) FIELD(const int64_t *, candidate_offsets) \
  FIELD(const uint64_t *, hashes) FIELD(const uint8_t *, shown) \
  FIELD(const float *, candidate_logs)  /* [M], from the order */ \
  FIELD(const float *, more_logs)       /* [N] */ \
  FIELD(const float *, candidate_structure)     /* as these two, of the structure part alone; or 0 */ \
  FIELD(const float *, more_structure) \
  FIELD(const float *, to_go)           /* [N] inferences; NOT_ASKED: it has no estimate */ \
  FIELD(double *, chances)              /* [M] room for probabilities as the searches read them */

STRUCTURE(searches_t, SEARCHES);

/* ---- a batch of states and their candidates (batch.c): buffers of one thread, used again */

typedef struct
{ int64_t n;                            /* states */
  int32_t *tokens;
  int64_t *offsets;                     /* [n + 1] */
  int64_t *rows, *hidden;               /* [n], as all of the next two lines */
  int64_t *first, *next_offset;         /* candidates before the page, and before the next one */
  int64_t *counts, *lost, *steps;
  uint8_t *more;
  uint8_t *written;                     /* [n] 1: the state was a candidate */
  int64_t *first_candidate;             /* [n + 1] */
  int64_t n_candidates;
  expansion_target_t target;            /* has their tokens, clauses and hashes */
  int64_t *ends;                        /* [n_candidates + 1] where their tokens start and end */
  int64_t *owner, *ordinal;             /* [n_candidates] */
  uint8_t *shown;                       /* [n_candidates] to the policy: the searches write it */
  float *logs, *more_logs, *to_go;      /* [n_candidates], [n], [n]: what the network says */
  float *structure, *more_structure;    /* as logs and more_logs, of the structure part alone */
  const int32_t **choices;              /* of one state, as the next two */
  int64_t *choice_clauses;
  float *choice_logs, *choice_structure;
  network_cache_t *cache;
  int64_t token_capacity, offset_capacity, row_capacity, hidden_capacity, first_capacity, next_capacity, count_capacity,
          lost_capacity, step_capacity, more_capacity, written_capacity, first_candidate_capacity, end_capacity, owner_capacity, ordinal_capacity,
          shown_capacity, log_capacity, structure_capacity, more_log_capacity, more_structure_capacity, to_go_capacity,
          choice_capacity, clause_capacity, choice_log_capacity, choice_structure_capacity;
} batch_t;

int add_to_batch(batch_t *b, const int32_t *tokens, int64_t n, int64_t hidden, int64_t offset,
                 int is_written);
int expand_batch(batch_t *b, const searches_t *t);
int ask_network(batch_t *b, const network_t *network);          /* about what is shown; 0: there is no memory */

/* ---- the metrics of a search */

#define SEARCH_OUTCOME(FIELD) \
  FIELD(int64_t, inferences) FIELD(int64_t, pages_turned) FIELD(int64_t, variants) \
  FIELD(int64_t, n_tokens)              /* of the states expanded */ \
  FIELD(int64_t, page_steps)            /* inferences that pages, large states and sub-proofs count as */ \
  FIELD(int64_t, lost_0) FIELD(int64_t, lost_1) FIELD(int64_t, lost_2) FIELD(int64_t, lost_3) \
  FIELD(int64_t, is_exhausted) \
  FIELD(int64_t, n_bytes)               /* of memory */ \
  FIELD(int64_t, n_nodes) \
  FIELD(int64_t, has_answer)            /* that was not fetched */ \
  FIELD(int64_t, answer_node)           /* its parent, page and place in it */ \
  FIELD(int64_t, answer_offset) FIELD(int64_t, answer_ordinal) \
  FIELD(const int32_t *, answer_tokens) FIELD(int64_t, n_answer_tokens) \
  FIELD(double, log_probability)        /* of the answer, by the policy */

STRUCTURE(search_outcome_t, SEARCH_OUTCOME);

typedef struct search_s                 /* every search starts with it */
{ tree_t tree;
  search_outcome_t outcome;
  int64_t hidden;                       /* the fact that may not be used */
  int32_t *answer;                      /* tokens */
  void (*count_bytes)(struct search_s *);       /* sets n_bytes of the outcome, but for the tree */
  void (*close)(struct search_s *);
} search_t;

int keep_answer(search_t *s, const int32_t *tokens, int64_t n, int64_t node, int64_t offset,
                int64_t ordinal);
#define PAGE_STEPS(number, offset) ((number) + (offset) / 64)
#define SIZE_STEPS(n_tokens) ((n_tokens) / 4096)      /* of a state: its candidates are copied */
#define SUBPROOF_STEPS(n) ((n) < FREE_STEPS ? 0 : (n) / 1024)  /* of the sub-proofs of its candidates */
#define FREE_STEPS 32768                /* more than moves of MDPs take, which are sub-proofs */

int64_t spent(const search_t *s);       /* inferences and page_steps: what limits bound */
int fail(const searches_t *t, int rc);
void core_search_close(search_t *s);

_Static_assert(N_LOST == 4, "a report has a field for each cause");

#endif
