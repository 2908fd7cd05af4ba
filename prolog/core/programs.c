/*  Programs by number, and the predicates by which Prolog shares their symbols and clauses.

    core.pl opens the clauses of a program when all symbols are there, tells which goals are builtins and
    how atoms are ordered, adds the clauses, and closes them, which makes the indexes.

    Invariant: a program is written by one thread, before any state of it is resolved, and only read
    afterwards. A number is used once: places are never moved, so that threads need no lock.
*/
#include "program.h"
#include <stdlib.h>
#include <string.h>

#define MAX_PROGRAMS (1 << 28)          /* that a process opens, one after the other */
#define PROGRAM_BLOCK (1 << 14)

static program_t **programs[MAX_PROGRAMS / PROGRAM_BLOCK];

/* Return the place of a program, whose block exists. */

static inline program_t **
place_of(int64_t number)
{ return &programs[number / PROGRAM_BLOCK][number % PROGRAM_BLOCK];
}

const program_t *
program_of(int64_t number)
{ return *place_of(number);
}

static int
get_program(term_t t, program_t **program)
{ int number;

  if ( !PL_get_integer_ex(t, &number) )
    return FALSE;
  if ( number < 0 || number >= MAX_PROGRAMS )
    return PL_resource_error("programs");
  program_t ***block = &programs[number / PROGRAM_BLOCK];

  if ( (!*block && !(*block = calloc(PROGRAM_BLOCK, sizeof(**block)))) ||
       (!*place_of(number) && !(*place_of(number) = calloc(1, sizeof(program_t)))) )
    return PL_resource_error("memory");
  *program = *place_of(number);
  return TRUE;
}

static atom_t atom_delayed;

void
install_programs(void)
{ atom_delayed = PL_new_atom("$delayed");
}

/* core_symbol(+Program, +Token, +Name, +Arity) */

static foreign_t
core_symbol(term_t number, term_t t_token, term_t t_name, term_t t_arity)
{ program_t *program = NULL;
  int token, arity;
  atom_t name;

  if ( !get_program(number, &program) || !PL_get_integer_ex(t_token, &token) ||
       !PL_get_integer_ex(t_arity, &arity) )
    return FALSE;
  if ( !PL_get_atom(t_name, &name) )    /* [] too, which is no atom for PL_get_atom_ex() */
    return PL_type_error("atom", t_name);
  symbol_t symbol = { name, arity, arity ? PL_new_functor(name, arity) : 0, token };

  if ( !add_symbol(&program->symbols, symbol) )
    return PL_resource_error("memory");
  PL_register_atom(name);
  if ( arity == 1 && name == atom_delayed )
    program->delayed = token;
  return TRUE;
}

/* core_close(+Program) */

static foreign_t
core_close(term_t number)
{ program_t *program = NULL;
  int n;

  if ( !get_program(number, &program) || !PL_get_integer_ex(number, &n) )
    return FALSE;
  for ( int32_t token = 0; token < program->symbols.n_tokens; token++ )
  { if ( program->symbols.by_token[token].name )
      PL_unregister_atom(program->symbols.by_token[token].name);
  }
  *place_of(n) = NULL;
  free_clauses(program->clauses);
  free_symbols(&program->symbols);
  free(program);
  return TRUE;
}

/* core_open_clauses(+Program): make room for clauses; all symbols are there. */

static foreign_t
core_open_clauses(term_t number)
{ program_t *program = NULL;

  if ( !get_program(number, &program) )
    return FALSE;
  free_clauses(program->clauses);
  if ( !(program->clauses = open_clauses(&program->symbols)) )
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

/* core_runs(+Program, +Token): a goal of this symbol is not resolved but run. */

static foreign_t
core_runs(term_t number, term_t t_token)
{ program_t *program;
  size_t length;
  int token;

  if ( !get_token(number, t_token, &program, &token) )
    return FALSE;
  const symbol_t *symbol = &program->symbols.by_token[token];
  const char *name = PL_atom_nchars(symbol->name, &length);

  program->clauses->kind[token] =
    name && strlen(name) == length ? builtin_of(name, symbol->arity) : OTHER_BUILTIN;
  if ( program->clauses->kind[token] == DIF )
    program->clauses->dif = token;
  return TRUE;
}

/* core_rank(+Program, +Token, +Rank): the place of the symbol's name in the order of atoms. */

static foreign_t
core_rank(term_t number, term_t t_token, term_t t_rank)
{ program_t *program;
  int token, rank;

  if ( !get_token(number, t_token, &program, &token) || !PL_get_integer_ex(t_rank, &rank) )
    return FALSE;
  program->clauses->rank[token] = rank;
  return TRUE;
}

/*  core_clause(+Program, +Clause, +Twin, +Cut, +Terms): a clause; Terms are its head and the goals of
    its body. See clause_t for Cut.
*/

static foreign_t
core_clause(term_t number, term_t t_id, term_t t_twin, term_t t_cut, term_t terms)
{ static __thread int32_t *buffer;
  static __thread int64_t capacity;
  program_t *program = NULL;
  clause_t clause = { 0 };
  expansion_target_t codes;
  int rc;
  size_t n = 0;

  if ( !get_program(number, &program) || !PL_get_integer_ex(t_id, &clause.id) ||
       !PL_get_integer_ex(t_twin, &clause.twin) || !PL_get_integer_ex(t_cut, &clause.cut) )
    return FALSE;
  if ( !program->clauses )
    return PL_domain_error("program", number);
  PL_skip_list(terms, 0, &n);
  do
  { fid_t frame = PL_open_foreign_frame();

    codes = (expansion_target_t){ .out = buffer, .token_capacity = capacity };
    writing_t to = { &codes, 0, PAYLOAD, 0 };

    rc = put_swipl_list(&program->symbols, &to, terms, n);
    PL_discard_foreign_frame(frame);    /* unbinds the numbered variables */
    if ( rc == NO_SPACE && !RESERVE_ARRAY(buffer, capacity, 2 * capacity + 1024) )
      return PL_resource_error("memory");
  } while ( rc == NO_SPACE );
  PL_clear_exception();
  if ( rc != WRITTEN )
    return FALSE;
  if ( !store_clause(program->clauses, clause, buffer, codes.n_tokens) )
    return PL_resource_error("memory");
  return TRUE;
}

/* core_close_clauses(+Program): all clauses are there. */

static foreign_t
core_close_clauses(term_t number)
{ program_t *program = NULL;

  if ( !get_program(number, &program) )
    return FALSE;
  if ( !program->clauses || !index_clauses(program->clauses) )
    return PL_resource_error("memory");
  return TRUE;
}

/* core_leave_all(+Program): all states are left to Prolog. */

static foreign_t
core_leave_all(term_t number)
{ program_t *program = NULL;

  if ( !get_program(number, &program) )
    return FALSE;
  free_clauses(program->clauses);
  program->clauses = NULL;
  return TRUE;
}

const PL_extension program_predicates[] =
{ { "core_symbol", 4, core_symbol, 0 },
  { "core_close", 1, core_close, 0 },
  { "core_open_clauses", 1, core_open_clauses, 0 },
  { "core_runs", 2, core_runs, 0 },
  { "core_rank", 3, core_rank, 0 },
  { "core_clause", 5, core_clause, 0 },
  { "core_close_clauses", 1, core_close_clauses, 0 },
  { "core_leave_all", 1, core_leave_all, 0 },
  { 0 }
};
