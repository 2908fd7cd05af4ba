/*  What the C files share, and what Python hands to them. */
#ifndef SYMBOLIC_RL_WIRE_H
#define SYMBOLIC_RL_WIRE_H
#include "tokens.h"

#define N_LOST 4                        /* causes by which candidates are lost */

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

#endif
