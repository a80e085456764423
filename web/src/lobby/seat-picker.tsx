// Choosing who plays: the opponent and one's colour in a game of two, each seat in a game of more.
import { useEffect, useId, useRef } from 'preact/hooks';
import { ComputerPicker, useOpponents } from './computer-picker';
import { MarbleIcon } from '../board/marble-shape';
import {
    colourOf,
    opponentOf,
    withColour,
    withOpponent,
    withSeat,
    type GameForm,
    type Opponent,
    type SeatChoice,
    type SeatProblem,
    type Who,
} from './new-game';
import { NICKNAME_MAX, USER_NAME_MAX } from '../api/limits';
import { Nickname } from '../game/nickname';
import { SIDES, type Side } from '../rules/rules';
import { useRules } from '../rules/context';
import { SegmentedControl } from '../ui/segmented-control';
import { levelTitle, opponentTitle } from '../game/player-text';
import { colourName } from '../rules/text';
import { useAccountName } from '../api/use-account';

interface SeatPickerProps {
    form: GameForm;
    problem: SeatProblem | null;
    onChange: (form: GameForm) => void;
}

export function SeatPicker(props: SeatPickerProps) {
    const { seats } = props.form;
    const mine = seats.filter(({ who }) => who === 'me').length;
    const met = seats.some(({ who }) => who === 'friend' || who === 'anybody');
    const account = useAccountName();
    return (
        <>
            {seats.length === 2 ? <OpponentPicker {...props} /> : <SeatRows {...props} />}
            {mine === 1 && met && !account && <Nickname />}
        </>
    );
}

const OPPONENTS: [Opponent, string][] = [
    ['computer', 'Computer'],
    ['friend', 'Friend'],
    ['anybody', 'Anybody'],
    ['here', 'Here'],
];

const COLOURS: [Side | 'random', string][] = [
    ['b', 'Black, first'],
    ['w', 'White'],
    ['random', 'Random'],
];

const OPPONENT_NOTES: Record<Opponent, string> = {
    computer: '',
    friend: "You'll get a link to send. Whoever takes the seat first plays the other side.",
    anybody: 'The lobby shows your game until somebody takes the seat. Others may watch it.',
    user: 'Only this player can accept your challenge.',
    here: 'Two players take turns on this screen.',
};

/** How a friend gets to the game. */
const INVITATIONS: ['friend' | 'user', string][] = [
    ['friend', 'By a link'],
    ['user', 'By name'],
];

function OpponentPicker({ form, problem, onChange }: SeatPickerProps) {
    const opponent = opponentOf(form);
    const note = OPPONENT_NOTES[opponent];
    const at = form.seats.findIndex(({ who }) => who === opponent);
    return (
        <>
            <SegmentedControl
                legend="Opponent"
                name="opponent"
                value={opponent === 'user' ? 'friend' : opponent}
                options={OPPONENTS}
                onPick={(value) => onChange(withOpponent(form, value))}
            />
            {(opponent === 'friend' || opponent === 'user') && (
                <SegmentedControl
                    legend="Invite your friend"
                    name="invite"
                    value={opponent}
                    options={INVITATIONS}
                    onPick={(value) => onChange(withOpponent(form, value))}
                />
            )}
            {opponent === 'user' && (
                <UserField
                    seat={form.seats[at]!}
                    label="The player's name"
                    problem={problem?.at === at ? problem : null}
                    onChange={(changes) => onChange(withSeat(form, at, changes))}
                />
            )}
            {note && <p class="fine muted">{note}</p>}
            {opponent === 'here' &&
                form.seats.map((seat, i) => (
                    <div class="seat" key={i}>
                        <MarbleIcon kind={SIDES[i]!} />
                        <span>{colourName(SIDES[i]!)}</span>
                        <SeatName
                            seat={seat}
                            side={SIDES[i]!}
                            onChange={(changes) => onChange(withSeat(form, i, changes))}
                        />
                    </div>
                ))}
            {opponent === 'computer' && (
                <ComputerPicker
                    computer={form.seats[at]!.computer}
                    onChange={(changes) => {
                        const computer = { ...form.seats[at]!.computer, ...changes };
                        onChange(withSeat(form, at, { computer }));
                    }}
                />
            )}
            {opponent !== 'here' && (
                <SegmentedControl
                    legend="Your colour"
                    name="colour"
                    value={colourOf(form)}
                    options={COLOURS}
                    onPick={(value) => onChange(withColour(form, value))}
                />
            )}
        </>
    );
}

/** The value of a seat in its list: "me", "level 3", "program abapro". */
function seatValue({ who, computer }: SeatChoice): string {
    if (who !== 'computer') return who;
    return computer.as === 'level' ? `level ${computer.level}` : `program ${computer.program}`;
}

function seatFromValue(value: string, { computer }: SeatChoice): Partial<SeatChoice> {
    const [who, which] = value.split(' ') as [Who | 'level' | 'program', string];
    if (who === 'level')
        return { who: 'computer', computer: { ...computer, as: who, level: Number(which) } };
    if (who === 'program')
        return { who: 'computer', computer: { ...computer, as: who, program: which, plies: 0 } };
    return { who, name: '' };
}

function SeatRows({ form, problem, onChange }: SeatPickerProps) {
    const { opponents } = useOpponents();
    const { seats, shuffle } = form;
    const several = seats.filter(({ who }) => who === 'me').length > 1;
    return (
        <fieldset class="seats">
            <legend>Who plays</legend>
            {seats.map((seat, i) => (
                <SeatRow
                    key={i}
                    seat={seat}
                    side={SIDES[i]!}
                    named={several && seat.who === 'me'}
                    problem={problem?.at === i ? problem : null}
                    programs={opponents.map(({ name }) => name)}
                    onChange={(changes) => onChange(withSeat(form, i, changes))}
                />
            ))}
            <label class="check">
                <input
                    type="checkbox"
                    checked={shuffle}
                    onChange={(event) =>
                        onChange({ ...form, shuffle: event.currentTarget.checked })
                    }
                />
                Random colours
            </label>
        </fieldset>
    );
}

interface SeatRowProps {
    seat: SeatChoice;
    side: Side;
    named: boolean; // with a field for the name of a person at this screen
    problem: SeatProblem | null;
    programs: string[];
    onChange: (changes: Partial<SeatChoice>) => void;
}

function SeatRow({ seat, side, named, problem, programs, onChange }: SeatRowProps) {
    const { levels } = useRules();
    const colour = colourName(side);
    return (
        <div class="seat">
            <MarbleIcon kind={side} />
            <span>{colour}</span>
            <select
                aria-label={`${colour} is played by`}
                value={seatValue(seat)}
                onChange={(event) => onChange(seatFromValue(event.currentTarget.value, seat))}
            >
                <option value="me">You, on this screen</option>
                <option value="friend">A friend, by link</option>
                <option value="user">A player, by name</option>
                <option value="anybody">Anybody</option>
                <optgroup label="Computer">
                    {levels.map((_, i) => (
                        <option key={i} value={`level ${i + 1}`}>
                            {levelTitle(i + 1)}
                        </option>
                    ))}
                </optgroup>
                <optgroup label="Historical programs">
                    {programs.map((name) => (
                        <option key={name} value={`program ${name}`}>
                            {opponentTitle(name)}
                        </option>
                    ))}
                </optgroup>
            </select>
            {named && <SeatName seat={seat} side={side} onChange={onChange} />}
            {seat.who === 'user' && (
                <UserField
                    seat={seat}
                    label={`Name of the player of ${colour}`}
                    short
                    problem={problem}
                    onChange={onChange}
                />
            )}
        </div>
    );
}

interface UserFieldProps {
    seat: SeatChoice;
    label: string;
    short?: boolean; // only screen readers get the label
    problem: SeatProblem | null;
    onChange: (changes: Partial<SeatChoice>) => void;
}

/** The name of a player who is challenged; without an account, how to get one. */
function UserField({ seat, label, short, problem, onChange }: UserFieldProps) {
    const account = useAccountName();
    const input = useRef<HTMLInputElement>(null);
    const id = useId();
    useEffect(() => {
        if (problem) input.current?.focus();
    }, [problem]);
    if (!account)
        return (
            <p class={`fine user-field ${problem ? 'problem' : ''}`} role="status">
                To challenge a player by name, <SignInLink name={seat.name} />.
            </p>
        );
    return (
        <div class="user-field">
            <label for={id} class={short ? 'visually-hidden' : ''}>
                {label}
            </label>
            <input
                ref={input}
                id={id}
                type="text"
                autocomplete="off"
                autocapitalize="none"
                spellcheck={false}
                maxLength={USER_NAME_MAX}
                placeholder={short ? 'name' : ''}
                aria-invalid={problem ? true : undefined}
                aria-describedby={problem ? `${id}-problem` : undefined}
                value={seat.name}
                onInput={(event) => onChange({ name: event.currentTarget.value })}
            />
            {problem && (
                <span class="problem fine" id={`${id}-problem`} role="alert">
                    {problem.text}
                </span>
            )}
        </div>
    );
}

/** Comes back to the start page, with the same player to challenge. */
function SignInLink({ name }: { name: string }) {
    const back = name ? `/#challenge=${name}` : '/';
    return (
        <a href={`/account#${back}`} data-go>
            sign in
        </a>
    );
}

function SeatName({ seat, side, onChange }: Pick<SeatRowProps, 'seat' | 'side' | 'onChange'>) {
    return (
        <input
            type="text"
            aria-label={`Name of ${colourName(side)}`}
            placeholder="name, optional"
            maxLength={NICKNAME_MAX}
            value={seat.name}
            onInput={(event) => onChange({ name: event.currentTarget.value })}
        />
    );
}
