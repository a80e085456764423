// Entry point: loads the rules and the page that the address names, then shows it.
import './core';
import { render, type ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import { LateNotice } from '../ui/late-notice';
import { findAccountName } from '../api/signed-in';
import { useAccountName } from '../api/use-account';
import { allGames } from '../api/storage';
import { retry } from '../api/retry';
import { followAppearance } from '../game/appearance';
import { dropStrayClicks } from '../ui/double-click';
import { keepFocus } from '../ui/keep-focus';
import { lazyPage, lazyPart } from '../ui/lazy';
import { MenuContext, showTitle } from '../ui/page';
import { NoConnection, PlainPage, StartLink } from '../ui/plain-page';
import { RulesModule } from '../rules/rules';
import { RulesContext } from '../rules/context';
import { allowSound } from '../game/sound';
import { ROUTES } from './routes';

const PAGES = ROUTES.map(({ load, styles, ...route }) => ({
    ...route,
    ...lazyPage(load, styles),
}));

const MENU = PAGES.filter(({ menu }) => menu);

/** The page at a path, and what stands for the * of its address. */
function pageAt(path: string) {
    for (const page of PAGES) {
        if (!page.param) {
            if (page.path === path) return { page, param: '' };
            continue;
        }
        const start = page.path.slice(0, -1);
        const param = path.slice(start.length);
        if (path.startsWith(start) && page.param.test(param)) return { page, param };
    }
    return null;
}

/** Navigates within the app; `state` is in history.state again after reloading and going back. */
function go(path: string, state: object | null = null): void {
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

const { View: OfferNotices } = lazyPart(
    () => import('../lobby/offer-notices'),
    (module) => module.OfferNotices,
    {
        styles: ['/offer-notices.css'],
        instead: { waiting: null, offline: null, missing: null },
    },
);

/** Whether this browser or the account elsewhere offers a seat, or has since it was loaded. */
function useHasOffers(path: string): boolean {
    const [hasOffers, setHasOffers] = useState(false);
    const account = useAccountName();
    useEffect(() => {
        const check = () => setHasOffers((had) => had || allGames().some(({ waits }) => waits));
        check();
        if (account)
            import('../lobby/account-offers')
                .then(({ followBegun }) => followBegun(check))
                .catch(() => {}); // the next page tries again
        addEventListener('storage', check); // another tab may offer one
        return () => removeEventListener('storage', check);
    }, [path, account]);
    return hasOffers;
}

function App() {
    const [{ path, hash }, setAddress] = useState(currentAddress);
    // A layout effect listens before anything else can navigate; an effect runs after the next
    // frame.
    useLayoutEffect(() => {
        const onNavigate = () => setAddress(currentAddress());
        addEventListener('popstate', onNavigate);
        addEventListener('hashchange', onNavigate);
        document.addEventListener('click', onLink);
    }, []);
    const hasOffers = useHasOffers(path);
    const found = pageAt(path);
    const page = found?.page;
    /** go() for the page, of no effect once it was left: a late answer must not lead away. */
    const goFromPage: typeof go = (to, state) => {
        if (location.pathname === path) go(to, state);
    };
    useLayoutEffect(() => {
        if (page) showTitle(page.title); // before the effects of the page, which may know more
    }, [page]);
    return (
        <>
            {found ? (
                <found.page.View
                    key={found.param}
                    param={found.param}
                    hash={hash}
                    go={goFromPage}
                />
            ) : (
                <PlainPage title="Page not found" text="There is nothing at this address.">
                    <StartLink />
                </PlainPage>
            )}
            <div class="page-notices">
                {hasOffers && <OfferNotices path={path} />}
                <LateNotice />
            </div>
        </>
    );
}

const MARBLE_PAINTS = [
    ...['black', 'white', 'red', 'green', 'yellow', 'purple'],
    ...['neutral', 'central'],
];

/** SVG gradients of marbles, the board and the logo, shared by all pictures on the page. */
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
    for (const late of page.querySelectorAll('.late')) late.remove();
    render(content, page);
}

/** The compiled rules; any error counts as no answer, so that they are asked for again. */
async function fetchRules(signal: AbortSignal): Promise<Response> {
    const response = await fetch('/paua.wasm', { signal }).catch(() => null);
    if (!response?.ok) throw new ApiError(0, 'unreachable', '');
    return response;
}

followAppearance();
findAccountName().catch(() => {});
allowSound();
dropStrayClicks();
keepFocus();
void pageAt(location.pathname)?.page.load(); // while the rules are on their way
retry(fetchRules, new AbortController().signal, () => renderPage(<NoConnection />))
    .then((response) => RulesModule.load(response))
    .then(
        (rules) =>
            renderPage(
                <RulesContext.Provider value={rules}>
                    <Gradients />
                    <MenuContext.Provider value={MENU}>
                        <App />
                    </MenuContext.Provider>
                </RulesContext.Provider>,
            ),
        () =>
            renderPage(
                <PlainPage title="The game couldn't be loaded" text="Please reload the page." />,
            ),
    );
