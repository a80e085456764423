/* abla_choices.h - how the games of the paper on ABLA end where what it leaves open is decided
 * otherwise. */
#ifndef PAUA_MATCH_ABLA_CHOICES_H
#define PAUA_MATCH_ABLA_CHOICES_H

#include "match/abla_replay.h"

enum { ABLA_CHOICES = 428 };

/* Lists every choice that is played, the usual one first. */
void abla_choices_list(const paua_board *board, struct abla_choice list[ABLA_CHOICES]);

/* Prints the replays that come near the paper, and how many agree in how many games. */
void abla_choices_print(const struct abla_replay *replays, int count);

/* JSON: all of them. */
json_t *abla_choices_json(const struct abla_replay *replays, int count);

#endif
