// Accounts in words: what is wrong with a name or a password, what a browser is called. Pure
// functions.
import { ApiError } from '../api/client';
import type { Problems } from './form-field';
import type { Scope } from '../api/accounts';
import { errorSentence } from '../api/error-text';
import { USER_NAME_MAX } from '../api/limits';
import { capital } from '../ui/text';

const NAME_FORM = `2 to ${USER_NAME_MAX} letters, digits, - or _, a letter first.`;
export const NAME_HINT = `${NAME_FORM} Everybody sees it.`;
const NAME = new RegExp(`^[A-Za-z][\\w-]{1,${USER_NAME_MAX - 1}}$`);
const PASSWORD_MIN = 8;
export const PASSWORD_HINT = `At least ${PASSWORD_MIN} characters.`;
const PASSWORD_MAX_BYTES = 1000;

export function nameProblem(name: string): string {
    if (!name) return 'Enter a name.';
    return NAME.test(name) ? '' : `Use ${NAME_FORM}`;
}

/** What is wrong with a password that is chosen. */
export function passwordProblem(password: string): string {
    if (!password) return 'Enter a password.';
    if ([...password].length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`;
    const { length } = new TextEncoder().encode(password);
    return length > PASSWORD_MAX_BYTES ? 'Use a shorter password.' : '';
}

export function addressProblem(address: string): string {
    if (!address) return 'Enter a mail address.';
    return /^[^\s@]+@[^\s@]+$/.test(address) ? '' : 'Enter an address as ann@example.org.';
}

/** What is wrong where something must be typed. */
export function missing(text: string | undefined, problem: string): string {
    return text ? '' : problem;
}

/** The problems that are there: those with a text. */
export function problemsIn(problems: Problems): Problems {
    return Object.fromEntries(Object.entries(problems).filter(([, text]) => text));
}

/**
 * What the server refused, at the field that it is about; `credentials`: what a wrong password is.
 */
export function refusal(error: unknown, credentials: string): Problems {
    if (!(error instanceof ApiError)) return { form: errorSentence(error) };
    const { code, message } = error;
    if (code === 'name_taken') return { name: 'This name is taken. Choose another one.' };
    if (code === 'bad_credentials') return { password: credentials };
    if (code === 'bad_code') return { code: 'This code is wrong, or too old.' };
    if (code === 'no_mail') return { form: 'This server sends no mail.' };
    if (code === 'busy') return { form: 'The server is busy. Please try again in a moment.' };
    const [what, when] = message.split('; ');
    if (code === 'too_many' && when) return { form: `${capital(what!)}. ${capital(when)}.` };
    return { form: errorSentence(error) };
}

/** What went wrong with messages, blocks or reports. */
export function messageProblem(error: unknown): string {
    if (!(error instanceof ApiError)) return errorSentence(error);
    if (error.status === 404) return 'Nobody of this name is here, or the message is gone.';
    return refusal(error, '').form ?? errorSentence(error);
}

const BROWSERS: [RegExp, string][] = [
    [/Edg(e|A|iOS)?\//, 'Edge'],
    [/OPR\/|Opera/, 'Opera'],
    [/Firefox\/|FxiOS\//, 'Firefox'],
    [/Chrom(e|ium)\/|CriOS\/|HeadlessChrome\//, 'Chrome'],
    [/Safari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
    [/iPhone|iPad/, 'iOS'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X|Macintosh/, 'macOS'],
    [/CrOS/, 'ChromeOS'],
    [/Linux|X11/, 'Linux'],
];

/** What a browser calls itself, in short: "Firefox on Linux". */
export function browserText(label: string): string {
    const find = (names: [RegExp, string][]) => names.find(([shape]) => shape.test(label))?.[1];
    const browser = find(BROWSERS);
    const system = find(SYSTEMS);
    if (!browser && !system) return label || 'Unknown browser';
    return `${browser ?? 'A browser'}${system ? ` on ${system}` : ''}`;
}

export const CORRESPONDENCE = 'correspondence';
const SPEEDS = ['fast', 'rapid', 'slow', 'mail'];

/** All categories of ratings: docs/ratings.md. */
export const CATEGORIES = [2, 3, 4, 5, 6].flatMap((players) =>
    SPEEDS.map((speed) => `${players}-${speed}`),
);

/** The speed of a category in words: that of games by days is "mail" in the API. */
export function speedText(category: string): string {
    const speed = category.slice(category.indexOf('-') + 1);
    return speed === 'mail' ? CORRESPONDENCE : speed;
}

/** "2-rapid" -> "2 players, rapid". */
export function categoryText(category: string): string {
    return `${category[0]} players, ${speedText(category)}`;
}

/** "reads and plays". */
export function scopesText(scopes: Scope[]): string {
    return scopes.includes('play') ? 'reads and plays' : 'reads only';
}
