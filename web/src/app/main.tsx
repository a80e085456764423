// Entry point: loads the rules and the page that the address names, then shows it.
import './core';
import { render, type ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { findAccountName } from '../api/signed-in';
import { followAppearance } from '../game/appearance';
import { dropStrayClicks } from '../ui/double-click';
import { keepFocus } from '../ui/keep-focus';
import { lazyPage, withStyle } from '../ui/lazy';
import { PlainPage, StartLink } from '../ui/plain-page';
import { RulesModule } from '../rules/rules';
import { RulesContext } from '../rules/context';
import { allowSound } from '../game/sound';

const GamePage = lazyPage(() => import('../game-page/game-page').then((module) => module.GamePage));
const StartPage = lazyPage(() => import('../lobby/start-page').then((module) => module.StartPage));
const MyGames = lazyPage(() => import('../lobby/my-games').then((module) => module.MyGames));
const accountPages = () => withStyle('/account-pages.css', import('./account-pages'));
const AccountPage = lazyPage(() => accountPages().then((module) => module.AccountPage));
const MessagesPage = lazyPage(() => accountPages().then((module) => module.MessagesPage));
const StandingsPage = lazyPage(() => accountPages().then((module) => module.StandingsPage));
const TournamentsPage = lazyPage(() => accountPages().then((module) => module.TournamentsPage));
const TournamentPage = lazyPage(() => accountPages().then((module) => module.TournamentPage));
const UserPage = lazyPage(() => accountPages().then((module) => module.UserPage));
const RecordPage = lazyPage(() => import('../game-page/record-page').then((module) => module.RecordPage));

/** The id of the game at a path. */
function gameAt(path: string): string | undefined {
    return /^\/g\/([\w-]+)$/.exec(path)?.[1];
}

/** The name of the player whose page is at a path. */
function userAt(path: string): string | undefined {
    return /^\/user\/([\w.-]+)$/.exec(path)?.[1];
}

/** The name of whom the messages at a path are from and to; '': of everybody. */
function talkAt(path: string): string | undefined {
    return /^\/messages(?:\/([\w-]+))?$/.exec(path) ? path.slice('/messages/'.length) : undefined;
}

/** The id of the tournament at a path. */
function tournamentAt(path: string): string | undefined {
    return /^\/tournaments\/(\w+)$/.exec(path)?.[1];
}

const PAGES = {
    ...{ '/': StartPage, '/games': MyGames, '/account': AccountPage },
    ...{ '/record': RecordPage, '/standings': StandingsPage },
    ...{ '/tournaments': TournamentsPage },
};

/** Begins to load the page at a path. */
function loadPage(path: string): void {
    const page = PAGES[path as keyof typeof PAGES];
    const messages = talkAt(path) === undefined ? page : MessagesPage;
    const people = tournamentAt(path) ? TournamentPage : userAt(path) ? UserPage : messages;
    void (gameAt(path) ? GamePage : people)?.load();
}

/** Navigates within the app; the page finds its state again when it is loaded or come back to. */
export function go(path: string, state: object | null = null): void {
    history.pushState(state, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
    scrollTo(0, 0);
}

function onLink(event: MouseEvent): void {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest?.('a[data-go]');
    if (!link) return;
    event.preventDefault();
    go(link.getAttribute('href')!);
}

interface Address {
    path: string;
    hash: string; // without #
}

function currentAddress(): Address {
    return { path: location.pathname, hash: location.hash.slice(1) };
}

function App() {
    const [{ path, hash }, setAddress] = useState(currentAddress);
    useEffect(() => {
        const onNavigate = () => setAddress(currentAddress());
        addEventListener('popstate', onNavigate);
        addEventListener('hashchange', onNavigate);
        document.addEventListener('click', onLink);
    }, []);
    const id = gameAt(path);
    if (id) return <GamePage.View key={id} id={id} linkKey={hash} go={go} />;
    const user = userAt(path);
    const carried = /^keys=(.*)/.exec(hash)?.[1] ?? '';
    const challenged = /^challenge=([\w.-]+)$/.exec(hash)?.[1] ?? '';
    if (user) return <UserPage.View key={user} name={user} go={go} />;
    const tournament = tournamentAt(path);
    if (tournament) return <TournamentPage.View key={tournament} id={tournament} go={go} />;
    const talk = talkAt(path);
    if (talk !== undefined) return <MessagesPage.View key={talk} name={talk} go={go} />;
    if (path === '/') return <StartPage.View key={challenged} challenged={challenged} go={go} />;
    if (path === '/games') return <MyGames.View carried={carried} go={go} />;
    if (path === '/standings') return <StandingsPage.View category={hash} go={go} />;
    if (path === '/tournaments') return <TournamentsPage.View go={go} />;
    if (path === '/account') return <AccountPage.View back={hash} go={go} />;
    if (path === '/record') return <RecordPage.View go={go} />;
    return (
        <PlainPage title="Page not found" text="There is nothing at this address.">
            <StartLink />
        </PlainPage>
    );
}

const MARBLE_PAINTS = [
    ...['black', 'white', 'red', 'green', 'yellow', 'purple'],
    ...['neutral', 'central'],
];

/** SVG gradients of marbles and wood, shared by all pictures on the page. */
function Gradients() {
    return (
        <svg class="paints" aria-hidden="true" width="0" height="0">
            <defs>
                {MARBLE_PAINTS.map((name) => (
                    <radialGradient key={name} id={name} cx=".36" cy=".3" r=".8">
                        <stop offset="0" class={`${name}-0`} />
                        <stop offset=".5" class={`${name}-1`} />
                        <stop offset="1" class={`${name}-2`} />
                    </radialGradient>
                ))}
                <radialGradient id="hole" cx=".5" cy=".62" r=".62">
                    <stop offset="0" class="hole-0" />
                    <stop offset="1" class="hole-1" />
                </radialGradient>
                <linearGradient id="rim" x1="0" y1="0" x2="0" y2="1">
                    <stop offset="0" class="rim-0" />
                    <stop offset="1" class="rim-1" />
                </linearGradient>
                <linearGradient id="field" x1="0" y1="0" x2="0" y2="1">
                    <stop offset="0" class="field-0" />
                    <stop offset="1" class="field-1" />
                </linearGradient>
                <linearGradient id="shell" x1="0" y1="0" x2="1" y2="1">
                    <stop offset="0" class="shell-0" />
                    <stop offset=".45" class="shell-1" />
                    <stop offset=".75" class="shell-2" />
                    <stop offset="1" class="shell-3" />
                </linearGradient>
            </defs>
        </svg>
    );
}

function renderPage(content: ComponentChildren): void {
    const page = document.getElementById('page')!;
    page.replaceChildren();
    render(content, page);
}

followAppearance();
findAccountName().catch(() => {});
allowSound();
dropStrayClicks();
keepFocus();
loadPage(location.pathname); // while the rules are on their way
RulesModule.load().then(
    (rules) =>
        renderPage(
            <RulesContext.Provider value={rules}>
                <Gradients />
                <App />
            </RulesContext.Provider>,
        ),
    () =>
        renderPage(
            <PlainPage title="The game couldn't be loaded" text="Please reload the page." />,
        ),
);
