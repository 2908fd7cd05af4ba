/*  The meaning of tokens, as in tokens.pl. */
#ifndef SYMBOLIC_RL_TOKENS_H
#define SYMBOLIC_RL_TOKENS_H
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

enum { NUMBER = 1, STRING = 2, ATOM = 3, FUNCTOR = 4 };
#define VARIABLE_BASE 0xC0000
#define VARIABLE_END 0xF0000
#define INTEGER_BASE 0xF8000
#define INTEGER_LEAST (-0x8000)
#define INTEGER_END 0x17FFE
#define SURROGATES 0xD800

static inline int64_t
count_of(int32_t code)
{ return code < SURROGATES ? code : code - 0x800;
}

#endif
