/* parameters.c - the table of search parameters by name. */
#include "search/parameters.h"

#include <string.h>

#include <paua/search.h>

static const paua_parameter parameters[] = {
#define SEARCH_PARAMETER(name, value, least, most) {#name, value, least, most},
    SEARCH_PARAMETERS(SEARCH_PARAMETER)
#undef SEARCH_PARAMETER
};

enum { PARAMETERS = sizeof parameters / sizeof *parameters };

int paua_parameter_count(void)
{
    return PARAMETERS;
}

const paua_parameter *paua_parameter_at(int i)
{
    return i >= 0 && i < PARAMETERS ? &parameters[i] : NULL;
}

const paua_parameter *paua_parameter_find(const char *name)
{
    for (int i = 0; i < PARAMETERS; i++)
        if (strcmp(parameters[i].name, name) == 0)
            return &parameters[i];
    return NULL;
}

void parameters_reset(struct search_parameters *out)
{
    *out = (struct search_parameters){
#define SEARCH_PARAMETER(name, value, least, most) .name = value,
        SEARCH_PARAMETERS(SEARCH_PARAMETER)
#undef SEARCH_PARAMETER
    };
}

bool parameters_set(struct search_parameters *out, const char *name, int value)
{
    const paua_parameter *parameter = paua_parameter_find(name);
    if (!parameter || value < parameter->least || value > parameter->most)
        return false;
#define SEARCH_PARAMETER(field, usual, least, most)                                                \
    if (strcmp(name, #field) == 0)                                                                 \
        out->field = value;
    SEARCH_PARAMETERS(SEARCH_PARAMETER)
#undef SEARCH_PARAMETER
    return true;
}
