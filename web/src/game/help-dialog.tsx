// "How to play": the rules in brief, and every way to make a move.
import { Dialog } from '../ui/dialog';

export function HelpDialog({ onClose }: { onClose: () => void }) {
    return (
        <Dialog title="How to play" onClose={onClose}>
            <p>
                Push your opponent's marbles off the board. On your turn, move one marble, or two or
                three in a line, by one cell in any direction. Moving along their line, two marbles
                can push one, and three can push one or two, if the cell behind is empty or off the
                board.
            </p>
            <p>
                <a href="/help/rules" data-go>
                    Rules
                </a>
                ,{' '}
                <a href="/help/boards" data-go>
                    boards
                </a>{' '}
                and{' '}
                <a href="/help/tips" data-go>
                    playing tips
                </a>{' '}
                in pictures
            </p>
            <h3>Tap or click</h3>
            <p>
                Tap a marble to select it, or two to select the line between them. Then tap an arrow
                or the cell to move to. A single marble also moves the line in front of it.
            </p>
            <h3>Drag</h3>
            <p>Drag the last marble of a line, or a selected line, one cell in any direction.</p>
            <h3>Keyboard</h3>
            <dl class="keys">
                <dt>Arrow keys, Home, End</dt>
                <dd>move around the board</dd>
                <dt>Enter or Space</dt>
                <dd>select a marble, then a second one for the line; or move to an empty cell</dd>
                <dt>
                    <kbd>W</kbd> <kbd>E</kbd> <kbd>A</kbd> <kbd>D</kbd> <kbd>Z</kbd> <kbd>X</kbd>
                </dt>
                <dd>
                    move the selected marbles in that direction from <kbd>S</kbd>, or go to the next
                    cell; also 7 9 4 6 1 3 on the number pad
                </dd>
                <dt>Escape</dt>
                <dd>clear the selection</dd>
            </dl>
            <h3>Typing</h3>
            <p>
                <b>a1b2</b> moves the line that starts at a1 towards b2. <b>a1a3b1</b> moves the
                line from a1 to a3 sideways, so that a1 lands on b1.
            </p>
            <div class="buttons">
                <button class="primary" onClick={onClose}>
                    Close
                </button>
            </div>
        </Dialog>
    );
}
