#ifndef INNER
#define INNER
byte inner; __FILE__ __INCLUDE_LEVEL__
#else
again
#endif