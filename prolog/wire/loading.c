/*  What the loader asks of each clause, in C: reading.pl and tokens.pl do the same without it.
*/
#include <SWI-Stream.h>
#include <SWI-Prolog.h>
#include <stdint.h>
#include <stdlib.h>

#include "wire.h"

#define MAX_ARGUMENTS 1000              /* so many make no term too deep and no clause too wide */

static atom_t atom_dict, atom_dot;
static functor_t functor_slash;

/*  Tell whether no part of a term is a dict, a compound without arguments or the dot of dicts, and
    there are at most *n_left arguments. reading.pl says what is wrong where the answer is no.
*/
static int
is_plain(term_t term, int *n_left)
{ term_t argument = PL_new_term_ref();
  int plain = TRUE;
  atom_t name;
  size_t arity;

  PL_put_term(argument, term);
  while ( plain && PL_get_compound_name_arity(argument, &name, &arity) )
  { term_t whole;

    if ( arity == 0 || arity > (size_t)*n_left || name == atom_dict ||
         (name == atom_dot && arity == 2) )
    { plain = FALSE;
      break;
    }
    *n_left -= (int)arity;
    whole = PL_copy_term_ref(argument);
    for ( size_t i = 1; plain && i < arity; i++ )
    { _PL_get_arg(i, whole, argument);
      if ( PL_is_compound(argument) )
        plain = is_plain(argument, n_left);
    }
    _PL_get_arg(arity, whole, argument);
    PL_reset_term_refs(whole);
  }
  PL_reset_term_refs(argument);
  return plain;
}

/* wire_is_plain(+Term) */

static foreign_t
wire_is_plain(term_t term)
{ int n_left = MAX_ARGUMENTS;

  return is_plain(term, &n_left);
}

/* ---- symbols that were met: a hash of names with their arity */

typedef struct
{ atom_t name;                          /* 0 in a free slot; the program's clauses keep it alive */
  size_t arity;
} met_t;

typedef struct
{ met_t *slots;
  size_t mask;
  size_t used;
} met_table_t;

static inline size_t
hash_of(atom_t name, size_t arity)
{ return ((uint64_t)name * 0x9E3779B97F4A7C15ull + arity * 0x85EBCA6Bull) >> 32;
}

static met_t *
slot_of(const met_table_t *table, atom_t name, size_t arity)
{ size_t at = hash_of(name, arity) & table->mask;

  while ( table->slots[at].name &&
          (table->slots[at].name != name || table->slots[at].arity != arity) )
    at = (at + 1) & table->mask;
  return &table->slots[at];
}

static int
grow(met_table_t *table)
{ met_table_t grown = { NULL, 2 * table->mask + 1, table->used };

  if ( !(grown.slots = calloc(grown.mask + 1, sizeof(met_t))) )
    return PL_resource_error("memory");
  for ( size_t at = 0; at <= table->mask; at++ )
  { met_t *met = &table->slots[at];

    if ( met->name )
      *slot_of(&grown, met->name, met->arity) = *met;
  }
  free(table->slots);
  *table = grown;
  return TRUE;
}

/*  Enter a symbol; a new one goes to the end of the list, which is `tail`. */

static int
meet(met_table_t *table, atom_t name, size_t arity, term_t tail)
{ met_t *slot = slot_of(table, name, arity);
  term_t head;

  if ( slot->name )
    return TRUE;
  *slot = (met_t){ name, arity };
  if ( 2 * ++table->used > table->mask && !grow(table) )
    return FALSE;
  head = PL_new_term_refs(3);
  if ( !PL_put_atom(head + 1, name) || !PL_put_int64(head + 2, (int64_t)arity) ||
       !PL_cons_functor(head, functor_slash, head + 1, head + 2) ||
       !PL_unify_list(tail, head + 1, tail) || !PL_unify(head + 1, head) )
    return FALSE;
  PL_reset_term_refs(head);
  return TRUE;
}

static int
meet_all(met_table_t *table, term_t term, term_t tail)
{ term_t argument = PL_copy_term_ref(term);
  int done = TRUE;
  atom_t name;
  size_t arity;

  while ( done && PL_get_compound_name_arity(argument, &name, &arity) )
  { term_t whole = PL_copy_term_ref(argument);

    done = meet(table, name, arity, tail);
    if ( arity == 0 )
      break;
    for ( size_t i = 1; done && i < arity; i++ )
    { _PL_get_arg(i, whole, argument);
      done = meet_all(table, argument, tail);
    }
    _PL_get_arg(arity, whole, argument);
    PL_reset_term_refs(whole);
  }
  if ( done && PL_is_atom(argument) && PL_get_atom(argument, &name) )
    done = meet(table, name, 0, tail);
  PL_reset_term_refs(argument);
  return done;
}

/* wire_open_symbols(-Table) */

static foreign_t
wire_open_symbols(term_t t)
{ met_table_t *table = calloc(1, sizeof(met_table_t));

  if ( !table )
    return PL_resource_error("memory");
  table->mask = 1023;
  if ( !(table->slots = calloc(table->mask + 1, sizeof(met_t))) )
  { free(table);
    return PL_resource_error("memory");
  }
  return PL_unify_pointer(t, table);
}

/* wire_new_symbols(+Table, +Term, -Symbols) */

static foreign_t
wire_new_symbols(term_t t, term_t term, term_t symbols)
{ void *table;
  term_t tail = PL_copy_term_ref(symbols);

  return PL_get_pointer_ex(t, &table) && meet_all(table, term, tail) && PL_unify_nil(tail);
}

/* wire_close_symbols(+Table) */

static foreign_t
wire_close_symbols(term_t t)
{ void *table;

  if ( !PL_get_pointer_ex(t, &table) )
    return FALSE;
  free(((met_table_t *)table)->slots);
  free(table);
  return TRUE;
}

/* wire_put_numbers(+Numbers): each as two digits, see write_length/1 of export.pl */

static foreign_t
wire_put_numbers(term_t numbers)
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

void
install_loading(void)
{ term_t dict = PL_new_term_ref();
  size_t arity;

  if ( PL_put_dict(dict, 0, 0, NULL, dict) )
    (void)PL_get_compound_name_arity(dict, &atom_dict, &arity);
  atom_dot = PL_new_atom(".");
  functor_slash = PL_new_functor(PL_new_atom("/"), 2);
  PL_register_foreign_in_module("wire", "wire_is_plain", 1, wire_is_plain, 0);
  PL_register_foreign_in_module("wire", "wire_put_numbers", 1, wire_put_numbers, 0);
  PL_register_foreign_in_module("wire", "wire_open_symbols", 1, wire_open_symbols, 0);
  PL_register_foreign_in_module("wire", "wire_new_symbols", 3, wire_new_symbols, 0);
  PL_register_foreign_in_module("wire", "wire_close_symbols", 1, wire_close_symbols, 0);
}
