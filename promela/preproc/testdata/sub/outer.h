
byte before; __FILE__ __INCLUDE_LEVEL__
#include "inner.h"
/* no newline
   at the end */ byte between;
#define WITH_LINE __LINE__ __INCLUDE_LEVEL__
