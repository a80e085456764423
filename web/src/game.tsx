// The page of one game.
import { useEffect, useState } from 'preact/hooks';
import { BoardView } from './board';
import { GameDialogs } from './dialogs';
import { Icon, Logo } from './icons';
import { PlayerStrip } from './panels';
import { winner, errorSentence, other } from './words';
import type { Side } from './rules';
import { useRules } from './rules-context';
import { Session } from './session';
import { SideColumn } from './side';
import { placesAfter, useTelling, useView, type Shared, type View } from './view';

interface GamePageProps {
    id: string;
    linkKey: string;
    go: (path: string) => void;
}

export function GamePage({ id, linkKey, go }: GamePageProps) {
    const rules = useRules();
    const [session, setSession] = useState<Session | null>(null);
    const [problem, setProblem] = useState('');
    const [, redraw] = useState(0);
    const [notice, setNotice] = useState('');

    useEffect(() => {
        let opened: Session | null = null;
        let left = false;
        setProblem('');
        const begin = (s: Session) => {
            if (left) return;
            opened = s;
            s.onChange = () => redraw((n) => n + 1);
            s.onNotice = setNotice;
            s.follow();
            if (linkKey) {
                history.replaceState(null, '', `/g/${id}`);
                const seated = s.game.seats.some((seat) => seat.you);
                if (!seated) setNotice('The key in this link does not fit: you are watching.');
            }
            setSession(s);
        };
        Session.open(rules, id, linkKey).then(begin, (error) => !left && setProblem(errorSentence(error)));
        return () => {
            left = true;
            opened?.close();
        };
    }, [id, linkKey]);

    if (problem) return <Problem text={problem} />;
    if (!session) {
        return <main class="plain waiting" aria-busy="true" aria-label="Loading the game" />;
    }
    return <Table session={session} notice={notice} setNotice={setNotice} go={go} />;
}

function Problem({ text }: { text: string }) {
    return (
        <main class="plain">
            <Logo />
            <h1>{text}</h1>
            <p class="buttons">
                <button class="primary" onClick={() => location.reload()}>
                    Try again
                </button>
                <a class="button" href="/" data-go>
                    New game
                </a>
            </p>
        </main>
    );
}

function Table(props: Shared & { notice: string }) {
    const view = useView(props);
    useTelling(view);
    return (
        <div class="game">
            <Head view={view} />
            <main>
                <h1 class="unseen">
                    {`${view.title}, ${view.nameOf('b')} against ${view.nameOf('w')}`}
                </h1>
                <BoardColumn view={view} />
                <SideColumn view={view} notice={props.notice} />
            </main>
            <div class="unseen" aria-live="polite" role="status" data-spoken>
                {view.spoken}
            </div>
            <GameDialogs view={view} />
        </div>
    );
}

function Head({ view }: { view: View }) {
    const button = (label: string, icon: 'flip' | 'settings' | 'help', act: () => void) => (
        <button class="icon-button" aria-label={label} title={label} onClick={act}>
            <Icon name={icon} />
        </button>
    );
    return (
        <header class="bar">
            <a class="brand" href="/" data-go>
                <Logo /> Paua
            </a>
            <span class="spring" />
            {!view.session.connected && (
                <span class="reconnecting" role="status">
                    Reconnecting
                </span>
            )}
            {button('Turn the board', 'flip', view.flip)}
            {button('Settings', 'settings', () => view.setOpen('settings'))}
            {button('How to play', 'help', () => view.setOpen('help'))}
        </header>
    );
}

function BoardColumn({ view }: { view: View }) {
    const { session, game, entry, live, settings, flipped } = view;
    const asked = live ? view.asked : null;
    const top: Side = flipped ? 'b' : 'w';
    const strip = (side: Side) => (
        <PlayerStrip
            side={side}
            name={view.nameOf(side)}
            ejected={entry.position.ejected[side === 'b' ? 0 : 1]}
            win={game.rules.win}
            toMove={!session.over && live && session.turn === side}
            thinking={view.thinking && session.turn === side}
            won={live && winner(session.result) === side}
        />
    );
    return (
        <div class="table">
            {strip(top)}
            <div class="board-frame">
                <BoardView
                    board={session.board}
                    sides={session.sides}
                    places={asked ? placesAfter(session, asked) : entry.places}
                    turned={flipped}
                    coordinates={settings.coordinates}
                    hints={settings.hints}
                    lastMove={asked ?? entry.move}
                    marks={asked ? null : view.marks}
                    choice={session.mayMove && live && !asked ? session.choice : null}
                    label={`Board, ${view.status}`}
                    onMove={view.choose}
                    say={view.say}
                    onIdle={() => view.say(live ? view.status : 'This is an earlier position.')}
                />
            </div>
            {strip(other(top))}
        </div>
    );
}
