// Why a rated game has changed no rating: a sentence on the page of the game.
import type { Game } from '../api/client';

type Reason = NonNullable<Game['uncounted']>;

const SENTENCES: Record<Reason, string> = {
    few_moves: 'No rating changes: the game ended before everybody had two turns.',
    pair_games:
        'No rating changes: ten games of the same two players count in a day, and this is one more.',
    pair_short:
        'No rating changes: three short games of the same two players count in a day, and this is one more.',
    pair_address:
        'No rating changes: three games of two players at one address count in a day, and this is one more.',
    pair: 'No rating changes: the same two players already had as many games as count in a day.',
};

export function Uncounted({ why }: { why: Reason }) {
    return <p>{SENTENCES[why]}</p>;
}
