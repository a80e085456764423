/* guide_pages.c - what the guide for players says (guide.h). The tips one to ten retell those of
 * Wayne Schmittberger in the network server's help, with its diagrams for 1, 2 and 10; the last
 * three are of the encyclopedia's article. docs/strategy.md has the engine's view of each. */
#include <stddef.h>

#include "command/guide.h"

#define HEADING(text)                                                                              \
    {                                                                                              \
        GUIDE_HEADING, text, NULL, NULL, NULL, NULL                                                \
    }
#define TEXT(text)                                                                                 \
    {                                                                                              \
        GUIDE_TEXT, text, NULL, NULL, NULL, NULL                                                   \
    }
#define TERM(text, meaning)                                                                        \
    {                                                                                              \
        GUIDE_TERM, text, meaning, NULL, NULL, NULL                                                \
    }
#define TIP(text)                                                                                  \
    {                                                                                              \
        GUIDE_TIP, text, NULL, NULL, NULL, NULL                                                    \
    }
#define BOARD(text, position)                                                                      \
    {                                                                                              \
        GUIDE_BOARD, text, NULL, position, NULL, NULL                                              \
    }
/* On the whole board, or on its three middle rows alone. */
#define EXAMPLE(text, position, moves)                                                             \
    {                                                                                              \
        GUIDE_EXAMPLE, text, NULL, position, moves, NULL                                           \
    }
#define ROWS_DF(cells) "5/6/7/8/" cells "/8/7/6/5"
#define MIDDLE(text, cells, moves)                                                                 \
    {                                                                                              \
        GUIDE_EXAMPLE, text ": " moves, NULL, ROWS_DF(cells), moves, "DF"                          \
    }
#define REFUSED(text, position, moves)                                                             \
    {                                                                                              \
        GUIDE_REFUSED, text, NULL, position, moves, "DF"                                           \
    }
#define END                                                                                        \
    {                                                                                              \
        GUIDE_END, NULL, NULL, NULL, NULL, NULL                                                    \
    }

static const struct guide_section rules_sections[] = {
    HEADING("The object"),
    TEXT("Two to six players push one another's marbles off a hexagonal board of 61 cells, five to "
         "a side. They move in turn. A marble that leaves the board is ejected and counts for "
         "whoever pushed."),
    TEXT("Whoever has ejected six marbles wins. With three players and more these are marbles of "
         "any opponents."),
    BOARD("The start for two: player one is {1}, at the top; player two is {2}", "standard-2"),
    HEADING("Moves"),
    TEXT("A move shifts one, two or three of your marbles, neighbours in a straight line, by one "
         "cell in one of the six directions: along their line, or sideways into empty cells. Who "
         "can move must move."),
    MIDDLE("One marble", "4b4", "e5,e6"),
    MIDDLE("Two marbles along their line", "4bb3", "e5-e6,e6"),
    MIDDLE("Two marbles sideways", "4bb3", "e5-e6,d4"),
    MIDDLE("Three marbles along their line", "4bbb2", "e5-e7,e6"),
    MIDDLE("Three marbles sideways", "4bbb2", "e5-e7,d4"),
    HEADING("Pushes"),
    TEXT("Along their line two marbles push one, and three push one or two, if the cell behind "
         "those is empty or beyond the edge. Nothing is pushed sideways."),
    MIDDLE("Two push one", "4bbw2", "e5-e6,e6"),
    MIDDLE("Three push one", "3bbbw2", "e4-e6,e5"),
    MIDDLE("Three push two", "3bbbww1", "e4-e6,e5"),
    MIDDLE("At the edge: a marble is ejected", "4bbbww", "e5-e7,e6"),
    HEADING("What is refused"),
    REFUSED("Two do not push two", ROWS_DF("3bbww2"), "e4-e5,e5"),
    REFUSED("Three do not push three; a fourth behind them does not count", ROWS_DF("2bbbbwww"),
            "e4-e6,e5"),
    REFUSED("A marble of yours behind theirs", ROWS_DF("4bbwb1"), "e5-e6,e6"),
    REFUSED("Sideways where a marble is in the way", "5/6/7/4w3/4bb3/8/7/6/5", "e5-e6,d4"),
    HEADING("The end"),
    TEXT("Six ejected marbles end the game. A position that is there for the third time is a draw, "
         "and so are 200 moves without an ejection (rules of the preset classic). Other rules: "
         "challenge -rules=course NAME."),
    END,
};

#define PUSH_IN_CORNER "bbbbb/bbbbbb/2b4/8/6b2/6b1/2www1w/wwwww1/wwwww b"

static const struct guide_section notation_sections[] = {
    TEXT(
        "Rows have letters, A at the top. Numbers count the diagonals, which run down to the left, "
        "as the strokes beside the board do. E5 is the middle. Capitals do not matter."),
    HEADING("One marble: FROM,TO"),
    EXAMPLE("c5,d5: the marble on c5 goes to d5", "standard-2", "c5,d5"),
    HEADING("A line: FIRST-LAST,TARGET"),
    TEXT("The line holds your own marbles only; what they push is not named. The cell behind the "
         "comma says where to. If it touches the first marble, the whole line goes the way from "
         "the first marble to it; if not, the way from the last one. So most moves can be written "
         "in two ways."),
    EXAMPLE("a1-c3,b2 or a1-c3,d4: the line from a1 to c3 moves along itself", "standard-2",
            "a1-c3,b2"),
    EXAMPLE("c3-c5,d4 or c3-c5,d6: the line from c3 to c5 moves sideways", "standard-2",
            "c3-c5,d4"),
    EXAMPLE("e7-f8,f8 or e7-f8,g9: two marbles push one off the board", PUSH_IN_CORNER, "e7-f8,f8"),
    HEADING("Other notations"),
    TEXT("Every other notation that Paua knows is read too, but there a is the row at the bottom: "
         "a1b2, a1a3b1, [a1, c3, b2], a1NE."),
    END,
};

static const struct guide_section boards_sections[] = {
    HEADING("The standard boards"),
    TEXT("Without an option a game begins from the standard board for its number of players. Two "
         "are {1} and {2}, more are 1 to 6, in the order of their moves."),
    BOARD("Two", "standard-2"),
    BOARD("Three", "standard-3"),
    BOARD("Four", "standard-4"),
    BOARD("Five", "standard-5"),
    BOARD("Six", "standard-6"),
    TEXT("Of five players the last one begins in the middle, the safest place, and has a marble "
         "less for it."),
    HEADING("The bowls"),
    TEXT("challenge -bowl NAME... begins from these."),
    BOARD("Two", "bowl-2"),
    BOARD("Three", "bowl-3"),
    BOARD("Four", "bowl-4"),
    BOARD("Five", "bowl-5"),
    BOARD("Six", "bowl-6"),
    HEADING("Any other board"),
    TERM("-layout=NAME", "a layout by its name: belgian-daisy, german-daisy, the-wall, ..."),
    TERM("-teams", "players who face each other are partners (four and six players)"),
    TERM("-layout=pillar", "a fixed marble in the centre blocks everybody"),
    TERM("-layout=third-colour", "three marbles that everybody may push score for nobody"),
    TERM("-layout=central-marble", "whoever ejects the marble in the centre wins"),
    TEXT("Some variations have a second layer of marbles. Paua has none: no source that we know "
         "says how a marble moves up or down, what it pushes, or whether it counts."),
    HEADING("How games are called"),
    TEXT("A game is called by its number, from 101 on, or by its id, eight letters and digits: "
         "move 105 c5,d5. A number is good for your own games and public ones. Of your own games "
         "the beginning of the id is enough if no other begins so."),
    TEXT("show GAME#5 is the position before move 5; move GAME MOVE#5 is refused unless the next "
         "move is number 5, so a command that comes late or twice does no harm."),
    END,
};

static const struct guide_section move_sections[] = {
    TERM("move 105 c5,d5", "moves the marble on c5 to d5"),
    TERM("move 105 a1-c3,b2", "moves the line from a1 to c3 the way from a1 to b2"),
    TERM("move 105 c5,d5#7", "only if the next move is number 7"),
    TERM("move 105 resign", "in place of a move: resign, propose, undo, accept, reject, claim"),
    TEXT("GAME is the number of a game or its id. submit GAME MOVE shows first what a move would "
         "do, preview GAME MOVE... what would come of several."),
    EXAMPLE("c5,d5: one marble", "standard-2", "c5,d5"),
    EXAMPLE("a1-c3,b2: a line, along itself", "standard-2", "a1-c3,b2"),
    EXAMPLE("c3-c5,d4: a line, sideways", "standard-2", "c3-c5,d4"),
    EXAMPLE("e7-f8,f8: a line pushes, and ejects", PUSH_IN_CORNER, "e7-f8,f8"),
    TEXT("All kinds of moves: help rules. How they are written: help notation."),
    END,
};

#define TIP_EARLY "5/6/b1b2b1/1bbbbb2/3bbbb2/2bbwww1/1wwww2/wwwww1/1ww2 b"

static const struct guide_section tips_sections[] = {
    TEXT("One to ten are by Wayne Schmittberger, once an editor of Games magazine, told in our own "
         "words; the last three are of the encyclopedia. Each has a position to try it out."),
    TIP("Go to the centre at once"),
    TEXT("In the middle a marble can go anywhere and hardly be ejected. Be there first, and the "
         "others have to stay near the edge. Lines of three get there soonest."),
    EXAMPLE("Both sides begin with whole lines", "standard-2",
            "a1-c3,b2 i9-g7,h8 / a5-c5,b5 i8-g6,h7"),
    TIP("Stay together"),
    TEXT("A solid group is strong: the more rows of three it has, in as many directions as "
         "possible, the less it can be driven back. {2} leads by two marbles here and yet is worse "
         "off: every row of {1} can push the thin line and cut it."),
    EXAMPLE("{1} pushes the thin line apart",
            "5/6/3bbbw/3bbbw1/3bbbw2/2wbb1w1/1wwbww1/1www1w/1w3 b 0-2", "d4-d6,d5"),
    TIP("Divide the other side"),
    TEXT("Push where their group is thin, so that two or three small ones remain. Each of them is "
         "weaker than the whole, and can be driven to the edge by itself."),
    EXAMPLE("{1} pushes through the middle: seven and seven are left",
            "b4/5b/1bbb2b/1bbbb3/2bbb4/1wwbw3/1wwww2/ww1www/1w1w1 b", "d5-f5,e5"),
    TIP("Look at every push before you move"),
    TEXT("Wherever marbles of both sides touch, work out each push, yours and theirs. Three that "
         "push two change the place of five marbles at once, and with it much that was safe."),
    EXAMPLE("{1} moves five marbles with one push",
            "5/1wbbb1/1w1bbbb/2wbb1bb/2wwwbbb1/1wwww3/2www2/2w3/5 b", "b4-d4,c4"),
    TIP("Think twice before you eject"),
    TEXT("Early in the game a place in the centre is worth more than a marble; a side that is two "
         "behind, but stands in the middle, soon catches up. What cannot escape can wait. Here "
         "d4-f4,e4 ejects, but the quiet push is better by far."),
    EXAMPLE("{1} pushes at the side instead of ejecting", TIP_EARLY, "d6-e7,e7"),
    TIP("Give up stragglers"),
    TEXT("A marble that needs more than two moves to come back costs more time than it is worth. "
         "{1} leaves the one on e8 alone and strengthens the group."),
    EXAMPLE("{1} closes up, without the marble on e8",
            "1bbbb/b1bbbb/2bbb2/2wwb3/3www1b1/1wwwww2/2wwww1/6/5 b", "a3-c5,b4"),
    TIP("Be patient"),
    TEXT("When nothing is to be won, find your marble that does least, often the one farthest "
         "behind, and bring it to a better place."),
    EXAMPLE("{1} brings in the last marble",
            "3bb/1bwbb1/2b1bb1/3bbb2/2wwwbbb1/3www2/2www2/wwww2/5 b", "a4-b4,b4"),
    TIP("The lead counts more, the more marbles are out"),
    TEXT("What holds at the start turns round at the end: when each side has lost three or four, a "
         "marble ahead weighs more than a good place. Nobody asks how badly your marbles stood "
         "once six of theirs are out."),
    EXAMPLE("At 3-3 {1} takes the lead", "w4/bb4/1bbwb2/1wbbb3/2bbbwww1/4www1/4w1w/6/5 b 3-3",
            "c3-b2,b2"),
    TIP("Be the first to eject five"),
    TEXT("Then every marble that can be pushed off is the last one. The other side has to answer "
         "each threat and guard all its marbles, while you choose where to attack."),
    EXAMPLE("At 4-4 {1} ejects the fifth", "3w1/1ww1w1/w1bbw2/1bbbww2/2bbb4/3bw3/1w1b3/6/5 b 4-4",
            "e3-d2,d2"),
    TIP("At the end count, and attack"),
    TEXT(
        "If you eject your sixth marble before the other side does, you need not defend. {1} leads "
        "4-3 and needs three more moves for two marbles in the corner. {2} is to move, ejects one "
        "at once and is first: the two shut in at the left follow."),
    EXAMPLE("{2} wins the race", "5/6/2w4/2w5/1wwwb4/wbwbb3/bwbb3/b2bbw/b3w w 4-3", "e4-g4,f4"),
    TIP("A hexagon is the best shape"),
    TEXT("Six marbles around one have three in a row through the middle in all three axes: they "
         "push, and hold, in each of the six directions."),
    EXAMPLE("One of six pushes", "5/6/7/3bb3/3bbbw2/3bb3/7/6/5 b", "e4-e6,e5"),
    TIP("Attack on a wedge is a risk"),
    TEXT(
        "A wedge can be held for long by moving to and fro inside it. What you must open to attack "
        "it may be worth more than what you win."),
    EXAMPLE("{1} only waits", "3b1/3bb1/1wwbbb1/2wwbbb1/2wwwbbb1/2wwwb1b/1wwww2/6/5 b", "f9,e9"),
    TIP("So begin with a daisy"),
    TEXT("On a daisy the sides are mixed from the start, and nobody has a wall to wait behind: "
         "challenge -layout=belgian-daisy NAME."),
    EXAMPLE("The Belgian daisy, and a first move", "belgian-daisy", "a5-c5,b5"),
    END,
};

static const struct guide_page pages[] = {
    {"boards", "board", "Boards", "boards, and how games are called", boards_sections},
    {"move", "", "How to give a move", "how a move is given", move_sections},
    {"notation", "moves", "Notation", "how moves are written", notation_sections},
    {"rules", "abalone", "The rules", "the rules of the game", rules_sections},
    {"tips", "tip", "Playing tips", "how to play well, each tip with a board", tips_sections},
};

const struct guide_page *guide_page_at(int i)
{
    return i >= 0 && i < (int)(sizeof pages / sizeof *pages) ? &pages[i] : NULL;
}

int guide_tip_count(void)
{
    int count = 0;

    for (const struct guide_section *at = tips_sections; at->kind != GUIDE_END; at++)
        count += at->kind == GUIDE_TIP;
    return count;
}

const struct guide_section *guide_tip_at(int number)
{
    for (const struct guide_section *at = tips_sections; at->kind != GUIDE_END; at++) {
        if (at->kind == GUIDE_TIP && --number == 0)
            return at;
    }
    return NULL;
}
