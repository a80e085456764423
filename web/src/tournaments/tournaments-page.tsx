// Tournaments: /tournaments, those that are open, running and over; /tournaments/ID, one of them
// with its pairings, its standings and its cross table.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import { NewTournamentCard } from './new-tournament-card';
import { usePageTitle, type PageProps } from '../ui/page';
import { PageHeader } from '../people/page-header';
import { PlainPage, StartLink, WaitingPage } from '../ui/plain-page';
import { useOpponents } from '../lobby/computer-picker';
import { useRules } from '../rules/context';
import { Problem } from '../ui/status';
import { errorSentence } from '../api/error-text';
import { Pending } from '../api/pending';
import { withTimeout } from '../api/retry';
import { useAnswer } from '../api/use-answer';
import { accountTitle, computerOf } from '../game/player-text';
import { rulesText } from '../game/list-text';
import { layoutTitle } from '../rules/text';
import { countOf, dateText } from '../ui/text';
import {
    getTournament,
    getTournaments,
    takePart,
    type Pairing,
    type Round,
    type Standing,
    type Tournament,
    type TournamentRow,
} from '../api/tournaments';
import { useAccountName } from '../api/use-account';
import { useSubmit } from '../api/use-submit';

const LISTS = [
    ['open', 'Open'],
    ['running', 'Running'],
    ['over', 'Over'],
] as const;

const SYSTEMS = {
    swiss: 'Swiss',
    'round-robin': 'Round robin',
    'double-round-robin': 'Double round robin',
};

const LOOK_MS = 5000; // how often a tournament that is running is read again

export function TournamentsPage({ go }: PageProps) {
    const name = useAccountName();
    return (
        <div class="start">
            <PageHeader go={go} back="/tournaments" />
            <main class="account">
                <h1>Tournaments</h1>
                {LISTS.map(([status, title]) => (
                    <List key={status} status={status} title={title} />
                ))}
                {name && <NewTournamentCard onMade={(id) => go(`/tournaments/${id}`)} />}
            </main>
        </div>
    );
}

function List({ status, title }: { status: string; title: string }) {
    const { answer, error } = useAnswer(status, (signal) => getTournaments(status, signal));
    const rows = answer?.tournaments;
    return (
        <section class="card">
            <h2>{title}</h2>
            <Pending answer={answer} error={error} />
            {rows?.length === 0 && <p>None.</p>}
            <ul class="rows" hidden={!rows?.length}>
                {rows?.map((row) => (
                    <li key={row.id}>
                        <span class="about">
                            <a href={`/tournaments/${row.id}`} data-go>
                                {row.name}
                            </a>
                            <span class="muted">{aboutText(row)}</span>
                        </span>
                        <span>{countOf(row.players, 'player')}</span>
                    </li>
                ))}
            </ul>
        </section>
    );
}

/** "Swiss, 5 rounds, Belgian daisy. 10 min for a game." */
function aboutText({ system, rounds, layout, rated, rules }: TournamentRow): string {
    const parts = [SYSTEMS[system], ...(rounds ? [countOf(rounds, 'round')] : [])];
    const games = [...parts, layoutTitle(layout), ...(rated ? ['rated'] : [])].join(', ');
    return `${games}. ${rulesText(rules)}.`;
}

function isMissing(error: unknown): boolean {
    return error instanceof ApiError && error.status === 404;
}

/** What went wrong with a tournament that this page shows. */
function tournamentProblem(error: unknown): string {
    return isMissing(error) ? 'This tournament was cancelled, or is over.' : errorSentence(error);
}

/**
 * Reads a tournament, and again and again as long as it is not over; also after each change by this
 * page, so that no answer from before that change replaces it.
 */
function useTournament(id: string) {
    const [now, setNow] = useState<Tournament | null>(null);
    const [error, setError] = useState<unknown>(null);
    const reading = useRef(new AbortController());
    const [changes, setChanges] = useState(0);
    useEffect(() => {
        let timer = 0;
        const left = (reading.current = new AbortController());
        const again = () => {
            timer = setTimeout(look, LOOK_MS);
        };
        const look = () =>
            withTimeout((signal) => getTournament(id, signal), left.signal).then(
                (read) => {
                    if (left.signal.aborted) return;
                    setNow(read);
                    setError(null);
                    if (read.status !== 'over') again();
                },
                (problem: unknown) => {
                    if (left.signal.aborted) return;
                    setError(problem);
                    if (!isMissing(problem)) again();
                },
            );
        void look();
        return () => {
            left.abort();
            clearTimeout(timer);
        };
    }, [id, changes]);
    const onChange = (changed: Tournament) => {
        reading.current.abort();
        setNow(changed);
        setChanges((known) => known + 1);
    };
    return { now, onChange, error };
}

export function TournamentPage({ param: id, go }: PageProps) {
    const { now, onChange, error } = useTournament(id);
    usePageTitle(now?.name ?? '');
    if (error && !now) {
        return (
            <PlainPage
                title={isMissing(error) ? 'No such tournament' : errorSentence(error)}
                text=""
            >
                <StartLink />
            </PlainPage>
        );
    }
    if (!now) return <WaitingPage />;
    const fewer = fewerRoundsText(now);
    return (
        <div class="start">
            <PageHeader go={go} back={`/tournaments/${id}`} />
            <main class="account tournament">
                <h1>{now.name}</h1>
                <p class="muted">
                    {aboutText(now)} Made by {now.owner}. {stateText(now)}
                </p>
                {fewer && <p>{fewer}</p>}
                <Problem>{error !== null && tournamentProblem(error)}</Problem>
                <Part now={now} onChange={onChange} />
                <Computers now={now} onChange={onChange} />
                <Pairings now={now} />
                <Table now={now} />
                <p>
                    <a href="/tournaments" data-go>
                        All tournaments
                    </a>
                </p>
            </main>
        </div>
    );
}

function stateText({ status, round, rounds, starts }: Tournament): string {
    if (status === 'running') return `Round ${round} of ${rounds}.`;
    if (status === 'over' && round === 0) return 'It did not take place.';
    if (status === 'over')
        return round < rounds
            ? `It ended after round ${round} of ${rounds}, as nobody was left to be paired.`
            : 'It is over.';
    return starts
        ? `It begins on ${dateText(starts, 'time')}.`
        : 'It begins when its owner says so.';
}

/** That a Swiss will have fewer rounds than were announced, '' if it will not. */
function fewerRoundsText({ system, status, players, rounds }: Tournament): string {
    const most = players % 2 ? players : players - 1;
    if (system !== 'swiss' || status !== 'open' || players < 2 || most >= rounds) return '';
    return `As nobody meets anybody twice, ${players} players play ${most} of the ${rounds} rounds.`;
}

interface PartProps {
    now: Tournament;
    onChange: (now: Tournament) => void;
}

/** What whoever is signed in can do: join, leave, begin it. */
function Part({ now, onChange }: PartProps) {
    const account = useAccountName();
    const [problem, setProblem] = useState('');
    const submit = useSubmit(setProblem, tournamentProblem);
    if (now.status === 'over') return null;
    const own = now.standings.find(({ name }) => name === account);
    if (now.status === 'running' && !own && !problem) return null;
    if (!account) return <p>Who is signed in can take part.</p>;
    const plays = ({ black, white }: Pairing) => [black, white].includes(own?.number ?? 0);
    const game = own && now.pairings.find((one) => one.black_points === null && plays(one))?.game;
    const act = (what: 'join' | 'leave' | 'start') =>
        submit(() => takePart(now.id, what).then(onChange));
    return (
        <section class="card">
            <div class="buttons">
                {game && (
                    <a class="button primary" href={`/g/${game}`} data-go>
                        Play your game
                    </a>
                )}
                {now.status === 'open' && !own && (
                    <button class="primary" onClick={() => void act('join')}>
                        Join
                    </button>
                )}
                {own && !own.left && <button onClick={() => void act('leave')}>Leave</button>}
                {now.status === 'open' && now.owner === account && (
                    <button onClick={() => void act('start')}>Begin</button>
                )}
            </div>
            {own?.left && <p>You have left this tournament.</p>}
            <Problem>{problem}</Problem>
        </section>
    );
}

/** The computers of the server, which the owner has take part, or not. */
function Computers(props: PartProps) {
    const { status, bots, owner } = props.now;
    const account = useAccountName();
    return status === 'open' && bots && owner === account ? <ComputerCard {...props} /> : null;
}

function ComputerCard({ now, onChange }: PartProps) {
    const { levels } = useRules();
    const { opponents, problem } = useOpponents();
    const names = [...levels.map((_, i) => i + 1), ...opponents.map(({ name }) => name)];
    const [refusal, setRefusal] = useState('');
    const [computer, setComputer] = useState('paua.3');
    const plays = now.standings.some(({ name }) => name === computer);
    const submit = useSubmit(setRefusal, tournamentProblem);
    const act = () =>
        submit(() => takePart(now.id, plays ? 'leave' : 'join', computer).then(onChange), computer);
    return (
        <section class="card">
            <h2>Computers</h2>
            <div class="form-field">
                <label for="computer">Plays at the level, or as the program</label>
                <select
                    id="computer"
                    value={computer}
                    onChange={(event) => setComputer(event.currentTarget.value)}
                >
                    {names.map((name) => (
                        <option key={name} value={`paua.${name}`}>
                            {accountTitle(`paua.${name}`)}
                        </option>
                    ))}
                </select>
            </div>
            <div class="buttons">
                <button onClick={() => void act()}>{plays ? 'Remove' : 'Add'}</button>
            </div>
            <p class="problem" role="alert">
                {refusal || problem}
            </p>
        </section>
    );
}

/** The round that is played, or was played last. */
function Pairings({ now }: { now: Tournament }) {
    const pairings = now.pairings.filter(({ round }) => round === now.round);
    const nameOf = (number: number) =>
        accountTitle(now.standings.find((one) => one.number === number)?.name ?? '');
    if (!pairings.length) return null;
    return (
        <section class="card">
            <h2>Round {now.round}</h2>
            <ul class="rows">
                {pairings.map(({ black, white, game, black_points, white_points }) => (
                    <li key={black}>
                        <span class="about">
                            {game ? (
                                <a href={`/g/${game}`} data-go>
                                    {nameOf(black)} – {nameOf(white!)}
                                </a>
                            ) : (
                                <span>
                                    {nameOf(black)}
                                    {white ? ` – ${nameOf(white)}` : ' has a bye'}
                                </span>
                            )}
                        </span>
                        <b>
                            {black_points === null
                                ? 'in progress'
                                : white === null
                                  ? pointsText(black_points)
                                  : `${pointsText(black_points)} : ${pointsText(white_points!)}`}
                        </b>
                    </li>
                ))}
            </ul>
        </section>
    );
}

/** 1.5 -> "1½". */
function pointsText(points: number): string {
    const whole = Math.floor(points);
    return points === whole ? String(whole) : `${whole || ''}½`;
}

/** "2b1": against number 2, with Black, a point. */
function cellText({ opponent, colour, points, played }: Round): string {
    const got = points === null ? '*' : pointsText(points);
    if (opponent === null) return `bye ${got}`;
    return `${opponent}${colour ?? ''} ${got}${points !== null && !played ? 'f' : ''}`;
}

/** The standings, with a column for each round. */
function Table({ now }: { now: Tournament }) {
    const rounds = Array.from({ length: now.round }, (_, i) => i + 1);
    const cell = (one: Standing, round: number) => {
        const found = one.rounds.find((entry) => entry.round === round);
        return found ? cellText(found) : '';
    };
    if (!now.standings.length) return <p>Nobody has joined yet.</p>;
    return (
        <section class="card">
            <h2>Standings</h2>
            <div class="crosstable" tabIndex={0} role="region" aria-label="Cross table">
                <table>
                    <thead>
                        <tr>
                            <th scope="col">Rank</th>
                            <th scope="col">No.</th>
                            <th scope="col">Player</th>
                            <th scope="col">Points</th>
                            {rounds.map((round) => (
                                <th key={round} scope="col">
                                    <abbr title={`Round ${round}`}>{round}</abbr>
                                </th>
                            ))}
                            <th scope="col">
                                <abbr title="Buchholz">BH</abbr>
                            </th>
                            <th scope="col">
                                <abbr title="Sonneborn-Berger">SB</abbr>
                            </th>
                        </tr>
                    </thead>
                    <tbody>
                        {now.standings.map((one) => (
                            <tr key={one.number}>
                                <td>{one.rank}</td>
                                <td>{one.number}</td>
                                <th scope="row">
                                    <a href={`/user/${one.name}`} data-go>
                                        {accountTitle(one.name)}
                                    </a>
                                    {one.bot && !computerOf(one.name) && ' (bot)'}
                                    {one.left && ' (has left)'}
                                </th>
                                <td>
                                    <b>{pointsText(one.points)}</b>
                                </td>
                                {rounds.map((round) => (
                                    <td key={round}>{cell(one, round)}</td>
                                ))}
                                <td>{one.buchholz}</td>
                                <td>{one.sonneborn_berger}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </div>
            <p class="muted">
                In the columns of rounds: the opponent's number, b for Black or w for White, the
                points; f: not played by both.
            </p>
        </section>
    );
}
