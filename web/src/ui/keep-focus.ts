// What has the keyboard's focus may go: a button does once it has done its work, a page is left.
// Then the focus would be nowhere, and a screen reader at the top of the page.

/** Gives the focus that is lost to the nearest heading of where it was. */
export function keepFocus(): void {
    let path: Element[] = []; // what had the focus, and all around it
    const onFocus = ({ target }: FocusEvent) => {
        path = [];
        for (let at = target as Element | null; at; at = at.parentElement) path.push(at);
    };
    const onChange = () => {
        if (!path[0] || path[0].isConnected || document.activeElement !== document.body) return;
        const near = path.find((each) => each.isConnected && each.querySelector('h1, h2'));
        const heading = near?.querySelector<HTMLElement>('h1, h2');
        if (!heading) return; // the next page is still on its way
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
    };
    document.addEventListener('focusin', onFocus);
    new MutationObserver(onChange).observe(document.body, { childList: true, subtree: true });
}
