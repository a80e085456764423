/* advice.h - short advice on strategy, for the help of the command language and `paua help
 * strategy`. docs/strategy.md shows a position for each piece. */
#ifndef COMMAND_ADVICE_H
#define COMMAND_ADVICE_H

/* clang-format off */
#define STRATEGY_ADVICE                                                                            \
    "Opening\n"                                                                                    \
    "   1. Go to the centre at once, a line of three at a time.\n"                                 \
    "   2. Stay together: a solid group holds where a thin line is cut.\n"                         \
    "   3. A hexagon of seven pushes, and holds, in all six directions.\n"                         \
    "Middle game\n"                                                                                \
    "   4. Divide the other side's marbles; small groups are driven to the edge.\n"                \
    "   5. Look at every push that either side has before you move.\n"                             \
    "   6. Do not eject early if it costs you the centre or your shape.\n"                         \
    "   7. Give up a marble that needs more than two moves to come back.\n"                        \
    "   8. With nothing to win, improve the marble that does least.\n"                             \
    "End of the game\n"                                                                            \
    "   9. The more marbles are out, the more a lead counts.\n"                                    \
    "  10. Be the first to eject five.\n"                                                          \
    "  11. Then count moves: who wins the race need not defend.\n"                                 \
    "Against a wall\n"                                                                             \
    "  12. A wedge can be held for long: what you risk against it may be more.\n"                  \
    "  13. Begin with a daisy, where no side has a wall.\n"
/* clang-format on */

#endif /* COMMAND_ADVICE_H */
