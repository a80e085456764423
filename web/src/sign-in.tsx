// Signing in, and creating an account.
import { useEffect, useRef, useState } from 'preact/hooks';
import { setAccountName } from './account';
import { signIn, signUp } from './account-api';
import {
    NAME_HINT,
    nameProblem,
    PASSWORD_HINT,
    passwordProblem,
    problemsIn,
    refusal,
} from './account-text';
import { ForgottenCard } from './forgotten-card';
import { AccountForm, PasswordField, TextField, type Problems } from './form-field';

interface SignInProps {
    onDone: () => void;
}

export function SignIn({ onDone }: SignInProps) {
    const [fresh, setFresh] = useState(false); // without an account yet
    const heading = useRef<HTMLHeadingElement>(null);
    const switched = useRef(false);
    useEffect(() => {
        document.title = `${fresh ? 'Create an account' : 'Sign in'} - Paua`;
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
    const send = async ({ name = '', password = '' }: Record<string, string>): Promise<Problems> => {
        const missing = problemsIn({
            name: name.trim() ? '' : 'Enter your name.',
            password: password ? '' : 'Enter your password.',
        });
        if (Object.keys(missing).length) return missing;
        try {
            setAccountName((await signIn(name.trim(), password)).name);
            onDone();
            return {};
        } catch (error) {
            return refusal(error, 'The name or the password is wrong.');
        }
    };
    return (
        <AccountForm label="Sign in" onSend={send}>
            {(problems, busy) => (
                <>
                    <TextField
                        name="name"
                        label="Name"
                        autocomplete="username"
                        problems={problems}
                    />
                    <PasswordField
                        name="password"
                        label="Password"
                        autocomplete="current-password"
                        problems={problems}
                    />
                    <button class="primary large" aria-disabled={busy}>
                        {busy ? 'Signing in' : 'Sign in'}
                    </button>
                </>
            )}
        </AccountForm>
    );
}

function SignUpForm({ onDone }: SignInProps) {
    const send = async ({ name = '', password = '' }: Record<string, string>): Promise<Problems> => {
        const wrong = problemsIn({
            name: nameProblem(name.trim()),
            password: passwordProblem(password),
        });
        if (Object.keys(wrong).length) return wrong;
        try {
            setAccountName((await signUp(name.trim(), password)).name);
            onDone();
            return {};
        } catch (error) {
            return refusal(error, '');
        }
    };
    return (
        <AccountForm label="Create an account" onSend={send}>
            {(problems, busy) => (
                <>
                    <TextField
                        name="name"
                        label="Name"
                        autocomplete="username"
                        hint={NAME_HINT}
                        maxLength={20}
                        problems={problems}
                    />
                    <PasswordField
                        name="password"
                        label="Password"
                        autocomplete="new-password"
                        hint={`${PASSWORD_HINT} Keep it well: it can't be sent to you.`}
                        problems={problems}
                    />
                    <button class="primary large" aria-disabled={busy}>
                        {busy ? 'Creating the account' : 'Create the account'}
                    </button>
                </>
            )}
        </AccountForm>
    );
}
