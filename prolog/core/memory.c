/*  Memory: growing arrays, and the pieces that the entries of a search are made of.

    Searches move between threads, and one thread frees what another one has made. malloc() lets both
    take one lock then; here nothing is shared: a pool has blocks of its own, and the end of a search
    frees some blocks, not each of its entries. Sizes are rounded up to four steps for each doubling,
    and a piece that is given back is taken again by one of its size (segregated free lists: Wilson,
    Johnstone, Neely and Boles, 1995).

    Invariant: at..end is the unused rest of the first block; a piece is in use or in one list.
*/
#include "search.h"
#include <stdlib.h>

int
grow_capacity(void **memory, int64_t *capacity, int64_t wanted, size_t size)
{ int64_t n = 2 * wanted + 8;
  void *grown = realloc(*memory, n * size);

  if ( !grown )
    return 0;
  *memory = grown;
  *capacity = n;
  return 1;
}

/* ---- pieces */

#define FIRST_BLOCK 4096
#define LARGEST_BLOCK 65536             /* below what malloc() maps by itself */
#define LARGEST_PIECE 8192              /* larger ones are malloc's */
#define LEAST_SHIFT 3                   /* of a piece of 64 bytes, the smallest */

struct block_s
{ block_t *next;
  int64_t pad;                          /* pieces are aligned to 16 bytes */
  char bytes[];
};

struct piece_s                          /* that was given back, or in front of a large one */
{ piece_t *next, *before;               /* before: of large ones */
};

/* Round a size up; return the number of its list. */

static int64_t
list_of(int64_t *size)
{ int64_t last = (*size < 64 ? 64 : *size) - 1;
  int64_t shift = 61 - __builtin_clzll(last), units = (last >> shift) + 1;     /* 5 to 8 */

  *size = units << shift;
  return 4 * (shift - LEAST_SHIFT) + units - 5;
}

static int
add_block(pool_t *pool, int64_t size)
{ int64_t capacity = pool->blocks ? 2 * pool->capacity : FIRST_BLOCK;

  capacity = capacity < LARGEST_BLOCK ? capacity : LARGEST_BLOCK;
  capacity = capacity > size ? capacity : 2 * size;
  block_t *block = malloc(sizeof(*block) + capacity);

  if ( !block )
    return 0;
  block->next = pool->blocks;
  pool->blocks = block;
  pool->capacity = capacity;
  pool->n_bytes += sizeof(*block) + capacity;
  pool->at = block->bytes;
  pool->end = block->bytes + capacity;
  return 1;
}

static void *
take_large(pool_t *pool, int64_t size)
{ piece_t *piece = malloc(sizeof(*piece) + size);

  if ( !piece )
    return 0;
  *piece = (piece_t){ .next = pool->large };
  if ( pool->large )
    pool->large->before = piece;
  pool->large = piece;
  pool->n_bytes += sizeof(*piece) + size;
  return piece + 1;
}

static void
give_large(pool_t *pool, piece_t *piece, int64_t size)
{ *(piece->before ? &piece->before->next : &pool->large) = piece->next;
  if ( piece->next )
    piece->next->before = piece->before;
  pool->n_bytes -= sizeof(*piece) + size;
  free(piece);
}

void *
take_piece(pool_t *pool, int64_t size)
{ if ( size > LARGEST_PIECE )
    return take_large(pool, size);
  piece_t **list = &pool->lists[list_of(&size)];
  void *piece = *list;

  if ( piece )
    *list = (*list)->next;
  else if ( pool->end - pool->at >= size || add_block(pool, size) )
  { piece = pool->at;
    pool->at += size;
  }
  return piece;
}

void
give_piece(pool_t *pool, void *piece, int64_t size)
{ if ( size > LARGEST_PIECE )
  { give_large(pool, (piece_t *)piece - 1, size);
    return;
  }
  piece_t **list = &pool->lists[list_of(&size)];

  ((piece_t *)piece)->next = *list;
  *list = piece;
}

void
close_pool(pool_t *pool)
{ for ( block_t *next; pool->blocks; pool->blocks = next )
  { next = pool->blocks->next;
    free(pool->blocks);
  }
  for ( piece_t *next; pool->large; pool->large = next )
  { next = pool->large->next;
    free(pool->large);
  }
}
