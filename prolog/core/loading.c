/*  What the loader asks of each clause: whether it is plain, and which of its symbols are new.

    Invariant: reading.pl and tokens.pl say the same of each term; they raise the errors.
*/
#include <SWI-Stream.h>
#include "program.h"
#include <stdlib.h>

static atom_t atom_dict, atom_dot;
atom_t atom_flat_dict;
static functor_t functor_slash;

/*  No part of a plain term is a dict, or what flat_dicts.pl makes of it, a compound without arguments
    or the dot of dicts, and it has at most *n_left arguments.
*/

static int
is_odd(void *n_left, term_t t, size_t *arity)
{ int *left = n_left;
  atom_t name;

  if ( !PL_get_compound_name_arity(t, &name, arity) )
  { *arity = 0;
    return 0;
  }
  if ( *arity == 0 || *arity > (size_t)*left || name == atom_dict ||
       name == atom_flat_dict || (name == atom_dot && *arity == 2) )
    return 1;
  *left -= (int)*arity;
  return 0;
}

/* core_is_plain(+Term, +Most): it has at most as many arguments, however its parts are shared */

static foreign_t
core_is_plain(term_t term, term_t most)
{ int n_left;

  return PL_get_integer_ex(most, &n_left) && walk_term(term, is_odd, &n_left) == 0;
}

/* ---- symbols that were met: their tokens are their numbers; the program's clauses keep names alive */

typedef struct
{ symbols_t *met;
  term_t tail;                          /* of the list of those that are new */
} meeting_t;

static int
meet(void *closure, term_t t, size_t *arity)
{ const meeting_t *meeting = closure;
  symbols_t *met = meeting->met;
  atom_t name;

  if ( !PL_get_compound_name_arity(t, &name, arity) )
  { *arity = 0;
    if ( !PL_is_atom(t) || !PL_get_atom(t, &name) )
      return 0;
  }
  if ( token_of(met, name, *arity) )
    return 0;
  if ( !add_symbol(met, (symbol_t){ name, *arity, 0, met->used + 1 }) )
    return !PL_resource_error("memory");
  term_t head = PL_new_term_refs(3);
  int rc = !PL_put_atom(head + 1, name) || !PL_put_int64(head + 2, (int64_t)*arity) ||
           !PL_cons_functor(head, functor_slash, head + 1, head + 2) ||
           !PL_unify_list(meeting->tail, head + 1, meeting->tail) || !PL_unify(head + 1, head);

  PL_reset_term_refs(head);
  return rc;
}

/* core_open_symbols(-Table) */

static foreign_t
core_open_symbols(term_t t)
{ symbols_t *met = calloc(1, sizeof(*met));

  return met ? PL_unify_pointer(t, met) : PL_resource_error("memory");
}

/* core_new_symbols(+Table, +Term, -Symbols) */

static foreign_t
core_new_symbols(term_t t, term_t term, term_t symbols)
{ void *met;

  if ( !PL_get_pointer_ex(t, &met) )
    return FALSE;
  meeting_t meeting = { met, PL_copy_term_ref(symbols) };

  return walk_term(term, meet, &meeting) == 0 && PL_unify_nil(meeting.tail);
}

/* core_close_symbols(+Table) */

static foreign_t
core_close_symbols(term_t t)
{ void *met;

  if ( !PL_get_pointer_ex(t, &met) )
    return FALSE;
  free_symbols(met);
  free(met);
  return TRUE;
}

/* core_put_numbers(+Numbers): each as two digits, see write_length/1 of export.pl */

static foreign_t
core_put_numbers(term_t numbers)
{ term_t list = PL_copy_term_ref(numbers);
  term_t head = PL_new_term_ref();
  int number;

  while ( PL_get_list_ex(list, head, list) )
  { if ( !PL_get_integer_ex(head, &number) || Sputcode(number >> 14, Scurrent_output) < 0 ||
         Sputcode(number & 0x3FFF, Scurrent_output) < 0 )
      return FALSE;
  }
  return PL_get_nil_ex(list);
}

const PL_extension loading_predicates[] =
{ { "core_is_plain", 2, core_is_plain, 0 },
  { "core_put_numbers", 1, core_put_numbers, 0 },
  { "core_open_symbols", 1, core_open_symbols, 0 },
  { "core_new_symbols", 3, core_new_symbols, 0 },
  { "core_close_symbols", 1, core_close_symbols, 0 },
  { 0 }
};

void
install_loading(void)
{ term_t dict = PL_new_term_ref();
  size_t arity;

  if ( !PL_put_dict(dict, 0, 0, NULL, dict) ||
       !PL_get_compound_name_arity(dict, &atom_dict, &arity) )
    atom_dict = 0;
  atom_dot = PL_new_atom(".");
  atom_flat_dict = PL_new_atom("\001dict");
  functor_slash = PL_new_functor(PL_new_atom("/"), 2);
}
