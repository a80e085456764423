// The guide for players, GET /guide: its pages, and the game that a drawing is.
import { get } from '../api/client';
import type { Schemas } from '../api/schema';

export type GuideSection = Schemas['GuideSection'];
export type GuideFrame = NonNullable<GuideSection['frames']>[number];
export type GuidePageAnswer = Schemas['GuidePage'];

export function getGuide(signal: AbortSignal): Promise<Schemas['Guide']> {
    return get('/guide', signal);
}

export function getGuidePage(name: string, signal: AbortSignal): Promise<GuidePageAnswer> {
    return get(`/guide/${name}`, signal);
}

/** Boards and terms that stand together; every other section is alone. */
export function groupsOf(sections: GuideSection[]): GuideSection[][] {
    const groups: GuideSection[][] = [];
    for (const section of sections) {
        const last = groups[groups.length - 1];
        const joins = section.kind === 'board' || section.kind === 'term';
        if (joins && last?.[0]!.kind === section.kind) last.push(section);
        else groups.push([section]);
    }
    return groups;
}

/** A drawing as a game in APGN, for the page of a game that was read. */
export function recordOf(title: string, frames: GuideFrame[]): string {
    const moves = frames.flatMap((frame) => frame.moves);
    return [
        `[Event "${title.replace(/"/g, "'")}"]`,
        '[SetUp "1"]',
        `[Position "${frames[0]!.position}"]`,
        '[Rules "classic"]',
        '',
        `${moves.join(' ')} *`,
        '',
    ].join('\n');
}
