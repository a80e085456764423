/* abla_choices.c - what the paper on ABLA leaves open, decided in every way that is tried, and how
 * near each comes to its table 1. */
#include "match/abla_choices.h"

#include <assert.h>
#include <stdio.h>

#include <paua/search.h>

/* Of the results of one choice that its row is printed. */
enum { NEAR = 4 };

/* Each image of the start once: two symmetries may show it the same. */
static bool is_new_image(const paua_board *board, int image)
{
    paua_position start, earlier;

    for (int i = 0; i < image; i++)
        if (abla_start(board, i, &earlier) == PAUA_OK &&
            abla_start(board, image, &start) == PAUA_OK && paua_position_same(&start, &earlier))
            return false;
    return true;
}

/* Adds a choice for each image of the start. Returns the new number. */
static int add_images(const paua_board *board, struct abla_choice choice, int count,
                      struct abla_choice *list)
{
    for (choice.image = 0; choice.image < paua_board_symmetries(board); choice.image++)
        if (is_new_image(board, choice.image) && count < ABLA_CHOICES)
            list[count++] = choice;
    return count;
}

/* Every order and its reverse with every place of an ejected marble; an ejected marble that does
 * not count, and two more ways to end a game, in the usual order alone. */
void abla_choices_list(const paua_board *board, struct abla_choice list[ABLA_CHOICES])
{
    struct abla_choice choice = abla_usual;
    int count = 0;

    for (choice.ejected = 8; choice.ejected >= 4; choice.ejected--)
        for (choice.order = 0; choice.order < PAUA_ORDER_COUNT; choice.order++)
            for (int last = 0; last < 2; last++) {
                choice.last = last;
                count = add_images(board, choice, count, list);
            }
    choice = abla_usual;
    choice.ejected = 0;
    count = add_images(board, choice, count, list);
    for (int repetition = 0; repetition <= 2 && count < ABLA_CHOICES; repetition += 2) {
        list[count] = abla_usual;
        list[count++].repetition = repetition;
    }
    assert(count == ABLA_CHOICES);
}

/* A row of scores under one choice; = marks the paper's outcome, == its score. */
static void print_choice(const struct abla_replay *replay, int number)
{
    const struct abla_choice *choice = replay->choice;
    char text[24];

    printf("%4d %8d  %-18s %-6s %6d %11d ", number, choice->ejected, paua_order_name(choice->order),
           choice->last ? "last" : "first", choice->image, choice->repetition);
    for (int i = 0; i < ABLA_GAMES; i++)
        printf(" %4s%-2s", abla_score_text(replay->results[i].score, text),
               abla_agrees(replay, i, true)    ? "=="
               : abla_agrees(replay, i, false) ? "="
                                               : "");
    printf(" %5d\n", abla_count_agreeing(replay, false));
}

/* How many replays agree with the paper in each game. */
static void print_games(const struct abla_replay *replays, int count, bool score_too)
{
    printf("%58s ", score_too ? "scores that agree" : "results that agree");
    for (int i = 0; i < ABLA_GAMES; i++) {
        int agreeing = 0;
        for (int k = 0; k < count; k++)
            agreeing += abla_agrees(&replays[k], i, score_too);
        printf(" %4d  ", agreeing);
    }
    putchar('\n');
}

/* How many replays agree with the paper in how many games. */
static void print_numbers(const struct abla_replay *replays, int count, bool score_too)
{
    int most = 0, numbers[ABLA_GAMES + 1] = {0};

    for (int i = 0; i < count; i++) {
        int agreeing = abla_count_agreeing(&replays[i], score_too);
        numbers[agreeing]++;
        most = agreeing > most ? agreeing : most;
    }
    printf("Of %d replays the nearest to the paper agrees in %s of %d games of 6:", count,
           score_too ? "the score" : "the result", most);
    for (int i = 0; i <= ABLA_GAMES; i++)
        printf("%s %d in %d", i ? "," : "", numbers[i], i);
    puts(".");
}

void abla_choices_print(const struct abla_replay *replays, int count)
{
    char text[24];

    printf(
        "\nOther choices: the scores of games 1 to 6, = where the result is the paper's, == where "
        "the score\n"
        "is, too. ejected: the steps that an ejected marble counts as (0: it does not count); "
        "order and of\n"
        "equals: in what order moves are tried, and which of equally good ones is made; image: "
        "the symmetry\n"
        "of the board through which the start is seen; repetition: how often a position comes "
        "before it is\n"
        "a draw (0: only the limit of plies draws). Printed where %d games or more agree, with the "
        "number for --choice.\n\n"
        "  no  ejected  order              equals  image  repetition    1      2      3      4     "
        " 5  "
        "    6    agree\n%58s ",
        NEAR, "paper");
    for (int i = 0; i < ABLA_GAMES; i++)
        printf(" %4s  ", abla_score_text(abla_table_1[i].paper, text));
    putchar('\n');
    for (int i = 0; i < count; i++)
        if (abla_count_agreeing(&replays[i], false) >= NEAR)
            print_choice(&replays[i], i + 1);
    print_games(replays, count, false);
    print_games(replays, count, true);
    putchar('\n');
    print_numbers(replays, count, false);
    print_numbers(replays, count, true);
}

json_t *abla_choices_json(const struct abla_replay *replays, int count)
{
    json_t *list = json_array();

    for (int i = 0; i < count; i++) {
        const struct abla_choice *choice = replays[i].choice;
        json_t *scores = json_array();
        for (int k = 0; k < ABLA_GAMES; k++)
            json_array_append_new(scores, abla_score_json(replays[i].results[k].score));
        json_array_append_new(
            list, json_pack("{s:i, s:s, s:b, s:i, s:i, s:o, s:i}", "ejected", choice->ejected,
                            "order", paua_order_name(choice->order), "last", (int)choice->last,
                            "image", choice->image, "repetition", choice->repetition, "scores",
                            scores, "agree", abla_count_agreeing(&replays[i], false)));
    }
    return list;
}
