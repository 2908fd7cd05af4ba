/*  Resolution steps in C: terms, and what the files of a step have in common. */
#ifndef SYMBOLIC_RL_RESOLVE_H
#define SYMBOLIC_RL_RESOLVE_H
#include "program.h"

/*  ---- terms: a tag, and a place in the heap, a token, or a place in the codes of the program. The
    first cells of the heap are the variables of the state.
*/

typedef uint32_t word_t;

#define TAG(word) ((word) & ~PAYLOAD)
#define AT(word) ((word) & PAYLOAD)

enum
{ REFERENCE = 0u << 29,                 /* cell; one that refers to itself is a variable */
  CONSTANT = 1u << 29,                  /* token of an atom or a small integer */
  COMPOUND = 2u << 29,                  /* cell of the functor, behind which are the arguments */
  NAME = 3u << 29,                      /* atom that has no token: the name of this functor */
  LITERAL = 4u << 29,                   /* place in the codes */
  NUMBERED = 5u << 29,                  /* variable that has been written */
  CUT = 6u << 29,                       /* on the agenda: choices that are kept */
  CUT_IF = 7u << 29                     /* the same, if the term that follows is a positive integer */
};

/* Goals that wait to be proved, and clauses that are left to try for one of them (proofs.c). */

typedef struct
{ word_t goal;
  int32_t next;                         /* place of the goal behind it, or NO_GOAL */
} waiting_t;

typedef struct
{ int64_t n_trail, n_heap, n_agenda;
} mark_t;

typedef struct
{ mark_t before;                        /* it was resolved */
  word_t goal;
  int32_t next;
  const int32_t *list;                  /* [n] clauses; those from k on are left. 0: the numbers k to n */
  int32_t n, k;
} choice_t;

enum { NO_GOAL = -1, FAILS = -2 };

typedef struct                          /* a goal dif/2 of the candidate */
{ word_t left, right;
  int64_t first, n_pairs;               /* of the terms in pairs that may become equal */
  int is_reached;                       /* from a variable of the candidate: 2 once it is followed */
} delay_t;

#define MOST_SHARED 8                   /* terms of a built one that are looked at one by one */

typedef struct                          /* how far the builtins of a candidate have been run */
{ const int32_t *body;                  /* the first goal of the body that is left */
  int32_t n_done;                       /* goals of the body in front of it */
  int64_t behind;                       /* the first goal of the state that is left */
} front_t;

/* A step in progress; each thread has one. */

typedef struct
{ const program_t *program;
  const clauses_t *clauses;
  expansion_target_t *target;
  int64_t i;                            /* state of the target */
  int64_t max_tokens;                   /* of a candidate */
  int64_t hidden;                       /* clause that may not be used, or 0 */
  word_t *heap;
  int64_t n_heap, heap_capacity;
  int64_t n_ground;                     /* compounds below are the state's, which has no variable */
  int64_t *trail;                       /* cells that were bound */
  int64_t n_trail, trail_capacity;
  word_t *variables;                    /* of the clause; UNSET: not met yet */
  const int32_t *next;                  /* token behind a term that was built */
  int64_t variable_capacity;
  const int32_t *at, *end;              /* of the state */
  int64_t n_goals, n_variables;         /* of the state */
  const int32_t **goal_at;              /* [n_goals + 1] where each goal of the state starts; end */
  int64_t goal_capacity;
  int is_read;                          /* the places are known, not the first goal alone */
  int64_t n_selected;                   /* variables of its first goal, if it is not read */
  word_t *values;                       /* of the variables of the first goal */
  int64_t value_capacity;
  const int32_t **places;               /* of variables behind the selected goal; the end */
  int64_t place_capacity;
  int64_t *written;                     /* cells of variables that have a number */
  int64_t n_written, written_capacity;
  int64_t charged;                      /* builtins run in this candidate, and members of lists */
  waiting_t *agenda;
  int64_t n_agenda, agenda_capacity;
  choice_t *choices;
  int64_t n_choices, choice_capacity;
  word_t *inner_variables;              /* of the clauses of sub-proofs, as variables */
  int64_t inner_capacity;
  int64_t n_steps, most_steps;          /* of the sub-proofs of this clause */
  int64_t all_steps;                    /* of the sub-proofs of clauses before it */
  int64_t n_walked;                     /* compounds that were walked for it, and clauses tried */
  int64_t n_nested;                     /* sub-proofs that are under way, one within the other */
  word_t *copies;                       /* of solutions that are collected, in pre-order */
  int64_t n_copies, copy_capacity;
  word_t *fresh;                        /* variables of such a copy; UNSET: not met yet */
  int64_t fresh_capacity;
  word_t *each_variables;               /* of the clause that has '$each', before it was run */
  int64_t each_capacity;
  front_t each_front;                   /* what run_front() had come to behind it */
  int64_t each_base;                    /* choices below '$each'; -1: it was not run */
  word_t until;                         /* goal '$until' that is run instead of '$each', or 0 */
  int until_commits;                    /* its cut commits to the clause */
  int has_committed;                    /* the clause, so that no later one is for the goal */
  delay_t *delays;                      /* the state's delays come first */
  int64_t n_delays, n_state_delays, delay_capacity;
  const int32_t *answer_at;             /* where the answer term starts, behind delayed goals */
  word_t *pairs;                        /* variable and term, of all delays */
  int64_t n_pairs, pair_capacity;
  int64_t *met;                         /* cells of variables that are reached and have no number */
  int64_t n_met, met_capacity;
  word_t shared[MOST_SHARED];           /* terms within one that is built; no constants */
  int n_shared;                         /* MOST_SHARED: or more */
  int is_frozen;                        /* no variable may be bound */
  int is_left;                          /* C cannot go on: Prolog resolves the state, but with */
  int is_over;                          /* too many steps were made, and the candidate is lost */
} step_t;

#define UNSET 0xFFFFFFFFu
#define DEEPEST 2000                    /* levels of terms that C follows */
#define CELLS_PER_STEP 64               /* of a solution that is collected */
#define MOST_WALKED (1 << 20)           /* compounds; f(X, X) of such terms has twice as many each time */
#define WALKED_PER_STEP 1024            /* and as many more for each of the first steps */
#define STEPS_THAT_WALK 100000
#define MOST_NESTED 1000
#define MOST_CELLS (1 << 26)            /* of the heap, as of the copies: what needs more is Prolog's */

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
is_constant(word_t word)                /* TAG(word) is CONSTANT */
{ return word - CONSTANT < COMPOUND - CONSTANT;
}

static inline int
leave(step_t *s)                        /* the state to Prolog */
{ s->is_left = 1;
  return 0;
}

/* Count a compound that is walked; 1: there is too much of the term for C. */

static inline int
is_too_much(step_t *s, int depth)
{ return depth >= DEEPEST ||
         (++s->n_walked > MOST_WALKED &&        /* nearly always the end of the test */
          s->n_walked > MOST_WALKED +
            WALKED_PER_STEP * (s->n_steps < STEPS_THAT_WALK ? s->n_steps : STEPS_THAT_WALK));
}

#define RESERVE(s, array, capacity, wanted) (RESERVE_ARRAY(array, capacity, wanted) || leave(s))

static inline int
is_hidden(const step_t *s, const clause_t *clause)
{ return s->hidden && (clause->id == s->hidden || clause->twin == s->hidden);
}

/* ---- heap.c */

word_t new_cells(step_t *s, int64_t n); /* place of n cells; 0 with is_left: there is no memory */
word_t new_variable(step_t *s);
word_t new_compound(step_t *s, int32_t token, int32_t arity);   /* arguments are to be set */
mark_t mark_of(const step_t *s);
void go_back(step_t *s, const mark_t *mark);
void undo(step_t *s, int64_t n_trail);
int unify(step_t *s, word_t a, word_t b);
word_t build_term(step_t *s, const int32_t **at, word_t *variables);
int unify_code(step_t *s, const int32_t **at, word_t word);
const int32_t *clauses_for(const step_t *s, const definition_t *predicate, word_t goal, int32_t *n);
int unify_head(step_t *s, const clause_t *clause, word_t goal);

/* ---- delays.c */

int read_delays(step_t *s);
int delay(step_t *s, word_t left, word_t right);
int delays_hold(step_t *s);
int reduce_delays(step_t *s);
int64_t reach_delays(step_t *s);

/* ---- builtins.c: 1: it holds; 0: it fails, or with is_left Prolog must say */

int begin_builtin(step_t *s);
int run_builtin(step_t *s, uint8_t kind, word_t goal);
int run_code(step_t *s, uint8_t kind, const int32_t **at);
int between_integers(const step_t *s, word_t goal, int32_t *first, int32_t *last);
int come_to(step_t *s, uint8_t operation, word_t list, int64_t n, word_t result);

/* ---- proofs.c */

int run_goal(step_t *s, uint8_t kind, word_t goal);     /* a builtin, or a sub-proof */
int first_solution(step_t *s, word_t list);
int sign_of(const step_t *s, word_t word);
int next_solution(step_t *s);

/* ---- candidates.c: 0: the state is not for C */

int read_state(step_t *s);
int read_first(step_t *s);
int find_places(step_t *s);
int put_candidate(step_t *s, const clause_t *clause, const front_t *front);

/*  Resolve state i of the target (resolve.c). RESOLVED: its candidates are written; LEFT: nothing is,
    and Prolog must; NO_MORE: a room of the target was too small.
*/

enum { LEFT, RESOLVED, NO_MORE };

void begin_state(expansion_target_t *target, int64_t i);    /* it has no candidates, and lost none */
int resolve_state(const program_t *program, expansion_target_t *target, int64_t i,
                  int64_t max_tokens, int64_t max_steps);

#endif
