/* absent.c - what the engine in the page does without: there are no files, so no tablebases, and
 * its net is built in, so that no other is read. */
#include <paua/table.h>

paua_probe *paua_probe_new(const paua_table *table)
{
    (void)table;
    return NULL;
}

void paua_probe_free(paua_probe *probe)
{
    (void)probe;
}

paua_status paua_probe_position(paua_probe *probe, const paua_board *board,
                                const paua_position *position, paua_value *value, int *remoteness)
{
    (void)probe, (void)board, (void)position, (void)value, (void)remoteness;
    return PAUA_ERROR_NOT_FOUND;
}

const paua_table_info *paua_table_about(const paua_table *table)
{
    (void)table;
    return NULL;
}

const paua_board *paua_table_board(const paua_table *table)
{
    (void)table;
    return NULL;
}

paua_status paua_table_health(const paua_table *table)
{
    (void)table;
    return PAUA_ERROR_UNSUPPORTED;
}
