// usePlannedAnswers: the conditional moves of a seat as the server keeps them and as they are being
// changed, and how far the reader has gone into them on the board.
import { useEffect, useRef, useState } from 'preact/hooks';
import {
    ANY_MOVE,
    answered,
    isOwn,
    linesOf,
    merged,
    played,
    withLine,
    withoutBranch,
} from './conditional';
import { latestEntry, latestOf, type Entry, type GameState } from '../game/state';
import { nameInSentence } from '../game/text';
import type { Session } from '../game/session';
import { orderOf, sideAt } from './planning';
import type { Side } from '../rules/rules';
import {
    deleteConditional,
    getConditional,
    postConditional,
    type Conditional,
} from '../api/correspondence';
import { LATE_MS } from '../ui/late';
import type { ApiError } from '../api/client';
import { isUnreachable, retry } from '../api/retry';
import { errorSentence, retryText } from '../api/error-text';
import { countOf } from '../ui/text';
import { useEffectEvent } from '../ui/use-effect-event';

type Tree = Conditional['tree'];

const ANSWER_MS = 2000; // how long the server may take to play an answer that it has

export function usePlannedAnswers(
    session: Session,
    state: GameState,
    announce: (text: string) => void,
) {
    const { game, seats, entries } = state;
    const own = seats.mine[0]!;
    const order = orderOf(state, own);
    const [stored, setStored] = useState<Tree | null>(null); // null: not read yet
    const [draft, setDraft] = useState<Tree | null>(null); // null: as it is stored
    const [path, setPath] = useState<string[] | null>(null); // null: not on the board
    const [problem, setProblem] = useState('');
    const [note, setNote] = useState('');
    const tree = draft ?? stored ?? [];
    const key = seats.keys[own];

    const mine = order.before === 0;
    const sending = useRef(new AbortController());
    const reading = useRef(new AbortController());
    const [times, setTimes] = useState(0); // that it is read again
    const readAgain = () => setTimes((known) => known + 1);
    const sent = useRef<Tree | null>(null); // on its way to the server
    const begun = useRef<Tree | null>(null); // what the draft has begun with
    useEffect(() => () => sending.current.abort(), []);
    useEffect(() => {
        // At one's own turn the server may be about to play an answer, whose event is to come
        // first.
        const left = (reading.current = new AbortController());
        const { signal } = left;
        const ask = (end: AbortSignal) => getConditional(game.id, key, end);
        let failed = false;
        const onFailure = (error: unknown) => {
            if (signal.aborted) return;
            failed = true;
            setProblem(`${errorSentence(error)} ${retryText(error)}`);
        };
        const onAnswer = (answer: Conditional) => {
            if (signal.aborted) return;
            setStored(answer.tree);
            if (failed) setProblem('');
        };
        const read = () => {
            if (!signal.aborted) retry(ask, signal, onFailure).then(onAnswer, onFailure);
        };
        const timer = setTimeout(read, mine ? ANSWER_MS : 0);
        return () => {
            clearTimeout(timer);
            left.abort();
        };
    }, [game.id, key, entries.length, mine, times]);

    const send = async (next: Tree) => {
        let wanted = answered(next, order);
        let known = begun.current ?? stored ?? [];
        const before = [...known, ...(sent.current ?? [])]; // which may have arrived
        const { ply } = latestEntry(state).position;
        const after = session.known(); // the same for all attempts
        sending.current.abort(); // what was sent before, without an answer yet
        reading.current.abort(); // its answer would be older than what is sent
        sent.current = next;
        const { signal } = (sending.current = new AbortController());
        /** Reads what another tab or device has made of the plan, and changes that. */
        const takeOthers = async (stop: AbortSignal) => {
            known = (await getConditional(game.id, key, stop)).tree;
            wanted = answered(merged(before, next, known, order), order);
        };
        const request = async (stop: AbortSignal): Promise<Conditional> => {
            if (!wanted.length) await takeOthers(stop);
            if (!wanted.length) return deleteConditional(game.id, key, stop);
            const body = { ply, tree: wanted, after, replaces: known };
            return postConditional(game.id, key, body, stop).catch(async (error: unknown) => {
                if ((error as ApiError).code !== 'changed') throw error;
                await takeOthers(stop);
                return request(stop);
            });
        };
        const onLate = () => setProblem('This is not saved yet.');
        const late = setTimeout(onLate, LATE_MS);
        const options = { mayRetry: isUnreachable };
        let saved: Tree;
        try {
            saved = (await retry(request, signal, onLate, options)).tree;
            setStored(saved);
            setProblem('');
        } catch (error) {
            if (signal.aborted) return false;
            setProblem(errorSentence(error));
            readAgain();
            return false;
        } finally {
            clearTimeout(late);
            if (sent.current === next) sent.current = null;
        }
        const lines = linesOf(saved).length;
        begun.current = null;
        setDraft(null);
        setNote(lines ? `Saved: ${countOf(lines, 'line')}.` : 'Nothing is planned.');
        return true;
    };
    /** Changes the tree: at once, or once it is saved where the reader is at the board. */
    const change = async (next: Tree) => {
        setNote('');
        if (!path && !draft) return send(next);
        begun.current ??= stored;
        setDraft(next);
        return true;
    };
    /** Goes to a place in the tree, on the board; null leaves it. */
    const goTo = (to: string[] | null) => {
        setPath(to);
        setProblem('');
        announce(to ? placeText(state, own, to) : 'Back in the game.');
    };

    const follow = (changes: Changes) => {
        sent.current = null; // for a position that has passed
        setStored((known) => known && changes.tree(known));
        const rest = changes.tree(draft ?? []);
        begun.current = rest.length && begun.current ? changes.tree(begun.current) : null;
        setDraft(rest.length ? rest : null);
        setPath((known) => known && changes.path(known));
        if (path || draft) setNote(changes.note);
        setProblem('');
    };
    useFollowing(state, own, follow);

    // At one's own turn there is nothing to plan, unless the server is about to play an answer.
    const planning = path !== null;
    useEffect(() => {
        if (!mine || !planning) return;
        const timer = setTimeout(() => setPath(null), stored?.length ? ANSWER_MS : 0);
        return () => clearTimeout(timer);
    }, [mine, planning, stored]);

    return {
        order,
        isRead: stored !== null,
        tree,
        changed: draft !== null,
        path,
        problem,
        note,
        goTo,
        add: (line: string[]) => change(withLine(sent.current ?? tree, line, order)),
        remove: (branch: string[]) => {
            const inView = path && branch.every((move, index) => path[index] === move);
            if (inView) goTo(branch.slice(0, -1));
            return change(withoutBranch(sent.current ?? tree, branch));
        },
        save: () => send(tree),
        discard: () => {
            sending.current.abort();
            sent.current = null;
            begun.current = null;
            readAgain();
            setDraft(null);
            setProblem('');
            setNote('');
        },
    };
}

export type PlannedAnswers = ReturnType<typeof usePlannedAnswers>;

/** What becomes of a plan by what has happened in the game. */
interface Changes {
    tree: (tree: Tree) => Tree;
    path: (path: string[]) => string[];
    note: string;
}

/** Calls `follow` when moves have been played, or the position is another one. */
function useFollowing(state: GameState, own: Side, follow: (changes: Changes) => void): void {
    const { entries } = state;
    const known = useRef(entries);
    const onChange = useEffectEvent((added: Entry[] | null) =>
        follow(added ? changesBy(state, own, added) : DROPPED),
    );
    useEffect(() => {
        const before = known.current;
        known.current = entries;
        const same = entries[before.length - 1]?.position.text === latestOf(before).position.text;
        const added = same ? entries.slice(before.length) : null;
        if (added?.length !== 0) onChange(added);
    }, [entries, onChange]);
}

const DROPPED: Changes = {
    tree: () => [],
    path: () => [],
    note: 'The position has changed, so nothing is planned any more.',
};

function changesBy(state: GameState, own: Side, added: Entry[]): Changes {
    const moves = added.map(({ move, mover }) => ({ move: move!.text, own: mover === own, mover }));
    const texts = moves.map((one) =>
        one.own ? `your answer ${one.move}` : `${nameInSentence(state, one.mover!)}'s ${one.move}`,
    );
    return {
        tree: (tree) => moves.reduce((rest, one) => played(rest, one.move, one.own), tree),
        path: (path) => {
            const follows = moves.every(({ move, own }, index) =>
                [move, own ? move : ANY_MOVE].includes(path[index]!),
            );
            return follows ? path.slice(moves.length) : [];
        },
        note: `The game has gone on by ${texts.join(' and ')}; the plan goes on from there.`,
    };
}

/** Where a path leads and what comes next, for screen readers. */
function placeText(state: GameState, own: Side, path: string[]): string {
    const order = orderOf(state, own);
    const last = path.length - 1;
    const move = path[last] === ANY_MOVE ? 'any move' : path[last];
    const prompt = promptText(state, own, path.length);
    if (last < 0) return `Planning on the board: ${prompt}.`;
    const assumption = isOwn(last, order)
        ? `You play ${move}`
        : `If ${nameInSentence(state, sideAt(state, last))} plays ${move}`;
    return `${assumption}. Then ${prompt}.`;
}

/** What is to be planned next: "your answer", "Ann's move". */
export function promptText(state: GameState, own: Side, index: number): string {
    return isOwn(index, orderOf(state, own))
        ? 'your answer'
        : `${nameInSentence(state, sideAt(state, index))}'s move`;
}
