/* setting.c - the table of the settings of rules. */
#include <paua/rules_setting.h>

#include <assert.h>
#include <string.h>

enum { DAYS_MAX = UINT32_MAX / (24 * 60 * 60 * 1000) };

#define FIELD(name) offsetof(paua_rules, name), sizeof((paua_rules){0}.name)

/* Rows of one line each. */
#define NUMBER(name, field, least, most, two, text)                                                \
    {                                                                                              \
        name, text, NULL, {0}, FIELD(field), least, most, PAUA_SETTING_NUMBER, two                 \
    }
#define CHOICE(name, field, no, yes, needs, two, text)                                             \
    {                                                                                              \
        name, text, needs, {no, yes}, FIELD(field), 0, 0, PAUA_SETTING_CHOICE, two                 \
    }
#define FLAG(name, field, text)                                                                    \
    {                                                                                              \
        name, text, NULL, {"no", "yes"}, FIELD(field), 0, 0, PAUA_SETTING_FLAG, false              \
    }
#define TIME(name, field, needs, text)                                                             \
    {                                                                                              \
        name, text, needs, {0}, FIELD(field), 0, 0, PAUA_SETTING_TIME, false                       \
    }
#define DAYS(name, field, text)                                                                    \
    {                                                                                              \
        name, text, NULL, {0}, FIELD(field), 1, DAYS_MAX, PAUA_SETTING_DAYS, false                 \
    }

#define UNTOUCHED "Without an ejection by this turn, "

static const paua_rules_setting settings[] = {
    NUMBER("win", win, 1, PAUA_CELLS_MAX, false, "Marbles to eject"),
    NUMBER("repetition", repetition, 0, UINT8_MAX, false, "Repetitions of a position for a draw"),
    NUMBER("quiet", quiet, 0, UINT16_MAX, false, "Moves without an ejection for a draw"),
    NUMBER("plies", plies, 0, UINT16_MAX, false, "Moves after which the game ends"),
    NUMBER("centre", centre_turn, 0, UINT16_MAX, false,
           UNTOUCHED "whoever is nearer to the centre wins"),
    NUMBER("line", line_turn, 0, UINT16_MAX, true,
           UNTOUCHED "whoever is nearer to the middle row wins"),
    CHOICE("measure", line_progress, "place", "progress", "line", true,
           "by how much nearer since the start"),
    NUMBER("passive", passive, 0, UINT16_MAX, true, "Passive moves in a row that lose the game"),
    CHOICE("stuck", stuck_loses, "draw", "loss", NULL, true, "Who has no legal move loses"),
    CHOICE("limit", score_decides, "draw", "score", "plies", false,
           "then who has ejected more wins"),
    FLAG("ko", ko, "Ko: no earlier position may come again"),
    TIME("turn", turn_ms, NULL, "Time for each move"),
    TIME("game", game_ms, NULL, "Time for all moves"),
    TIME("gain", gain_ms, "game", "added after each move"),
    TIME("cap", cap_ms, "gain", "up to this time for all moves"),
    TIME("delay", delay_ms, NULL, "Time in each move before the clock runs"),
    DAYS("days", turn_ms, "Days for each move, instead of turn"),
    DAYS("bank", game_ms, "Days for all moves, instead of game"),
};

enum { SETTINGS = sizeof settings / sizeof *settings };

_Static_assert(SETTINGS <= PAUA_RULES_SETTINGS_MAX, "too many settings");

int paua_rules_setting_count(void)
{
    return SETTINGS;
}

const paua_rules_setting *paua_rules_setting_at(int i)
{
    return i >= 0 && i < SETTINGS ? &settings[i] : NULL;
}

static bool setting_needs(const paua_rules_setting *setting, const paua_rules_setting *other)
{
    return setting->needs && strcmp(setting->needs, other->name) == 0;
}

/* Appends a setting and all that need it to a list. Returns the length. */
static int list_setting(const paua_rules_setting *setting, const paua_rules_setting **list,
                        int length)
{
    list[length++] = setting;
    for (int i = 0; i < SETTINGS; i++)
        if (setting_needs(&settings[i], setting))
            length = list_setting(&settings[i], list, length);
    return length;
}

int paua_rules_settings_list(const paua_rules_setting *list[PAUA_RULES_SETTINGS_MAX])
{
    int length = 0;
    for (int i = 0; i < SETTINGS; i++)
        if (!settings[i].needs)
            length = list_setting(&settings[i], list, length);
    assert(length == SETTINGS);
    return length;
}

int64_t paua_rules_setting_get(const paua_rules_setting *setting, const paua_rules *rules)
{
    const char *field = (const char *)rules + setting->offset;
    uint16_t two;
    uint32_t four;
    switch (setting->size) {
    case sizeof two:
        memcpy(&two, field, sizeof two);
        return two;
    case sizeof four:
        memcpy(&four, field, sizeof four);
        return four;
    default:
        return *(const unsigned char *)field;
    }
}

void paua_rules_setting_set(const paua_rules_setting *setting, paua_rules *rules, int64_t value)
{
    char *field = (char *)rules + setting->offset;
    const uint16_t two = (uint16_t)value;
    const uint32_t four = (uint32_t)value;
    switch (setting->size) {
    case sizeof two:
        memcpy(field, &two, sizeof two);
        break;
    case sizeof four:
        memcpy(field, &four, sizeof four);
        break;
    default:
        *(unsigned char *)field = (unsigned char)value;
        break;
    }
}

bool paua_rules_same(const paua_rules *a, const paua_rules *b)
{
    for (int i = 0; i < SETTINGS; i++)
        if (paua_rules_setting_get(&settings[i], a) != paua_rules_setting_get(&settings[i], b))
            return false;
    return true;
}
