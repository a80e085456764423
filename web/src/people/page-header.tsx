// The bar on top of every page but a game's: the way home, what else the page offers, and the
// account.
import type { ComponentChildren } from 'preact';
import { Logo } from '../ui/icons';
import { AccountMenu } from './lazy';
import { useAccountName } from '../api/use-account';

interface PageHeaderProps extends AccountLinkProps {
    children?: ComponentChildren;
}

export function PageHeader({ children, ...account }: PageHeaderProps) {
    return (
        <header class="bar">
            <a class="brand" href="/" data-go>
                <Logo /> Paua
            </a>
            <span class="spring" />
            {children}
            <AccountLink {...account} />
        </header>
    );
}

interface AccountLinkProps {
    go: (path: string) => void;
    back?: string; // the path to come back to after signing in
}

/** "Sign in", but where one signs in; or the menu of who is signed in. */
export function AccountLink({ go, back = '' }: AccountLinkProps) {
    const name = useAccountName();
    if (name) return <AccountMenu.View key={name} name={name} go={go} />;
    if (location.pathname === '/account') return null;
    return (
        <a class="button sign-in" href={`/account${back && `#${back}`}`} data-go>
            Sign in
        </a>
    );
}
