/* commands.h - the subcommands in the order in which help, manual and completion list them. */
#ifndef PAUA_COMMANDS_COMMANDS_H
#define PAUA_COMMANDS_COMMANDS_H

/* The name of a command and its purpose: NAME is run by command_NAME(). */
#define COMMANDS_TABLE(X)                                                                          \
    X(show, "draw or convert a position")                                                          \
    X(moves, "list the legal moves")                                                               \
    X(successors, "write the positions after every legal move, for files")                         \
    X(perft, "count the sequences of legal moves")                                                 \
    X(play, "play against the computer in the terminal")                                           \
    X(analyze, "search a position for the best move")                                              \
    X(review, "review recorded games: blunders, best moves, turning point")                        \
    X(fortress, "say whether a side can defend for ever")                                          \
    X(ugi, "speak the Universal Game Interface with another program")                              \
    X(bench, "search fixed positions, for speed and as a signature")                               \
    X(match, "play games between two engines and compare them")                                    \
    X(tournament, "play a round robin between engines")                                            \
    X(referee, "play a game between two programs that exchange files")                             \
    X(complexity, "show how large the game is: positions, moves, trees")                           \
    X(import, "replay games and add them to the archive")                                          \
    X(export, "write the archive's games as text")                                                 \
    X(openings, "list the moves played from a position in the archive")                            \
    X(solve, "solve every position of a small board")                                              \
    X(probe, "look up a position of a solved board")                                               \
    X(study, "list and draw the results of a solved board")                                        \
    X(verify, "check every record of a solved board")                                              \
    X(families, "find the shapes that win on a solved board")                                      \
    X(atlas, "solve all boards of up to 19 cells, with any number of marbles")                     \
    X(audit, "check the claims of a paper about small boards")                                     \
    X(selfplay, "let the engine play itself to make training samples")                             \
    X(fit, "fit the hand-written evaluation to samples")                                           \
    X(train, "train a network on samples")                                                         \
    X(tune, "tune parameters of the search by matches")                                            \
    X(serve, "serve the web app and its API")                                                      \
    X(store, "check, repair, back up or restore the store of a server")                            \
    X(admin, "look after the accounts of a server")                                                \
    X(connect, "play on a server by commands")                                                     \
    X(mail, "carry out the commands in a mail")                                                    \
    X(help, "explain paua, or one of its commands")

/* Each gets its own arguments, argv[0] being its name, and returns the exit code of the program. */
#define DECLARE(name, purpose) int command_##name(int argc, char **argv);
COMMANDS_TABLE(DECLARE)
#undef DECLARE

#endif
