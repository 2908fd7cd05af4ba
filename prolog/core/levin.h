/*  What the files of Levin tree search share: entries that wait, and what they cost. */
#ifndef SYMBOLIC_RL_LEVIN_H
#define SYMBOLIC_RL_LEVIN_H
#include "search.h"

#define N_TEMPERATURES 2                    /* of the policy: the fitted one, and a tenth of it */
#define OF_STRUCTURE N_TEMPERATURES         /* the structure part alone, at a temperature of 1 */
#define N_WAYS (N_TEMPERATURES + 1)         /* to read the policy */

/* ---- entries of the queue (entries.c) */

typedef struct
{ double logs[N_WAYS];                  /* the weights: log-probabilities by each way */
  double to_go;                         /* inferences left, as estimated at its parent */
  uint64_t key[2];
  int64_t parent;                       /* node; of a page: the node whose page it is */
  int32_t depth;
  int32_t offset;                       /* of the page that shows it; of a page: its own */
  int32_t ordinal;
  int32_t page;                         /* number, from 1; 0: a state */
  uint32_t n_tokens : 30, is_wide : 1;  /* int32_t, else uint16_t */
  uint32_t is_candidate : 1;            /* or the page of one: the state is not from outside */
  uint16_t tokens[];
} entry_t;

entry_t *new_entry(pool_t *pool, const int32_t *tokens, int64_t n);     /* 0: there is no memory */
void drop_entry(pool_t *pool, entry_t *entry);                  /* 0: nothing is done */
void copy_tokens(const entry_t *entry, int32_t *tokens);

/* ---- chances and costs (chances.c) */

typedef struct                          /* a second way with a weight beside a first */
{ double weight, log_weight, log_rest;
} split_t;

typedef struct
{ split_t greedy, structure;
  int by_level;
} reading_t;

typedef struct
{ double inverse_temperature, most, most_structure, totals[N_WAYS], share, uniform;
  int has_structure;                    /* else its way is the first one's */
} mixture_t;

/* Choices of a state: candidates [n], those that are shown, and the next page if there is one. */

typedef struct
{ const float *logs, *structure;        /* structure: of the structure part alone; 0: it has no share */
  const uint8_t *shown;
  int64_t n, has_more;
  float more_log, more_structure;
  double depth;                         /* of the state */
  double (*weights)[N_WAYS];            /* [n + 1], which mixture_of() writes; the last is the next page's */
} choices_t;

mixture_t mixture_of(const searches_t *t, const choices_t *choices);
void add_chance(const searches_t *t, const mixture_t *mix, const double *weights, double *logs);
reading_t reading_of(const searches_t *t);
double mixed(const reading_t *reading, const double *logs);
double cost_of(const reading_t *reading, double depth, const double *logs, double to_go);

#endif
