// Keeps the keyboard's focus on the page: when the focused element is removed, as a button that has
// done its work, the focus moves to a heading. Otherwise a screen reader would start again at the
// top.

/** Focuses the first heading of the nearest ancestor that is left, whenever the focus is lost. */
export function keepFocus(): void {
    let path: Element[] = []; // what had the focus, and all around it
    const onFocus = ({ target }: FocusEvent) => {
        path = [];
        for (let at = target as Element | null; at; at = at.parentElement) path.push(at);
    };
    const isLost = () => document.activeElement === document.body;
    const onClick = () => {
        if (isLost() && path[0]?.isConnected) path = []; // it was given up, not removed
    };
    const onChange = () => {
        if (!path[0] || path[0].isConnected || !isLost()) return;
        const near = path.find((each) => each.isConnected && each.querySelector('h1, h2'));
        const heading = near?.querySelector<HTMLElement>('h1, h2');
        if (!heading) return; // the next page is still on its way
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
    };
    document.addEventListener('focusin', onFocus);
    document.addEventListener('click', onClick, true);
    new MutationObserver(onChange).observe(document.body, { childList: true, subtree: true });
}
