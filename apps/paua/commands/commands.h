/* commands.h - the subcommands. Each gets its own arguments, argv[0] being its name, and returns
 * the exit code of the program. */
#ifndef PAUA_COMMANDS_COMMANDS_H
#define PAUA_COMMANDS_COMMANDS_H

int command_admin(int argc, char **argv);
int command_analyze(int argc, char **argv);
int command_atlas(int argc, char **argv);
int command_audit(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_complexity(int argc, char **argv);
int command_connect(int argc, char **argv);
int command_export(int argc, char **argv);
int command_families(int argc, char **argv);
int command_fit(int argc, char **argv);
int command_fortress(int argc, char **argv);
int command_import(int argc, char **argv);
int command_mail(int argc, char **argv);
int command_match(int argc, char **argv);
int command_moves(int argc, char **argv);
int command_openings(int argc, char **argv);
int command_perft(int argc, char **argv);
int command_play(int argc, char **argv);
int command_probe(int argc, char **argv);
int command_review(int argc, char **argv);
int command_selfplay(int argc, char **argv);
int command_serve(int argc, char **argv);
int command_store(int argc, char **argv);
int command_show(int argc, char **argv);
int command_study(int argc, char **argv);
int command_successors(int argc, char **argv);
int command_solve(int argc, char **argv);
int command_tournament(int argc, char **argv);
int command_train(int argc, char **argv);
int command_tune(int argc, char **argv);
int command_ugi(int argc, char **argv);
int command_verify(int argc, char **argv);

#endif
