// A game in words: its title, its players, whose turn it is, how it ended.
import { accountName } from '../api/signed-in';
import type { Game, Proposal, ProposalKind, Seat } from '../api/client';
import { isTaken } from './seat';
import { challengeTo } from './invitation';
import type { Kind, Side } from '../rules/rules';
import {
    confirmedTurn,
    isMoveUnsent,
    isOver,
    latestEntry,
    mayMove,
    sideToMove,
    type GameState,
} from './session';
import { isGuest, playerName } from './player-text';
import { resultReason, resultTitle } from './result-text';
import { colourName, layoutTitle, winner } from '../rules/text';
import { countOf, dateText, listOf } from '../ui/text';

export function seatOf({ game }: GameState, side: Side) {
    return game.seats.find((seat) => seat.colour === side)!;
}

export function gameTitle(game: Game): string {
    return layoutTitle(game.layout);
}

/** Before the terms of a game: that it is rated; after its end also if no rating has changed. */
export function ratedText({ rated, uncounted }: Game): string {
    if (!rated) return '';
    return uncounted ? 'Rated, but it did not count: ' : 'Rated: ';
}

/** "1662? +12": the rating in a rated game, unsure, and what the game has made of it. */
export function ratingText({ rating, provisional, rating_change: change }: Seat): string {
    if (rating === undefined) return '';
    const sign = change === undefined ? '' : ` ${change < 0 ? '\u2212' : '+'}`;
    const points = change === undefined ? '' : Math.abs(Math.round(change));
    return `${Math.round(rating)}${provisional ? '?' : ''}${sign}${points}`;
}

export function playerNameOf(state: GameState, side: Side): string {
    return playerName(seatOf(state, side), state.seats.mine, state.game.seats.length);
}

/** Whether to mark a name as that of a guest: not of this browser, in a game of the server. */
export function isOtherGuest({ game, seats }: GameState, seat: Seat): boolean {
    return game.id !== '' && !seats.mine.includes(seat.colour) && isGuest(seat);
}

/** Who plays, this browser's player first: "You and Cid against Ann and Bob". */
export function playersText(state: GameState): string {
    const { mine } = state.seats;
    const { teams } = latestEntry(state).position;
    const isOwn = (letters: string) => mine.length === 1 && letters.includes(mine[0]!);
    const ownFirst = (all: string[]) => [...all].sort((a, b) => +isOwn(b) - +isOwn(a));
    const groups = ownFirst(teams).map((letters) =>
        listOf(ownFirst([...letters]).map((side) => playerNameOf(state, side as Side))),
    );
    const alone = groups.length > 2 && groups.length === state.game.seats.length;
    return alone ? listOf(groups) : groups.join(' against ');
}

/** The player and partner who won; nobody after a draw or in a game without a result. */
export function winnersOf(state: GameState): Side[] {
    const side = winner(state.result);
    const { teams } = latestEntry(state).position;
    const team = side && teams.find((letters) => letters.includes(side));
    return side ? ([...(team ?? side)] as Side[]) : [];
}

/** Whether the server has said so: not while a move is on its way, or the connection is lost. */
export function isComputerThinking(state: GameState): boolean {
    if (isOver(state) || state.sending || !state.connected) return false;
    return seatOf(state, sideToMove(state)).kind === 'computer';
}

/** Why the game ended, '' if nothing needs saying. */
export function reasonText(state: GameState): string {
    const { game, seats, reason } = state;
    const winners = winnersOf(state);
    const others = game.seats.map((seat) => seat.colour).filter((one) => !winners.includes(one));
    return resultReason(reason, winners.length ? others : [], seats.mine, game.rules.win);
}

/** "You win", "Red wins", "Draw". */
export function resultText(state: GameState): string {
    if (state.result === '*') return 'Game closed';
    return resultTitle(winnersOf(state), state.seats.mine, state.game.seats.length);
}

/** Why a marble of a kind can't be moved in the position in view. */
export function refusalText(state: GameState, kind: Kind, live: boolean): string {
    const { game } = state;
    const { mine } = state.seats;
    const turn = sideToMove(state);
    if (!live) return 'This is an earlier position. Go to the latest move to play.';
    if (isOver(state)) return 'The game is over.';
    if (mine.length === 0) return 'You are watching this game.';
    if (game.status === 'waiting') return 'The game has not begun yet.';
    if (game.status === 'paused') return 'The game is paused.';
    if (!mine.includes(turn)) return `It is ${colourName(turn)}'s turn.`;
    if (state.resigning.includes(turn)) return 'You have resigned.';
    if (kind === 'x') return 'Fixed marbles never move.';
    if (kind === 'n' || kind === 'c') return 'Marbles of nobody can only be pushed.';
    if (kind !== turn) return `This marble is ${colourName(kind)}'s. You move ${colourName(turn)}.`;
    return 'Please wait for your last move.';
}

/** Why no move can be played in the position in view, '' if one can. */
export function moveRefusal(state: GameState, live: boolean): string {
    return live && mayMove(state) ? '' : refusalText(state, sideToMove(state), live);
}

/** Whose turn it is, or the result with its reason; what the server has not said is marked. */
export function statusText(state: GameState): string {
    if (isMoveUnsent(state)) return 'Your move is not sent yet';
    if (state.sending) return 'Sending your move';
    if (isOver(state)) {
        const reason = reasonText(state);
        return resultText(state) + (reason && `: ${reason}`);
    }
    if (state.resigning.includes(confirmedTurn(state))) return 'Sending your resignation';
    if (state.connected) return waitingFor(state);
    const own = state.game.status === 'playing' && state.seats.mine.includes(confirmedTurn(state));
    return own ? `${waitingFor(state)} (reconnecting)` : 'Reconnecting';
}

/** What else is not sent yet, '' if nothing is. Messages are marked where they are written. */
export function unsentText({ unsent }: GameState): string {
    const what = unsent.find((one) => one !== 'move' && one !== 'message');
    return what ? `Your ${what} is not sent yet.` : '';
}

/** What a game that is not over waits for. */
function waitingFor(state: GameState): string {
    const { mine } = state.seats;
    const turn = sideToMove(state);
    const { game } = state;
    if (game.status === 'waiting')
        return challengeTo(game, accountName()) ? 'You are challenged' : waitingText(game);
    if (game.status === 'paused') return 'The game is paused';
    if (mine.length === 1 && mine[0] === turn) return 'Your turn';
    if (isComputerThinking(state)) return 'The computer is thinking';
    return mine.length === 1
        ? `Waiting for ${nameInSentence(state, turn)}`
        : `${colourName(turn)} to move`;
}

/** For whom a game waits that has not begun: "Waiting for Bob to accept". */
function waitingText({ seats }: Game): string {
    const free = seats.filter((seat) => !isTaken(seat));
    if (free.length > 2) return `Waiting for ${countOf(free.length, 'player')} to join`;
    const names = free.map(
        ({ kind, name, colour }) => (kind === 'user' && name) || colourName(colour),
    );
    const allNamed = free.every(({ kind }) => kind === 'user');
    return `Waiting for ${listOf(names)} to ${allNamed ? 'accept' : 'join'}`;
}

/** How many follow the game besides its players, '' if nobody does, as far as is known. */
export function watchersText({ game, seats, connected }: GameState): string {
    const watching = seats.mine.length === 0;
    const others = connected ? game.spectators - (watching ? 1 : 0) : 0;
    if (others < 1) return watching ? 'You are watching.' : '';
    if (watching) return `You and ${countOf(others, 'other')} are watching.`;
    return `${countOf(others, 'person is', 'people are')} watching.`;
}

const NOTICE_MS = 3 * 24 * 3600 * 1000;

/** When the game closes, if that is soon or it has not begun; '' else. */
export function closingText({ closes, status }: Game, now: number): string {
    if (!closes || (status !== 'waiting' && Date.parse(closes) - now > NOTICE_MS)) return '';
    return `The game closes on ${dateText(closes)} if nothing happens.`;
}

const PROPOSAL_TEXTS: Record<ProposalKind, { mine: string; theirs: string }> = {
    draw: { mine: 'You offered a draw', theirs: 'offers a draw' },
    takeback: { mine: 'You asked to take back a move', theirs: 'asks to take back a move' },
    pause: { mine: 'You asked for a pause', theirs: 'asks for a pause' },
    rematch: { mine: 'You want to play again', theirs: 'wants to play again; colours rotate' },
};

/** A proposal in words: "Ann offers a draw." */
export function proposalText(state: GameState, { kind, colour }: Proposal): string {
    if (state.seats.mine.includes(colour)) return `${PROPOSAL_TEXTS[kind].mine}.`;
    return `${nameInSentence(state, colour)} ${PROPOSAL_TEXTS[kind].theirs}.`;
}

/** "White declines the draw.", of the offers of this browser; after the end only of a rematch. */
export function declinedText(state: GameState): string {
    const { mine } = state.seats;
    const over = isOver(state);
    return (state.game.declined ?? [])
        .filter(({ colour, by }) => mine.includes(colour) && !mine.includes(by))
        .filter(({ kind }) => !over || kind === 'rematch')
        .map(({ kind, by }) => `${nameInSentence(state, by)} declines the ${kind}.`)
        .join(' ');
}

/** "Waiting for White and Red." */
export function missingText(state: GameState, { missing }: Proposal): string {
    return `Waiting for ${listOf(missing.map((side) => nameInSentence(state, side)))}.`;
}

/** The name of another player inside a sentence. */
export function nameInSentence(state: GameState, side: Side): string {
    return seatOf(state, side).name ?? colourName(side);
}
