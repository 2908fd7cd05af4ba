/*  Builtins of one solution at most, as prolog/builtins/builtins.pl and resolution.pl run them.

    A table of names gives each predicate and each arithmetic operation a code, by which a goal is run.

    Invariant: an answer here is the one of SWI-Prolog. What would raise an error, compare variables by
    their age, or leave the small integers is left to Prolog, which resolves the whole state.
*/
#include "resolve.h"
#include <stdlib.h>
#include <string.h>

enum
{ TRUE_GOAL = FIRST_BUILTIN, FAIL, UNIFY, NOT_UNIFY, SAME, NOT_SAME, BEFORE, BEHIND, NOT_BEHIND,
  NOT_BEFORE, IS, EQUAL, NOT_EQUAL, LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, VAR, NONVAR, IS_ATOM,
  IS_NUMBER, IS_INTEGER, ATOMIC, IS_COMPOUND, GROUND, IS_LIST, FUNCTOR, ARGUMENT, LENGTH, SORT,
  SORT_ALL, UNIV, MEMBER_CHECK, MUST_BE, CELL, INPUT,
  IS_EQUAL, IS_NOT_EQUAL, IS_LESS, IS_LESS_EQUAL, IS_GREATER, IS_GREATER_EQUAL  /* as EQUAL and so on */
};

typedef struct
{ const char *name;
  uint32_t arity;
  uint8_t code;
} named_t;

static const named_t builtins[] =
{ { "true", 0, TRUE_GOAL }, { "fail", 0, FAIL }, { "false", 0, FAIL }, { "=", 2, UNIFY },
  { "unify_with_occurs_check", 2, UNIFY }, { "\\=", 2, NOT_UNIFY }, { "==", 2, SAME },
  { "\\==", 2, NOT_SAME }, { "@<", 2, BEFORE }, { "@>", 2, BEHIND }, { "@=<", 2, NOT_BEHIND },
  { "@>=", 2, NOT_BEFORE }, { "is", 2, IS }, { "=:=", 2, EQUAL }, { "=\\=", 2, NOT_EQUAL },
  { "<", 2, LESS }, { "=<", 2, LESS_EQUAL }, { ">", 2, GREATER }, { ">=", 2, GREATER_EQUAL },
  { "var", 1, VAR }, { "nonvar", 1, NONVAR }, { "atom", 1, IS_ATOM }, { "number", 1, IS_NUMBER },
  { "integer", 1, IS_INTEGER }, { "atomic", 1, ATOMIC }, { "compound", 1, IS_COMPOUND },
  { "ground", 1, GROUND }, { "is_list", 1, IS_LIST }, { "functor", 3, FUNCTOR },
  { "arg", 3, ARGUMENT }, { "length", 2, LENGTH }, { "sort", 2, SORT }, { "msort", 2, SORT_ALL },
  { "=..", 2, UNIV }, { "memberchk", 2, MEMBER_CHECK }, { "$memberchk", 2, MEMBER_CHECK },
  { "write", 1, TRUE_GOAL }, { "print", 1, TRUE_GOAL }, { "writeln", 1, TRUE_GOAL },
  { "writeq", 1, TRUE_GOAL }, { "write_canonical", 1, TRUE_GOAL }, { "nl", 0, TRUE_GOAL },
  { "must_be", 2, MUST_BE }, { "$must_be", 2, MUST_BE }, { "$cell", 2, CELL }, { "$input", 1, INPUT },
  { "#=", 2, IS_EQUAL }, { "#\\=", 2, IS_NOT_EQUAL }, { "#<", 2, IS_LESS }, { "#=<", 2, IS_LESS_EQUAL },
  { "#>", 2, IS_GREATER }, { "#>=", 2, IS_GREATER_EQUAL },
  { "portray_clause", 1, TRUE_GOAL }, { "flush_output", 0, TRUE_GOAL },
  { "between", 3, BETWEEN }, { "dif", 2, DIF }, { "$not", 1, NOT }, { "$once", 1, ONCE }, { "$all", 4, ALL },
  { "$until", 2, UNTIL }, { "$else", 1, TRUE_GOAL }, { "$each", 2, EACH }, { "$call", 2, CALL }
};

enum { ADD = 1, SUBTRACT, MULTIPLY, DIVIDE, QUOTIENT, MODULO, REMAINDER, LEAST, MOST, MINUS, PLUS,
       ABSOLUTE, SIGN, AND, OR, SHIFT_LEFT, SHIFT_RIGHT };

static const named_t operations[] =
{ { "+", 2, ADD }, { "-", 2, SUBTRACT }, { "*", 2, MULTIPLY }, { "/", 2, DIVIDE },
  { "//", 2, QUOTIENT }, { "mod", 2, MODULO }, { "rem", 2, REMAINDER }, { "min", 2, LEAST },
  { "max", 2, MOST }, { "-", 1, MINUS }, { "+", 1, PLUS }, { "abs", 1, ABSOLUTE },
  { "sign", 1, SIGN }, { "/\\", 2, AND }, { "\\/", 2, OR }, { "<<", 2, SHIFT_LEFT },
  { ">>", 2, SHIFT_RIGHT }, { "findall", 0, COLLECT_LIST }, { "bag", 0, COLLECT_LIST },
  { "set", 0, COLLECT_SET }, { "count", 0, COLLECT_COUNT }, { "sum", 0, COLLECT_SUM },
  { "max", 0, COLLECT_MOST }, { "min", 0, COLLECT_LEAST }
};

static uint8_t
code_of_name(const named_t *table, size_t n, const char *name, uint32_t arity, uint8_t other)
{ for ( size_t i = 0; i < n; i++ )
  { if ( table[i].arity == arity && !strcmp(table[i].name, name) )
      return table[i].code;
  }
  return other;
}

#define LOOK_UP(table, name, arity, other) \
  code_of_name(table, sizeof(table) / sizeof(*table), name, arity, other)

uint8_t
builtin_of(const char *name, uint32_t arity)
{ return LOOK_UP(builtins, name, arity, OTHER_BUILTIN);
}

uint8_t
operation_of(const char *name, uint32_t arity)
{ return LOOK_UP(operations, name, arity, NO_OPERATION);
}

/* ---- terms */

static inline int32_t
arity_of(const step_t *s, word_t compound)
{ return s->clauses->arity[s->heap[AT(compound)]];
}

static inline word_t
argument(const step_t *s, word_t compound, int32_t k)
{ return value_of(s, s->heap[AT(compound) + k]);
}

static inline int
is_list_cell(const step_t *s, word_t word)
{ return TAG(word) == COMPOUND && s->heap[AT(word)] == LIST_CELL;
}

static inline int
is_integer(word_t word)                 /* TAG(word) == CONSTANT && AT(word) >= VARIABLE_END */
{ return word - (CONSTANT | VARIABLE_END) < COMPOUND - (CONSTANT | VARIABLE_END);
}

static inline int64_t
integer_of(word_t word)
{ return (int64_t)AT(word) - INTEGER_BASE;
}

static int
integer_word(step_t *s, int64_t value, word_t *word)
{ if ( value < INTEGER_LEAST || value >= INTEGER_END )
    return leave(s);
  *word = CONSTANT | (word_t)(INTEGER_BASE + value);
  return 1;
}

static int
literal_kind(const step_t *s, word_t word)
{ return TAG(word) == LITERAL ? s->clauses->codes[AT(word)] : 0;
}

/* Identical terms unify without a binding. */

static int
is_same(step_t *s, word_t a, word_t b)
{ s->is_frozen = 1;
  int rc = unify(s, a, b);
  s->is_frozen = 0;
  return rc;
}

static int
is_ground(step_t *s, word_t word, int depth)
{ for ( ;; )
  { word = value_of(s, word);
    if ( TAG(word) == REFERENCE )
      return 0;
    if ( TAG(word) != COMPOUND )
      return 1;
    if ( is_too_much(s, depth) )
      return leave(s);
    int32_t arity = arity_of(s, word);

    for ( int32_t k = 1; k < arity; k++ )
    { if ( !is_ground(s, s->heap[AT(word) + k], depth + 1) )
        return 0;
    }
    word = s->heap[AT(word) + arity];
  }
}

/*  Compare in the standard order of terms: numbers, atoms, compounds by arity, name and arguments.
    Variables, literals and names without a token are left to Prolog.
*/

static int
compare(step_t *s, word_t a, word_t b, int depth)
{ for ( ;; )
  { a = value_of(s, a);
    b = value_of(s, b);
    if ( a == b && TAG(a) == CONSTANT )
      return 0;
    int is_plain = (TAG(a) == CONSTANT || TAG(a) == COMPOUND) &&
                   (TAG(b) == CONSTANT || TAG(b) == COMPOUND);

    if ( !is_plain || is_too_much(s, depth) )
    { leave(s);
      return 0;
    }
    if ( TAG(a) != TAG(b) )
      return TAG(a) == CONSTANT ? -1 : 1;
    if ( TAG(a) == CONSTANT )
    { if ( is_integer(a) != is_integer(b) )
        return is_integer(a) ? -1 : 1;
      if ( is_integer(a) )
        return AT(a) < AT(b) ? -1 : 1;
      return s->clauses->rank[AT(a)] < s->clauses->rank[AT(b)] ? -1 : 1;
    }
    int32_t x = (int32_t)s->heap[AT(a)], y = (int32_t)s->heap[AT(b)], arity = arity_of(s, a);

    if ( arity != arity_of(s, b) )
      return arity < arity_of(s, b) ? -1 : 1;
    if ( x != y )
      return s->clauses->rank[x] < s->clauses->rank[y] ? -1 : 1;
    for ( int32_t k = 1; k < arity; k++ )
    { int order = compare(s, s->heap[AT(a) + k], s->heap[AT(b) + k], depth + 1);

      if ( order || s->is_left )
        return order;
    }
    a = s->heap[AT(a) + arity];
    b = s->heap[AT(b) + arity];
  }
}

/* ---- lists */

static __thread word_t *members, *merged;

#define MOST_MEMBERS 4096

/* Find the members of a proper list, at most MOST_MEMBERS; -1: it is none. */

static int64_t
members_of(step_t *s, word_t list)
{ int64_t n = 0;

  if ( !members )
  { members = malloc(MOST_MEMBERS * sizeof(*members));
    merged = malloc(MOST_MEMBERS * sizeof(*merged));
  }
  for ( list = value_of(s, list); is_list_cell(s, list); list = argument(s, list, 2) )
  { if ( n == MOST_MEMBERS || !members || !merged )
      return -1;
    members[n++] = argument(s, list, 1);
  }
  return list == (CONSTANT | EMPTY_LIST) ? n : -1;
}

/* Sort members, equal ones in their order: the oracle's sort is stable too. */

static void
sort_members(step_t *s, int64_t n)
{ for ( int64_t width = 1; width < n; width *= 2 )
  { for ( int64_t low = 0; low < n; low += 2 * width )
    { int64_t middle = low + width < n ? low + width : n, high = middle + width < n ? middle + width : n;
      int64_t i = low, j = middle;

      for ( int64_t k = low; k < high; k++ )
      { int takes_first = i < middle && (j >= high || compare(s, members[i], members[j], 0) <= 0);

        if ( s->is_left )
          return;
        merged[k] = members[takes_first ? i++ : j++];
      }
    }
    memcpy(members, merged, n * sizeof(*members));
  }
}

static word_t
list_cell(step_t *s, word_t head, word_t tail)
{ word_t cell = new_compound(s, LIST_CELL, 2);

  if ( !s->is_left )
  { s->heap[AT(cell) + 1] = head;
    s->heap[AT(cell) + 2] = tail;
  }
  return cell;
}

static int
sorted(step_t *s, word_t list, word_t result, int keeps_all)
{ int64_t n = members_of(s, list), kept = 0;

  if ( n < 0 || (s->charged += n) > MOST_MEMBERS )
    return leave(s);
  for ( int64_t i = 0; i < n; i++ )
  { if ( TAG(members[i]) != CONSTANT && TAG(members[i]) != COMPOUND )
      return leave(s);                  /* compare() is not asked where there is one member */
  }
  sort_members(s, n);
  if ( s->is_left )
    return 0;
  for ( int64_t i = 0; i < n; i++ )
  { if ( keeps_all || !kept || compare(s, members[kept - 1], members[i], 0) )
      members[kept++] = members[i];
    if ( s->is_left )
      return 0;
  }
  word_t tail = CONSTANT | EMPTY_LIST;

  while ( kept-- > 0 && !s->is_left )
    tail = list_cell(s, members[kept], tail);
  return !s->is_left && unify(s, result, tail);
}

/* Return the number of members of a proper list; -1: it is none. */

static int64_t
length_of(const step_t *s, word_t list)
{ int64_t n = 0;

  for ( list = value_of(s, list); is_list_cell(s, list); list = argument(s, list, 2) )
    n++;
  return list == (CONSTANT | EMPTY_LIST) ? n : -1;
}

/* Charge the members that a builtin goes through. 0: they are too many, so Prolog decides. */

static int
count_members(step_t *s, int64_t n)
{ return (s->charged += n) <= MOST_MEMBERS || leave(s);
}

static int
length(step_t *s, word_t list, word_t result)
{ int64_t n = length_of(s, list);
  word_t word;

  if ( n < 0 || (TAG(result) != REFERENCE && !(is_integer(result) && integer_of(result) >= 0)) )
    return leave(s);
  s->charged += n;
  return integer_word(s, n, &word) && unify(s, result, word);
}

/* Unify a term with the first member of a list that it unifies with, as memberchk/2; an open list gets one. */

static int
is_member(step_t *s, word_t term, word_t list)
{ int64_t n_trail = s->n_trail;

  if ( s->n_delays )
    return leave(s);
  for ( list = value_of(s, list); is_list_cell(s, list); list = argument(s, list, 2) )
  { if ( is_too_much(s, 0) )
      return leave(s);
    if ( unify(s, term, s->heap[AT(list) + 1]) )
      return 1;
    if ( s->is_left )
      return 0;
    undo(s, n_trail);
  }
  if ( TAG(list) != REFERENCE )
    return list == (CONSTANT | EMPTY_LIST) ? 0 : leave(s);
  word_t cell = new_compound(s, LIST_CELL, 2), rest = new_variable(s);

  if ( s->is_left )
    return 0;
  s->heap[AT(cell) + 1] = term;
  s->heap[AT(cell) + 2] = rest;
  return unify(s, list, cell);
}

/* Hold where a term is certainly of a type of must_be/2; Prolog raises the error for others. */

static int
must_be(step_t *s, word_t type, word_t term)
{ const char *name = 0;
  size_t length;

  if ( TAG(type) != CONSTANT || AT(type) >= VARIABLE_BASE ||
       !(name = PL_atom_nchars(s->program->symbols.by_token[AT(type)].name, &length)) )
    return leave(s);
  int least = !strcmp(name, "positive_integer") ? 1 : 0;

  if ( least || !strcmp(name, "nonneg") )
    return (is_integer(term) && integer_of(term) >= least) || leave(s);
  if ( !strcmp(name, "integer") )
    return is_integer(term) || leave(s);
  return (!strcmp(name, "list") && length_of(s, term) >= 0) || leave(s);
}

/* ---- compounds */

static word_t
name_of(const step_t *s, int32_t functor)
{ const symbols_t *symbols = &s->program->symbols;
  int32_t token = token_of(symbols, symbols->by_token[functor].name, 0);

  return token ? CONSTANT | (word_t)token : NAME | (word_t)functor;
}

static int
is_dict(const step_t *s, word_t compound)  /* see flat_dicts.pl */
{ return s->program->symbols.by_token[s->heap[AT(compound)]].name == atom_flat_dict;
}

static int
functor(step_t *s, word_t term, word_t name, word_t count)
{ word_t word;

  if ( TAG(term) == LITERAL || (TAG(term) == COMPOUND && is_dict(s, term)) )
    return leave(s);
  if ( TAG(term) != REFERENCE )
  { int is_compound = TAG(term) == COMPOUND;

    if ( (TAG(count) != REFERENCE && !is_integer(count)) ||
         (TAG(name) != REFERENCE && TAG(name) != CONSTANT) )
      return leave(s);
    return integer_word(s, is_compound ? arity_of(s, term) : 0, &word) &&
           unify(s, name, is_compound ? name_of(s, (int32_t)s->heap[AT(term)]) : term) &&
           unify(s, count, word);
  }
  if ( (TAG(name) != CONSTANT && TAG(name) != NAME) || !is_integer(count) || integer_of(count) < 0 )
    return leave(s);
  const symbols_t *symbols = &s->program->symbols;
  int32_t arity = (int32_t)integer_of(count), token;

  if ( arity == 0 )
    return unify(s, term, name);
  if ( is_integer(name) || !(token = token_of(symbols, symbols->by_token[AT(name)].name, arity)) )
    return leave(s);
  word_t made = new_compound(s, token, arity), first = new_cells(s, arity);

  for ( int32_t k = 0; !s->is_left && k < arity; k++ )
  { s->heap[first + k] = REFERENCE | (first + k);
    s->heap[AT(made) + 1 + k] = REFERENCE | (first + k);
  }
  return !s->is_left && unify(s, term, made);
}

/* Whether a list begins with a variable or an atomic term, and ends with a variable or []. */

static int
is_named_list(const step_t *s, word_t list)
{ if ( !is_list_cell(s, list) || TAG(argument(s, list, 1)) == COMPOUND )
    return 0;
  while ( is_list_cell(s, list) )
    list = argument(s, list, 2);
  return TAG(list) == REFERENCE || list == (CONSTANT | EMPTY_LIST);
}

/* Unify a list with the name and the arguments of a term, as (=..)/2. */

static int
univ(step_t *s, word_t term, word_t list)
{ word_t tail = CONSTANT | EMPTY_LIST, made;

  if ( TAG(term) == LITERAL || (TAG(term) == COMPOUND && is_dict(s, term)) )
    return leave(s);
  if ( TAG(term) != REFERENCE )
  { int32_t arity = TAG(term) == COMPOUND ? arity_of(s, term) : 0;

    if ( TAG(list) != REFERENCE && !is_named_list(s, list) )
      return leave(s);                  /* an error, in most cases */
    for ( int32_t k = arity; k > 0 && !s->is_left; k-- )
      tail = list_cell(s, s->heap[AT(term) + k], tail);
    if ( s->is_left || !count_members(s, arity) )
      return 0;
    tail = list_cell(s, TAG(term) == COMPOUND ? name_of(s, (int32_t)s->heap[AT(term)]) : term, tail);
    return !s->is_left && unify(s, list, tail);
  }
  int64_t n = length_of(s, list);
  word_t name = n > 0 ? argument(s, list, 1) : 0;
  int32_t token;

  if ( n < 1 || (TAG(name) != CONSTANT && TAG(name) != NAME) || !count_members(s, n) )
    return leave(s);
  if ( n == 1 )
    return unify(s, term, name);
  const symbols_t *symbols = &s->program->symbols;

  if ( is_integer(name) || !(token = token_of(symbols, symbols->by_token[AT(name)].name, (int32_t)n - 1)) )
    return leave(s);
  made = new_compound(s, token, (int32_t)n - 1);
  for ( int64_t k = 1; k < n && !s->is_left; k++ )
    s->heap[AT(made) + k] = argument(s, list = argument(s, list, 2), 1);
  return !s->is_left && unify(s, term, made);
}

/* Find an argument of a term. 0: it has none, or Prolog must say. */

static int
argument_of(step_t *s, word_t place, word_t term, word_t *found)
{ if ( !is_integer(place) || integer_of(place) < 0 || TAG(term) != COMPOUND )
    return leave(s);
  int64_t k = integer_of(place);

  if ( k < 1 || k > arity_of(s, term) )
    return 0;
  *found = s->heap[AT(term) + k];
  return 1;
}

/* ---- arithmetic: integers only, and far from the limits of 64 bits */

#define LARGEST ((int64_t)1 << 40)

static int evaluate_compound(step_t *s, word_t word, int64_t *value, int depth);

static inline int
evaluate(step_t *s, word_t word, int64_t *value, int depth)
{ word = value_of(s, word);
  if ( !is_integer(word) )
    return evaluate_compound(s, word, value, depth);
  *value = integer_of(word);
  return 1;
}

static inline int
operate(step_t *s, uint8_t operation, int64_t x, int64_t y, int64_t *value)
{ switch ( operation )
  { case ADD: *value = x + y; break;
    case SUBTRACT: *value = x - y; break;
    case MULTIPLY:
      if ( __builtin_mul_overflow(x, y, value) )
        return leave(s);
      break;
    case DIVIDE:
      if ( !y || x % y )
        return leave(s);
      *value = x / y;
      break;
    case QUOTIENT:
    case MODULO:
    case REMAINDER:
      if ( !y )
        return leave(s);
      *value = operation == QUOTIENT ? x / y : x % y;
      if ( operation == MODULO && *value && (*value < 0) != (y < 0) )
        *value += y;
      break;
    case LEAST: *value = x < y ? x : y; break;
    case MOST: *value = x > y ? x : y; break;
    case MINUS: *value = -x; break;
    case PLUS: *value = x; break;
    case ABSOLUTE: *value = x < 0 ? -x : x; break;
    case AND: *value = x & y; break;
    case OR: *value = x | y; break;
    case SHIFT_LEFT:
    case SHIFT_RIGHT:                   /* of x < 2^40 by at most 20 bits: far from the limits */
      if ( x < 0 || y < 0 || y > 20 )
        return leave(s);
      *value = operation == SHIFT_LEFT ? x << y : x >> y;
      break;
    default: *value = (x > 0) - (x < 0);
  }
  return (*value < LARGEST && *value > -LARGEST) || leave(s);
}

static int
evaluate_compound(step_t *s, word_t word, int64_t *value, int depth)
{ int64_t x, y = 0;

  if ( TAG(word) != COMPOUND || is_too_much(s, depth) )
    return leave(s);
  uint8_t operation = s->clauses->operation[s->heap[AT(word)]];

  if ( !operation || !evaluate(s, s->heap[AT(word) + 1], &x, depth + 1) ||
       (arity_of(s, word) == 2 && !evaluate(s, s->heap[AT(word) + 2], &y, depth + 1)) )
    return leave(s);
  return operate(s, operation, x, y, value);
}

static inline int
is_variable(int32_t token)
{ return token >= VARIABLE_BASE && token < VARIABLE_END;
}

/* Evaluate the expression at *at of a clause, which is not built; *at is behind it then. */

static int
evaluate_code(step_t *s, const int32_t **at, int64_t *value, int depth)
{ int32_t token = *(*at)++;
  int64_t x, y = 0;

  if ( token >= VARIABLE_END )
    return evaluate(s, CONSTANT | (word_t)token, value, depth);
  if ( token >= VARIABLE_BASE )
  { word_t word = s->variables[token - VARIABLE_BASE];

    return word == UNSET ? leave(s) : evaluate(s, word, value, depth);
  }
  if ( token <= FUNCTOR_LITERAL || is_too_much(s, depth) )
    return leave(s);
  uint8_t operation = s->clauses->operation[token];

  if ( !operation || !s->clauses->arity[token] || !evaluate_code(s, at, &x, depth + 1) ||
       (s->clauses->arity[token] == 2 && !evaluate_code(s, at, &y, depth + 1)) )
    return leave(s);
  return operate(s, operation, x, y, value);
}

static int
is_so(uint8_t kind, int64_t x, int64_t y)
{ switch ( kind )
  { case EQUAL: return x == y;
    case NOT_EQUAL: return x != y;
    case LESS: return x < y;
    case LESS_EQUAL: return x <= y;
    case GREATER: return x > y;
    default: return x >= y;
  }
}

static int
compare_values(step_t *s, uint8_t kind, word_t a, word_t b)
{ int64_t x, y;

  return evaluate(s, a, &x, 0) && evaluate(s, b, &y, 0) && is_so(kind, x, y);
}

/* Tell if a term is an expression of constraints.pl without variables. */

static int
is_constant_expression(step_t *s, word_t word, int depth)
{ word = value_of(s, word);
  if ( TAG(word) != COMPOUND || is_too_much(s, depth) )
    return is_integer(word);
  switch ( s->clauses->operation[s->heap[AT(word)]] )
  { case ADD:
    case SUBTRACT:
    case MULTIPLY:
    case QUOTIENT:
    case MODULO:
    case REMAINDER:
    case LEAST:
    case MOST:
      return is_constant_expression(s, s->heap[AT(word) + 1], depth + 1) &&
             is_constant_expression(s, s->heap[AT(word) + 2], depth + 1);
    case MINUS:
    case ABSOLUTE: return is_constant_expression(s, s->heap[AT(word) + 1], depth + 1);
    default: return 0;
  }
}

/* Decide a constraint between expressions, as constraints.pl does. */

static int
constrain(step_t *s, uint8_t kind, word_t a, word_t b)
{ int64_t value;
  word_t word;

  if ( kind == IS_EQUAL && TAG(b) == REFERENCE )
  { word = a;
    a = b;
    b = word;
  }
  if ( !is_constant_expression(s, b, 0) )
    return leave(s);
  if ( kind == IS_EQUAL && TAG(a) == REFERENCE )
    return evaluate(s, b, &value, 0) && integer_word(s, value, &word) && unify(s, a, word);
  return is_constant_expression(s, a, 0) ? compare_values(s, kind - IS_EQUAL + EQUAL, a, b) : leave(s);
}

/* ---- goals */

/* Test without leaving bindings. */

static int
is_unifiable(step_t *s, word_t goal, word_t other)
{ int64_t n_trail = s->n_trail;
  int rc = unify(s, goal, other);

  undo(s, n_trail);
  return rc;
}

/* Charge a builtin. 0: too many stand in front of a candidate, so Prolog decides. */

int
begin_builtin(step_t *s)
{ return s->charged++ <= MOST_MEMBERS || leave(s);
}

/* Tell if between/3 is to enumerate small integers, of which these are the first and the last. */

int
between_integers(const step_t *s, word_t goal, int32_t *first, int32_t *last)
{ word_t low = argument(s, goal, 1), high = argument(s, goal, 2);

  if ( !is_integer(low) || !is_integer(high) || TAG(argument(s, goal, 3)) != REFERENCE )
    return 0;
  *first = (int32_t)AT(low);
  *last = (int32_t)AT(high);
  return 1;
}

/*  Unify result with what the list of all n solutions of a goal comes to, as collection.pl does. There
    is no largest and no smallest of none.
*/

int
come_to(step_t *s, uint8_t operation, word_t list, int64_t n, word_t result)
{ int64_t value = 0, other;
  word_t word;

  if ( operation == COLLECT_LIST )
    return unify(s, result, list);
  if ( operation == COLLECT_SET )
    return sorted(s, list, result, 0);
  if ( operation == COLLECT_COUNT )
    value = n;
  else if ( operation == COLLECT_SUM || operation == COLLECT_MOST || operation == COLLECT_LEAST )
  { if ( !n && operation != COLLECT_SUM )
      return 0;
    for ( int64_t k = 0; k < n; k++, list = argument(s, list, 2) )
    { if ( !evaluate(s, argument(s, list, 1), &other, 0) )
        return 0;
      if ( operation == COLLECT_SUM )
        value += other;
      else if ( !k || (operation == COLLECT_MOST ? other > value : other < value) )
        value = other;
      if ( value >= LARGEST || value <= -LARGEST )
        return leave(s);
    }
  } else
    return leave(s);
  return integer_word(s, value, &word) && unify(s, result, word);
}

/* Run a builtin that is no sub-proof. */

int
run_builtin(step_t *s, uint8_t kind, word_t goal)
{ word_t a = 0, b = 0, c = 0;
  int32_t arity = TAG(goal) == COMPOUND ? arity_of(s, goal) : 0;

  if ( arity > 0 )
    a = argument(s, goal, 1);
  if ( arity > 1 )
    b = argument(s, goal, 2);
  if ( arity > 2 )
    c = argument(s, goal, 3);
  switch ( kind )
  { case TRUE_GOAL: return 1;
    case FAIL: return 0;
    case UNIFY: return unify(s, a, b);
    case NOT_UNIFY: return s->n_delays ? leave(s) : !is_unifiable(s, a, b);
    case DIF: return delay(s, a, b);
    case SAME: return is_same(s, a, b);
    case NOT_SAME: return !is_same(s, a, b);
    case BEFORE: return compare(s, a, b, 0) < 0;
    case BEHIND: return compare(s, a, b, 0) > 0;
    case NOT_BEHIND: return compare(s, a, b, 0) <= 0;
    case NOT_BEFORE: return compare(s, a, b, 0) >= 0;
    case IS:
    { int64_t value;
      word_t word;

      return evaluate(s, b, &value, 0) && integer_word(s, value, &word) && unify(s, a, word);
    }
    case EQUAL:
    case NOT_EQUAL:
    case LESS:
    case LESS_EQUAL:
    case GREATER:
    case GREATER_EQUAL: return compare_values(s, kind, a, b);
    case IS_EQUAL:
    case IS_NOT_EQUAL:
    case IS_LESS:
    case IS_LESS_EQUAL:
    case IS_GREATER:
    case IS_GREATER_EQUAL: return constrain(s, kind, a, b);
    case BETWEEN:                       /* one solution at most */
      if ( !is_integer(a) || !is_integer(b) || !is_integer(c) )
        return leave(s);
      return AT(a) <= AT(c) && AT(c) <= AT(b);
    case VAR: return TAG(a) == REFERENCE;
    case NONVAR: return TAG(a) != REFERENCE;
    case IS_ATOM:                       /* [] is none */
      return TAG(a) == NAME ||
             (TAG(a) == CONSTANT && !is_integer(a) && AT(a) != EMPTY_LIST);
    case IS_NUMBER: return is_integer(a) || literal_kind(s, a) == NUMBER_LITERAL;
    case IS_INTEGER:
      if ( literal_kind(s, a) == NUMBER_LITERAL )
        return leave(s);
      return is_integer(a);
    case ATOMIC: return TAG(a) != REFERENCE && TAG(a) != COMPOUND;
    case IS_COMPOUND: return TAG(a) == COMPOUND;
    case GROUND: return is_ground(s, a, 0);
    case IS_LIST: return length_of(s, a) >= 0;
    case FUNCTOR: return functor(s, a, b, c);
    case ARGUMENT: return argument_of(s, a, b, &a) && unify(s, a, c);
    case LENGTH: return length(s, a, b);
    case UNIV: return univ(s, a, b);
    case SORT: return sorted(s, a, b, 0);
    case SORT_ALL: return sorted(s, a, b, 1);
    case MEMBER_CHECK: return is_member(s, a, b);
    case MUST_BE: return must_be(s, a, b);
    case INPUT:
      if ( TAG(a) == REFERENCE )
        return 1;
      /* fallthrough */
    case CELL: return is_list_cell(s, a) || a == (CONSTANT | EMPTY_LIST) || leave(s);
    default: return leave(s);
  }
}

/*  Run the builtin at *at of a clause whose head was unified, as run_builtin() does, but build no more of
    it than it needs. 1: it holds, and *at is behind it.
*/

int
run_code(step_t *s, uint8_t kind, const int32_t **at)
{ const int32_t *left = *at + 1;
  int64_t x, y;
  word_t a, b;

  switch ( kind )
  { case EQUAL:
    case NOT_EQUAL:
    case LESS:
    case LESS_EQUAL:
    case GREATER:
    case GREATER_EQUAL:
      *at = left;
      return evaluate_code(s, at, &x, 0) && evaluate_code(s, at, &y, 0) && is_so(kind, x, y);
    case IS:
      if ( !is_variable(*left) )
        break;
      *at = left + 1;
      return evaluate_code(s, at, &x, 0) && integer_word(s, x, &a) && unify_code(s, &left, a);
    case ARGUMENT:
      *at = left;
      a = build_term(s, at, s->variables);
      b = build_term(s, at, s->variables);
      return !s->is_left && argument_of(s, value_of(s, a), value_of(s, b), &a) && unify_code(s, at, a);
    case UNIFY:
      if ( !is_variable(*left) || s->variables[*left - VARIABLE_BASE] == UNSET )
        break;
      *at = left + 1;
      return unify_code(s, at, s->variables[*left - VARIABLE_BASE]);
    default: break;
  }
  a = build_term(s, at, s->variables);
  return !s->is_left && run_builtin(s, kind, a);
}
