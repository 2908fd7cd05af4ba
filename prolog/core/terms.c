/*  Terms of SWI-Prolog from tokens, and tokens of terms, as tokens.pl reads and writes them.

    A term is walked in pre-order with an explicit stack, since terms may be deep. While a candidate is
    written, each variable that was met is bound to a blob with its number, which no program can write;
    the caller discards its foreign frame, and with it these bindings.

    Invariant: tokens may come from outside (a checkpoint, a caller of expand()), so none is followed
    that leads out of its state, and Prolog's reader gets no text but a number's.
*/
#include "program.h"
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(pl_wchar_t) == sizeof(int32_t), "texts are copied from and to tokens");

static atom_t atom_v;
static atom_t *numbered;                /* [VARIABLE_END - VARIABLE_BASE], made as needed */
static PL_blob_t variable_blob = { PL_BLOB_MAGIC, PL_BLOB_UNIQUE, "symbolic_rl_variable" };

void
install_terms(void)
{ atom_v = PL_new_atom("v");
  numbered = calloc(VARIABLE_END - VARIABLE_BASE, sizeof(atom_t));
}

typedef struct
{ term_t term;                          /* a compound */
  size_t next;                          /* its next argument */
  size_t arity;
} level_t;

static __thread level_t *levels;
static __thread int64_t level_capacity;
static __thread term_t *variables;      /* by number in the state */
static __thread int64_t variable_capacity;

enum { NO_MEMORY = -1 };

static int
push_level(int64_t depth, term_t t, size_t arity)
{ if ( !RESERVE_ARRAY(levels, level_capacity, depth + 1) )
    return PL_resource_error("memory");
  levels[depth] = (level_t){ PL_copy_term_ref(t), 0, arity };
  return levels[depth].term != 0;       /* the local stack may be full */
}

/*  Visit the subterms of t in pre-order. Return what visit() returned last, or NO_MEMORY with the
    error. A last argument takes its parent's place on the stack, so that the depth of a long list is 1.
*/

static inline __attribute__((always_inline)) int
walk(term_t t, visit_t *visit, void *closure)
{ size_t arity;
  int64_t depth = 0;
  term_t argument = PL_new_term_ref();
  int rc = visit(closure, t, &arity);

  if ( rc || !arity )
    return rc;
  if ( !push_level(0, t, arity) )
    return NO_MEMORY;
  for ( ;; )
  { level_t *level = &levels[depth];

    if ( level->next == level->arity )
    { if ( depth-- == 0 )
        return 0;
      continue;
    }
    _PL_get_arg(++level->next, level->term, argument);
    if ( (rc = visit(closure, argument, &arity)) )
      return rc;
    if ( !arity )
      continue;
    if ( level->next == level->arity )
    { if ( !PL_put_term(level->term, argument) )
        return NO_MEMORY;
      level->next = 0;
      level->arity = arity;
    } else if ( !push_level(++depth, argument, arity) )
      return NO_MEMORY;
  }
}

int
walk_term(term_t t, visit_t *visit, void *closure)
{ return walk(t, visit, closure);
}

/* ---- tokens to terms */

int
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

/* Unify t with a number, whose text is in ASCII. */

static int
unify_number(term_t t, const int32_t *codes, int64_t n)
{ char *digits = malloc(n + 1);
  term_t number = PL_new_term_ref();

  if ( !digits )
    return PL_resource_error("memory");
  for ( int64_t i = 0; i < n; i++ )
    digits[i] = (char)codes[i];
  digits[n] = 0;
  int is_number = PL_chars_to_term(digits, number) && PL_is_number(number);

  free(digits);
  return is_number ? PL_unify(t, number) : malformed();
}

static int
unify_text(term_t t, int kind, const int32_t *codes, int64_t n)
{ if ( !is_text(kind, codes, n) )
    return malformed();
  if ( kind == NUMBER_LITERAL )
    return unify_number(t, codes, n);
  return PL_unify_wchars(t, kind == STRING_LITERAL ? PL_STRING : PL_ATOM, n,
                         (const pl_wchar_t *)codes);
}

static int
unify_literal(reading_t *from, term_t t, size_t *arity)
{ const int32_t *at = from->at, *end = from->end;
  int64_t n_arguments, size = checked_literal(at, end, &n_arguments);
  int64_t n_codes = size - 2 - (*at == FUNCTOR_LITERAL);

  if ( !size || n_arguments > end - at - size )
    return malformed();
  from->at += size;
  if ( *at != FUNCTOR_LITERAL )
    return unify_text(t, *at, at + 2, n_codes);
  term_t name = PL_new_term_ref();
  atom_t atom;

  *arity = n_arguments;
  return unify_text(name, ATOM_LITERAL, at + 3, n_codes) && PL_get_atom(name, &atom) &&
         PL_unify_functor(t, PL_new_functor(atom, *arity));
}

/* Unify t with what one token stands for; a compound's arguments stay open (*arity of them). */

static int
unify_token(reading_t *from, term_t t, size_t *arity)
{ *arity = 0;
  if ( from->at >= from->end )
    return malformed();
  int32_t token = *from->at;

  if ( token <= FUNCTOR_LITERAL )
    return unify_literal(from, t, arity);
  from->at++;
  if ( token >= VARIABLE_END )
    return PL_unify_int64(t, (int64_t)token - INTEGER_BASE);
  if ( token >= VARIABLE_BASE )
  { size_t k = token - VARIABLE_BASE;

    if ( !RESERVE_ARRAY(variables, variable_capacity, (int64_t)k + 1) )
      return PL_resource_error("memory");
    while ( from->n_variables <= k )
      variables[from->n_variables++] = PL_new_term_ref();
    return PL_unify(t, variables[k]);
  }
  const symbols_t *symbols = &from->program->symbols;

  if ( token >= symbols->n_tokens || !symbols->by_token[token].name )
    return malformed();
  const symbol_t *symbol = &symbols->by_token[token];

  *arity = symbol->arity;
  return *arity ? PL_unify_functor(t, symbol->functor) : PL_unify_atom(t, symbol->name);
}

static int
unify_node(void *from, term_t t, size_t *arity)
{ return !unify_token(from, t, arity);
}

int
unify_term(reading_t *from, term_t t)
{ return walk(t, unify_node, from) == 0;
}

/* The first n variables as one term, so that they outlive the call that made them. */

int
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

/* Write the length and the code points of a literal. */

static int
put_text(writing_t *to, term_t t, unsigned flags)
{ size_t n;
  pl_wchar_t *text;

  if ( !PL_get_wchars(t, &n, &text, flags | BUF_DISCARDABLE) || n >= LONGEST_LITERAL )
    return TOO_LARGE;
  for ( size_t i = 0; i < n; i++ )
  { if ( text[i] >= SURROGATES && text[i] < SURROGATES_END )
      return TOO_LARGE;
  }
  int rc = put_token(to, code_of(n));

  return rc == WRITTEN ? put_codes(to, (const int32_t *)text, n) : rc;
}

static int
put_literal(writing_t *to, int32_t token, term_t t, unsigned flags)
{ int rc = put_token(to, token);

  return rc == WRITTEN ? put_text(to, t, flags) : rc;
}

typedef struct
{ writing_t *to;
  const symbols_t *symbols;
} target_t;

/* Write one token or literal, which *arity arguments are to follow. */

static int
put_node(void *closure, term_t t, size_t *arity)
{ const target_t *target = closure;
  writing_t *to = target->to;
  atom_t name;
  int64_t integer;
  int32_t token;

  *arity = 0;
  switch ( PL_term_type(t) )
  { case PL_VARIABLE:
      if ( !bind_number(t, to->n_variables) )
        return TOO_LARGE;
      return put_token(to, VARIABLE_BASE + to->n_variables++);
    case PL_BLOB:
      return get_number(t, &token) ? put_token(to, VARIABLE_BASE + token) : TOO_LARGE;
    case PL_INTEGER:
      if ( PL_get_int64(t, &integer) && integer >= INTEGER_LEAST && integer < INTEGER_END )
        return put_token(to, (int32_t)(INTEGER_BASE + integer));
      /* fall through */
    case PL_FLOAT:
    case PL_RATIONAL:
      return put_literal(to, NUMBER_LITERAL, t, CVT_NUMBER);
    case PL_STRING:
      return put_literal(to, STRING_LITERAL, t, CVT_STRING);
    case PL_ATOM:
    case PL_NIL:
      if ( !PL_get_atom(t, &name) )
        return TOO_LARGE;
      token = token_of(target->symbols, name, 0);
      return token ? put_token(to, token) : put_literal(to, ATOM_LITERAL, t, CVT_ATOM);
    case PL_TERM:
    case PL_LIST_PAIR:
      break;
    default:
      return TOO_LARGE;
  }
  if ( !PL_get_compound_name_arity(t, &name, arity) )
    return TOO_LARGE;
  if ( (token = token_of(target->symbols, name, *arity)) )
    return put_token(to, token);
  term_t atom = PL_new_term_ref();

  PL_put_atom(atom, name);
  int rc = put_token(to, FUNCTOR_LITERAL);

  return rc == WRITTEN ? put_literal(to, code_of(*arity), atom, CVT_ATOM) : rc;
}

/* Write a term; what memory is short for is TOO_LARGE too. */

int
put_swipl_term(const symbols_t *symbols, writing_t *to, term_t t)
{ target_t target = { to, symbols };
  int rc = walk(t, put_node, &target);

  return rc == NO_MEMORY ? TOO_LARGE : rc;
}

/* Write the first n members of a list. */

int
put_swipl_list(const symbols_t *symbols, writing_t *to, term_t list, int64_t n)
{ term_t tail = PL_copy_term_ref(list), head = PL_new_term_ref();
  int rc = WRITTEN;

  while ( rc == WRITTEN && n-- > 0 && PL_get_list(tail, head, tail) )
    rc = put_swipl_term(symbols, to, head);
  return rc;
}
