// What the form of the start page holds, and the game that it asks the server for. Draws nothing.
import type { NewGame, NewSeat } from '../api/client';
import { clockRules, DEFAULT_CLOCK, isClockOffered, type ClockChoice } from './clock-picker';
import { computerOf } from '../game/player-text';
import {
    RulesError,
    type GameRules,
    type Layout,
    type RulesModule,
    type Side,
} from '../rules/rules';

export interface ComputerChoice {
    as: 'level' | 'program';
    level: number;
    program: string; // the name of an opponent
    plies: number; // 0: the program's usual depth
}

/** Of a program's plies; deeper takes longer than the server allows for a move, as 6 may. */
export const DEPTH_MAX = 6;

/** Who takes a seat: somebody at this screen, whoever gets its link or finds it in the lobby, the
 * player of that name. */
const WHO = ['me', 'friend', 'anybody', 'user', 'computer'] as const;
export type Who = (typeof WHO)[number];

export interface SeatChoice {
    who: Who;
    computer: ComputerChoice;
    name: string; // of one of several people at this screen, or of the player who is challenged
}

/** The presets with what each is for. */
export const PRESETS: [string, string][] = [
    [
        'classic',
        'The usual game. The third time of a position is a draw, and so are 200 moves without an ejection.',
    ],
    [
        'tournament',
        'Clocks of 20 minutes. If nobody has ejected after 15 turns, who is nearer to the centre wins.',
    ],
    ['course', '5 seconds a turn. After 80 moves the score decides.'],
    ['arena', 'After 400 moves the score decides.'],
    ['ko', 'No earlier position may come again.'],
    ['solver', 'Nothing but ejections ends the game.'],
];

/** A preset, and what differs from it: settings as rules are written (docs/rules.md). */
export interface RulesChoice {
    preset: string;
    changes: Record<string, string>;
}

export interface GameForm {
    layout: string; // '': the custom position
    position: string;
    teams: boolean; // facing pairs, where the layout has them
    seats: SeatChoice[]; // in the order of play, as many as players
    shuffle: boolean; // the seats are drawn by lot
    rules: RulesChoice;
    clock: ClockChoice;
    rated: boolean; // heeded where mayRate()
}

const DEFAULT_COMPUTER: ComputerChoice = {
    as: 'level',
    level: 3,
    program: 'abla-combined',
    plies: 0,
};

const ME: SeatChoice = { who: 'me', computer: DEFAULT_COMPUTER, name: '' };
const COMPUTER: SeatChoice = { ...ME, who: 'computer' };

export const DEFAULT_FORM: GameForm = {
    layout: 'belgian-daisy',
    position: '',
    teams: false,
    seats: [ME, COMPUTER],
    shuffle: false,
    rules: { preset: 'classic', changes: {} },
    clock: DEFAULT_CLOCK,
    rated: false,
};

/** Nobody at this screen plays, in a game of two: not offered there. */
function isWatched(seats: SeatChoice[]): boolean {
    return seats.length === 2 && seats.every(({ who }) => who !== 'me');
}

/** The seats of another number of players: as they were, then more like the last. */
function seatsFor(seats: SeatChoice[], players: number): SeatChoice[] {
    const last = seats[seats.length - 1]!;
    const more = { ...(last.who === 'me' ? COMPUTER : last), name: '' };
    const next = Array.from({ length: players }, (_, i) => seats[i] ?? more);
    return isWatched(next) ? [ME, next[1]!] : next;
}

/** Another number of players, on a board that has room for them. */
export function withPlayers(form: GameForm, players: number): GameForm {
    if (players === form.seats.length) return form;
    const layout = players === 2 ? DEFAULT_FORM.layout : `bowl-${players}`;
    return { ...form, layout, teams: false, seats: seatsFor(form.seats, players) };
}

/** Against whom one plays in a game of two. */
export type Opponent = Exclude<Who, 'me'> | 'here';

export function opponentOf({ seats }: GameForm): Opponent {
    return seats.map(({ who }) => who).find((who) => who !== 'me') ?? 'here';
}

export function withOpponent(form: GameForm, opponent: Opponent): GameForm {
    const other = form.seats[0]!.who === 'me' ? 1 : 0;
    const who = opponent === 'here' ? 'me' : opponent;
    return withSeat(form, other, { who, name: '' });
}

/** The computer whose account has this name, or null. */
function computerNamed(name: string): ComputerChoice | null {
    const computer = computerOf(name);
    if (!computer) return null;
    if ('level' in computer) return { ...DEFAULT_COMPUTER, level: computer.level };
    return { ...DEFAULT_COMPUTER, as: 'program', program: computer.opponent };
}

/** A game of two against the player of this name. */
export function withChallenged(form: GameForm, name: string): GameForm {
    const computer = computerNamed(name);
    const who = computer ? 'computer' : 'user';
    const form2 = withOpponent(withPlayers(form, 2), who);
    const at = form2.seats.findIndex((seat) => seat.who === who);
    return withSeat(form2, at, computer ? { computer } : { name });
}

export function withSeat(form: GameForm, at: number, changes: Partial<SeatChoice>): GameForm {
    const seats = form.seats.map((seat, i) => (i === at ? { ...seat, ...changes } : seat));
    return { ...form, seats };
}

/** One's colour in a game of two. */
export function colourOf({ seats, shuffle }: GameForm): Side | 'random' {
    if (shuffle) return 'random';
    return seats[0]!.who === 'me' ? 'b' : 'w';
}

export function withColour(form: GameForm, colour: Side | 'random'): GameForm {
    const swap = colour !== 'random' && colour !== colourOf({ ...form, shuffle: false });
    return {
        ...form,
        shuffle: colour === 'random',
        seats: swap ? [...form.seats].reverse() : form.seats,
    };
}

/** What is wrong with the custom position, '' if nothing is. */
export function positionProblem(
    rules: RulesModule,
    { layout, position }: Pick<GameForm, 'layout' | 'position'>,
): string {
    if (layout || !position.trim()) return '';
    try {
        rules.describePosition(position);
        return '';
    } catch (error) {
        if (!(error instanceof RulesError)) return String(error);
        return `Column ${error.column}: ${error.message}.`;
    }
}

/** The form with as many seats as its custom position has players. */
export function settled(form: GameForm, rules: RulesModule): GameForm {
    if (form.layout || !form.position.trim() || positionProblem(rules, form)) return form;
    const { ejected } = rules.describePosition(form.position).position;
    return { ...form, seats: seatsFor(form.seats, ejected.length) };
}

const NO_CLOCK = { turn: 0, game: 0, gain: 0 };

/** Rules as text: "classic,win=3,turn=15". The clock is the chosen one, whatever the preset has. */
export function rulesText({ rules, clock }: Pick<GameForm, 'rules' | 'clock'>): string {
    const { preset, changes } = rules;
    const usual = preset === DEFAULT_FORM.rules.preset ? {} : NO_CLOCK;
    const chosen: Record<string, string | number> = { ...changes, ...usual, ...clockRules(clock) };
    const settings = Object.entries(chosen);
    return [preset, ...settings.map(([name, value]) => `${name}=${value}`)].join(',');
}

/** The clock of a preset as a choice. */
export function clockOf({ turn, game, gain }: GameRules): ClockChoice {
    if (turn) return { ...DEFAULT_CLOCK, kind: 'turn', turn: Number(turn) };
    if (!game) return DEFAULT_CLOCK;
    const minutes = Number(game) / 60;
    return { ...DEFAULT_CLOCK, kind: 'game', minutes, bonus: 'gain', seconds: Number(gain) };
}

/** Where the rules are read: the chosen start, or the full board while that is not readable. */
export function startOf(form: GameForm, rules: RulesModule): string {
    if (form.layout) return form.layout;
    return form.position.trim() && !positionProblem(rules, form) ? form.position : 'standard';
}

/** What is wrong with the form, '' if nothing is. */
export function formProblem(form: GameForm, rules: RulesModule): string {
    if (!form.layout && !form.position.trim()) return 'Enter a position or choose a board.';
    const problem = positionProblem(rules, form);
    if (problem) return problem;
    try {
        rules.describeRules(startOf(form, rules), rulesText(form));
        return '';
    } catch (error) {
        return error instanceof RulesError ? `Rules: ${error.message}.` : String(error);
    }
}

/** Whether a value has the members of a model, with the same types. */
function isLike(value: unknown, model: unknown): boolean {
    if (Array.isArray(model))
        return Array.isArray(value) && value.every((one) => isLike(one, model[0]));
    if (typeof model !== 'object' || !model) return typeof value === typeof model;
    const members = value as Record<string, unknown> | null;
    return (
        typeof members === 'object' &&
        members !== null &&
        Object.entries(model).every(([name, one]) => isLike(members[name], one))
    );
}

function isComputerOffered({ as, level, plies }: ComputerChoice, { levels }: RulesModule) {
    return (
        ['level', 'program'].includes(as) &&
        levels[level - 1] !== undefined &&
        Number.isInteger(plies) &&
        plies >= 0 &&
        plies <= DEPTH_MAX
    );
}

function areSeatsOffered(seats: SeatChoice[], rules: RulesModule): boolean {
    return (
        seats.length > 0 &&
        !isWatched(seats) &&
        seats.every(({ who, computer }) => WHO.includes(who) && isComputerOffered(computer, rules))
    );
}

function areRulesOffered({ preset, changes }: RulesChoice, { settings }: RulesModule): boolean {
    const isSetting = ([name, value]: [string, unknown]) =>
        settings.some((one) => one.name === name) &&
        typeof value === 'string' &&
        !value.includes(',');
    return PRESETS.some(([name]) => name === preset) && Object.entries(changes).every(isSetting);
}

/** Whether the form could have been filled in so on the page, and starts a game. */
function isFormOffered(form: GameForm, rules: RulesModule): boolean {
    if (!areSeatsOffered(form.seats, rules)) return false;
    if (!areRulesOffered(form.rules, rules) || !isClockOffered(form.clock)) return false;
    if (formProblem(form, rules)) return false;
    const layout = rules.layouts().find(({ name }) => name === form.layout);
    if (form.layout) return layout?.players === form.seats.length && (layout.teams || !form.teams);
    return settled(form, rules).seats.length === form.seats.length;
}

/** The form as it was saved, or the default where this Paua does not offer such a game. */
export function savedForm(saved: unknown, rules: RulesModule): GameForm {
    if (!isLike(saved, DEFAULT_FORM)) return DEFAULT_FORM;
    const form = saved as GameForm;
    return isFormOffered(form, rules) ? form : DEFAULT_FORM;
}

export function hasProgram({ seats }: GameForm): boolean {
    return seats.some(({ who, computer }) => who === 'computer' && computer.as === 'program');
}

/** The form without programs that the server has no more. */
export function withKnownPrograms(form: GameForm, programs: string[]): GameForm {
    const seats = form.seats.map((seat) =>
        seat.computer.as === 'level' || programs.includes(seat.computer.program)
            ? seat
            : { ...seat, computer: DEFAULT_COMPUTER },
    );
    return { ...form, seats };
}

export function mayPair(layouts: Layout[], { layout }: GameForm): boolean {
    return layouts.some(({ name, teams }) => name === layout && teams);
}

/** Whether a game like this may be rated, for an account: docs/ratings.md. */
export function mayRate(layouts: Layout[], form: GameForm, account: string): boolean {
    const { layout, seats, rules, clock } = form;
    const computers = seats.filter(({ who }) => who === 'computer').map(({ computer }) => computer);
    const different = new Set(computers.map((one) => JSON.stringify(computerPlayer(one))));
    return (
        account !== '' &&
        clock.kind !== 'none' &&
        Object.keys(rules.changes).length === 0 &&
        layouts.some(({ name, board }) => name === layout && board === '5x5x5') &&
        seats.filter(({ who }) => who === 'me').length === 1 &&
        computers.every(({ as, plies }) => as === 'level' || !plies) &&
        different.size === computers.length
    );
}

function computerPlayer({ as, level, program, plies }: ComputerChoice): NewSeat {
    if (as === 'level') return { kind: 'computer', level };
    return { kind: 'computer', opponent: plies ? `${program}:${plies}` : program };
}

/** The seat of somebody who is not at this screen. */
function playerOf({ who, computer, name }: SeatChoice): NewSeat {
    if (who === 'computer') return computerPlayer(computer);
    if (who === 'user') return { kind: 'user', name: name.trim() };
    return { kind: 'open', listed: who === 'anybody' };
}

/** The same in an order drawn by lot (Fisher and Yates). */
function shuffled<T>(list: T[], random: () => number): T[] {
    const all = [...list];
    for (let i = all.length - 1; i > 0; i--) {
        const j = Math.floor(random() * (i + 1));
        [all[i], all[j]] = [all[j]!, all[i]!];
    }
    return all;
}

/** Who asks for a game: others see the nickname of who has no account. */
export interface Asker {
    account: string; // '': none
    nickname: string;
}

/** What is wrong with a seat. */
export interface SeatProblem {
    at: number; // in the order of play
    text: string;
}

/** What is wrong with the names of the players who are challenged. */
export function namesProblem({ seats }: GameForm, account: string): SeatProblem | null {
    const names = new Set<string>();
    for (const [at, { who, name }] of seats.entries()) {
        const key = name.trim().toLowerCase();
        if (who !== 'user') continue;
        if (!account) return { at, text: 'To challenge a player by name, sign in.' };
        if (!key) return { at, text: 'Enter the name of the player.' };
        if (key === account.toLowerCase()) return { at, text: 'This is your own name.' };
        if (names.has(key)) return { at, text: 'This player has a seat already.' };
        names.add(key);
    }
    return null;
}

/** The seat of one of several people at this screen. */
function personAt(name: string): NewSeat {
    return { kind: 'person', ...(name && { name }) };
}

/** The seat of who asks, alone at this screen. */
function askerPlayer({ seats }: GameForm, { account, nickname }: Asker): NewSeat {
    const people = seats.some(({ who }) => who === 'friend' || who === 'anybody');
    return account ? { kind: 'user', name: account } : personAt(people ? nickname : '');
}

/** The game to create. One player at this screen plays it with the account, several with keys. */
export function newGame(form: GameForm, asker: Asker, random = Math.random): NewGame {
    const { layout, position, teams, seats, shuffle, rated } = form;
    const alone = seats.filter(({ who }) => who === 'me').length === 1;
    const players = seats.map((seat) => {
        if (seat.who !== 'me') return playerOf(seat);
        return alone ? askerPlayer(form, asker) : personAt(seat.name.trim());
    });
    const rules = rulesText(form);
    return {
        ...(layout ? { layout } : { position: position.trim() }),
        ...(layout && teams && { teams }),
        ...(rules !== DEFAULT_FORM.rules.preset && { rules }),
        ...(rated && { rated }),
        seats: shuffle ? shuffled(players, random) : players,
    };
}
