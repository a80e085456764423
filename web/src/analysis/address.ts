// The address of an analysis: the start position, rules and moves behind its #.
export interface AnalysisAddress {
    start: string; // a layout, or a position in any form that the rules read
    rules: string; // as text; '': the usual ones
    moves: string[];
    at: number; // how many of them are played in the position in view
}

export const FIRST_START = 'belgian-daisy';

export function parseAddress(hash: string): AnalysisAddress {
    const fields = new URLSearchParams(hash);
    const moves = (fields.get('moves') ?? '').split(' ').filter(Boolean);
    const at = Number(fields.get('at') ?? moves.length);
    return {
        start: fields.get('start') ?? FIRST_START,
        rules: fields.get('rules') ?? '',
        moves,
        at: Number.isInteger(at) && at >= 0 && at <= moves.length ? at : moves.length,
    };
}

export function addressOf({ start, rules = '', moves = [], at }: Partial<AnalysisAddress>): string {
    const fields = new URLSearchParams();
    if (start) fields.set('start', start);
    if (rules) fields.set('rules', rules);
    if (moves.length) fields.set('moves', moves.join(' '));
    if (at !== undefined && at < moves.length) fields.set('at', String(at));
    const text = fields.toString();
    return text ? `/analysis#${text}` : '/analysis';
}
