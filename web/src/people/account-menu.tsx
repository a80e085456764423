// In the header: the name of who is signed in, which opens a list of what there is for an account.
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { setAccountName } from '../api/signed-in';
import { signOut } from '../api/accounts';
import { Icon } from '../ui/icons';
import { MenuContext } from '../ui/page';
import { Problem } from '../ui/status';
import { errorSentence } from '../api/error-text';

interface AccountMenuProps {
    name: string; // of the account
    go: (path: string) => void;
}

export function AccountMenu({ name, go }: AccountMenuProps) {
    const { root, button, open, setOpen } = useDisclosure();
    const pages = useContext(MenuContext);
    const [problem, setProblem] = useState('');
    const leave = async () => {
        try {
            await signOut();
            setAccountName('');
            go('/');
        } catch (error) {
            setProblem(errorSentence(error));
        }
    };
    const link = (text: string, href: string) => (
        <a key={href} href={href} data-go onClick={() => setOpen(false)}>
            {text}
        </a>
    );
    return (
        <div class="account-menu" ref={root}>
            <button ref={button} aria-expanded={open} onClick={() => setOpen(!open)}>
                <Icon name="person" />
                <span class="name">{name}</span>
            </button>
            {open && (
                <nav class="card" aria-label="Your account">
                    {link('Your page', `/user/${name}`)}
                    {pages.map(({ title, path }) => link(title, path))}
                    <button onClick={() => void leave()}>Sign out</button>
                    <Problem>{problem}</Problem>
                </nav>
            )}
        </div>
    );
}

/** A button that shows more: Escape and whatever happens elsewhere hide it again. */
function useDisclosure() {
    const root = useRef<HTMLDivElement>(null);
    const button = useRef<HTMLButtonElement>(null);
    const [open, setOpen] = useState(false);
    useEffect(() => {
        if (!open) return;
        const onElsewhere = (event: Event) => {
            if (!root.current?.contains(event.target as Node)) setOpen(false);
        };
        const onKey = (event: KeyboardEvent) => {
            if (event.key !== 'Escape') return;
            setOpen(false);
            button.current?.focus();
        };
        document.addEventListener('pointerdown', onElsewhere);
        document.addEventListener('focusin', onElsewhere);
        document.addEventListener('keydown', onKey);
        return () => {
            document.removeEventListener('pointerdown', onElsewhere);
            document.removeEventListener('focusin', onElsewhere);
            document.removeEventListener('keydown', onKey);
        };
    }, [open]);
    return { root, button, open, setOpen };
}
