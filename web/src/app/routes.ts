// The pages: address, title and code of each. The build evaluates this file (web/build.mjs) and
// writes the addresses into the command, which serves the page there and nowhere else. So it
// imports types alone.
import type { ComponentType } from 'preact';
import type { PageProps } from '../ui/page';

export interface Route {
    path: string; // a * at its end is one segment
    param?: RegExp; // the form of that segment; at others "Page not found" is shown
    title: string; // of the window, until the page knows a better one; '': that of the site
    menu?: true; // in the menu of who is signed in, in this order, by its title
    styles: string[]; // its stylesheets behind style.css, loaded with the code
    load: () => Promise<ComponentType<PageProps>>;
}

const START = ['/start.css'];
const GAME = ['/game.css'];
const ACCOUNT = ['/start.css', '/account-pages.css'];

const GUIDE = ['/start.css', '/guide.css'];

const guidePage = () => import('../guide/guide-page').then((code) => code.GuidePage);
const accountPages = () => import('./account-pages');

export const ROUTES: Route[] = [
    {
        path: '/',
        title: '',
        styles: START,
        load: () => import('../lobby/start-page').then((code) => code.StartPage),
    },
    {
        path: '/g/*',
        param: /^[\w-]+$/,
        title: 'Game',
        styles: GAME,
        load: () => import('../game-page/game-page').then((code) => code.GamePage),
    },
    {
        path: '/record',
        title: 'Game',
        styles: GAME,
        load: () => import('../game-page/record-page').then((code) => code.RecordPage),
    },
    {
        path: '/games',
        title: 'My games',
        menu: true,
        styles: START,
        load: () => import('../lobby/my-games').then((code) => code.MyGames),
    },
    {
        path: '/messages',
        title: 'Messages',
        menu: true,
        styles: ACCOUNT,
        load: () => accountPages().then((code) => code.MessagesPage),
    },
    {
        path: '/messages/*',
        param: /^[\w-]+$/,
        title: 'Messages',
        styles: ACCOUNT,
        load: () => accountPages().then((code) => code.MessagesPage),
    },
    {
        path: '/user/*',
        param: /^[\w.-]+$/,
        title: 'Player',
        styles: ACCOUNT,
        load: () => accountPages().then((code) => code.UserPage),
    },
    {
        path: '/standings',
        title: 'Standings',
        menu: true,
        styles: ACCOUNT,
        load: () => accountPages().then((code) => code.StandingsPage),
    },
    {
        path: '/tournaments',
        title: 'Tournaments',
        menu: true,
        styles: ACCOUNT,
        load: () => accountPages().then((code) => code.TournamentsPage),
    },
    {
        path: '/tournaments/*',
        param: /^\w+$/,
        title: 'Tournament',
        styles: ACCOUNT,
        load: () => accountPages().then((code) => code.TournamentPage),
    },
    {
        path: '/analysis',
        title: 'Analysis board',
        menu: true,
        styles: [...GAME, '/analysis.css', '/study.css'],
        load: () => import('../study/analysis-page').then((code) => code.AnalysisPage),
    },
    {
        path: '/help',
        title: 'Guide',
        styles: GUIDE,
        load: guidePage,
    },
    {
        path: '/help/*',
        param: /^[a-z]+$/,
        title: 'Guide',
        styles: GUIDE,
        load: guidePage,
    },
    {
        path: '/account',
        title: 'Account',
        menu: true,
        styles: ACCOUNT,
        load: () => accountPages().then((code) => code.AccountPage),
    },
];
