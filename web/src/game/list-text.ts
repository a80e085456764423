// The lobby in words: the rules of a listed game, its players, its turn.
import type { Game, ListedGame, Seat } from '../api/client';
import { isTaken } from './seat';
import type { GameRules } from '../rules/rules';
import { isGuest, personName, playerName } from './player-text';
import { colourName } from '../rules/text';
import { capital, countOf, listOf } from '../ui/text';

const UNITS: [number, string][] = [
    [86_400, 'day'],
    [3600, 'h'],
    [60, 'min'],
    [1, 's'],
];

/** "90" -> "1 min 30 s", "259200" -> "3 days". */
export function durationText(seconds: number): string {
    const parts: string[] = [];
    let rest = seconds;
    for (const [size, unit] of UNITS) {
        const count = unit === 's' ? rest : Math.floor(rest / size);
        rest -= count * size;
        if (count > 0) parts.push(unit === 'day' ? countOf(count, unit) : `${count} ${unit}`);
    }
    return parts.join(' ') || '0 s';
}

const NO_LIMIT = 10_000; // moves, which no game reaches

const SETTINGS: Record<string, (value: string) => string> = {
    win: (value) => `${countOf(Number(value), 'marble')} to win`,
    turn: (value) => `${durationText(Number(value))} for a turn`,
    days: (value) => `${countOf(Number(value), 'day')} for a turn`,
    game: (value) => `${durationText(Number(value))} for a game`,
    bank: (value) => `${countOf(Number(value), 'day')} for a game`,
    cap: (value) => `at most ${durationText(Number(value))} in all`,
    gain: (value) => `${durationText(Number(value))} more for each move`,
    delay: (value) => `${durationText(Number(value))} of delay`,
    plies: (value) => (Number(value) < NO_LIMIT ? `at most ${countOf(Number(value), 'move')}` : ''),
};

function rulesParts(rules: string): string[] {
    const parts = rules.split(',').map((setting) => {
        const [name = '', value] = setting.split('=');
        if (value === undefined) return name === 'classic' ? '' : `${name} rules`;
        return SETTINGS[name]?.(value) ?? `${name} ${value}`;
    });
    return parts.filter((part) => part);
}

/** Rules as the server lists them, "course,turn=5": what is not the usual, '' for nothing. */
export function rulesText(rules: string): string {
    return capital(rulesParts(rules).join(', '));
}

/** What whoever sits down agrees to: "Rated, 10 min for a game, 5 s more for each move." */
export function termsText({ rated, rules }: Pick<ListedGame, 'rated' | 'rules'>): string {
    const hasClock = /(^|,)(turn|days|game|bank)=(?!0(,|$))/.test(rules);
    const parts = [rated ? 'Rated' : 'Not rated', ...rulesParts(rules)];
    return `${[...parts, ...(hasClock ? [] : ['no clock'])].join(', ')}.`;
}

/** The same for a whole game. */
export function gameTerms({ rated, rules }: Pick<Game, 'rated' | 'rules'>): string {
    return termsText({ ...(rated && { rated }), rules: rules.text });
}

const CLOCK_SETTINGS = ['turn', 'game', 'gain', 'cap', 'delay'];

/** The clock of a game, "10 min for a game, 5 s more for each move"; '' if there is none. */
export function clockRulesText(rules: GameRules): string {
    const settings = CLOCK_SETTINGS.filter((name) => Number(rules[name]) > 0);
    return settings.length
        ? rulesText(settings.map((name) => `${name}=${rules[name]}`).join())
        : '';
}

/** Who sits on these seats: "Ann", "Bob (guest)", "Computer, level 3". */
export function namesOf(seats: Seat[]): string[] {
    return seats.map((seat) =>
        isGuest(seat) ? personName(seat) : playerName(seat, [], seats.length),
    );
}

function isSeated(seat: Seat): boolean {
    return seat.kind !== 'computer' && isTaken(seat);
}

/** Whether those who wait have the game open; '' if they do. */
export function awayText({ seats, here }: ListedGame): string {
    return seats.some(isSeated) && here.length === 0 ? 'Away at the moment.' : '';
}

/** Whom a game is looking for: "Ann waits for 2 players." */
export function seekText({ seats, wanted }: ListedGame): string {
    const free = countOf(wanted, 'player');
    const seated = seats.filter(isSeated);
    if (seated.length === 0) return `Waiting for ${free}.`;
    const names = seated.map((seat) => personName(seat) || 'somebody');
    return `${capital(listOf(names))} ${names.length === 1 ? 'waits' : 'wait'} for ${free}.`;
}

/** Who plays: "Ann - Bob". */
export function playersText({ seats }: ListedGame): string {
    return namesOf(seats).join(' – ');
}

/** "Move 12, White to move. 3 people watch." */
export function turnText({ ply, turn, spectators }: ListedGame): string {
    if (!turn) return 'The game is over.';
    const watch =
        spectators > 0 ? ` ${countOf(spectators, 'person watches', 'people watch')}.` : '';
    return `Move ${ply}, ${colourName(turn)} to move.${watch}`;
}
