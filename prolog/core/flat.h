/*  Flat terms: cells in pre-order, unification over them, and an index of many of them. */
#ifndef SYMBOLIC_RL_FLAT_H
#define SYMBOLIC_RL_FLAT_H
#include "search.h"

typedef struct
{ int32_t token;                        /* of the program; a variable; or LITERAL_BASE and a number */
  int32_t size;                         /* cells of the term that starts here */
} cell_t;

typedef struct
{ cell_t *cells;
  int64_t n, capacity;
} cells_t;

#define LITERAL_BASE 0x110000           /* behind all code points: literals have one cell */

static inline int
is_variable(int32_t token)
{ return (uint32_t)(token - VARIABLE_BASE) < VARIABLE_END - VARIABLE_BASE;
}

/* ---- the values of variables: a variable of a term with a base is looked up by its number plus the base */

typedef struct
{ const cell_t *at;                     /* 0: it is free */
  int64_t base;
} value_t;

typedef struct
{ value_t *values;                      /* [n_values] */
  int64_t n_values, value_capacity;
  int64_t *trail;                       /* variables that have a value, the last one last */
  int64_t n_trail, trail_capacity;
  int32_t *numbers;                     /* [n_values] of variables in what is written; 0: none */
  int64_t number_capacity;
  int64_t *numbered;                    /* variables that have a number */
  int64_t n_numbered, numbered_capacity;
  int64_t work, most_work;              /* cells that were looked at, and how many may be */
  int is_over;                          /* work or memory did not suffice */
} values_t;

int reserve_values(values_t *v, int64_t n);
void undo_values(values_t *v, int64_t n_trail);
int unify_cells(values_t *v, const cell_t *a, int64_t a_base, const cell_t *b, int64_t b_base);
int write_cells(values_t *v, cells_t *out, const cell_t *at, int64_t base, int64_t most);
void end_writing(values_t *v);
void close_values(values_t *v);

/* ---- what is known of symbols: their arity */

typedef struct
{ const int32_t *arity;                 /* [n_tokens] */
  int32_t n_tokens;
  const int32_t *literal_arity;         /* of literals */
} arities_t;

static inline int32_t
arity_of(const arities_t *a, int32_t token)
{ return token < a->n_tokens ? a->arity[token]
                             : token >= LITERAL_BASE ? a->literal_arity[token - LITERAL_BASE] : 0;
}

void set_sizes(const arities_t *a, cell_t *cells, int64_t n);

/* ---- a discrimination tree */

typedef struct
{ void *item;                           /* of the term that ends here; or 0 */
  int32_t token;
  int32_t first, first_variable;        /* nodes below: symbols, and variables; 0: none */
  int32_t next;                         /* beside it, in the list of its kind */
  int32_t n;                            /* symbols below */
} branch_t;

typedef struct
{ const arities_t *arities;
  branch_t *branches;                   /* [n], the root first */
  int64_t n, capacity;
  int32_t *slots;                       /* [mask + 1] open addressing: a branch whose parent has many */
  int32_t *parents;                     /* [mask + 1] */
  int64_t mask, n_slots;
  const cell_t **values;                /* of the variables of a term of the tree */
  int64_t value_capacity;
  void **found;
  int64_t n_found, found_capacity;
  int64_t work;                         /* branches that were looked at */
  int64_t last;                         /* work at which a look-up is given up */
} index_tree_t;

int insert_term(index_tree_t *t, const cell_t *cells, void *item);      /* 0: there is no memory */
void *more_general(index_tree_t *t, const cell_t *cells);               /* 0: none is, or is found */
void *find_same(const index_tree_t *t, const cell_t *cells);               /* 0: it is not there */
int find_unifiable(index_tree_t *t, const cell_t *cells);               /* behind found [n_found] */
int64_t bytes_of_tree(const index_tree_t *t);
void close_index_tree(index_tree_t *t);

#endif
