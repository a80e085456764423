// The account: signing in, or for who is signed in the password, sessions, tokens, export, closing.
import { ACCOUNT_EXPORT, getAccount } from '../api/accounts';
import { AddressCard } from './address-card';
import { CloseCard } from './close-card';
import { usePageTitle, type PageProps } from '../ui/page';
import { PageHeader } from './page-header';
import { PasswordCard } from './password-card';
import { SessionsCard } from './sessions-card';
import { SignIn } from './sign-in';
import { LinkGamesCard } from './link-games-card';
import { Pending } from '../api/pending';
import { useAnswer } from '../api/use-answer';
import { dateText } from '../ui/text';
import { TokensCard } from './tokens-card';
import { useAccountName } from '../api/use-account';
import { VacationCard } from './vacation-card';

/** The hash is the path to go to after signing in, or ''. */
export function AccountPage({ hash: back, go }: PageProps) {
    const name = useAccountName();
    usePageTitle(name && 'Account');
    const onDone = () => go(/^\/(?!\/)/.test(back) ? back : '/games');
    return (
        <div class="start">
            <PageHeader go={go} back={back} />
            <main class="account">
                {name ? <Parts key={name} go={go} /> : <SignIn onDone={onDone} />}
            </main>
        </div>
    );
}

function Parts({ go }: { go: (path: string) => void }) {
    const { answer: account, error, reload } = useAnswer('', getAccount);
    const pending = <Pending answer={account} error={error} />;
    if (!account)
        return (
            <>
                <h1>Account</h1>
                {pending}
            </>
        );
    return (
        <>
            <h1>{account.name}</h1>
            {pending}
            <p class="muted">
                Your account since {dateText(account.created)}. Others see{' '}
                <a href={`/user/${account.name}`} data-go>
                    your page
                </a>
                .
            </p>
            <LinkGamesCard account={account.name} always />
            <VacationCard />
            <PasswordCard name={account.name} onChange={reload} />
            <AddressCard account={account} onChange={reload} />
            <SessionsCard sessions={account.sessions} onChange={reload} />
            <TokensCard tokens={account.tokens} onChange={reload} />
            <section class="card">
                <h2>Your data</h2>
                <p>Everything that the server keeps of your account, as a file.</p>
                <div class="buttons">
                    <a class="button" href={ACCOUNT_EXPORT} download="paua-account.json">
                        Export
                    </a>
                </div>
            </section>
            <CloseCard name={account.name} onClosed={() => go('/')} />
        </>
    );
}
