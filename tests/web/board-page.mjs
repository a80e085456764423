// The program of the page in selection.test.mjs: draws boards with BoardView, plays their legal moves
// by pointer and key events, and lists what was played instead.
import { h, render } from 'preact';
import { BoardView } from '../../web/src/board/board.tsx';
import { distance, layOutBoard } from '../../web/src/board/geometry.ts';
import { arrowPoint, frontOf, marblesOf } from '../../web/src/board/movement.ts';
import { movesOf } from '../../web/src/board/selection.ts';
import { RulesModule } from '../../web/src/rules/rules.ts';

Element.prototype.setPointerCapture = () => {}; // there is no real pointer

/** Numbers from 0 up to below `limit` that repeat with the seed (mulberry32). */
function randomNumbers(seed) {
    return (limit) => {
        seed = (seed + 0x6d2b79f5) | 0;
        let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) % limit;
    };
}

const BOARDS = [
    [2, 3, 2],
    [2, 3, 3, 2],
    [3, 4, 4, 3],
    [3, 4, 5, 4, 3],
    [5, 6, 7, 8, 9, 8, 7, 6, 5],
];

/** Marbles anywhere, also fixed and neutral ones. */
function randomPosition(number, random) {
    const marble = () => '1111111bbbbbwwwwwxn'[random(19)];
    const rows = BOARDS[number % BOARDS.length].map((length) =>
        Array.from({ length }, marble).join(''),
    );
    return `${rows.join('/')} b`;
}

/** A position of a layout after up to 60 moves, or every fifth time a random one. */
function makePosition(rules, layouts, number, random) {
    const fifths = Math.floor(number / 5);
    const isRandom = number % 5 === 4;
    const start = isRandom
        ? randomPosition(fifths, random)
        : layouts[(number - fifths) % layouts.length].name;
    const game = rules.newGame(start, rules.describeRules(start, ''));
    let position = game.start;
    let legal = game.legalMoves();
    for (let plies = isRandom ? 0 : random(61); plies > 0; plies--) {
        const next = game.play(legal.moves[random(legal.moves.length)].text).position;
        if (next.result !== '*') break;
        position = next;
        legal = game.legalMoves();
    }
    game.free();
    return { board: game.board, position, legal };
}

const KEYS = ['KeyD', 'KeyE', 'KeyW', 'KeyA', 'KeyZ', 'KeyX']; // by direction on the screen

/** A board on the page, and hands for it. */
function showBoard(root, { board, position, legal }, turn) {
    const log = { played: [], hints: [] };
    const props = {
        board,
        turn,
        legal,
        marbles: marblesOf(board, position),
        coordinates: true,
        hints: true,
        lastMove: null,
        ejected: null,
        marks: null,
        label: 'Board',
        onMove: (move) => log.played.push(move.text),
        whyNotPick: () => '',
        whyNotMove: () => '',
        onRefuse: () => {},
        onHint: (text) => text && log.hints.push(text),
        announce: () => {},
    };
    render(null, root);
    render(h(BoardView, props), root);
    const svg = root.firstElementChild;
    const cells = new Map([...svg.querySelectorAll('.cell')].map((one) => [one.dataset.cell, one]));
    const frame = layOutBoard(board, turn);
    const matrix = svg.getScreenCTM();
    const send = (type, { x, y }) => {
        const at = new DOMPoint(x, y).matrixTransform(matrix);
        const pointer = { pointerId: 1, pointerType: 'mouse', isPrimary: true, bubbles: true };
        const place = { clientX: at.x, clientY: at.y, buttons: type === 'pointerup' ? 0 : 1 };
        svg.dispatchEvent(new PointerEvent(type, { ...pointer, ...place }));
    };
    const tapAt = (at) => {
        send('pointerdown', at);
        send('pointerup', at);
    };
    const key = (cell, code) =>
        cells
            .get(cell)
            .dispatchEvent(new KeyboardEvent('keydown', { key: code, code, bubbles: true }));
    return {
        svg,
        frame,
        tapAt,
        tap: (cell) => tapAt(frame.point(cell)),
        drag(cell, direction) {
            const from = frame.point(cell);
            const step = frame.vector(direction);
            const to = (t) => ({ x: from.x + t * step.x, y: from.y + t * step.y });
            send('pointerdown', from);
            send('pointermove', to(0.6));
            send('pointermove', to(1));
            send('pointerup', to(1));
        },
        focus: (cell) => cells.get(cell).dispatchEvent(new FocusEvent('focus')),
        key,
        enter(cell) {
            cells.get(cell).dispatchEvent(new FocusEvent('focus'));
            key(cell, 'Enter');
        },
        /** Ends a way to play: what it has played and said; nothing stays selected. */
        take() {
            const played = log.played.splice(0).join();
            if (!played) key(board.cells[0].name, 'Escape');
            return { played, said: log.hints.splice(0).join() };
        },
    };
}

/** These marbles from one end of their line to the other. */
function lineOf(legal, from) {
    const isSame = (line) => line.length === from.length && from.every((one) => line.includes(one));
    return legal.lines.find(isSame);
}

/**
 * The ways to play a move: a name, how, and the move, or '' for a cell that two moves share. `i`
 * chooses among the orders, marbles and cells.
 */
function waysOf(move, { legal }, hands, turn, i) {
    const { frame, tap, tapAt, drag, enter, key } = hands;
    const { from, direction, text } = move;
    const arrow = arrowPoint(move, frame);
    const line = lineOf(legal, from);
    const ends = [...new Set([line[0], line[line.length - 1]])];
    const presses = [ends, [...ends].reverse(), move.broadside ? ends : [move.tail]][i % 3];
    const targets = move.broadside ? move.to : [frontOf(move), ...move.pushed];
    const cell = targets[i % targets.length];
    const rival = movesOf(legal, from).find(
        (one) => one !== move && one.broadside && move.broadside && one.to.includes(cell),
    );
    const at = frame.point(cell);
    const far = (one) => distance(arrowPoint(one, frame), at);
    const lead = rival ? far(rival) - far(move) : 1; // 0: a key on the cell means both, less: the rival
    const slip = rival ? 0.3 / (far(move) || 1) : 0; // towards the arrow
    const aim = { x: at.x + slip * (arrow.x - at.x), y: at.y + slip * (arrow.y - at.y) };
    const ways = {
        arrow: () => {
            presses.forEach(tap);
            tapAt(arrow);
        },
        drag: () => {
            if (move.broadside || i % 2) ends.forEach(tap);
            drag(move.broadside || i % 2 ? from[i % from.length] : move.tail, direction);
        },
        direction: () => {
            presses.forEach(enter);
            key(presses[0], KEYS[(direction + turn) % 6]);
        },
        ...(from.length === 3 && {
            middle: () => {
                [...ends, line[1]].forEach(tap);
                tapAt(arrow);
            },
        }),
        ...(lead > -0.1 && {
            cell: () => {
                presses.forEach(tap);
                tapAt(aim);
            },
            enter: () => {
                [...presses, cell].forEach(enter);
            },
        }),
    };
    const expected = (way) => (way === 'enter' && lead < 0.1 ? '' : text);
    return Object.entries(ways).map(([way, act]) => ({ way, act, expected: expected(way) }));
}

/** The cells that the arrow keys do not reach from the one in the middle. */
function cellsOutOfReach({ svg, key }, { board }) {
    const cell = (name) => svg.querySelector(`[data-cell="${name}"]`);
    const reached = new Set([svg.querySelector('.cell[tabindex="0"]').dataset.cell]);
    for (const name of reached)
        for (const arrow of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
            cell(name).focus();
            key(name, arrow);
            reached.add(document.activeElement.dataset.cell);
        }
    return board.cells.map(({ name }) => name).filter((name) => !reached.has(name));
}

/** Plays all legal moves of these many positions in every way. */
globalThis.playPositions = async (count) => {
    const rules = await RulesModule.load(await fetch('/paua.wasm'));
    const layouts = rules.layouts();
    const random = randomNumbers(43);
    const root = document.querySelector('#root');
    const tally = { positions: 0, moves: 0, drawn: 0, wrong: [] };
    const walked = new Set();
    for (let number = 0; number < count; number++) {
        const shown = makePosition(rules, layouts, number, random);
        const { board, position, legal } = shown;
        const turn = random(6);
        const hands = showBoard(root, shown, turn);
        const note = (what) => tally.wrong.push(`${position.text}, turn ${turn}: ${what}`);
        if (!walked.has(`${board.sides} ${turn}`)) {
            walked.add(`${board.sides} ${turn}`);
            for (const cell of cellsOutOfReach(hands, shown)) note(`${cell} is out of reach`);
        }
        for (const [i, move] of legal.moves.entries()) {
            for (const { way, act, expected } of waysOf(move, shown, hands, turn, i)) {
                act();
                const { played, said } = hands.take();
                tally[way] = (tally[way] ?? 0) + 1;
                const right = played === expected && (expected || /^Two moves/.test(said));
                if (!right) note(`${move.text} by ${way}: ${played || said || 'nothing'}`);
            }
        }
        // The arrows that are drawn for a selection are those of its moves.
        const chosen = legal.moves[number % legal.moves.length];
        const selected = chosen ? lineOf(legal, chosen.from) : [];
        new Set([...selected.slice(0, 1), ...selected.slice(-1)]).forEach((one) => hands.tap(one));
        await new Promise((resolve) => setTimeout(resolve));
        const drawn = [...hands.svg.querySelectorAll('.chip')].map((one) => one.dataset.move);
        const texts = movesOf(legal, selected).map(({ text }) => text);
        if (drawn.join() !== texts.join()) note(`the arrows of ${selected} are ${drawn}`);
        tally.drawn += drawn.length;
        tally.moves += legal.moves.length;
        tally.positions++;
    }
    return { ...tally, wrong: tally.wrong.slice(0, 10), wrongs: tally.wrong.length };
};
