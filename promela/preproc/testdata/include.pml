/* Files within files, names from macros, line numbers of someone else. */
#include "sub/outer.h"
byte after;

#define HEADER "sub/inner.h"
#include HEADER
#include "sub/empty.h"
#include "sub/outer.h"


TWICE(FROM_COMMAND_LINE) __LINE__ __FILE__
#line 100 "made.up"
x __LINE__ __FILE__
# 7
y __LINE__ __FILE__ WITH_LINE


z
