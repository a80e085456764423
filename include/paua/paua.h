/* paua.h - the stable library in one include; research is in lab/, a header at a time. */
#ifndef PAUA_PAUA_H
#define PAUA_PAUA_H

#include <paua/board.h>
#include <paua/draw.h>
#include <paua/eval.h>
#include <paua/explain.h>
#include <paua/game.h>
#include <paua/level.h>
#include <paua/notation.h>
#include <paua/opponent.h>
#include <paua/position.h>
#include <paua/record.h>
#include <paua/replay.h>
#include <paua/review.h>
#include <paua/rules.h>
#include <paua/rules_setting.h>
#include <paua/search.h>
#include <paua/status.h>
#include <paua/table.h>
#include <paua/version.h>

#endif /* PAUA_PAUA_H */
