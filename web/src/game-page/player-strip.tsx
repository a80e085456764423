// A player's bar above or below the board: name, presence, turn, clock, ejected marbles by colour.
import type { Clocks } from '../api/client';
import { ClockFace } from './clock';
import { MarbleIcon, MarbleShape } from '../board/marble-shape';
import type { GameRules, Kind, Side } from '../rules/rules';
import { colourName, kindName } from '../rules/text';
import { untilText } from '../ui/text';

export interface PlayerStripProps {
    side: Side;
    name: string;
    guest: boolean; // the name is a nickname, of somebody else
    user: string; // the name of the player's account, or ''
    vacationUntil: string; // when it has ended, or ''
    rating: string; // "1500?", or '' where the game is not rated
    tray: (Kind | null)[]; // the marbles that this player has ejected
    score: number; // of the player's team
    rules: GameRules;
    clock: Clocks | null;
    clockKnown: boolean; // else it stands as it was when the connection was lost
    index: number; // in the order of play
    presence: 'here' | 'away' | null; // null: unknown, or nobody to be here
    turn: boolean; // of the game
    toMove: boolean; // in the position in view
    thinking: boolean;
    won: boolean;
}

export function PlayerStrip(props: PlayerStripProps) {
    const {
        side,
        name,
        guest,
        user,
        rating,
        vacationUntil,
        clock,
        clockKnown,
        rules,
        index,
        presence,
        turn,
        toMove,
        thinking,
        won,
    } = props;
    const colour = colourName(side);
    return (
        <section
            class={`strip ${toMove ? 'to-move' : ''} ${won ? 'won' : ''} ${clock ? 'timed' : ''}`}
            aria-label={`${colour}: ${name}${guest ? ' (guest)' : ''}`}
            data-side={side}
        >
            <svg class="dot" viewBox="-.55 -.55 1.1 1.1" aria-hidden="true">
                <MarbleShape kind={side} />
            </svg>
            <span class="who">
                <b>
                    {user ? (
                        <a href={`/user/${user}`} data-go>
                            {name}
                        </a>
                    ) : (
                        name
                    )}
                </b>
                {guest && <span class="guest">(guest)</span>}
                {rating && <span class="rating">{rating}</span>}
                {presence && (
                    <span class={`presence ${presence}`} role="img" aria-label={presence} />
                )}
                {name !== colour && (
                    <span class="muted">
                        {vacationUntil ? `on vacation until ${untilText(vacationUntil)}` : colour}
                    </span>
                )}
                {thinking && <span class="dots" aria-hidden="true" />}
            </span>
            {clock && (
                <ClockFace
                    clock={clock}
                    known={clockKnown}
                    rules={rules}
                    index={index}
                    side={side}
                    toMove={turn}
                />
            )}
            <Tray {...props} />
        </section>
    );
}

/** "2 of 6 marbles ejected", and of which colours where that is not clear. */
function trayLabel({ tray, score, rules }: PlayerStripProps): string {
    const kinds = [...new Set(tray)].filter((kind) => kind !== null);
    const counts = kinds.map(
        (kind) => `${tray.filter((one) => one === kind).length} ${kindName(kind).toLowerCase()}`,
    );
    const colours = kinds.length > 1 ? `: ${counts.join(', ')}` : '';
    return `${score} of ${rules.win} marbles ejected${colours}`;
}

function Tray(props: PlayerStripProps) {
    const { tray, score, rules } = props;
    const free = Math.max(0, rules.win - score);
    return (
        <span class="tray" role="img" aria-label={trayLabel(props)}>
            {tray.map((kind, i) => (
                <span key={i} class="full">
                    {kind ? <MarbleIcon kind={kind} /> : <Slot name="unknown" />}
                </span>
            ))}
            {Array.from({ length: free }, (_, i) => (
                <Slot key={tray.length + i} name="slot" />
            ))}
        </span>
    );
}

function Slot({ name }: { name: 'slot' | 'unknown' }) {
    return (
        <svg viewBox="-.5 -.5 1 1" aria-hidden="true">
            <circle class={name} r=".4" />
        </svg>
    );
}
