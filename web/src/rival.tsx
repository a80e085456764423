// How the computer plays: at a level, or as a program of the past.
import { useEffect, useState } from 'preact/hooks';
import { getOpponents, type Opponent, type Player } from './api';
import { Choices } from './choices';
import { errorSentence, LEVELS, opponentLine, opponentTitle } from './words';

export interface RivalWish {
    as: 'level' | 'program';
    level: number;
    program: string;
    plies: number; // 0: as many as the program usually looks ahead
}

export const RIVAL: RivalWish = { as: 'level', level: 3, program: 'abla-combined', plies: 0 };

const PLIES_MAX = 5; // more would take the server longer than it thinks about a move

export function rivalPlayer({ as, level, program, plies }: RivalWish): Player {
    if (as === 'level') return { kind: 'computer', level };
    return { kind: 'computer', opponent: plies ? `${program}:${plies}` : program };
}

interface RivalProps {
    rival: RivalWish;
    pick: (next: Partial<RivalWish>) => void;
}

const WAYS: [RivalWish['as'], string][] = [
    ['level', 'Levels'],
    ['program', 'Historical programs'],
];

export function Rival({ rival, pick }: RivalProps) {
    return (
        <>
            <Choices
                legend="It plays as"
                name="as"
                value={rival.as}
                of={WAYS}
                onPick={(as) => pick({ as })}
            />
            {rival.as === 'level' ? (
                <Level rival={rival} pick={pick} />
            ) : (
                <Programs rival={rival} pick={pick} />
            )}
        </>
    );
}

function Level({ rival, pick }: RivalProps) {
    return (
        <div class="level">
            <label for="level">
                Level <output>{rival.level}</output>
            </label>
            <input
                id="level"
                type="range"
                min="1"
                max={LEVELS.length}
                value={rival.level}
                aria-describedby="level-says"
                onInput={(e) => pick({ level: Number(e.currentTarget.value) })}
            />
            <div class="ends" aria-hidden="true">
                <span>gentle</span>
                <span>fierce</span>
            </div>
            <p id="level-says" class="says">
                {LEVELS[rival.level - 1]}
            </p>
        </div>
    );
}

function Programs({ rival, pick }: RivalProps) {
    const [all, setAll] = useState<Opponent[] | null>(null);
    const [problem, setProblem] = useState('');
    useEffect(() => {
        getOpponents().then(
            (answer) => setAll(answer.opponents),
            (error) => setProblem(errorSentence(error)),
        );
    }, []);
    const chosen = all?.find((one) => one.name === rival.program);
    const plies = rival.plies || chosen?.plies || 0;
    return (
        <>
            <fieldset class="programs" aria-label="Program">
                {all?.map((one) => (
                    <label key={one.name} class={one.name === rival.program ? 'on' : ''}>
                        <input
                            type="radio"
                            name="program"
                            value={one.name}
                            checked={one.name === rival.program}
                            onChange={() => pick({ program: one.name, plies: 0 })}
                        />
                        <b>{opponentTitle(one.name)}</b>
                        <span class="muted">{opponentLine(one.name, one.about)}</span>
                    </label>
                ))}
            </fieldset>
            {problem && <p class="problem">{problem}</p>}
            {chosen && <p class="fine muted">{chosen.about}</p>}
            {chosen && chosen.plies_max > chosen.plies && (
                <div class="level">
                    <label for="plies">
                        Looks ahead
                        <output>
                            {plies} {plies === 1 ? 'ply' : 'plies'}
                        </output>
                    </label>
                    <input
                        id="plies"
                        type="range"
                        min="1"
                        max={PLIES_MAX}
                        value={plies}
                        onInput={(e) => pick({ plies: Number(e.currentTarget.value) })}
                    />
                </div>
            )}
        </>
    );
}
