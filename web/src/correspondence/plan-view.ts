// What the board of a game shows and does instead of the game while answers are planned on it
// (use-plan-view.tsx): the game page knows only this of it.
import type { ComponentChildren } from 'preact';
import type { Entry } from '../game/state';
import type { Kind, LegalMoves, Move } from '../rules/rules';
import type { Replay } from '../game/use-game';

export interface PlanView {
    head: ComponentChildren; // the line above the board
    entries: readonly Entry[]; // of the game, then of the plan
    replay: Replay; // of the moves that are planned
    legal: LegalMoves | null; // null: nothing more can be planned here
    label: string; // of the board
    /** Why a marble can't be moved. */
    whyNotPick: (kind: Kind) => string;
    /** The move in full, if it is legal; throws a RulesError otherwise. */
    check: (text: string) => Move;
    onMove: (move: Move) => void;
    /** Plans a typed move; throws an error to show. */
    onText: (text: string) => void;
    leave: () => void;
}
