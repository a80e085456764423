/* rules_setting.h - the settings of rules.h by name: one table for rules as text (notation.h), for
 * JSON, the web page and the help. A setting's default is its value in paua_rules_default().
 */
#ifndef PAUA_RULES_SETTING_H
#define PAUA_RULES_SETTING_H

#include <stddef.h>

#include <paua/rules.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum paua_setting_kind {
    PAUA_SETTING_NUMBER, /* least .. most */
    PAUA_SETTING_CHOICE, /* one of two words, for false and true */
    PAUA_SETTING_FLAG,   /* the same with "no" and "yes"; a boolean in JSON */
    PAUA_SETTING_TIME,   /* milliseconds; as text seconds, or with a unit */
    PAUA_SETTING_DAYS    /* another name for a time, in whole days; not in JSON that is written */
} paua_setting_kind;

typedef struct paua_rules_setting {
    const char *name;       /* as text and in JSON */
    const char *text;       /* for people: a label; with `needs` it follows that setting's */
    const char *needs;      /* the setting without which this one does nothing; NULL: none */
    const char *choices[2]; /* CHOICE, FLAG */
    size_t offset, size;    /* of its field in paua_rules; 1, 2 or 4 bytes */
    int least, most;        /* NUMBER, DAYS */
    paua_setting_kind kind;
    bool for_two; /* it does nothing in games for three and more */
} paua_rules_setting;

/* The settings in the order in which rules are written as text. */
PAUA_API int paua_rules_setting_count(void);
PAUA_API const paua_rules_setting *paua_rules_setting_at(int i); /* 0 .. count-1, else NULL */

#define PAUA_RULES_SETTINGS_MAX 32

/* Lists all settings in the order in which people read them and JSON has them: each one just before
 * those that need it. Returns their number. */
PAUA_API int paua_rules_settings_list(const paua_rules_setting *list[PAUA_RULES_SETTINGS_MAX]);

/* The value of a setting: a number, 0 or 1, or milliseconds. */
PAUA_API int64_t paua_rules_setting_get(const paua_rules_setting *setting, const paua_rules *rules);

/* Sets the value of a setting, which must be within its range. */
PAUA_API void paua_rules_setting_set(const paua_rules_setting *setting, paua_rules *rules,
                                     int64_t value);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_RULES_SETTING_H */
