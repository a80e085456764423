/* paua.h - the whole library in one include. */
#ifndef PAUA_PAUA_H
#define PAUA_PAUA_H

#include <paua/board.h>
#include <paua/draw.h>
#include <paua/eval.h>
#include <paua/explain.h>
#include <paua/families.h>
#include <paua/figure.h>
#include <paua/fortress.h>
#include <paua/game.h>
#include <paua/match.h>
#include <paua/notation.h>
#include <paua/opponent.h>
#include <paua/passivity.h>
#include <paua/peers.h>
#include <paua/position.h>
#include <paua/rating.h>
#include <paua/record.h>
#include <paua/replay.h>
#include <paua/review.h>
#include <paua/rules.h>
#include <paua/samples.h>
#include <paua/search.h>
#include <paua/solve.h>
#include <paua/status.h>
#include <paua/study.h>
#include <paua/table.h>
#include <paua/train.h>
#include <paua/tune.h>

#endif /* PAUA_PAUA_H */
