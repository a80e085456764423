// Fields of the account's forms, each with its hint and its problem beside it; AccountForm sends a
// form and shows what is wrong. The browser keeps what is typed, so that password managers fill it
// in.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Problem } from '../ui/status';
import { PASSWORD_HINT, problemsIn, refusal } from './account-text';

/** What is wrong, by the name of the field; `form`: with the form as a whole. */
export type Problems = Record<string, string>;

interface FieldProps {
    name: string;
    label: string;
    autocomplete: string;
    problems: Problems;
    hint?: string;
}

type InputProps = Pick<JSX.IntrinsicElements['input'], 'maxLength' | 'placeholder'>;

/** The attributes that tie an input to its problem, or its hint while there is none; and these. */
function useNotes({ name, hint, problems }: FieldProps) {
    const id = useId();
    const problem = problems[name] ?? '';
    const note = problem ? `${id}-problem` : hint && `${id}-hint`;
    const attributes = {
        id,
        name,
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': note,
    };
    const notes = (
        <>
            <p class="problem fine" id={`${id}-problem`}>
                {problem}
            </p>
            {hint && !problem && (
                <p class="fine muted" id={`${id}-hint`}>
                    {hint}
                </p>
            )}
        </>
    );
    return { id, attributes, notes };
}

export function TextField(props: FieldProps & InputProps) {
    const { label, autocomplete, maxLength, placeholder } = props;
    const { id, attributes, notes } = useNotes(props);
    return (
        <div class="form-field">
            <label for={id}>{label}</label>
            <input
                {...attributes}
                type="text"
                autocomplete={autocomplete}
                autocapitalize="none"
                spellcheck={false}
                maxLength={maxLength}
                placeholder={placeholder}
            />
            {notes}
        </div>
    );
}

/** A day, as "2026-11-23". */
export function DateField(
    props: Omit<FieldProps, 'autocomplete'> & { min: string; value: string },
) {
    const { id, attributes, notes } = useNotes({ ...props, autocomplete: 'off' });
    return (
        <div class="form-field">
            <label for={id}>{props.label}</label>
            <input
                {...attributes}
                type="date"
                min={props.min}
                defaultValue={props.value}
                required
            />
            {notes}
        </div>
    );
}

type PasswordFieldProps = Pick<FieldProps, 'label' | 'problems' | 'hint'> & {
    isNew?: boolean; // it is chosen here: the field is "newPassword", not "password"
};

/** A password field with a button that shows the password. */
export function PasswordField({ label, isNew, ...props }: PasswordFieldProps) {
    const name = isNew ? 'newPassword' : 'password';
    const autocomplete = isNew ? 'new-password' : 'current-password';
    const hint = props.hint ?? (isNew ? PASSWORD_HINT : '');
    const { id, attributes, notes } = useNotes({ ...props, name, label, autocomplete, hint });
    const [shown, setShown] = useState(false);
    return (
        <div class="form-field">
            <label for={id}>{label}</label>
            <div class="row">
                <input
                    {...attributes}
                    type={(shown ? 'text' : 'password') as 'password'}
                    autocomplete={autocomplete}
                    autocapitalize="none"
                    spellcheck={false}
                />
                <button
                    type="button"
                    aria-pressed={shown}
                    aria-label={`Show ${label.toLowerCase()}`}
                    onClick={() => setShown(!shown)}
                >
                    {shown ? 'Hide' : 'Show'}
                </button>
            </div>
            {notes}
        </div>
    );
}

/** A hidden user name, for password managers. */
export function HiddenName({ name }: { name: string }) {
    return <input hidden type="text" name="username" autocomplete="username" value={name} />;
}

/**
 * What was typed, by the names of the fields; without blanks at its ends where it is no password.
 */
export type Values = Record<string, string>;

interface FormProps {
    label: string;
    button: string; // what its button says
    look?: string; // of the button
    /** What is wrong with what was typed; '' where nothing is. */
    check: (values: Values) => Problems;
    /** Sends what was typed; what the server refuses is shown. */
    onSend: (values: Values) => Promise<unknown>;
    wrongPassword?: string; // what to say of a password that the server refuses
    children: (problems: Problems) => ComponentChildren;
}

export function AccountForm(props: FormProps) {
    const { label, button, look, check, onSend, wrongPassword = '', children } = props;
    const form = useRef<HTMLFormElement>(null);
    const [problems, setProblems] = useState<Problems>({});
    const [busy, setBusy] = useState(false);
    useEffect(() => {
        form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
    }, [problems]);
    const onSubmit = async (event: Event) => {
        event.preventDefault();
        if (busy) return;
        const values = valuesOf(form.current!);
        const wrong = problemsIn(check(values));
        setProblems(wrong);
        if (Object.keys(wrong).length) return;
        setBusy(true);
        await onSend(values).catch((error: unknown) => setProblems(refusal(error, wrongPassword)));
        setBusy(false);
    };
    return (
        <form ref={form} class="account-form" noValidate aria-label={label} onSubmit={onSubmit}>
            {children(problems)}
            <div class="buttons">
                <button class={look} aria-disabled={busy}>
                    {button}
                </button>
            </div>
            <Problem>{problems.form}</Problem>
        </form>
    );
}

const PASSWORDS = ['password', 'newPassword'];

function valuesOf(form: HTMLFormElement): Values {
    const typed = [...new FormData(form)].map(([name, value]): [string, string] => {
        const text = typeof value === 'string' ? value : ''; // there are no files
        return [name, PASSWORDS.includes(name) ? text : text.trim()];
    });
    return Object.fromEntries(typed);
}
