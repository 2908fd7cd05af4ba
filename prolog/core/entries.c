/*  The entries of Levin tree search: states and pages that wait.

    Most of a search's memory are entries, and most of its time goes into touching fresh memory where
    states have many candidates: so tokens take two bytes each where they can.

    Invariant: an entry is in the queue of its search or in the batch that was taken from it, and its
    memory is of that search's pool.
*/
#include "levin.h"
#include <stddef.h>
#include <string.h>

enum { PACKED_VARIABLE = 0x8000, PACKED_INTEGER = 0xC000, PACKED_END = 0x10000 };
enum { FIRST_PACKED_INTEGER = INTEGER_BASE - (PACKED_END - PACKED_INTEGER) / 2 };

static int64_t
entry_bytes(int64_t n_tokens, int is_wide)
{ return offsetof(entry_t, tokens) + n_tokens * (is_wide ? sizeof(int32_t) : sizeof(uint16_t));
}

/*  Write tokens in two bytes each: the first symbols, variables and small integers have such a code.
    0: another one is among them. */

CLONES static int
compress(uint16_t *restrict packed, const int32_t *restrict tokens, int64_t n)
{ uint32_t all = 0;

  for ( int64_t k = 0; k < n; k++ )
  { uint32_t symbol = tokens[k], variable = symbol - VARIABLE_BASE;
    uint32_t integer = symbol - FIRST_PACKED_INTEGER;
    uint32_t code = symbol < PACKED_VARIABLE          ? symbol
                  : variable < PACKED_INTEGER - PACKED_VARIABLE ? PACKED_VARIABLE + variable
                  : integer < PACKED_END - PACKED_INTEGER       ? PACKED_INTEGER + integer
                                                                : PACKED_END;

    all |= code;
    packed[k] = (uint16_t)code;
  }
  return all < PACKED_END;
}

CLONES static void
decompress(int32_t *restrict tokens, const uint16_t *restrict packed, int64_t n)
{ for ( int64_t k = 0; k < n; k++ )
  { int32_t code = packed[k];

    tokens[k] = code < PACKED_VARIABLE  ? code
              : code < PACKED_INTEGER ? code + (VARIABLE_BASE - PACKED_VARIABLE)
                                      : code + (FIRST_PACKED_INTEGER - PACKED_INTEGER);
  }
}

entry_t *
new_entry(pool_t *pool, const int32_t *tokens, int64_t n)
{ entry_t *entry = take_piece(pool, entry_bytes(n, 0));

  if ( !entry )
    return 0;
  *entry = (entry_t){ .n_tokens = n };
  if ( compress(entry->tokens, tokens, n) )
    return entry;
  give_piece(pool, entry, entry_bytes(n, 0));
  if ( (entry = take_piece(pool, entry_bytes(n, 1))) )
  { *entry = (entry_t){ .n_tokens = n, .is_wide = 1 };
    memcpy(entry->tokens, tokens, n * sizeof(*tokens));
  }
  return entry;
}

void
copy_tokens(const entry_t *entry, int32_t *tokens)
{ if ( entry->is_wide )
    memcpy(tokens, entry->tokens, entry->n_tokens * sizeof(*tokens));
  else
    decompress(tokens, entry->tokens, entry->n_tokens);
}

void
drop_entry(pool_t *pool, entry_t *entry)
{ if ( entry )
    give_piece(pool, entry, entry_bytes(entry->n_tokens, entry->is_wide));
}
