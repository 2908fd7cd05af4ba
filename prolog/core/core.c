/*  What the library tells Python and Prolog of itself, and what it registers.

    Each constant is a row of a list of core.h, of which the texts here are made: none can be forgotten.

    Build: python -m symbolic_rl.bridge.build
*/
#include "program.h"
#include <stdio.h>

/* core_constants(-Pairs): Pairs are Name=Value for the constants that Prolog has too. */

static foreign_t
core_shared_constants(term_t pairs)
{ term_t tail = PL_copy_term_ref(pairs), head = PL_new_term_ref();

#define UNIFY_CONSTANT(name, value) \
    PL_unify_list(tail, head, tail) && \
    PL_unify_term(head, PL_FUNCTOR_CHARS, "=", 2, PL_CHARS, #name, PL_INT, (int)name) &&
  return CONSTANTS_OF_PROLOG(UNIFY_CONSTANT) PL_unify_nil(tail);
}

EXPORT const char *
core_constants(void)
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
core_prolog(void)
{ return "SWI-Prolog " TEXT(PLVERSION) "/" TEXT(PL_FLI_VERSION);
}

static const PL_extension predicates[] = { { "core_constants", 1, core_shared_constants, 0 }, { 0 } };

EXPORT install_t
install(void)
{ make_weights();
  install_terms();
  install_loading();
  install_programs();
  PL_register_extensions_in_module("core", predicates);
  PL_register_extensions_in_module("core", program_predicates);
  PL_register_extensions_in_module("core", crossing_predicates);
  PL_register_extensions_in_module("core", loading_predicates);
}
