/* layouts.c - the named starting positions, and finding them by what people call them.
 *
 * The 5x5x5 layouts for two are those of the community's "wall of variations", the standard one
 * first. Pillar, third-colour and central-marble are the standard one with marbles of nobody (seed
 * 003, which leaves open where those of the third colour stand). Those for two to six players come
 * from the network server (seed 004): its standard board for two is the standard one turned, since
 * its player one, who moves first, sits at the top.
 * b0 to e0 are the starting constellations of "Solving Abalone on Small Boards" (Gutstadt,
 * Hogenson, Koerner, 2023), which names more: these are found like layouts and listed apart. The
 * paper asks for a more balanced start than e0 if that is won by who begins: e0-balanced is the one
 * that the audit selects (claim 4.2.balanced). */
#include <paua/board.h>

#include <stdio.h>
#include <string.h>

#include "base/distance.h"
#include "base/error.h"

/* The first layout of a board and number of players is where a game on that board begins. */

/* On the full board. */
#define FULL(name, rows, players, facing)                                                          \
    {                                                                                              \
        name, rows, {5, 5, 5}, players, PAUA_TEAMS_##facing, false                                 \
    }
#define TWO(name, rows) FULL(name, rows, 2, NONE)

/* For two, and none of those of matches and training. */
#define SPECIAL(name, rows)                                                                        \
    {                                                                                              \
        name, rows, {5, 5, 5}, 2, PAUA_TEAMS_NONE, true                                            \
    }

/* On a small board, for two. */
#define SMALL(name, a, b, c, rows)                                                                 \
    {                                                                                              \
        name, rows, {a, b, c}, 2, PAUA_TEAMS_NONE, false                                           \
    }

static const paua_layout layouts[] = {
    TWO("standard", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb"),
    TWO("6-9", "5/wwwwww/wbw3w/1ww2ww1/9/1bb2bb1/b3bwb/bbbbbb/5"),
    TWO("alien-attack", "b1b1b/1bwwb1/1bwbwb1/3bb3/9/3ww3/1wbwbw1/1wbbw1/w1w1w"),
    TWO("aliening", "2w2/1bbbb1/1b1w1b1/bwb2bwb/9/wbw2wbw/1w1b1w1/1wwww1/2b2"),
    TWO("alitration", "1wbw1/2bb2/w1bwb1w/1wb2bw1/9/1bw2wb1/b1wbw1b/2ww2/1bwb1"),
    TWO("anglattack", "ww1bb/wb2wb/2b1w2/8/wbbw1bwwb/8/2b1w2/wb2wb/ww1bb"),
    TWO("april-fish", "w1www/1wwwbw/1w1www1/4w3/9/3b4/1bbb1b1/bwbbb1/bbb1b"),
    TWO("atomouche", "bw3/w2bwb/2b4/b1w4w/w2b1w2b/b4b1w/4w2/wbw2b/3bw"),
    TWO("belgian-daisy", "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww"),
    TWO("buttonhole", "5/1wwbb1/7/bb1wb1ww/bwbw1bwbw/bb1wb1ww/7/1wwbb1/5"),
    TWO("centrifuge", "1www1/b4b/bb1w1bb/bb4bb/9/ww4ww/ww1b1ww/w4w/1bbb1"),
    TWO("checkerboard", "5/bwbwbw/7/wbwbwbwb/9/bwbwbwbw/7/wbwbwb/5"),
    TWO("corners", "bb1ww/bw2bw/7/w2b3b/wb5wb/w3w2b/7/bw2bw/bb1ww"),
    TWO("cross", "bb1ww/b1bw1w/1b3w1/2b1ww2/3b1w3/2bb1w2/1b3w1/b1bw1w/bb1ww"),
    TWO("crossed-hearts", "bb1bb/b1bb1b/1b3b1/2b1wb2/3b1w3/2wb1w2/1w3w1/w1ww1w/ww1ww"),
    TWO("crown", "2b2/b1bb1b/1bbwbb1/2bbbb2/9/2wwww2/1wwbww1/w1ww1w/2w2"),
    TWO("def-or-atak", "5/bwb2w/bbbb1wb/2b2www/1w7/www2b2/bw2bb1/ww1bwb/5"),
    TWO("domination", "5/w4b/ww3bb/wwww1bbb/3b1b3/bbb1wwww/bb3ww/b4w/5"),
    TWO("domination-vs-daisy", "5/ww3b/www2bb/1ww2bbb/3b1b3/bbb2ww1/bb2www/b3ww/5"),
    TWO("duel", "1w1b1/wwwbbb/2w1b2/b6w/bb5ww/b6w/2w1b2/wwwbbb/1w1b1"),
    TWO("dutch-daisy", "ww1bb/wbwbwb/1ww1bb1/8/9/8/1bb1ww1/bwbwbw/bb1ww"),
    TWO("face-2-face", "5/6/ww3bb/www2bbb/wwww1bbbb/www2bbb/ww3bb/6/5"),
    TWO("food-mill", "w2bb/wb1ww1/1b5/4b1bw/bw1w1w1bw/bw1b4/5w1/1bb1wb/ww2b"),
    TWO("forcing", "5/6/2w1b2/bwwwbbbw/bbbw1bwww/bwwwbbbw/2w1b2/6/5"),
    TWO("fracture", "2b2/2w3/2w1bbb/2w1bwww/1bww1bbw1/bbbw1b2/www1b2/3b2/2w2"),
    TWO("french-daisy", "5/2bb2/2bbb2/1wwbbww1/1www1www1/1wwbbww1/2bbb2/2bb2/5"),
    TWO("french-king-cake1", "w1bbb/w1b3/w4ww/1ww2w1w/b7w/b1b2bb1/bb4b/3w1b/www1b"),
    TWO("fujiyama1", "wwwww/1wbbw1/2wbw2/3ww3/9/3bb3/2bwb2/1bwwb1/bbbbb"),
    TWO("german-daisy", "5/ww2bb/www1bbb/1ww2bb1/9/1bb2ww1/bbb1www/bb2ww/5"),
    TWO("horseshoes", "bbwww/b1b2w/b1bwww1/2b5/9/5b2/1wwwb1b/w2b1b/wwwbb"),
    TWO("i_m-a-robot", "bbbbb/w1bb1w/1w1w1w1/2wbbw2/4b4/1bbwwbb1/3w3/2ww2/1w1w1"),
    TWO("infiltralien", "wbwbw/1wwww1/2bbb2/3ww3/9/3bb3/2www2/1bbbb1/bwbwb"),
    TWO("infiltration", "1bwb1/1bbbb1/1bwbwb1/1b4b1/9/1w4w1/1wbwbw1/1wwww1/1wbw1"),
    TWO("intimidation", "1www1/b1ww2/bbwww2/bbb5/9/5www/2bbbww/2bb1w/1bbb1"),
    TWO("irish-daisy", "5/2ww2/2wbw2/1bbwwbb1/1bwb1bwb1/1bbwwbb1/2wbw2/2ww2/5"),
    TWO("labyrinth", "2bwb/1w3b/1wbw2b/1w2w2w/1w1b1w1b1/b2b2b1/w2bwb1/w3b1/wbw2"),
    TWO("mosaic", "wwwww/1bbbb1/2www2/3bb3/9/3ww3/2bbb2/1wwww1/bbbbb"),
    TWO("mquorric-1", "5/1bbb2/1bwwb2/1bwwwb2/2bwwb3/2bbb3/4wbw/3bww/2www"),
    TWO("neko", "2www/2wb1w/2wwwbw/5ww1/2b3w2/1bb5/bwbbb2/b1wb2/bbb2"),
    TWO("oath", "w3b/1wwbb1/1w3b1/1b1wb1w1/bb5ww/1b1bw1w1/1w3b1/1wwbb1/w3b"),
    TWO("octopus", "wbw2/b1w3/wwbwww1/2w3b1/2w3b2/1w3b2/1bbbwbb/3b1w/2bwb"),
    TWO("pyramid", "w4/ww4/www4/wwww4/wwww1bbbb/4bbbb/4bbb/4bb/4b"),
    TWO("scottish-daisy", "wb1wb/bwwbbw/1wb1wb1/8/9/8/1bw1bw1/wbbwwb/bw1bw"),
    TWO("sibe", "ww1bb/w4b/w5b/w2bw2b/w2b1w2b/w2bw2b/w5b/w4b/ww1bb"),
    TWO("slaloms", "1wwww/1w4/2wwwww/7w/1bbb1www1/b7/bbbbb2/4b1/bbbb1"),
    TWO("snakes", "bbbbb/b5/b6/b2bbww1/1b1b1w1w1/1bbww2w/6w/5w/wwwww"),
    TWO("snakes-variation", "bbbbb/b5/b6/b1wwwww1/1b5w1/1bbbbb1w/6w/5w/wwwww"),
    TWO("snowflake", "1b1w1/bw2bw/2w1b2/w2bw2b/1wb3wb1/w2wb2b/2w1b2/bb2ww/1b1w1"),
    TWO("spider", "w3w/1w2w1/2w1w2/2wwww2/bbbb1wwww/2bbbb2/2b1b2/1b2b1/b3b"),
    TWO("star", "b3w/1w2b1/w1b1w1b/3wb3/wbwb1wbwb/3wb3/w1b1w1b/1w2b1/b3w"),
    TWO("swiss-daisy", "5/ww2bb/wbw1bwb/1ww2bb1/9/1bb2ww1/bwb1wbw/bb2ww/5"),
    TWO("the-arrow", "bbww1/bb4/w1bww2/w1wbb3/2wbww3/3wb3/4bw1/3wbb/3bb"),
    TWO("the-wall", "2w2/6/1wwwww1/wwwwwwww/9/bbbbbbbb/1bbbbb1/6/2b2"),
    TWO("tinsels", "1bwbw/1w4/2bwbwb/7w/1wbw1bwb1/b7/wbwbw2/4b1/bwbw1"),
    TWO("trench", "5/wwwwww/1bbbbb1/2www3/9/3bbb2/1wwwww1/bbbbbb/5"),
    TWO("true-daisy", "ww3/www1ww/1ww1www/3b1ww1/4bb3/4b3/b2b3/b1b2b/bbbbb"),
    TWO("wedding-rings", "5/1wwbb1/1w1wbb1/1w1bw1b1/1w1b1w1b1/1w1bw1b1/1wwb1b1/1wwbb1/5"),
    TWO("wheel", "w3w/1w2w1/2w1w2/2wbwb2/bbwb1wbww/2wbwb2/2b1b2/1b2b1/b3b"),
    TWO("windmill", "w2bb/ww1bb1/1w5/4b1ww/bb1w1w1ww/bb1b4/5b1/1ww1bb/ww2b"),
    TWO("xmas-star", "2w2/2ww2/bbw1bbb/1bb2bb1/2b3w2/1ww2ww1/www1bww/2bb2/2b2"),
    SPECIAL("pillar", "wwwww/wwwwww/2www2/8/4x4/8/2bbb2/bbbbbb/bbbbb"),
    SPECIAL("third-colour", "wwwww/wwwwww/2www2/8/3nnn3/8/2bbb2/bbbbbb/bbbbb"),
    SPECIAL("central-marble", "wwwww/wwwwww/2www2/8/4c4/8/2bbb2/bbbbbb/bbbbb"),
    SPECIAL("standard-2", "bbbbb/bbbbbb/2bbb2/8/9/8/2www2/wwwwww/wwwww"),
    FULL("standard-3", "bbbbb/bbbbbb/7/r6w/rr5ww/rr4ww/rr3ww/rr2ww/rr1ww", 3, NONE),
    FULL("standard-4", "bbbb1/bbbb1w/5ww/g5ww/gg5ww/gg5w/gg5/g1rrrr/1rrrr", 4, 13_24),
    FULL("standard-5", "bbbb1/bbbb1w/5ww/g2yy1ww/gg1yyy1ww/gg1yy2w/gg5/g1rrrr/1rrrr", 5, NONE),
    FULL("standard-6", "1bbb1/p1bb1w/pp1b1ww/ppp2www/9/yyy2rrr/yy1g1rr/y1gg1r/1ggg1", 6, 14_25_36),
    TWO("bowl-2", "bb1ww/bbbwww/1bb1ww1/8/9/8/1ww1bb1/wwwbbb/ww1bb"),
    FULL("bowl-3", "bb1ww/bb2ww/2b1w2/r6r/rrr3rrr/r6r/2w1b2/ww2bb/ww1bb", 3, NONE),
    FULL("bowl-4", "bb1ww/bbbwww/1bb1ww1/8/9/8/1rr1gg1/rrrggg/rr1gg", 4, 14_23),
    FULL("bowl-5", "gg1rr/gggrrr/1gg1rr1/6bb/6bbb/6bb/1yy1ww1/yyywww/yy1ww", 5, NONE),
    FULL("bowl-6", "bb1ww/bbbwww/1b3w1/pp4rr/pp5rr/pp4rr/1y3g1/yyyggg/yy1gg", 6, 14_25_36),
    SMALL("b1", 2, 2, 2, "wb/3/bw"),
    SMALL("b0", 2, 2, 2, "ww/3/bb"),
    SMALL("c0", 3, 2, 2, "b1w/b2w/b1w"),
    SMALL("d0", 2, 3, 3, "ww/www/4/bbb/bb"),
    SMALL("e0", 3, 3, 3, "w1b/wwbb/5/bbww/b1w"),
    SMALL("e0-balanced", 3, 3, 3, "b1w/bwbw/5/bwbw/b1w"),
};

/* What the paper names besides its starts: figures 4 and 5, and with a hyphen the negatives, whose
 * colours are swapped. Its pictures are not in its text; `paua audit` derives the boards from the
 * lists of options and compares them with these. Then examples: a fortress that is proved and a
 * wedge on the full board (docs/analysis.md), both made for seed 003, whose picture "Black can
 * defend forever" is not in its text; diagrams 2 and 3 of seed 004's tips (docs/strategy.md). The
 * Korean daisy (Hyunmin Kim) is played on other sites; the wall of variations lacks it. */
static const paua_layout positions[] = {
    SMALL("b2", 2, 2, 2, "w1/b1w/1b"),
    SMALL("b3", 2, 2, 2, "2/b1w/wb"),
    SMALL("b4", 2, 2, 2, "w1/w2/bb"),
    SMALL("b5", 2, 2, 2, "2/b1b/ww"),
    SMALL("b6", 2, 2, 2, "w1/b1b/w1"),
    SMALL("b7", 2, 2, 2, "1w/b1w/1b"),
    SMALL("b8", 2, 2, 2, "1w/1bw/b1"),
    SMALL("b9", 2, 2, 2, "w1/1bw/b1"),
    SMALL("b10", 2, 2, 2, "2/wbw/b1"),
    SMALL("b11", 2, 2, 2, "2/1bw/bw"),
    SMALL("b12", 2, 2, 2, "1w/1b1/bw"),
    SMALL("b13", 2, 2, 2, "2/wb1/bw"),
    SMALL("-b0", 2, 2, 2, "bb/3/ww"),
    SMALL("-b1", 2, 2, 2, "bw/3/wb"),
    SMALL("-b2", 2, 2, 2, "b1/w1b/1w"),
    SMALL("-b3", 2, 2, 2, "2/w1b/bw"),
    SMALL("-b4", 2, 2, 2, "b1/b2/ww"),
    SMALL("-b5", 2, 2, 2, "2/w1w/bb"),
    SMALL("-b6", 2, 2, 2, "b1/w1w/b1"),
    SMALL("-b7", 2, 2, 2, "1b/w1b/1w"),
    SMALL("-b8", 2, 2, 2, "1b/1wb/w1"),
    SMALL("-b9", 2, 2, 2, "b1/1wb/w1"),
    SMALL("-b10", 2, 2, 2, "2/bwb/w1"),
    SMALL("-b11", 2, 2, 2, "2/1wb/wb"),
    SMALL("-b12", 2, 2, 2, "1b/1w1/wb"),
    SMALL("-b13", 2, 2, 2, "2/bw1/wb"),
    SMALL("c1", 3, 2, 2, "2w/bb1w/b1w"),
    SMALL("c2", 3, 2, 2, "3/bbww/b1w"),
    SMALL("c3", 3, 2, 2, "2w/bbww/b2"),
    SMALL("c4", 3, 2, 2, "3/bbww/1bw"),
    SMALL("c5", 3, 2, 2, "3/b1ww/bbw"),
    SMALL("c6", 3, 2, 2, "1w1/bbww/1b1"),
    SMALL("c7", 3, 2, 2, "1w1/b1ww/bb1"),
    SMALL("c8", 3, 2, 2, "1w1/bbww/b2"),
    SMALL("-c0", 3, 2, 2, "w1b/w2b/w1b"),
    SMALL("-c1", 3, 2, 2, "2b/ww1b/w1b"),
    SMALL("-c2", 3, 2, 2, "3/wwbb/w1b"),
    SMALL("-c3", 3, 2, 2, "2b/wwbb/w2"),
    SMALL("-c4", 3, 2, 2, "3/wwbb/1wb"),
    SMALL("-c5", 3, 2, 2, "3/w1bb/wwb"),
    SMALL("-c6", 3, 2, 2, "1b1/wwbb/1w1"),
    SMALL("-c7", 3, 2, 2, "1b1/w1bb/ww1"),
    SMALL("-c8", 3, 2, 2, "1b1/wwbb/w2"),
    SMALL("-d0", 2, 3, 3, "bb/bbb/4/www/ww"),
    SMALL("-e0", 3, 3, 3, "b1w/bbww/5/wwbb/w1b"),
    SMALL("fortress", 4, 4, 4, "wwww/wwwww/wwwww1/2bbb2/bbbbb1/bbbbb/3b"),
    TWO("wedge", "5/6/2wwww1/b1bwww2/1bbbwww2/1bbbww2/1bbbww1/1bb3/1b3"),
    TWO("solid-group", "5/6/3wwwb/3wwwb1/3wwwb2/2bww1b1/1bbwbb1/1bbb1b/1b3"),
    TWO("race", "5/6/2b4/2b5/1bbbw4/bwbww3/wbww3/w2wwb/w3b"),
    TWO("korean-daisy", "ww1bb/wwwbbb/1wb1wb1/8/9/8/1bw1bw1/bbbwww/bb1ww"),
};

static const int position_count = (int)(sizeof positions / sizeof *positions);

static const int layout_count = (int)(sizeof layouts / sizeof *layouts);

int paua_layout_count(void)
{
    return layout_count;
}

const paua_layout *paua_layout_at(int i)
{
    return i >= 0 && i < layout_count ? &layouts[i] : NULL;
}

int paua_named_position_count(void)
{
    return position_count;
}

const paua_layout *paua_named_position_at(int i)
{
    return i >= 0 && i < position_count ? &positions[i] : NULL;
}

/* Room for a layout's name with its NUL; longer texts name no layout. */
enum { NAME_MAX_BYTES = 40 };

/* Names that people and other programs use for a layout: in English, those of the specification of
 * APGN and of the site that wrote it, the French ones. */
static const struct layout_alias {
    const char *alias, *name;
} aliases[] = {
    {"classic", "standard"},
    {"classical", "standard"},
    {"default", "standard"},
    {"normal", "standard"},
    {"original", "standard"},
    {"traditional", "standard"},
    {"fujiyama", "fujiyama1"},
    {"french-king-cake", "french-king-cake1"},
    {"im-a-robot", "i_m-a-robot"},
    {"the-pillar", "pillar"},
    {"third-color", "third-colour"},
    {"passive", "third-colour"},
    {"neutral", "third-colour"},
    {"central", "central-marble"},
    {"server", "standard-2"},
    {"69", "6-9"},
    {"alien", "alien-attack"},
    {"alliances", "wedding-rings"},
    {"snakes-variant", "snakes-variation"},
    {"snakes-variante", "snakes-variation"},
    {"face-to-face", "face-2-face"},
    {"face-a-face", "face-2-face"},
    {"centrifugeuse", "centrifuge"},
    {"pyramide", "pyramid"},
    {"classique", "standard"},
    {"marguerite-allemande", "german-daisy"},
    {"marguerite-belge", "belgian-daisy"},
    {"marguerite-ecossaise", "scottish-daisy"},
    {"marguerite-francaise", "french-daisy"},
    {"marguerite-hollandaise", "dutch-daisy"},
    {"marguerite-irlandaise", "irish-daisy"},
    {"marguerite-suisse", "swiss-daisy"},
};

enum { ALIASES = sizeof aliases / sizeof *aliases };

/* What layouts of the same family have in front of or behind their name, which may be left out. */
static const char article[] = "the-", family[] = "-daisy";

static bool is_separator(char c)
{
    return c == ' ' || c == '\t' || c == '_' || c == '-';
}

/* The letter without its accent, of a letter of Latin-1 in UTF-8 whose second byte this is; 0: it
 * has none. */
static char plain_letter(unsigned char second)
{
    static const char letters[] = "aaaaaa.ceeeeiiii.nooooo..uuuuy..";
    char letter = second >= 0x80 && second < 0xc0 ? letters[second & 0x1f] : '.';
    return letter == '.' ? '\0' : letter;
}

/* Writes a name in small letters without accents, with one hyphen for each run of blanks, hyphens
 * and underscores and none at the ends. Returns false if it is empty or too long. */
static bool fold_name(const char *name, char folded[NAME_MAX_BYTES])
{
    int length = 0;
    bool pending = false;
    for (; *name; name++) {
        if (is_separator(*name)) {
            pending = length > 0;
            continue;
        }
        if (length + 1 + pending >= NAME_MAX_BYTES)
            return false;
        if (pending)
            folded[length++] = '-';
        pending = false;
        char plain = (unsigned char)*name == 0xc3 ? plain_letter((unsigned char)name[1]) : '\0';
        char small = (char)(*name >= 'A' && *name <= 'Z' ? *name - 'A' + 'a' : *name);
        folded[length++] = plain ? plain : small;
        name += plain != '\0';
    }
    folded[length] = '\0';
    return length > 0;
}

/* The layout with this folded name, for this number of players (0: any). */
static const paua_layout *find_folded(const char *folded, int players)
{
    char name[NAME_MAX_BYTES];
    for (int i = 0; i < layout_count; i++)
        if ((players == 0 || layouts[i].players == players) && fold_name(layouts[i].name, name) &&
            strcmp(name, folded) == 0)
            return &layouts[i];
    return NULL;
}

/* find_folded() for a name with something before or behind it. */
static const paua_layout *find_affixed(const char *before, const char *folded, const char *behind,
                                       int players)
{
    char name[2 * NAME_MAX_BYTES];
    snprintf(name, sizeof name, "%s%s%s", before, folded, behind);
    return find_folded(name, players);
}

/* The named position that a name means: its hyphen in front counts. */
static const paua_layout *find_position(const char *name)
{
    char folded[NAME_MAX_BYTES];
    bool negative = name[strspn(name, " \t")] == '-';
    if (!fold_name(name, folded))
        return NULL;
    for (int i = 0; i < position_count; i++) {
        const char *known = positions[i].name;
        if ((known[0] == '-') == negative && strcmp(known + negative, folded) == 0)
            return &positions[i];
    }
    return NULL;
}

const paua_layout *paua_layout_find_for(const char *name, int players)
{
    char folded[NAME_MAX_BYTES], number[3] = {'-', (char)('0' + players), '\0'};
    if (players < 2 || players > 6 || !fold_name(name, folded))
        return NULL;
    for (int i = 0; i < ALIASES; i++)
        if (strcmp(folded, aliases[i].alias) == 0)
            fold_name(aliases[i].name, folded);
    const paua_layout *layout = players == 2 ? find_position(name) : NULL;
    if (!layout)
        layout = find_folded(folded, players);
    if (!layout)
        layout = find_affixed("", folded, number, players);
    if (!layout)
        layout = find_affixed("", folded, family, players);
    return layout ? layout : find_affixed(article, folded, "", players);
}

const paua_layout *paua_layout_find(const char *name)
{
    char folded[NAME_MAX_BYTES];
    const paua_layout *layout = find_position(name);
    if (!layout && fold_name(name, folded))
        layout = find_folded(folded, 0);
    return layout ? layout : paua_layout_find_for(name, 2);
}

/* The least edit distance from a folded name to a layout's name, whole or without the affixes that
 * may be left out. */
static int distance_to_layout(const char *folded, const paua_layout *layout)
{
    char name[NAME_MAX_BYTES];
    fold_name(layout->name, name);
    int least = edit_distance(folded, name);
    size_t length = strlen(name), cut = length > 2 && name[length - 2] == '-' ? length - 2 : length;
    if (length > strlen(family) && strcmp(name + length - strlen(family), family) == 0)
        cut = length - strlen(family);
    name[cut] = '\0';
    int distance = edit_distance(folded, name);
    least = distance < least ? distance : least;
    if (strncmp(name, article, strlen(article)) != 0)
        return least;
    distance = edit_distance(folded, name + strlen(article));
    return distance < least ? distance : least;
}

const paua_layout *paua_layout_nearest(const char *name)
{
    char folded[NAME_MAX_BYTES];
    const paua_layout *nearest = NULL;
    if (!fold_name(name, folded))
        return NULL;
    /* a third of the letters may be wrong */
    int least = (int)strlen(folded) / 3 + 1;
    for (int i = 0; i < layout_count + position_count; i++) {
        const paua_layout *known = i < layout_count ? &layouts[i] : &positions[i - layout_count];
        int distance = distance_to_layout(folded, known);
        if (distance < least) {
            least = distance;
            nearest = known;
        }
    }
    for (int i = 0; i < ALIASES; i++) {
        int distance = edit_distance(folded, aliases[i].alias);
        if (distance < least) {
            least = distance;
            nearest = paua_layout_find(aliases[i].name);
        }
    }
    return nearest;
}

paua_status paua_layout_unknown(const char *name, paua_error *error)
{
    const paua_layout *nearest = paua_layout_nearest(name);
    char shown[NAME_MAX_BYTES + 1];
    snprintf(shown, sizeof shown, "%s", name);
    for (char *c = shown; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?'; /* a message is one line */
    if (nearest)
        return error_fill(error, PAUA_ERROR_NOT_FOUND, 0,
                          "no layout is named '%s', did you mean '%s'?", shown, nearest->name);
    return error_fill(error, PAUA_ERROR_NOT_FOUND, 0, "no layout is named '%s'", shown);
}
