/*  What the C files share, and what Python hands to them. */
#ifndef SYMBOLIC_RL_WIRE_H
#define SYMBOLIC_RL_WIRE_H
#include "tokens.h"

#define N_LOST 4                        /* causes by which candidates are lost */
#define SIZE_LIMITS 3                   /* the last of them */

/* ---- an expansion (wire.c): what it reads and where it writes */

typedef struct
{ /* in */
  int64_t program;
  int64_t n;                            /* states to expand */
  int64_t limit;                        /* candidates of a page */
  const int32_t *tokens;
  const int64_t *offsets;               /* of the sequences in tokens */
  const int64_t *rows;                  /* [n] which sequence each state is */
  const int64_t *hidden;                /* [n] */
  const int64_t *first;                 /* [n] candidates before the page */
  /* out */
  int64_t *counts;                      /* [n] */
  uint8_t *more;                        /* [n] */
  int64_t *lost;                        /* [n][N_LOST] */
  int64_t *clauses;                     /* [candidate_room] */
  int64_t *ends;                        /* [candidate_room] where its tokens end */
  uint64_t *hashes;                     /* [candidate_room][2] */
  int64_t candidate_room;
  int32_t *out;                         /* [token_room] */
  int64_t token_room;
  int64_t n_candidates;                 /* written so far */
  int64_t n_tokens;
  int32_t overflow;                     /* 1: a room was too small */
} target_t;

void set_target(target_t *t);           /* for the calling thread; keeps what was written so far */

/* ---- windows (kernels.c) */

enum { MORE = 1, REFUSE = 2 };
enum { OPEN = 0, REFUTED = 1, FAILED = 2, TRUNCATED = 3 };

typedef struct
{ int64_t width;                        /* actions of the window */
  int64_t limit;                        /* of them, for candidates and more */
  int64_t refuse;                       /* the last action is refuse */
  int64_t loop_check;
  int64_t n_counters;
  int64_t merged, looped;               /* columns of counted */
  /* the expansion of n rows */
  int64_t n;
  const int64_t *rows;                  /* [n] */
  const int64_t *counts;                /* [n] */
  const uint8_t *more;                  /* [n] */
  const int64_t *lost;                  /* [n][N_LOST] */
  const int64_t *candidate_clauses;     /* by candidate */
  const uint64_t *hashes;               /* by candidate, [2] */
  int64_t base;                         /* where the first candidate is in the pool */
  /* the pages, by row */
  const uint64_t *history;              /* [history_room][2] */
  const int64_t *history_length;
  int64_t history_room;
  const int64_t *offset;
  int64_t *next_offset;
  int64_t *slots;                       /* [width] */
  int32_t *clauses;                     /* [width] */
  uint8_t *mask;                        /* [width] */
  int64_t *outcome;
  int64_t *counted;                     /* [n_counters] */
} layout_t;

void wire_lay_out(const layout_t *t);

/* ---- views (kernels.c): the layout of symbolic_rl/observation/views.py */

typedef struct
{ int32_t is_tree;
  int32_t n_goals;                      /* rows for goals */
  int32_t width;                        /* slots of a goal */
  int32_t n_symbols;                    /* length of the two tables */
  const int32_t *view_id;               /* by token */
  const int32_t *arity;                 /* by token */
  const int32_t *first_child;           /* by slot of the tree */
  const int32_t *n_children;            /* by slot of the tree */
  int32_t variable_id, n_variable_roles;
  int32_t integer_id, integer_least, integer_end;
  int32_t bucket_id, n_buckets;
  int32_t literal_id, n_literal_buckets;
} view_t;

int view_state(const view_t *view, const int32_t *at, int32_t *goal);

/* ---- moves, and the forced moves behind them (play.c) */

typedef struct
{ layout_t layout;                      /* its pages, and the window's settings */
  target_t target;                      /* its buffers are the arena: the states of the moment */
  int64_t engine;                       /* number of the engine in wire.pl */
  int64_t auto_advance;
  int64_t max_inferences;
  int64_t max_pages;
  int64_t turned_column, page_limits_column;    /* of counted */
  int64_t n_states;                     /* of the arena */
  /* moves to play */
  int64_t n;
  int64_t *rows;                        /* [n] */
  int64_t *actions;                     /* [n] */
  /* scratch, with room for all rows */
  int64_t n_live;
  int64_t *live;                        /* [n_live] rows to expand */
  uint8_t *stepped;                     /* [n_live] they are at a new state */
  int64_t *live_at, *live_hidden, *live_offset;
  /* the pages, by row */
  const int64_t *hidden_of;             /* by query */
  int64_t *query;
  int64_t *state_at, *goal_counts, *inferences, *turned;
  uint64_t *history;
  int64_t *history_length;
  int64_t *offset;
  int32_t is_open;                      /* rows are live: their moves were made */
} play_t;

enum { DONE = 0, NO_HISTORY = 1, NO_ROOM = 2, RAISED = 3, NO_START = 4 };

int play_moves(play_t *p);

/* ---- a step of a part of the rows (step.c) */

typedef struct
{ int32_t *goals;
  int32_t *candidates;                  /* or 0 */
  int32_t *clauses;
  uint8_t *mask;
  int32_t *inferences;
} shown_t;

typedef struct                          /* all by row */
{ shown_t following, root;
  float *reward;
  uint8_t *terminated, *truncated;
  float *episode_return;
  int32_t *episode_inferences;
} frame_t;

typedef struct
{ const int32_t *tokens;
  const int64_t *offsets;
  const uint64_t *hashes;
} pool_t;

typedef struct                          /* where episodes start: pages of some queries */
{ pool_t pool;
  int64_t n;                            /* rows of numbers */
  const int64_t *numbers;               /* [n_numbers][n] */
  const int64_t *slots;
  const int32_t *clauses;
  const uint8_t *mask;
  const int64_t *counted;
  const uint64_t *history;
  int64_t history_room;
  shown_t shown;
} starts_t;

typedef struct                          /* what the parts of a step have in common */
{ pool_t pool;                          /* the states before the step */
  const int64_t *actions;               /* by row */
  const frame_t *frame;                 /* where to write what the step led to */
  int64_t restart;                      /* rows that ended start anew */
  int64_t level;                        /* of the queries that are drawn */
  /* the states after the step: how many, and where to write them */
  int64_t n_states, n_tokens;
  int32_t *new_tokens;
  int64_t *new_offsets;
  uint64_t *new_hashes;
} whole_t;

typedef struct
{ play_t play;
  whole_t *whole;
  const view_t *view;
  int64_t first, end;                   /* the rows of the part */
  /* all that a row is */
  int64_t n_rows, n_numbers;
  int64_t *numbers;                     /* [n_numbers][n_rows] */
  int64_t *episode, *level_of;          /* by row */
  const uint8_t *label;                 /* by query */
  /* which query comes next: QueryDraw of symbolic_rl/derivation/rows.py */
  const uint64_t *keys;                 /* by row */
  int64_t in_order;
  double current_share;
  int64_t group_size;                   /* episodes that play the same query */
  const int64_t *team;                  /* by row */
  int64_t *started, *group, *group_level;       /* by team */
  const int64_t *first_query;           /* by level */
  const int64_t *n_queries;             /* by level */
  const int64_t *starts;                /* addresses of starts_t, by query / chunk; 0: missing */
  int64_t chunk;
  int64_t missing;                      /* number of the starts that are asked for */
  /* sums since construction */
  int64_t *counted;                     /* [n_counters] */
  int64_t view_cuts;                    /* column */
  int64_t *tallies;                     /* [level][2] */
  int64_t *n_inferences;
  /* its states after the step: how many, and the number of the next one to be written */
  int64_t n_states, n_tokens;
  int64_t first_state, first_token;
  int32_t stage;                        /* how far the step is; 0 before it */
} step_t;

int64_t step_masked(const step_t *s);
int step_play(step_t *s);
void step_finish(step_t *s);

#endif
