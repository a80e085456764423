/* rules.c - rules as text: a preset and settings such as `course,plies=100`. */
#include <stdio.h>
#include <string.h>

#include <paua/rules_setting.h>

#include "base/error.h"
#include "base/units.h"
#include "notation/text.h"

enum { DAY_MS = 24 * 60 * 60 * 1000 };

/* Reads "5", "0.25", or with a unit "250ms", "3m" as milliseconds; a number alone means seconds. */
static bool read_time(struct text_in *in, int64_t *ms)
{
    size_t length = strcspn(in->at, ", \t\r\n");
    int whole, part = 0;
    if (length && strchr("smhd", in->at[length - 1]) && units_read_time(in->at, length, 1000, ms)) {
        in->at += length;
        return *ms <= UINT32_MAX;
    }
    if (!text_read_number(in, (int)(UINT32_MAX / 1000), &whole))
        return false;
    if (text_read_char(in, '.')) {
        const char *start = in->at;
        if (!text_read_number(in, 999, &part) || in->at - start > 3)
            return false;
        for (long digits = in->at - start; digits < 3; digits++)
            part *= 10;
    }
    *ms = (int64_t)whole * 1000 + part;
    return *ms <= UINT32_MAX;
}

/* Reads one of two words; *value becomes 0 or 1. */
static bool read_choice(struct text_in *in, const char *const choices[2], int64_t *value)
{
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(choices[i]);
        if (strncmp(in->at, choices[i], length) == 0) {
            in->at += length;
            *value = i;
            return true;
        }
    }
    return false;
}

static bool at_setting_end(const struct text_in *in)
{
    return text_at_end(in) || strchr(", \t\r\n", *in->at);
}

/* Reads a whole number from least to most. */
static bool read_number(struct text_in *in, const paua_rules_setting *setting, int64_t *value)
{
    int number = 0;
    if (!text_read_number(in, setting->most, &number) || number < setting->least)
        return false;
    *value = number;
    return true;
}

/* Reads the value behind the '=' of a setting, up to a comma or the end. */
static bool read_value(struct text_in *in, const paua_rules_setting *setting, int64_t *value)
{
    bool good = setting->choices[0]                  ? read_choice(in, setting->choices, value)
                : setting->kind == PAUA_SETTING_TIME ? read_time(in, value)
                                                     : read_number(in, setting, value);
    if (setting->kind == PAUA_SETTING_DAYS)
        *value *= DAY_MS;
    return good && at_setting_end(in);
}

/* Refuses a setting's value. */
static paua_status wrong_value(const paua_rules_setting *setting, size_t at, paua_error *error)
{
    if (setting->choices[0])
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, at, "%s: expected %s or %s", setting->name,
                          setting->choices[0], setting->choices[1]);
    if (setting->kind == PAUA_SETTING_TIME)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, at,
                          "%s: expected seconds, 0 to 4294967.295, or a time such as 500ms or 3m",
                          setting->name);
    return error_fill(error, PAUA_ERROR_BAD_SYNTAX, at, "%s: expected a number from %d to %d",
                      setting->name, setting->least, setting->most);
}

/* The name of a setting or a preset; NULL: no more. */
static const char *name_of(bool sets, int i)
{
    if (!sets)
        return paua_preset_name(i);
    const paua_rules_setting *setting = paua_rules_setting_at(i);
    return setting ? setting->name : NULL;
}

/* Refuses a word: with a value it is no setting, and the error lists them; without one it is no
 * preset, and the error lists those. */
static paua_status refuse_word(const struct text_in *in, size_t length, paua_error *error)
{
    enum { SHOWN = 20 }; /* so much that the list fits */
    char names[sizeof error->message] = "";
    const bool sets = in->at[length] == '=';
    size_t used = 0;
    for (int i = 0; name_of(sets, i) && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                                 name_of(sets, i));
    return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(in),
                      sets ? "unknown setting '%.*s', expected one of: %s"
                           : "'%.*s' is neither a preset (%s) nor a setting such as win=4",
                      (int)(length < SHOWN ? length : SHOWN), in->at, names);
}

/* The setting of a name; NULL: there is none. */
static const paua_rules_setting *find_setting(const char *name, size_t length)
{
    const paua_rules_setting *setting;
    for (int i = 0; (setting = paua_rules_setting_at(i)); i++)
        if (strlen(setting->name) == length && strncmp(name, setting->name, length) == 0)
            return setting;
    return NULL;
}

/* Reads a setting such as `win=4`. */
static paua_status read_setting(struct text_in *in, paua_rules *rules, paua_error *error)
{
    size_t length = strcspn(in->at, "=, \t\r\n");
    const paua_rules_setting *setting = find_setting(in->at, length);
    if (!setting)
        return refuse_word(in, length, error);
    int64_t value = 0;
    in->at += length;
    bool given = text_read_char(in, '=');
    size_t at = text_offset(in);
    if (!given || !read_value(in, setting, &value))
        return wrong_value(setting, at, error);
    paua_rules_setting_set(setting, rules, value);
    return PAUA_OK;
}

/* Reads the name of a preset; -1 if the text does not begin with one. */
static int read_preset(struct text_in *in)
{
    size_t length = strcspn(in->at, ", \t\r\n");
    for (int i = 0; i < paua_preset_count(); i++)
        if (strlen(paua_preset_name(i)) == length &&
            strncmp(in->at, paua_preset_name(i), length) == 0) {
            in->at += length;
            return i;
        }
    return -1;
}

paua_status paua_rules_parse(const paua_board *board, const char *text, paua_rules *out,
                             paua_error *error)
{
    struct text_in in = {text, text};
    paua_rules rules;
    text_skip_blanks(&in);
    int preset = read_preset(&in);
    bool more = preset < 0;
    paua_rules_preset(board, paua_preset_name(preset < 0 ? 0 : preset), &rules);
    if (!more)
        more = text_read_char(&in, ',');
    while (more) {
        paua_status status = read_setting(&in, &rules, error);
        if (status != PAUA_OK)
            return status;
        more = text_read_char(&in, ',');
    }
    text_skip_blanks(&in);
    if (!text_at_end(&in))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, text_offset(&in),
                          "expected the end of the rules");
    *out = rules;
    return PAUA_OK;
}

/* Whether a setting is written, and differs in two sets of rules. */
static bool setting_differs(const paua_rules_setting *setting, const paua_rules *a,
                            const paua_rules *b)
{
    return setting->kind != PAUA_SETTING_DAYS &&
           paua_rules_setting_get(setting, a) != paua_rules_setting_get(setting, b);
}

/* The number of settings that differ. */
static int count_differences(const paua_rules *a, const paua_rules *b)
{
    const paua_rules_setting *setting;
    int count = 0;
    for (int i = 0; (setting = paua_rules_setting_at(i)); i++)
        count += setting_differs(setting, a, b);
    return count;
}

/* Seconds with as few decimals as possible. */
static void put_fraction(struct text_out *out, int64_t ms)
{
    int part = (int)(ms % 1000), digits = 3;
    for (; part % 10 == 0; part /= 10)
        digits--;
    text_put(out, "%lld.%0*d", (long long)(ms / 1000), digits, part);
}

/* The name of a setting for whole days of the same time: `days` for `turn`; NULL: it has none. */
static const char *name_in_days(const paua_rules_setting *setting)
{
    const paua_rules_setting *other;
    for (int i = 0; (other = paua_rules_setting_at(i)); i++)
        if (other->kind == PAUA_SETTING_DAYS && other->offset == setting->offset)
            return other->name;
    return NULL;
}

/* Writes a setting with its comma; time for a turn or a game that is whole days in days. */
static void put_setting(struct text_out *out, const paua_rules_setting *setting, int64_t value)
{
    const char *days = name_in_days(setting);
    if (days && value && value % DAY_MS == 0) {
        text_put(out, ",%s=%lld", days, (long long)(value / DAY_MS));
        return;
    }
    text_put(out, ",%s=", setting->name);
    if (setting->choices[0])
        text_put(out, "%s", setting->choices[value != 0]);
    else if (setting->kind == PAUA_SETTING_TIME && value % 1000)
        put_fraction(out, value);
    else
        text_put(out, "%lld",
                 (long long)(setting->kind == PAUA_SETTING_TIME ? value / 1000 : value));
}

size_t paua_rules_format(const paua_board *board, const paua_rules *rules, char *text, size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    paua_rules nearest, preset;
    int best = 0;
    paua_rules_preset(board, paua_preset_name(0), &nearest);
    for (int i = 1; i < paua_preset_count(); i++) {
        paua_rules_preset(board, paua_preset_name(i), &preset);
        if (count_differences(rules, &preset) < count_differences(rules, &nearest)) {
            nearest = preset;
            best = i;
        }
    }
    text_put(&out, "%s", paua_preset_name(best));
    const paua_rules_setting *setting;
    for (int i = 0; (setting = paua_rules_setting_at(i)); i++)
        if (setting_differs(setting, rules, &nearest))
            put_setting(&out, setting, paua_rules_setting_get(setting, rules));
    return out.length;
}
