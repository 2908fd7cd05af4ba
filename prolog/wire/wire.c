/*  The C core: states and candidates cross as int32 tokens in memory that Python owns.

    Most states are resolved in C (resolve.c). Prolog resolves the others: this file turns their
    tokens into terms, and the terms of candidates into tokens, as tokens.pl does. The oracle is
    tests/oracles/general.py, where Prolog resolves all states.

    Build: python -m symbolic_rl.bridge.build

    A thread sets its target (wire_target), calls wire:expand_compiled/1, and reads the target's
    buffers. A buffer that is too small is no error: the call reports it, and Python repeats it
    with a larger one, which is safe because nothing has changed.
*/
#include <SWI-Prolog.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "resolve.h"
#include "search.h"

/* ---- symbols */

#define MAX_PROGRAMS (1 << 28)          /* a process may open so many, one behind the other */
#define PROGRAM_BLOCK (1 << 14)
_Static_assert(sizeof(pl_wchar_t) == sizeof(int32_t), "texts are copied from and to tokens");

static program_t **programs[MAX_PROGRAMS / PROGRAM_BLOCK];

/*  The place of a program, whose block exists. */

static inline program_t **
program_place(int number)
{ return &programs[number / PROGRAM_BLOCK][number % PROGRAM_BLOCK];
}

/*  While a candidate is written, each variable that was met is bound to a blob with its number,
    which no program can write. Discarding the foreign frame of wire_emit() undoes these bindings,
    so that the next candidate starts from the terms as resolution left them.
*/

static atom_t atom_v, atom_finite;
static atom_t *numbered;                /* [VARIABLE_END - VARIABLE_BASE], made as needed */
static PL_blob_t variable_blob = { PL_BLOB_MAGIC, PL_BLOB_UNIQUE, "symbolic_rl_variable" };

static uint32_t
symbol_hash(atom_t name, uint32_t arity)
{ uint64_t x = (uint64_t)name * 0x9E3779B97F4A7C15ull + arity * 0x85EBCA6Bull;

  return (uint32_t)(x >> 32);
}

int32_t
token_of(const program_t *program, atom_t name, uint32_t arity)
{ uint32_t at = symbol_hash(name, arity) & program->mask;
  int32_t token;

  while ( (token = program->slots[at]) )
  { const symbol_t *symbol = &program->by_token[token];

    if ( symbol->name == name && symbol->arity == arity )
      return token;
    at = (at + 1) & program->mask;
  }
  return 0;
}

static void
place_symbol(program_t *program, const symbol_t *symbol)
{ uint32_t at = symbol_hash(symbol->name, symbol->arity) & program->mask;

  while ( program->slots[at] )
    at = (at + 1) & program->mask;
  program->slots[at] = symbol->token;
}

static int
grow_slots(program_t *program)
{ uint32_t size = program->mask ? 2 * (program->mask + 1) : 1024;
  int32_t *slots = calloc(size, sizeof(int32_t));

  if ( !slots )
    return PL_resource_error("memory");
  free(program->slots);
  program->slots = slots;
  program->mask = size - 1;
  for ( int32_t token = 0; token < program->n_tokens; token++ )
  { if ( program->by_token[token].name )
      place_symbol(program, &program->by_token[token]);
  }
  return TRUE;
}

static int
get_program(term_t t, program_t **program)
{ int number;

  if ( !PL_get_integer_ex(t, &number) )
    return FALSE;
  if ( number < 0 || number >= MAX_PROGRAMS )
    return PL_resource_error("programs");
  if ( !programs[number / PROGRAM_BLOCK] &&
       !(programs[number / PROGRAM_BLOCK] = calloc(PROGRAM_BLOCK, sizeof(program_t *))) )
    return PL_resource_error("memory");
  if ( !*program_place(number) )
  { program_t *fresh = calloc(1, sizeof(program_t));

    if ( !fresh || !grow_slots(fresh) )
      return PL_resource_error("memory");
    *program_place(number) = fresh;
  }
  *program = *program_place(number);
  return TRUE;
}

/* wire_symbol(+Program, +Token, +Name, +Arity) */

static foreign_t
wire_symbol(term_t number, term_t t_token, term_t t_name, term_t t_arity)
{ program_t *program = NULL;
  int token, arity;
  atom_t name;

  if ( !get_program(number, &program) || !PL_get_integer_ex(t_token, &token) ||
       !PL_get_integer_ex(t_arity, &arity) )
    return FALSE;
  if ( !PL_get_atom(t_name, &name) )    /* [] too, which is no atom for PL_get_atom_ex() */
    return PL_type_error("atom", t_name);
  if ( token >= program->n_tokens )
  { int32_t n = 2 * token + 64;
    symbol_t *grown = realloc(program->by_token, n * sizeof(symbol_t));

    if ( !grown )
      return PL_resource_error("memory");
    memset(grown + program->n_tokens, 0, (n - program->n_tokens) * sizeof(symbol_t));
    program->by_token = grown;
    program->n_tokens = n;
  }
  if ( 2 * ++program->used > program->mask && !grow_slots(program) )
    return FALSE;
  PL_register_atom(name);
  program->by_token[token] =
    (symbol_t){ name, arity, arity ? PL_new_functor(name, arity) : 0, token };
  place_symbol(program, &program->by_token[token]);
  return TRUE;
}

/* wire_close(+Program) */

static foreign_t
wire_close(term_t number)
{ program_t *program = NULL;
  int n;

  if ( !get_program(number, &program) || !PL_get_integer_ex(number, &n) )
    return FALSE;
  for ( int32_t token = 0; token < program->n_tokens; token++ )
  { if ( program->by_token[token].name )
      PL_unregister_atom(program->by_token[token].name);
  }
  *program_place(n) = NULL;
  free_clauses(program->clauses);
  free(program->by_token);
  free(program->slots);
  free(program);
  return TRUE;
}

/* ---- the target of the calling thread */

static __thread expansion_target_t *target;
static __thread int64_t state;          /* the state that is being expanded */
static __thread int64_t seen;           /* its candidates so far, before the page included */
static __thread int64_t state_start;    /* where the candidate that is being written starts */
static __thread int64_t max_tokens;     /* of a state */
static __thread int may_be_cyclic;      /* there is no occurs check */
static __thread int64_t inferences;     /* least limit on those of builtins and sub-proofs */
static __thread int64_t limits_of;      /* the engine that has these limits; 0: none */
static __thread int64_t n_ahead;        /* states that were resolved before Prolog is called */
static __thread int rest_is_read;       /* as terms; else they are tokens only */
static __thread size_t n_read;          /* variables that have a term */
static __thread const int32_t *behind_end;
static __thread int64_t n_rest;         /* its goals behind the selected one */
static __thread const int32_t **rest_at; /* [n_rest + 1] where each of them starts; the end */
static __thread size_t rest_room;
static __thread int32_t *resolved;      /* by variable of the state: its token now, or UNKNOWN */
static __thread size_t resolved_room;
static __thread size_t n_resolved;
enum { UNKNOWN = -1, NO_TOKEN = -2 };

void
set_target(expansion_target_t *t)
{ target = t;
  t->overflow = 0;
  n_ahead = 0;
}

void
put_exception(char *error)
{ term_t exception = PL_exception(0);
  char *text;

  if ( exception && PL_get_nchars(exception, NULL, &text, CVT_WRITEQ|REP_UTF8|BUF_DISCARDABLE) )
    snprintf(error, N_ERROR, "%s", text);
  else
    snprintf(error, N_ERROR, "the goal failed");
  PL_clear_exception();
}

EXPORT void
wire_target(expansion_target_t *t)
{ set_target(t);
  t->n_candidates = t->n_tokens = 0;
}

/* ---- hashes: the multilinear hash of symbolic_rl/bridge/tokens.py */

#define N_WEIGHTS 8192
static uint64_t weights[2][N_WEIGHTS];

static uint64_t
weight(int lane, uint64_t position)
{ return splitmix64(position + ((uint64_t)(lane + 1) << 40)) | 1;
}

/*  Sums of token times weight in two lanes. They wrap, so that their order is free: the compiler
    can use vectors. Only the first positions have their weights in the table.
*/

CLONES static void
add_near(const int32_t *tokens, int64_t n, uint64_t *sums)
{ uint64_t a = 0, b = 0;

  for ( int64_t i = 0; i < n; i++ )
  { uint64_t token = (uint64_t)(uint32_t)tokens[i] + 1;

    a += token * weights[0][i];
    b += token * weights[1][i];
  }
  sums[0] = a;
  sums[1] = b;
}

void
hash_tokens(const int32_t *tokens, int64_t n, uint64_t *hash)
{ int64_t near = n < N_WEIGHTS ? n : N_WEIGHTS;
  uint64_t sums[2];

  add_near(tokens, near, sums);
  for ( int64_t i = near; i < n; i++ )
  { uint64_t token = (uint64_t)(uint32_t)tokens[i] + 1;

    sums[0] += token * weight(0, i);
    sums[1] += token * weight(1, i);
  }
  hash[0] = splitmix64(sums[0] ^ (uint64_t)n);
  hash[1] = splitmix64(sums[1] ^ (uint64_t)n);
}

/* ---- an explicit stack, since terms may be deep */

typedef struct
{ term_t term;                          /* a compound */
  size_t next;                          /* its next argument */
  size_t arity;
} level_t;

static __thread level_t *levels;
static __thread size_t level_room;
static __thread term_t *variables;
static __thread size_t variable_room;

static int
reserve(void **memory, size_t *room, size_t wanted, size_t size)
{ if ( wanted < *room )
    return TRUE;
  size_t n = 2 * wanted + 64;
  void *grown = realloc(*memory, n * size);

  if ( !grown )
    return PL_resource_error("memory");
  *memory = grown;
  *room = n;
  return TRUE;
}

/*  Visit the subterms of t in pre-order. visit() returns 1 to go on, and leaves in *arity how many
    arguments to go into. Return what it returned last, or -1 if memory is short. A last argument
    takes its parent's place on the stack, so that the depth of a long list is 1.
*/

typedef int visit_t(void *closure, term_t t, size_t *arity);

static inline __attribute__((always_inline)) int
walk(term_t t, visit_t *visit, void *closure)
{ size_t depth = 0, arity;
  term_t argument = PL_new_term_ref();
  int rc = visit(closure, t, &arity);

  if ( rc != 1 || !arity )
    return rc;
  if ( !reserve((void **)&levels, &level_room, 1, sizeof(level_t)) )
    return -1;
  levels[0] = (level_t){ PL_copy_term_ref(t), 0, arity };
  for ( ;; )
  { level_t *level = &levels[depth];

    if ( level->next == level->arity )
    { if ( depth-- == 0 )
        return 1;
      continue;
    }
    _PL_get_arg(++level->next, level->term, argument);
    if ( (rc = visit(closure, argument, &arity)) != 1 )
      return rc;
    if ( !arity )
      continue;
    if ( level->next == level->arity )
    { if ( !PL_put_term(level->term, argument) )
        return -1;
      level->next = 0;
      level->arity = arity;
    } else
    { if ( !reserve((void **)&levels, &level_room, ++depth, sizeof(level_t)) )
        return -1;
      levels[depth] = (level_t){ PL_copy_term_ref(argument), 0, arity };
    }
  }
}

/* ---- tokens to terms */

/*  Tokens may come from outside (a checkpoint, a caller of expand()), so none is followed that leads
    out of its state, and no text is given to Prolog's reader but that of a number.
*/

static int
malformed(void)
{ return PL_representation_error("state");
}

static int
is_text(int kind, const int32_t *codes, int64_t n)
{ for ( int64_t i = 0; i < n; i++ )
  { int32_t code = codes[i];

    if ( code < 0 || code > 0x10FFFF || (code >= SURROGATES && code < SURROGATES_END) )
      return FALSE;
    if ( kind == NUMBER_LITERAL && (code >= 128 || !code || !strchr("0123456789+-.eErRInfNa", code)) )
      return FALSE;
  }
  return n > 0 || kind != NUMBER_LITERAL;
}

static int
put_text(term_t t, int kind, const int32_t *codes, int64_t n)
{ if ( !is_text(kind, codes, n) )
    return malformed();
  pl_wchar_t *text = malloc((n + 1) * sizeof(pl_wchar_t));
  int rc;

  if ( !text )
    return PL_resource_error("memory");
  for ( int64_t i = 0; i < n; i++ )
    text[i] = codes[i];
  if ( kind == NUMBER_LITERAL )
  { char *digits = malloc(n + 1);

    if ( !digits )
    { free(text);
      return PL_resource_error("memory");
    }
    for ( int64_t i = 0; i < n; i++ )
      digits[i] = (char)codes[i];
    digits[n] = 0;
    term_t number = PL_new_term_ref();
    rc = PL_chars_to_term(digits, number) && PL_is_number(number) ? PL_unify(t, number)
                                                                  : malformed();
    free(digits);
  } else
    rc = PL_unify_wchars(t, kind == STRING_LITERAL ? PL_STRING : PL_ATOM, n, text);
  free(text);
  return rc;
}

/* Unify t with what one token stands for; a compound's arguments stay open (*arity of them). */

static int
unify_token(const program_t *program, const int32_t **at, term_t t, size_t *n_variables,
            size_t *arity)
{ *arity = 0;
  if ( *at >= behind_end )
    return malformed();
  int32_t token = *(*at)++;

  if ( token >= VARIABLE_END )
    return PL_unify_int64(t, (int64_t)token - INTEGER_BASE);
  if ( token >= VARIABLE_BASE )
  { size_t k = token - VARIABLE_BASE;

    if ( !reserve((void **)&variables, &variable_room, k + 1, sizeof(term_t)) )
      return FALSE;
    while ( *n_variables <= k )
      variables[(*n_variables)++] = PL_new_term_ref();
    return PL_unify(t, variables[k]);
  }
  if ( token > FUNCTOR_LITERAL )
  { const symbol_t *symbol;

    if ( token >= program->n_tokens || !(symbol = &program->by_token[token])->name )
      return malformed();
    if ( !symbol->arity )
      return PL_unify_atom(t, symbol->name);
    *arity = symbol->arity;
    return PL_unify_functor(t, symbol->functor);
  }
  int has_arity = token == FUNCTOR_LITERAL;

  if ( token < NUMBER_LITERAL || behind_end - *at <= has_arity )
    return malformed();
  int64_t n_arguments = has_arity ? count_of(*(*at)++) : 0, n = count_of(*(*at)++);
  const int32_t *codes = *at;

  if ( n < 0 || n > behind_end - *at || n_arguments < has_arity ||
       n_arguments > behind_end - *at - n )
    return malformed();
  *arity = n_arguments;
  *at += n;
  if ( token != FUNCTOR_LITERAL )
    return put_text(t, token, codes, n);
  term_t name = PL_new_term_ref();
  atom_t atom;
  return put_text(name, ATOM_LITERAL, codes, n) && PL_get_atom(name, &atom) &&
         PL_unify_functor(t, PL_new_functor(atom, *arity));
}

typedef struct
{ const program_t *program;
  const int32_t **at;
  size_t *n_variables;
} reading_t;

static int
unify_node(void *closure, term_t t, size_t *arity)
{ const reading_t *from = closure;

  return unify_token(from->program, from->at, t, from->n_variables, arity);
}

static int
unify_term(const program_t *program, const int32_t **at, term_t t, size_t *n_variables)
{ reading_t from = { program, at, n_variables };

  return walk(t, unify_node, &from) == 1;
}

/* Variables as one term, so that they outlive the call that made them. */

static int
unify_variables(term_t t, size_t n)
{ term_t argument = PL_new_term_ref();

  if ( n && !PL_unify_functor(t, PL_new_functor(atom_v, n)) )
    return FALSE;
  for ( size_t k = 0; k < n; k++ )
  { _PL_get_arg(k + 1, t, argument);
    if ( !PL_unify(argument, variables[k]) )
      return FALSE;
  }
  return TRUE;
}

/* All literals from at on end within the state: put_rest() relies on it. */

static int
literals_end(const int32_t *at)
{ while ( at < behind_end )
  { int32_t token = *at++;

    if ( token <= FUNCTOR_LITERAL )
    { int64_t n = token == FUNCTOR_LITERAL;

      if ( token < NUMBER_LITERAL || behind_end - at <= n || at[n] < 0 ||
           (n += 1 + count_of(at[n])) > behind_end - at )
        return FALSE;
      at += n;
    }
  }
  return TRUE;
}

/* Count the variables of the tokens before at and behind. */

static int
find_behind(const int32_t *at, size_t n_variables)
{ int32_t may_be_literal = 0;

  for ( const int32_t *next = at; next < behind_end; next++ )
  { size_t k = (uint32_t)*next - VARIABLE_BASE; /* code points of literals only make it larger */

    may_be_literal |= *next <= FUNCTOR_LITERAL;
    if ( *next >= VARIABLE_BASE && *next < VARIABLE_END && k >= n_variables )
      n_variables = k + 1;
  }
  if ( may_be_literal && !literals_end(at) )
    return malformed();
  n_resolved = n_variables;
  return reserve((void **)&resolved, &resolved_room, n_variables, sizeof(*resolved));
}

static inline int
starts_goal(const int32_t *at)          /* with the token of a symbol, no variable and no number */
{ return at < behind_end && *at >= ATOM_LITERAL && *at < VARIABLE_BASE;
}

/* Unify rest with the list of the goals behind the selected one, for programs with builtins. */

static int
unify_rest(const program_t *program, const int32_t **at, term_t rest, size_t *n_variables)
{ term_t tail = PL_copy_term_ref(rest), head = PL_new_term_ref(), fresh = PL_new_term_ref();

  for ( int64_t k = 1; k <= n_rest; k++ )
  { PL_put_variable(fresh);
    if ( !starts_goal(*at) )
      return malformed();
    if ( !PL_unify_list(tail, head, tail) || !unify_term(program, at, fresh, n_variables) ||
         !PL_unify(head, fresh) )
      return FALSE;
    rest_at[k] = *at;
  }
  return PL_unify_nil(tail);
}

/*  wire_next(-Goal, -Rest, -Hidden, -Variables) is nondet: the states of the target, one by one.

    Variables holds those of the goal and of Rest. Without Rest (0) the goals behind stay tokens.
    The answer term always does.
*/

static int
unify_state(int64_t i, term_t goal, term_t rest, term_t hidden, term_t all)
{ const program_t *program = *program_place(target->program);
  int64_t row = target->rows[i];
  const int32_t *at = target->tokens + target->offsets[row];
  size_t n_variables = 0;

  behind_end = target->tokens + target->offsets[row + 1];
  n_rest = at < behind_end ? count_of(*at++) - 1 : -1;
  if ( n_rest < 0 || n_rest > behind_end - at )
    return malformed();
  rest_is_read = rest != 0;
  if ( !starts_goal(at) )
    return malformed();
  if ( !unify_term(program, &at, goal, &n_variables) ||
       !reserve((void **)&rest_at, &rest_room, rest ? n_rest + 1 : 1, sizeof(*rest_at)) )
    return FALSE;
  rest_at[0] = at;
  if ( rest && !unify_rest(program, &at, rest, &n_variables) )
    return FALSE;
  n_read = n_variables;
  return find_behind(at, n_variables) && PL_unify_int64(hidden, target->hidden[i]) &&
         unify_variables(all, n_variables);
}

static atomic_llong n_resolved_in_c;

/* Return how many states this process has resolved without Prolog. */

EXPORT int64_t
wire_resolved(void)
{ return atomic_load(&n_resolved_in_c);
}

/* Resolve states from number i on; return the first that needs Prolog, or that there was no room for. */

static int64_t
resolve_from(int64_t i)
{ const program_t *program = *program_place(target->program);
  int64_t first = i;

  for ( ; i < target->n && !target->overflow; i++ )
  { memset(target->lost + N_LOST * i, 0, N_LOST * sizeof(*target->lost));
    target->counts[i] = 0;
    target->more[i] = 0;
    if ( !program->clauses || may_be_cyclic ||
         resolve_state(program, target, i, max_tokens, inferences) == LEFT )
      break;
  }
  atomic_fetch_add_explicit(&n_resolved_in_c, i - first, memory_order_relaxed);
  return i;
}

/*  Resolve states of the target up to the first that needs Prolog, and return 1 if none does. A call
    of Prolog costs as much as a short step, and a search without alternatives has one step a call.
    Limits are those that the engine's last call on this thread has set.
*/

int
resolve_ahead(int64_t engine)
{ if ( limits_of != engine )
    return 0;
  n_ahead = resolve_from(0);
  return n_ahead >= target->n || target->overflow;
}

static foreign_t
next_state(term_t goal, term_t rest, term_t hidden, term_t all, control_t handle)
{ int control = PL_foreign_control(handle);

  if ( control == PL_PRUNED )
    return TRUE;
  int64_t i = resolve_from(control == PL_REDO ? PL_foreign_context(handle) : n_ahead);

  if ( i >= target->n || target->overflow || PL_handle_signals() < 0 )
    return FALSE;
  state = i;
  seen = 0;
  if ( !unify_state(i, goal, rest, hidden, all) )
    return FALSE;
  PL_retry(i + 1);
}

static foreign_t
wire_next(term_t goal, term_t rest, term_t hidden, term_t all, control_t handle)
{ return next_state(goal, rest, hidden, all, handle);
}

/* wire_next_goal(-Goal, -Hidden, -Variables) is nondet: wire_next() without Rest. */

static foreign_t
wire_next_goal(term_t goal, term_t hidden, term_t all, control_t handle)
{ return next_state(goal, 0, hidden, all, handle);
}

/* ---- terms to tokens */

static int
bind_number(term_t t, int32_t k)
{ if ( VARIABLE_BASE + k >= VARIABLE_END )
    return FALSE;
  if ( !numbered[k] )                   /* unique: a second thread finds the same atom */
  { term_t blob = PL_new_term_ref();
    atom_t atom;

    if ( !PL_unify_blob(blob, &k, sizeof(k), &variable_blob) || !PL_get_atom(blob, &atom) )
      return FALSE;
    PL_register_atom(atom);
    numbered[k] = atom;
  }
  return PL_unify_atom(t, numbered[k]);
}

static int
get_number(term_t t, int32_t *k)
{ void *data;
  PL_blob_t *type;

  if ( !PL_get_blob(t, &data, NULL, &type) || type != &variable_blob )
    return FALSE;
  *k = *(int32_t *)data;
  return TRUE;
}

/* Write one token. 1: written, 0: there is no room for it, -1: the state is too large. */

static int
put_token(int32_t token)
{ if ( target->n_tokens - state_start >= max_tokens )
    return -1;
  if ( target->n_tokens >= target->token_room )
  { target->overflow = 1;
    return 0;
  }
  target->out[target->n_tokens++] = token;
  return 1;
}

/* Write the length and the code points of a literal. 1: written, 0: no room, -1: cannot be. */

static int
put_literal(term_t t, unsigned flags)
{ size_t n;
  pl_wchar_t *text;

  if ( !PL_get_wchars(t, &n, &text, flags | BUF_DISCARDABLE) || n >= 0x10F000 )
    return -1;
  for ( size_t i = 0; i < n; i++ )
  { if ( text[i] >= SURROGATES && text[i] < SURROGATES_END )
      return -1;
  }
  int rc = put_token(code_of(n));

  for ( size_t i = 0; rc == 1 && i < n; i++ )
    rc = put_token(text[i]);
  return rc;
}

static int
put_marked(int32_t token, term_t t, unsigned flags)
{ int rc = put_token(token);

  return rc == 1 ? put_literal(t, flags) : rc;
}

/* Write one token or literal, which *arity arguments are to follow; returns as put_literal(). */

static int
put_term(const program_t *program, term_t t, int32_t *n_variables, size_t *arity)
{ atom_t name;
  int64_t integer;
  int32_t token;

  *arity = 0;
  switch ( PL_term_type(t) )
  { case PL_VARIABLE:
      if ( !bind_number(t, *n_variables) )
        return -1;
      return put_token(VARIABLE_BASE + (*n_variables)++);
    case PL_BLOB:
      return get_number(t, &token) ? put_token(VARIABLE_BASE + token) : -1;
    case PL_INTEGER:
      if ( PL_get_int64(t, &integer) && integer >= INTEGER_LEAST && integer < INTEGER_END )
        return put_token((int32_t)(INTEGER_BASE + integer));
      /* fall through */
    case PL_FLOAT:
    case PL_RATIONAL:
      return put_marked(NUMBER_LITERAL, t, CVT_NUMBER);
    case PL_STRING:
      return put_marked(STRING_LITERAL, t, CVT_STRING);
    case PL_ATOM:
    case PL_NIL:
      if ( !PL_get_atom(t, &name) )
        return -1;
      if ( (token = token_of(program, name, 0)) )
        return put_token(token);
      return put_marked(ATOM_LITERAL, t, CVT_ATOM);
    case PL_TERM:
    case PL_LIST_PAIR:
      break;
    default:
      return -1;
  }
  if ( !PL_get_compound_name_arity(t, &name, arity) )
    return -1;
  if ( (token = token_of(program, name, *arity)) )
    return put_token(token);
  term_t atom = PL_new_term_ref();

  PL_put_atom(atom, name);
  int rc = put_token(FUNCTOR_LITERAL);

  return rc == 1 ? put_marked(code_of(*arity), atom, CVT_ATOM) : rc;
}

typedef struct
{ const program_t *program;
  int32_t *n_variables;
} writing_t;

static int
put_node(void *closure, term_t t, size_t *arity)
{ const writing_t *to = closure;

  return put_term(to->program, t, to->n_variables, arity);
}

static int
put_whole_term(const program_t *program, term_t t, int32_t *n_variables)
{ writing_t to = { program, n_variables };

  return walk(t, put_node, &to);
}

static int
put_list(const program_t *program, term_t list, int64_t n, int32_t *n_variables)
{ term_t tail = PL_copy_term_ref(list), head = PL_new_term_ref();
  int rc = 1;

  while ( rc == 1 && n-- > 0 && PL_get_list(tail, head, tail) )
    rc = put_whole_term(program, head, n_variables);
  return rc;
}

/* Write what variable k of the state is bound to now. */

static int
put_variable(const program_t *program, size_t k, term_t all, term_t value, int32_t *n_variables)
{ int32_t token = resolved[k];

  if ( token > 0 )
    return put_token(token);
  if ( k >= n_read )                    /* it occurs nowhere but behind: it has no term */
  { if ( VARIABLE_BASE + *n_variables >= VARIABLE_END )
      return -1;
    return put_token(resolved[k] = VARIABLE_BASE + (*n_variables)++);
  }
  int64_t start = target->n_tokens;

  _PL_get_arg(k + 1, all, value);
  if ( may_be_cyclic && !PL_is_acyclic(value) )
    return -1;
  int rc = put_whole_term(program, value, n_variables);

  if ( rc == 1 )
    resolved[k] = target->n_tokens == start + 1 ? target->out[start] : NO_TOKEN;
  return rc;
}

/*  Copy tokens of the state, each variable replaced by what it is bound to now. Goals behind the
    selected one that no step binds need not become terms: resolved[] has the token of each
    variable that has been written in this candidate.
*/

static int
put_rest(const program_t *program, const int32_t *at, const int32_t *end, term_t all,
         int32_t *n_variables)
{ int rc = 1;
  term_t value = PL_new_term_ref();

  while ( rc == 1 && at < end )
  { int32_t token = *at++;

    if ( token >= VARIABLE_BASE && token < VARIABLE_END )
      rc = put_variable(program, token - VARIABLE_BASE, all, value, n_variables);
    else
    { rc = put_token(token);
      if ( rc == 1 && token <= FUNCTOR_LITERAL )        /* a literal is copied as it is */
      { int has_arity = token == FUNCTOR_LITERAL;
        int64_t n = has_arity + 1 + count_of(at[has_arity]);

        while ( rc == 1 && n-- > 0 )
          rc = put_token(*at++);
      }
    }
  }
  return rc;
}

/* Write a candidate: the new goals, those behind the selected goal, then the answer term. */

static int
put_candidate(const program_t *program, term_t goals, term_t all)
{ int32_t n_variables = 0;
  size_t n_goals = 0;

  PL_skip_list(goals, 0, &n_goals);
  int64_t n_kept = n_rest;

  if ( !rest_is_read )
    n_goals += n_rest;
  else if ( (int64_t)n_goals < n_rest )
    n_kept = n_goals;
  int rc = put_token(code_of(n_goals));

  for ( size_t k = 0; k < n_resolved; k++ )
    resolved[k] = UNKNOWN;
  if ( rc == 1 )
    rc = put_list(program, goals, n_goals - n_kept, &n_variables);
  if ( rc == 1 )
    rc = put_rest(program, rest_at[rest_is_read ? n_rest - n_kept : 0], behind_end, all,
                  &n_variables);
  return rc;
}

/* ---- the clauses of a program, for steps in C (clauses.c) */

/* wire_open_clauses(+Program): make room for clauses; all symbols are there. */

static foreign_t
wire_open_clauses(term_t number)
{ program_t *program = NULL;

  if ( !get_program(number, &program) )
    return FALSE;
  free_clauses(program->clauses);
  if ( !(program->clauses = open_clauses(program)) )
    return PL_resource_error("memory");
  return TRUE;
}

static int
get_token(term_t number, term_t t_token, program_t **program, int *token)
{ if ( !get_program(number, program) || !PL_get_integer_ex(t_token, token) )
    return FALSE;
  if ( !(*program)->clauses || *token < 0 || *token >= (*program)->clauses->n_tokens )
    return PL_domain_error("token", t_token);
  return TRUE;
}

/* wire_runs(+Program, +Token): a goal of this symbol is not resolved but run. */

static foreign_t
wire_runs(term_t number, term_t t_token)
{ program_t *program;
  size_t length;
  int token;

  if ( !get_token(number, t_token, &program, &token) )
    return FALSE;
  const symbol_t *symbol = &program->by_token[token];
  const char *name = PL_atom_nchars(symbol->name, &length);

  program->clauses->kind[token] =
    name && strlen(name) == length ? builtin_of(name, symbol->arity) : OTHER_BUILTIN;
  return TRUE;
}

/* wire_rank(+Program, +Token, +Rank): the place of the symbol's name in the order of atoms. */

static foreign_t
wire_rank(term_t number, term_t t_token, term_t t_rank)
{ program_t *program;
  int token, rank;

  if ( !get_token(number, t_token, &program, &token) || !PL_get_integer_ex(t_rank, &rank) )
    return FALSE;
  program->clauses->rank[token] = rank;
  return TRUE;
}

/*  wire_clause(+Program, +Clause, +Twin, +Guards, +Tests, +Terms): a clause; Terms are its head and
    the goals of its body. See clause_t for Guards and Tests.
*/

static foreign_t
wire_clause(term_t number, term_t t_id, term_t t_twin, term_t t_guards, term_t t_tests,
            term_t terms)
{ static __thread int32_t *buffer;
  static __thread size_t room;
  program_t *program = NULL;
  expansion_target_t codes = { 0 };
  clause_t clause = { 0 };
  int rc;
  size_t n = 0;

  if ( !get_program(number, &program) || !PL_get_integer_ex(t_id, &clause.id) ||
       !PL_get_integer_ex(t_twin, &clause.twin) || !PL_get_integer_ex(t_guards, &clause.n_guards) ||
       !PL_get_integer_ex(t_tests, &clause.n_tests) )
    return FALSE;
  if ( !program->clauses )
    return PL_domain_error("program", number);
  PL_skip_list(terms, 0, &n);
  expansion_target_t *before = target;  /* the tokens are written as those of a candidate are */

  set_target(&codes);
  max_tokens = PAYLOAD;
  limits_of = 0;
  state_start = 0;
  do
  { int32_t n_variables = 0;
    fid_t frame = PL_open_foreign_frame();

    if ( !reserve((void **)&buffer, &room, codes.overflow ? 2 * room : 1024, sizeof(*buffer)) )
    { target = before;
      return FALSE;
    }
    codes = (expansion_target_t){ .out = buffer, .token_room = room };
    rc = put_list(program, terms, n, &n_variables);
    PL_discard_foreign_frame(frame);    /* unbinds the numbered variables */
  } while ( codes.overflow );
  target = before;
  PL_clear_exception();
  if ( rc != 1 )
    return FALSE;
  if ( !store_clause(program->clauses, clause, buffer, codes.n_tokens) )
    return PL_resource_error("memory");
  return TRUE;
}

/* wire_close_clauses(+Program): all clauses are there. */

static foreign_t
wire_close_clauses(term_t number)
{ program_t *program = NULL;

  if ( !get_program(number, &program) )
    return FALSE;
  if ( !program->clauses || !index_clauses(program->clauses) )
    return PL_resource_error("memory");
  return TRUE;
}

/* wire_leave_all(+Program): all states are left to Prolog. */

static foreign_t
wire_leave_all(term_t number)
{ program_t *program = NULL;

  if ( !get_program(number, &program) )
    return FALSE;
  free_clauses(program->clauses);
  program->clauses = NULL;
  return TRUE;
}

/*  wire_emit(+Goals, +Clause, +Variables): write a candidate of the state. Succeeds if the page is
    over, so that the caller stops; fails to ask for the next one. Goals is the resolvent, or where
    the goals behind were left alone the body of the clause.
*/

static foreign_t
wire_emit(term_t goals, term_t t_clause, term_t all)
{ int64_t clause, start = target->n_tokens, nth = seen++;

  if ( nth < target->first[state] )
    return FALSE;
  if ( nth >= target->first[state] + target->limit )
  { target->more[state] = 1;
    return TRUE;
  }
  if ( target->n_candidates >= target->candidate_room )
  { target->overflow = 1;
    return TRUE;
  }
  if ( !PL_get_int64_ex(t_clause, &clause) )
    return FALSE;
  fid_t frame = PL_open_foreign_frame();
  state_start = start;
  int rc = may_be_cyclic && !PL_is_acyclic(goals) ? -1 : put_candidate(*program_place(target->program),
                                                                      goals, all);

  PL_discard_foreign_frame(frame);      /* unbinds the numbered variables */
  if ( rc == 0 )
    return TRUE;
  if ( rc < 0 )
  { target->n_tokens = start;
    PL_clear_exception();
    target->lost[N_LOST * state + N_LOST - 1]++;        /* the last column: size limits */
    return FALSE;
  }
  int64_t i = target->n_candidates++;

  target->clauses[i] = clause;
  target->ends[i] = target->n_tokens;
  hash_tokens(target->out + start, target->n_tokens - start, target->hashes + 2 * i);
  target->counts[state]++;
  return FALSE;
}

/* wire_done(+Context): add the counters of Context (constants.pl) to those of the state. */

static foreign_t
wire_done(term_t context)
{ static const int places[N_LOST] =
    { BUILTIN_ERRORS, INFERENCE_LIMITS, NEGATION_LIMITS, SIZE_LIMITS };
  term_t count = PL_new_term_ref();
  int64_t n;

  for ( int k = 0; k < N_LOST; k++ )
  { if ( !PL_get_arg(places[k], context, count) || !PL_get_int64(count, &n) )
      return FALSE;
    target->lost[N_LOST * state + k] += n;
  }
  return TRUE;
}

/*  wire_limits(+Engine, +Sound, +MaxTokens, +Inferences): set the limits of the calls of this thread
    that follow. Inferences is the least of the limits on builtins.
*/

static foreign_t
wire_limits(term_t engine, term_t sound, term_t tokens, term_t least)
{ atom_t mode;

  if ( !PL_get_int64_ex(engine, &limits_of) || !PL_get_atom_ex(sound, &mode) || !PL_get_int64_ex(tokens, &max_tokens) ||
       !PL_get_int64_ex(least, &inferences) )
    return FALSE;
  may_be_cyclic = mode == atom_finite;
  return TRUE;
}

/* ---- the border: see wire.h */

/* wire_constants(-Pairs): Pairs are Name=Value for the constants that Prolog has too. */

static foreign_t
wire_shared_constants(term_t pairs)
{ term_t tail = PL_copy_term_ref(pairs), head = PL_new_term_ref();

#define UNIFY_CONSTANT(name, value) \
    PL_unify_list(tail, head, tail) && \
    PL_unify_term(head, PL_FUNCTOR_CHARS, "=", 2, PL_CHARS, #name, PL_INT, (int)name) &&
  return CONSTANTS_OF_PROLOG(UNIFY_CONSTANT) PL_unify_nil(tail);
}

EXPORT const char *
wire_constants(void)
{ static char text[2048];
  char *at = text, *end = text + sizeof(text);

#define PRINT_CONSTANT(name, value) \
  at += snprintf(at, end - at, #name " %d\n", (int)name);
  CONSTANTS_OF_PROLOG(PRINT_CONSTANT)
  CONSTANTS_OF_PYTHON(PRINT_CONSTANT)
  return text;
}

#define TEXT_OF(number) #number
#define TEXT(macro) TEXT_OF(macro)

/* What this library was compiled for: the versions of SWI-Prolog and of its foreign interface. */

EXPORT const char *
wire_prolog(void)
{ return "SWI-Prolog " TEXT(PLVERSION) "/" TEXT(PL_FLI_VERSION);
}

EXPORT install_t
install(void)
{ atom_v = PL_new_atom("v");
  atom_finite = PL_new_atom("finite");
  numbered = calloc(VARIABLE_END - VARIABLE_BASE, sizeof(atom_t));
  for ( int lane = 0; lane < 2; lane++ )
  { for ( uint64_t i = 0; i < N_WEIGHTS; i++ )
      weights[lane][i] = weight(lane, i);
  }
  install_loading();
  PL_register_foreign_in_module("wire", "wire_symbol", 4, wire_symbol, 0);
  PL_register_foreign_in_module("wire", "wire_constants", 1, wire_shared_constants, 0);
  PL_register_foreign_in_module("wire", "wire_close", 1, wire_close, 0);
  PL_register_foreign_in_module("wire", "wire_next", 4, wire_next, PL_FA_NONDETERMINISTIC);
  PL_register_foreign_in_module("wire", "wire_next_goal", 3, wire_next_goal,
                                PL_FA_NONDETERMINISTIC);
  PL_register_foreign_in_module("wire", "wire_emit", 3, wire_emit, 0);
  PL_register_foreign_in_module("wire", "wire_limits", 4, wire_limits, 0);
  PL_register_foreign_in_module("wire", "wire_done", 1, wire_done, 0);
  PL_register_foreign_in_module("wire", "wire_open_clauses", 1, wire_open_clauses, 0);
  PL_register_foreign_in_module("wire", "wire_runs", 2, wire_runs, 0);
  PL_register_foreign_in_module("wire", "wire_rank", 3, wire_rank, 0);
  PL_register_foreign_in_module("wire", "wire_clause", 6, wire_clause, 0);
  PL_register_foreign_in_module("wire", "wire_close_clauses", 1, wire_close_clauses, 0);
  PL_register_foreign_in_module("wire", "wire_leave_all", 1, wire_leave_all, 0);
}
