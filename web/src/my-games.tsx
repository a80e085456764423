// "My games": all games of this browser by whose turn it is, and their keys for other devices.
import { useEffect, useState } from 'preact/hooks';
import { GameRow } from './game-row';
import { KeysCard } from './keys-card';
import { PageHeader } from './page-header';
import { StorageWarning } from './storage-warning';
import { useMyGames, type MyGame } from './use-my-games';

export function MyGames({ carried }: { carried: string }) {
    const [imports, setImports] = useState(0);
    useEffect(() => {
        document.title = 'My games - Paua';
    }, []);
    return (
        <div class="start">
            <PageHeader />
            <main class="my-games">
                <h1>My games</h1>
                <StorageWarning />
                <GameList key={imports} />
                <KeysCard carried={carried} onImport={() => setImports(imports + 1)} />
            </main>
        </div>
    );
}

function GameList() {
    const games = useMyGames();
    const over = games.filter(({ seen }) => seen.over);
    const running = games.filter(({ seen }) => !seen.over);
    const isMine = ({ summary }: MyGame) => summary?.turn === 'mine';
    if (games.length === 0)
        return <p>There are none yet. Games that you start or open in this browser stand here.</p>;
    return (
        <>
            <Group title="Your turn" games={running.filter(isMine)} />
            <Group title="In progress" games={running.filter((one) => !isMine(one))} />
            <Group title="Finished" games={over} />
        </>
    );
}

/** "3 Oct 2026". */
function dateText(when: string | number): string {
    return when ? new Date(when).toLocaleDateString(undefined, { dateStyle: 'medium' }) : '';
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
