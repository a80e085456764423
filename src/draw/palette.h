/* palette.h - the colours of board and marbles, each once: of drawings (SVG, PNG, TikZ), of
 * terminals, and of the web page, whose build (web/build.mjs) reads the lines of this file and puts
 * them where a stylesheet says var(--palette-NAME).
 *
 * A colour is RRGGBB without quotes: PALETTE_TEXT(PLATE) is a string, PALETTE_HEX(PLATE) a number.
 */
#ifndef DRAW_PALETTE_H
#define DRAW_PALETTE_H

#define PALETTE_TEXT(name)    PALETTE_TEXT_OF(PALETTE_##name)
#define PALETTE_TEXT_OF(code) PALETTE_QUOTED(code)
#define PALETTE_QUOTED(code)  #code
#define PALETTE_HEX(name)     PALETTE_HEX_OF(PALETTE_##name)
#define PALETTE_HEX_OF(code)  PALETTE_NUMBER(code)
#define PALETTE_NUMBER(code)  0x##code

/* The board of drawings and what is drawn on it. */
#define PALETTE_PAPER      ffffff
#define PALETTE_INK        201a10
#define PALETTE_PLATE      e8dfcd
#define PALETTE_PLATE_EDGE a3957c
#define PALETTE_HOLE       d3c7ae
#define PALETTE_HOLE_EDGE  bcae92
#define PALETTE_BLOCK      9a8460
#define PALETTE_NAMES      6a6252
#define PALETTE_ARROW      1a5fa8
#define PALETTE_MOVE_FROM  c4501b
#define PALETTE_MOVE_TO    d9541e

/* Marbles of drawings: highlight, base, shadow and edge. They get lighter from black, purple, red,
 * green, yellow to white, so that they differ in greyscale as well. */
#define PALETTE_BLACK_LIGHT   6b6b72
#define PALETTE_BLACK         26262b
#define PALETTE_BLACK_DARK    0f0f12
#define PALETTE_BLACK_EDGE    000000
#define PALETTE_WHITE_LIGHT   ffffff
#define PALETTE_WHITE         f6f4f0
#define PALETTE_WHITE_DARK    c6c1b8
#define PALETTE_WHITE_EDGE    6f695e
#define PALETTE_RED_LIGHT     f0826c
#define PALETTE_RED           d7412c
#define PALETTE_RED_DARK      99200f
#define PALETTE_RED_EDGE      5e1207
#define PALETTE_GREEN_LIGHT   93dcb7
#define PALETTE_GREEN         4fb986
#define PALETTE_GREEN_DARK    2a8459
#define PALETTE_GREEN_EDGE    17583a
#define PALETTE_YELLOW_LIGHT  fdf0a6
#define PALETTE_YELLOW        f6d743
#define PALETTE_YELLOW_DARK   c79f12
#define PALETTE_YELLOW_EDGE   7d6206
#define PALETTE_PURPLE_LIGHT  9b7fce
#define PALETTE_PURPLE        5b3a94
#define PALETTE_PURPLE_DARK   381d66
#define PALETTE_PURPLE_EDGE   210e42
#define PALETTE_NEUTRAL_LIGHT b3bcc4
#define PALETTE_NEUTRAL       7b8791
#define PALETTE_NEUTRAL_DARK  505a63
#define PALETTE_NEUTRAL_EDGE  31383e
#define PALETTE_FIXED_LIGHT   a08c6c
#define PALETTE_FIXED         6e5a3e
#define PALETTE_FIXED_DARK    57452d
#define PALETTE_FIXED_EDGE    3d301e

/* Marbles of the page, on its darker boards. Red has the base of drawings. */
#define PALETTE_PAGE_BLACK_LIGHT   707a80
#define PALETTE_PAGE_BLACK         31383d
#define PALETTE_PAGE_BLACK_DARK    0e1113
#define PALETTE_PAGE_WHITE_LIGHT   ffffff
#define PALETTE_PAGE_WHITE         f4efe5
#define PALETTE_PAGE_WHITE_DARK    b9ae9c
#define PALETTE_PAGE_RED_LIGHT     f58d7f
#define PALETTE_PAGE_RED_DARK      6f0f0a
#define PALETTE_PAGE_GREEN_LIGHT   7fd08f
#define PALETTE_PAGE_GREEN         1d7f3c
#define PALETTE_PAGE_GREEN_DARK    0a3f1b
#define PALETTE_PAGE_YELLOW_LIGHT  fff3b0
#define PALETTE_PAGE_YELLOW        f2c41d
#define PALETTE_PAGE_YELLOW_DARK   9a7200
#define PALETTE_PAGE_PURPLE_LIGHT  c6a3ee
#define PALETTE_PAGE_PURPLE        6f3bb5
#define PALETTE_PAGE_PURPLE_DARK   32135e
#define PALETTE_PAGE_NEUTRAL_LIGHT eef1f2
#define PALETTE_PAGE_NEUTRAL       a3adb0
#define PALETTE_PAGE_NEUTRAL_DARK  565f62
#define PALETTE_PAGE_CENTRAL_LIGHT 9bd8f5
#define PALETTE_PAGE_CENTRAL       1b7fb8
#define PALETTE_PAGE_CENTRAL_DARK  0b3c5a
#define PALETTE_PAGE_BLACK_FLAT    23292d
#define PALETTE_PAGE_WHITE_FLAT    faf7f0
#define PALETTE_PAGE_YELLOW_MARK   3d2c00
#define PALETTE_PAGE_NEUTRAL_MARK  222222
#define PALETTE_PAGE_MARK_EDGE     150e05

/* The boards of the page: rim, field and holes run from one colour to another. */
#define PALETTE_WOOD_RIM_0         7d5738
#define PALETTE_WOOD_RIM_1         5d3f27
#define PALETTE_WOOD_FIELD_0       cda574
#define PALETTE_WOOD_FIELD_1       b88d5b
#define PALETTE_WOOD_BEVEL         4a321f
#define PALETTE_WOOD_HOLE_0        ac8250
#define PALETTE_WOOD_HOLE_1        8d6639
#define PALETTE_WOOD_LETTERS       f0dfc6
#define PALETTE_WOOD_DARK_RIM_0    4b3424
#define PALETTE_WOOD_DARK_RIM_1    342317
#define PALETTE_WOOD_DARK_FIELD_0  93704c
#define PALETTE_WOOD_DARK_FIELD_1  7a5b3b
#define PALETTE_WOOD_DARK_BEVEL    241710
#define PALETTE_WOOD_DARK_HOLE_0   73552f
#define PALETTE_WOOD_DARK_HOLE_1   583f24
#define PALETTE_WOOD_DARK_LETTERS  d8c3a5
#define PALETTE_SLATE_RIM_0        59646b
#define PALETTE_SLATE_RIM_1        3b454c
#define PALETTE_SLATE_FIELD_0      a9b7bd
#define PALETTE_SLATE_FIELD_1      8b9ba3
#define PALETTE_SLATE_BEVEL        2a3237
#define PALETTE_SLATE_HOLE_0       82929a
#define PALETTE_SLATE_HOLE_1       647680
#define PALETTE_SLATE_LETTERS      eef3f5
#define PALETTE_FELT_RIM_0         5c3a26
#define PALETTE_FELT_RIM_1         3e2517
#define PALETTE_FELT_FIELD_0       5f9b72
#define PALETTE_FELT_FIELD_1       457d58
#define PALETTE_FELT_BEVEL         20150e
#define PALETTE_FELT_HOLE_0        427653
#define PALETTE_FELT_HOLE_1        2e5b3e
#define PALETTE_SLATE_DARK_RIM_0   39434a
#define PALETTE_SLATE_DARK_RIM_1   272f35
#define PALETTE_SLATE_DARK_FIELD_0 74848c
#define PALETTE_SLATE_DARK_FIELD_1 5d6d75
#define PALETTE_SLATE_DARK_HOLE_0  57666e
#define PALETTE_SLATE_DARK_HOLE_1  414f57
#define PALETTE_FELT_DARK_FIELD_0  3f7150
#define PALETTE_FELT_DARK_FIELD_1  2f5a3f
#define PALETTE_FELT_DARK_HOLE_0   2c553a
#define PALETTE_FELT_DARK_HOLE_1   1e3f2a

/* What the page draws on its boards: the selection, where a move leads, what is planned, the arrows
 * of an analysis; and the line of each player in its curve. */
#define PALETTE_PAGE_SELECTED    3fe0d2
#define PALETTE_PAGE_MOVE        0c5f67
#define PALETTE_PAGE_PUSH        6a4fb0
#define PALETTE_PAGE_EJECT       b0352b
#define PALETTE_PAGE_PLAN_EDGE   073c42
#define PALETTE_PAGE_HANGING     ff5a4d
#define PALETTE_PAGE_BEST        0f9d92
#define PALETTE_PAGE_THREAT      d8433a
#define PALETTE_PAGE_LINE_BLACK  2b2f31
#define PALETTE_PAGE_LINE_WHITE  fffdf6
#define PALETTE_PAGE_LINE_RED    f0645a
#define PALETTE_PAGE_LINE_GREEN  4fd07b
#define PALETTE_PAGE_LINE_YELLOW f7d23c
#define PALETTE_PAGE_LINE_PURPLE b48cf0

/* Marbles in a terminal: the number of an ANSI colour. White is in the colour of text. */
#define PALETTE_TERMINAL_BLACK   4 /* blue: black is not seen on black */
#define PALETTE_TERMINAL_RED     1
#define PALETTE_TERMINAL_GREEN   2
#define PALETTE_TERMINAL_YELLOW  3
#define PALETTE_TERMINAL_PURPLE  5
#define PALETTE_TERMINAL_NEUTRAL 6

#endif
