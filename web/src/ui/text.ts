// Words for numbers, lists, dates and shares.

/** "3 moves", "1 move". */
export function countOf(count: number, one: string, many = `${one}s`): string {
    return `${count} ${count === 1 ? one : many}`;
}

/** "Black", "Black and Red", "Black, White and Red". */
export function listOf(names: string[], word = 'and'): string {
    const last = names[names.length - 1] ?? '';
    return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** "3 Oct 2026" or "3 Oct 2026, 14:05": in the language of the page, where the browser is. */
export function dateText(when: string | number, form: 'date' | 'time' = 'date'): string {
    const time = form === 'time' ? ({ timeStyle: 'short' } as const) : {};
    return when ? new Date(when).toLocaleString('en-GB', { dateStyle: 'medium', ...time }) : '';
}

/**
 * When something ends: by the last whole day, "3 Oct 2026", or in the middle of a day with the
 * hour, "4 Oct 2026, 09:00": where the day of whoever has chosen it ends at another time than here.
 */
export function untilText(end: string): string {
    return isMidnight(end) ? dateText(Date.parse(end) - 1) : dateText(end, 'time');
}

/** When something begins: by its first whole day, or with the hour. */
export function fromText(begin: string): string {
    return dateText(begin, isMidnight(begin) ? 'date' : 'time');
}

/** Whether a day begins at a time, where the browser is. */
function isMidnight(when: string): boolean {
    const time = Date.parse(when);
    return new Date(time).setHours(0, 0, 0, 0) === time;
}

/** "14:05" of today, else with the date. */
export function timeOfDayText(when: string): string {
    const date = new Date(when);
    if (date.toDateString() !== new Date().toDateString()) return dateText(when, 'time');
    return date.toLocaleTimeString('en-GB', { timeStyle: 'short' });
}

export function percent(share: number): string {
    return `${Math.round(share * 100)}%`;
}

export function capital(text: string): string {
    return text ? text[0]!.toUpperCase() + text.slice(1) : text;
}
