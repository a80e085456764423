// "My games": all games of this browser and of the account, by whose turn it is; challenges; keys
// for other devices.
import { useState } from 'preact/hooks';
import { postDecline, postJoin } from '../api/client';
import { challengeText } from '../people/challenge';
import { GameRow } from '../game/game-row';
import { termsText } from '../game/list-text';
import { challengeTo } from '../game/invitation';
import { KeysCard } from './keys-card';
import type { PageProps } from '../ui/page';
import { PageHeader } from '../people/page-header';
import { Problem } from '../ui/status';
import { StorageWarning } from '../game/storage-warning';
import { LinkGamesCard } from '../people/link-games-card';
import { errorSentence } from '../api/error-text';
import { Pending } from '../api/pending';
import { dateText } from '../ui/text';
import { useAccountName } from '../api/use-account';
import { useMyGames, type MyGame } from '../people/use-my-games';

/** The hash may hold keys of another device: /games#keys=... */
export function MyGames({ hash, go }: PageProps) {
    const carried = /^keys=(.*)/.exec(hash)?.[1] ?? '';
    const [changes, setChanges] = useState(0);
    const account = useAccountName();
    const onChange = () => setChanges(changes + 1);
    return (
        <div class="start">
            <PageHeader go={go} />
            <main class="my-games">
                <h1>My games</h1>
                <StorageWarning />
                {account && <LinkGamesCard account={account} onLinked={onChange} />}
                <GameList key={`${account} ${changes}`} account={account} go={go} />
                <KeysCard carried={carried} onImport={onChange} />
            </main>
        </div>
    );
}

function GameList({ account, go }: { account: string; go: (path: string) => void }) {
    const { games, complete, error, showOlder } = useMyGames();
    const over = games.filter(({ seen }) => seen.over);
    const running = games.filter(({ seen }) => !seen.over);
    const isTurn = (turn: string) => (one: MyGame) => (one.summary?.turn ?? 'theirs') === turn;
    if (games.length === 0 && complete)
        return (
            <p>
                There are none yet. Games that you start or open in this browser stand here
                {account && ', and those that you play elsewhere'}.
            </p>
        );
    return (
        <>
            <Pending answer={complete || null} error={error} />
            <Group title="Your turn" games={running.filter(isTurn('mine'))} />
            <Group title="In progress" games={running.filter(isTurn('theirs'))} />
            <Challenges games={running.filter(isTurn('challenged'))} account={account} go={go} />
            <Group title="Finished" games={over} />
            {showOlder && (
                <button class="more" onClick={() => void showOlder()}>
                    Show older games
                </button>
            )}
        </>
    );
}

function Group({ title, games }: { title: string; games: MyGame[] }) {
    if (games.length === 0) return null;
    return (
        <section class="recent card">
            <h2>{title}</h2>
            <ul>
                {games.map(({ seen, summary, problem }) => (
                    <GameRow
                        key={seen.id}
                        game={seen}
                        date={dateText(summary?.created ?? seen.at)}
                        state={{
                            text: problem || summary?.state || seen.over,
                            running: summary?.turn === 'mine',
                        }}
                    />
                ))}
            </ul>
        </section>
    );
}

interface ChallengesProps {
    games: MyGame[];
    account: string;
    go: (path: string) => void;
}

/** The games that wait for the account to accept or decline. */
function Challenges({ games, account, go }: ChallengesProps) {
    if (games.length === 0) return null;
    return (
        <section class="recent card">
            <h2>Challenges</h2>
            <ul>
                {games.map((game) => (
                    <ChallengeRow key={game.seen.id} challenge={game} account={account} go={go} />
                ))}
            </ul>
        </section>
    );
}

interface ChallengeRowProps extends Omit<ChallengesProps, 'games'> {
    challenge: MyGame;
}

function ChallengeRow({ challenge: { seen, game }, account, go }: ChallengeRowProps) {
    const [declined, setDeclined] = useState(false);
    const [problem, setProblem] = useState('');
    const seat = challengeTo(game!, account);
    const text = seat ? challengeText(game!, seat) : '';
    const answer = async (run: () => Promise<unknown>, then: () => void) => {
        setProblem('');
        try {
            await run();
            then();
        } catch (error) {
            setProblem(errorSentence(error));
        }
    };
    const accept = () => postJoin(seen.id, undefined, '', '');
    const decline = () => postDecline(seen.id, undefined);
    if (declined)
        return (
            <li class="removed">
                <span class="muted">You have declined {seen.title}.</span>
            </li>
        );
    return (
        <li class="challenge">
            <a href={`/g/${seen.id}`} data-go>
                <span class="name">{text}</span>
                <span class="muted">{[seen.title, dateText(seen.at)].join(', ')}</span>
                <span class="muted">{termsText(game!)}</span>
            </a>
            <span class="answers">
                <button
                    class="primary"
                    aria-label={`Accept: ${text}`}
                    onClick={() => void answer(accept, () => go(`/g/${seen.id}`))}
                >
                    Accept
                </button>
                <button
                    aria-label={`Decline: ${text}`}
                    onClick={() => void answer(decline, () => setDeclined(true))}
                >
                    Decline
                </button>
            </span>
            <Problem>{problem}</Problem>
        </li>
    );
}
