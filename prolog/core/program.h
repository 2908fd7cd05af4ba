/*  Programs and tokens: symbols, clauses by predicate, and how a candidate is written. */
#ifndef SYMBOLIC_RL_PROGRAM_H
#define SYMBOLIC_RL_PROGRAM_H
#include <SWI-Prolog.h>
#include "core.h"

/* ---- symbols (symbols.c): append-only while a program is loaded, read-only afterwards */

typedef struct
{ atom_t name;
  uint32_t arity;
  functor_t functor;
  int32_t token;
} symbol_t;

typedef struct
{ symbol_t *by_token;                   /* [n_tokens] name 0: no symbol */
  int32_t n_tokens;
  int32_t *slots;                       /* [mask + 1] open addressing; 0: free, else a token */
  uint32_t mask, used;
} symbols_t;

int32_t token_of(const symbols_t *symbols, atom_t name, uint32_t arity);   /* 0: it has none */
int add_symbol(symbols_t *symbols, symbol_t symbol);            /* 0: there is no memory */
void free_symbols(symbols_t *symbols);

/* ---- clauses (clauses.c) */

typedef struct
{ int32_t id;
  int32_t twin;                         /* fact of which this is a variant, or 0 */
  int32_t n_goals;                      /* of the body */
  int32_t n_variables;
  int32_t cut;                          /* NO_CUT, or what it commits with */
  int32_t n_in_place;                   /* goals in front that a proof runs unbuilt: clauses.c */
  int64_t head, body, end;              /* where arguments of the head, and the body, are in codes */
} clause_t;

enum { NO_CUT, CUT_FRONT, CUT_BEHIND }; /* with its head, or with the first goal of its body */

#define MOST_INDEXED 4                  /* arguments */
#define PAYLOAD 0x1FFFFFFFu             /* most tokens of all clauses: see word_t of resolve.h */

typedef struct                          /* clauses by the symbol of one argument */
{ int32_t *slots;                       /* [mask + 1] open addressing; -1: free, else a key */
  uint32_t mask;
  int32_t *keys;                        /* [n_keys] tokens */
  int32_t *starts;                      /* [n_keys + 2] of lists; the last list is for other keys */
  int32_t *lists;                       /* numbers of clauses, in program order */
  int32_t n_keys;                       /* 0: there is no index */
} index_t;

static inline uint32_t
hash_of_key(int32_t key)                /* where the look-up starts */
{ return (uint32_t)key * 0x9E3779B1u;
}

typedef struct
{ int32_t *clauses;                     /* [n] numbers, in program order */
  int64_t n, capacity;
  int32_t is_left;                      /* to Prolog: it has what C cannot read */
  index_t by_argument[MOST_INDEXED];
} definition_t;

typedef struct
{ int32_t *codes;                       /* tokens of all clauses */
  int64_t n_codes, code_capacity;
  clause_t *clauses;
  int64_t n_clauses, clause_capacity;
  definition_t *predicates;             /* [n_tokens] by the token of the head */
  int32_t *arity;                       /* [n_tokens] -1: no symbol */
  int32_t *rank;                        /* [n_tokens] place of the name in the order of atoms */
  uint8_t *kind;                        /* [n_tokens] of a goal: USER, or a builtin */
  uint8_t *operation;                   /* [n_tokens] of an expression, or of '$all' */
  int32_t n_tokens;
  int32_t dif;                          /* token of dif/2, if it is a builtin; or 0 */
  int32_t most_variables;               /* of a clause */
} clauses_t;

clauses_t *open_clauses(const symbols_t *symbols);
int store_clause(clauses_t *clauses, clause_t clause, const int32_t *codes, int64_t n);
int index_clauses(clauses_t *clauses);
void free_clauses(clauses_t *clauses);
uint8_t builtin_of(const char *name, uint32_t arity);           /* OTHER_BUILTIN: C has none */
uint8_t operation_of(const char *name, uint32_t arity);

enum { USER = 0, OTHER_BUILTIN, CALL, EACH, UNTIL, NOT, ONCE, ALL, BETWEEN, DIF, FIRST_BUILTIN };  /* of goals */
enum { NO_OPERATION = 0, COLLECT_LIST = 64, COLLECT_SET, COLLECT_COUNT, COLLECT_SUM, COLLECT_MOST,
       COLLECT_LEAST };                 /* the last six: what '$all' makes of all solutions */

typedef struct
{ symbols_t symbols;
  int32_t delayed;                      /* token of '$delayed'/1, if goals may wait; or 0 */
  clauses_t *clauses;                   /* 0: all states are left to Prolog */
} program_t;

const program_t *program_of(int64_t number);    /* programs.c; the program is there */

/* ---- literals from outside; see literal_size() */

#define LONGEST_LITERAL 0x10F000        /* the count is a code point too */

/* Return the size of what may be a literal, and its arity; 0: it is none that ends before end. */

static inline int64_t
checked_literal(const int32_t *at, const int32_t *end, int64_t *arity)
{ int64_t has_arity = *at == FUNCTOR_LITERAL, most = end - at - 2 - has_arity;

  if ( *at < NUMBER_LITERAL || most < 0 || at[1 + has_arity] < 0 ||
       count_of(at[1 + has_arity]) > most )
    return 0;
  *arity = has_arity ? count_of(at[1]) : 0;
  return *arity < has_arity ? 0 : literal_size(at);
}

/* ---- how a candidate is written, by C (candidates.c) and by SWI-Prolog (terms.c) */

typedef struct
{ expansion_target_t *target;
  int64_t start, most;                  /* of the candidate: its first token, and most behind it */
  int32_t n_variables;
} writing_t;

enum { WRITTEN, TOO_LARGE, NO_SPACE };  /* TOO_LARGE: or what no state can have */

static inline int
put_token(writing_t *to, int32_t token)
{ expansion_target_t *t = to->target;

  if ( t->n_tokens - to->start >= to->most )
    return TOO_LARGE;
  if ( t->n_tokens >= t->token_capacity )
    return NO_SPACE;
  t->out[t->n_tokens++] = token;
  return WRITTEN;
}

int put_codes(writing_t *to, const int32_t *codes, int64_t n);
int end_candidate(const writing_t *to, int rc, int64_t i, int64_t clause);

/* ---- SWI-Prolog's terms (terms.c) */

typedef struct
{ const program_t *program;
  const int32_t *at, *end;              /* of the state */
  size_t n_variables;                   /* that have a term, see unify_variables() */
} reading_t;

/*  Visit a subterm: 0 to go on, and into *arity arguments; else what walk() is to return. */

typedef int visit_t(void *closure, term_t t, size_t *arity);

int walk_term(term_t t, visit_t *visit, void *closure);
int malformed(void);                    /* raises the error of a state */
int unify_term(reading_t *from, term_t t);
int unify_variables(term_t t, size_t n);
int put_swipl_term(const symbols_t *symbols, writing_t *to, term_t t);
int put_swipl_list(const symbols_t *symbols, writing_t *to, term_t list, int64_t n);
void install_terms(void);

extern atom_t atom_flat_dict;           /* the functor of the terms that dicts are, see flat_dicts.pl */
extern const PL_extension program_predicates[], crossing_predicates[], loading_predicates[];
void install_loading(void);
void install_programs(void);

#endif
