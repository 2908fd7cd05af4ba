/*  Symbols: a table from names with their arity to tokens, and back.

    Open addressing with linear probing, at most half full. Invariant: each symbol is in by_token at its
    token, and its token is in one slot.
*/
#include "program.h"
#include <stdlib.h>
#include <string.h>

static int32_t *
slot_of(const symbols_t *symbols, atom_t name, uint32_t arity)
{ uint64_t hash = (uint64_t)name * 0x9E3779B97F4A7C15ull + arity * 0x85EBCA6Bull;
  uint32_t at = (uint32_t)(hash >> 32) & symbols->mask;
  int32_t token;

  while ( (token = symbols->slots[at]) &&
          (symbols->by_token[token].name != name || symbols->by_token[token].arity != arity) )
    at = (at + 1) & symbols->mask;
  return &symbols->slots[at];
}

int32_t
token_of(const symbols_t *symbols, atom_t name, uint32_t arity)
{ return symbols->slots ? *slot_of(symbols, name, arity) : 0;
}

static int
grow(symbols_t *symbols)
{ uint32_t size = symbols->slots ? 2 * (symbols->mask + 1) : 1024;
  int32_t *slots = calloc(size, sizeof(*slots));

  if ( !slots )
    return 0;
  free(symbols->slots);
  symbols->slots = slots;
  symbols->mask = size - 1;
  for ( int32_t token = 0; token < symbols->n_tokens; token++ )
  { const symbol_t *symbol = &symbols->by_token[token];

    if ( symbol->name )
      *slot_of(symbols, symbol->name, symbol->arity) = token;
  }
  return 1;
}

int
add_symbol(symbols_t *symbols, symbol_t symbol)
{ if ( symbol.token >= symbols->n_tokens )
  { int32_t n = 2 * symbol.token + 64;
    symbol_t *grown = realloc(symbols->by_token, n * sizeof(*grown));

    if ( !grown )
      return 0;
    memset(grown + symbols->n_tokens, 0, (n - symbols->n_tokens) * sizeof(*grown));
    symbols->by_token = grown;
    symbols->n_tokens = n;
  }
  if ( 2 * ++symbols->used > symbols->mask && !grow(symbols) )
    return 0;
  symbols->by_token[symbol.token] = symbol;
  *slot_of(symbols, symbol.name, symbol.arity) = symbol.token;
  return 1;
}

void
free_symbols(symbols_t *symbols)
{ free(symbols->by_token);
  free(symbols->slots);
}
