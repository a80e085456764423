// Signing in, and creating an account.
import { useEffect, useRef, useState } from 'preact/hooks';
import { setAccountName } from '../api/signed-in';
import { signIn, signUp } from '../api/accounts';
import { missing, NAME_HINT, nameProblem, PASSWORD_HINT, passwordProblem } from './account-text';
import { usePageTitle } from '../ui/page';
import { ForgottenCard } from './forgotten-card';
import { AccountForm, PasswordField, TextField, type Values } from './form-field';
import { USER_NAME_MAX } from '../api/limits';

interface SignInProps {
    onDone: () => void;
}

export function SignIn({ onDone }: SignInProps) {
    const [fresh, setFresh] = useState(false); // without an account yet
    const heading = useRef<HTMLHeadingElement>(null);
    const switched = useRef(false);
    usePageTitle(fresh ? 'Create an account' : 'Sign in');
    useEffect(() => {
        if (switched.current) heading.current!.focus();
        switched.current = true;
    }, [fresh]);
    return (
        <section class="card sign-in-card">
            <h1 ref={heading} tabIndex={-1}>
                {fresh ? 'Create an account' : 'Sign in'}
            </h1>
            <p class="muted">
                With an account others challenge you by name, and your games are on all your
                devices. {fresh && 'No mail address is needed.'}
            </p>
            {fresh ? <SignUpForm onDone={onDone} /> : <SignInForm onDone={onDone} />}
            {!fresh && <ForgottenCard />}
            <p class="other-form">
                {fresh ? 'You have an account?' : 'No account yet? It needs no mail address.'}{' '}
                <button onClick={() => setFresh(!fresh)}>
                    {fresh ? 'Sign in' : 'Create an account'}
                </button>
            </p>
        </section>
    );
}

function SignInForm({ onDone }: SignInProps) {
    const send = async ({ name = '', password = '' }: Values) => {
        setAccountName((await signIn(name, password)).name);
        onDone();
    };
    return (
        <AccountForm
            label="Sign in"
            button="Sign in"
            look="primary large"
            check={({ name, password }) => ({
                name: missing(name, 'Enter your name.'),
                password: missing(password, 'Enter your password.'),
            })}
            onSend={send}
            wrongPassword="The name or the password is wrong."
        >
            {(problems) => (
                <>
                    <TextField
                        name="name"
                        label="Name"
                        autocomplete="username"
                        problems={problems}
                    />
                    <PasswordField label="Password" problems={problems} />
                </>
            )}
        </AccountForm>
    );
}

function SignUpForm({ onDone }: SignInProps) {
    const send = async ({ name = '', newPassword = '' }: Values) => {
        setAccountName((await signUp(name, newPassword)).name);
        onDone();
    };
    return (
        <AccountForm
            label="Create an account"
            button="Create the account"
            look="primary large"
            check={({ name = '', newPassword = '' }) => ({
                name: nameProblem(name),
                newPassword: passwordProblem(newPassword),
            })}
            onSend={send}
        >
            {(problems) => (
                <>
                    <TextField
                        name="name"
                        label="Name"
                        autocomplete="username"
                        hint={NAME_HINT}
                        maxLength={USER_NAME_MAX}
                        problems={problems}
                    />
                    <PasswordField
                        isNew
                        label="Password"
                        hint={`${PASSWORD_HINT} Keep it well: it can't be sent to you.`}
                        problems={problems}
                    />
                </>
            )}
        </AccountForm>
    );
}
