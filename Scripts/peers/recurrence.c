// The peer of `troupe bench recurrence`: the occurrences of rules by libical, from 9:00 on 2 September 1997. Takes the
// number of occurrences and the rules; prints the microseconds of one, and the sum of all in seconds since 1970.
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int by_size(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

int main(int count, char **words) {
  enum { rounds = 7 };
  if (count < 3) return 2;
  int most = atoi(words[1]);
  struct icaltimetype start = icaltime_from_string("19970902T090000");
  double times[rounds];
  long long sum = 0;
  for (int round = 0; round < rounds; round++) {
    sum = 0;
    double began = now();
    for (int place = 2; place < count; place++) {
      struct icalrecurrencetype rule = icalrecurrencetype_from_string(words[place]);
      icalrecur_iterator *all = icalrecur_iterator_new(rule, start);
      for (int number = 0; all && number < most; number++) {
        struct icaltimetype next = icalrecur_iterator_next(all);
        if (icaltime_is_null_time(next)) break;
        sum += icaltime_as_timet(next);
      }
      if (all) icalrecur_iterator_free(all);
    }
    times[round] = (now() - began) / most / (count - 2);
  }
  qsort(times, rounds, sizeof *times, by_size);
  printf("%.6f\n%lld\n", times[rounds / 2], sum);
  return 0;
}
