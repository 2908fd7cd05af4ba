/*  Resolution steps in C: the terms of a step, the clauses of a program, and its builtins.

    SWI-Prolog, which resolution.pl asks, is the oracle: a state that C cannot resolve in the same way
    is left to it. Dimension key: none; all are terms of one state.
*/
#ifndef SYMBOLIC_RL_RESOLVE_H
#define SYMBOLIC_RL_RESOLVE_H
#include <SWI-Prolog.h>
#include "wire.h"

/* ---- symbols: one table for each program; append-only while it is loaded, read-only afterwards */

typedef struct
{ atom_t name;
  uint32_t arity;
  functor_t functor;
  int32_t token;
} symbol_t;

typedef struct clauses_s clauses_t;     /* what steps in C need of a program */

typedef struct
{ symbol_t *by_token;                   /* [last token + 1]; name 0: no symbol */
  int32_t n_tokens;
  int32_t *slots;                       /* open addressing; 0: free, else a token */
  uint32_t mask;
  uint32_t used;
  clauses_t *clauses;                   /* 0: all states are left to Prolog */
} program_t;

int32_t token_of(const program_t *program, atom_t name, uint32_t arity);   /* 0: it has none */

/* ---- clauses (clauses.c) */

typedef struct
{ int32_t id;
  int32_t twin;                         /* fact of which this is a variant, or 0 */
  int32_t n_goals;                      /* of the body */
  int32_t n_variables;
  int32_t n_guards;                     /* cuts of earlier clauses, and their tests; -1: not for C */
  int32_t n_tests;                      /* goals in front of its exact cut; -1: it has none */
  int64_t head, body, end;              /* where arguments of the head, and the body, are in codes */
} clause_t;

#define MOST_INDEXED 4                  /* arguments */

typedef struct                          /* clauses by the symbol of one argument */
{ int32_t *slots;                       /* [mask + 1] open addressing; -1: free, else a key */
  uint32_t mask;
  int32_t *keys;                        /* [n_keys] tokens */
  int32_t *starts;                      /* [n_keys + 2] of lists; the last list is for other keys */
  int32_t *lists;                       /* numbers of clauses, in program order */
  int32_t n_keys;                       /* 0: there is no index */
} index_t;

typedef struct
{ int32_t *clauses;                     /* [n] numbers, in program order */
  int32_t n, room;
  int32_t is_left;                      /* to Prolog: it has what C cannot read */
  int32_t has_cuts;                     /* exact ones, which C keeps to in proofs only */
  index_t by_argument[MOST_INDEXED];
} definition_t;

struct clauses_s
{ int32_t *codes;                       /* tokens of all clauses */
  int64_t n_codes, code_room;
  clause_t *clauses;
  int64_t n_clauses, clause_room;
  definition_t *predicates;              /* [n_tokens] by the token of the head */
  int32_t *arity;                       /* [n_tokens] -1: no symbol */
  int32_t *rank;                        /* [n_tokens] place of the name in the order of atoms */
  uint8_t *kind;                        /* [n_tokens] of a goal: USER, or a builtin */
  uint8_t *operation;                   /* [n_tokens] of an expression, or NO_OPERATION */
  int32_t n_tokens;
  int32_t most_variables;               /* of a clause */
};

clauses_t *open_clauses(const program_t *program);
int store_clause(clauses_t *clauses, clause_t clause, const int32_t *codes, int64_t n);
int index_clauses(clauses_t *clauses);
void free_clauses(clauses_t *clauses);
uint8_t builtin_of(const char *name, uint32_t arity);           /* OTHER_BUILTIN: C has none */
uint8_t operation_of(const char *name, uint32_t arity);

enum { USER = 0, OTHER_BUILTIN, EACH, FIRST_BUILTIN };
enum { NO_OPERATION = 0 };

/*  ---- terms: a tag, and a place in the heap, a token, or a place in the codes of the program. The
    first cells of the heap are the variables of the state.
*/

typedef uint32_t word_t;

#define PAYLOAD 0x1FFFFFFFu
#define TAG(word) ((word) & ~PAYLOAD)
#define AT(word) ((word) & PAYLOAD)

enum
{ REFERENCE = 0u << 29,                 /* cell; one that refers to itself is a variable */
  CONSTANT = 1u << 29,                  /* token of an atom or a small integer */
  COMPOUND = 2u << 29,                  /* cell of the functor, behind which are the arguments */
  NAME = 3u << 29,                      /* atom that has no token: the name of this functor */
  LITERAL = 4u << 29,                   /* place in the codes */
  NUMBERED = 5u << 29                   /* variable that has been written */
};

/* Goals that wait to be proved, and clauses that are left to try for one of them (moves.c). */

typedef struct
{ word_t goal;
  int32_t next;                         /* place of the goal behind it, or NO_GOAL */
} waiting_t;

typedef struct
{ int64_t n_trail, n_heap, n_agenda;    /* before it was resolved */
  word_t goal;
  int32_t next;
  const int32_t *list;                  /* [n] clauses; those from k on are left */
  int32_t n, k;
} choice_t;

enum { NO_GOAL = -1, FAILS = -2 };

#define CELLS_PER_STEP 512              /* tokens of a state that Prolog walks in one inference more */
#define INFERENCES_PER_STEP 40          /* of Prolog at most, for a goal or an operation in C */

/* A step in progress; each thread has one. */

typedef struct
{ const program_t *program;
  const clauses_t *clauses;
  word_t *heap;
  int64_t n_heap, heap_room;
  int64_t *trail;                       /* cells that were bound */
  int64_t n_trail, trail_room;
  word_t *variables;                    /* of the clause; UNSET: not met yet */
  int64_t variable_room;
  const int32_t **goal_at;              /* [n_goals + 1] where each goal of the state starts; end */
  int64_t goal_room;
  const int32_t *at, *end;              /* of the state */
  int is_read;                          /* all goals and places are known, not the first goal alone */
  int64_t n_variables, n_selected;      /* of the state; of its first goal, if it is not read */
  word_t *values;                       /* of the variables of the first goal */
  int64_t value_room;
  const int32_t **places;               /* of variables behind the selected goal; the end */
  int64_t place_room;
  int64_t *written;                     /* cells of variables that have a number */
  int64_t n_written, written_room;
  int64_t charged;                      /* builtins run in this candidate, and members of lists */
  waiting_t *agenda;
  int64_t n_agenda, agenda_room;
  choice_t *choices;
  int64_t n_choices, choice_room;
  word_t *inner_variables;              /* of the clauses of sub-proofs, as variables */
  int64_t inner_room;
  int64_t n_steps, most_steps;          /* goals and operations for this candidate */
  int64_t n_walked;                     /* compounds that were walked for it */
  int64_t hidden;                       /* clause that may not be used, or 0 */
  word_t *each_variables;               /* of the clause that has '$each', before it was run */
  int64_t each_room;
  const int32_t *each_body;             /* what run_front() had come to behind it, as the next two */
  int32_t each_done;
  int64_t each_behind;
  int64_t each_base;                    /* choices below those of '$each'; -1: it was not run */
  int may_limit;                        /* the limits on inferences are as far away as by default */
  int is_limited;                       /* what is run now is within such a limit in resolution.pl */
  int64_t n_state;                      /* tokens of the state */
  int is_left;                          /* C cannot go on: Prolog resolves the state */
} step_t;

#define FAR_AWAY 10000                  /* least limit on inferences that C may do without */
#define UNSET 0xFFFFFFFFu
#define DEEPEST 2000                    /* levels of terms that C follows */
#define MOST_WALKED (1 << 20)           /* compounds; f(X, X) of such terms has twice as many each time */

static inline word_t
value_of(const step_t *s, word_t word)
{ while ( TAG(word) == REFERENCE )
  { word_t next = s->heap[AT(word)];

    if ( next == word )
      break;
    word = next;
  }
  return word;
}

static inline int
leave(step_t *s)                        /* the state to Prolog */
{ s->is_left = 1;
  return 0;
}

/* Count a compound that is walked; 1: there is too much of the term for C. */

static inline int
is_too_much(step_t *s, int depth)
{ return depth >= DEEPEST || ++s->n_walked > MOST_WALKED;
}

word_t new_cells(step_t *s, int64_t n); /* place of n cells; 0 with is_left: there is no memory */
word_t new_compound(step_t *s, int32_t token, int32_t arity);   /* arguments are to be set */
int unify(step_t *s, word_t a, word_t b);
void undo(step_t *s, int64_t n_trail);
int run_builtin(step_t *s, uint8_t kind, word_t goal);
int unify_head(step_t *s, const clause_t *clause, word_t goal);
const int32_t *clauses_for(const step_t *s, const definition_t *predicate, word_t goal, int32_t *n);
word_t build_term(step_t *s, const int32_t **at, word_t *variables);
int prove_once(step_t *s, word_t list, int is_kept);
int first_solution(step_t *s, word_t list);
int next_solution(step_t *s);

/*  Resolve state i of the target. RESOLVED: its candidates are written; LEFT: nothing is, and Prolog
    must; NO_MORE: a room of the target was too small.
*/

enum { LEFT, RESOLVED, NO_MORE };

int resolve_state(const program_t *program, expansion_target_t *target, int64_t i,
                  int64_t max_tokens, int64_t inferences);
void hash_tokens(const int32_t *tokens, int64_t n, uint64_t *hash);

#endif
