// How a game ended, in words.
import type { Side } from '../rules/rules';
import { colourName } from '../rules/text';
import { countOf, listOf } from '../ui/text';

const REASONS: Record<string, string> = {
    stuck: 'no legal moves',
    repetition: 'the position was repeated',
    quiet: 'too many moves without an ejection',
    plies: 'move limit reached',
    agreement: 'by agreement',
    resignation: 'the others resigned',
    time: 'on time',
    score: 'more marbles ejected at the limit of moves',
    centre: 'nearer to the centre',
    central: 'the central marble is off the board',
    declined: 'a player did not play',
    idle: 'nobody played for days',
    line: 'nearer to the centre line',
    passive: 'the other played too passively',
};

/** Reasons of a draw that read otherwise than those of a win. */
const DRAWN: Record<string, string> = {
    score: 'equal scores at the limit of moves',
    centre: 'equally near to the centre',
    line: 'equally near to the centre line',
};

/** "Black wins", "Black and Red win". */
function winSentence(winners: Side[]): string {
    return `${listOf(winners.map(colourName))} ${winners.length === 1 ? 'wins' : 'win'}`;
}

/** The result for the seats `mine`; `winners` are the winner and a partner, or nobody. */
export function resultTitle(winners: Side[], mine: Side[], players: number): string {
    if (winners.length === 0) return 'Draw';
    if (mine.length !== 1) return winSentence(winners);
    if (winners.includes(mine[0]!)) return 'You win';
    return players === 2 ? 'You lose' : winSentence(winners);
}

/** Why a game ended; `losers` are all who have not won, nobody after a draw. */
export function resultReason(reason: string, losers: Side[], mine: Side[], win: number): string {
    if (reason === 'ejections') return `${countOf(win, 'marble')} ejected`;
    if (reason === 'resignation' && losers.length === 1)
        return mine.length === 1 && mine[0] === losers[0]
            ? 'you resigned'
            : `${colourName(losers[0]!)} resigned`;
    return (losers.length === 0 && DRAWN[reason]) || (REASONS[reason] ?? '');
}
