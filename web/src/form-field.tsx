// Fields of the account's forms, each with its hint and its problem beside it; AccountForm sends a
// form and shows what is wrong. The browser keeps what is typed, so that password managers fill it in.
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

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
        <div class="field">
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
export function DateField(props: Omit<FieldProps, 'autocomplete'> & { min: string; value: string }) {
    const { id, attributes, notes } = useNotes({ ...props, autocomplete: 'off' });
    return (
        <div class="field">
            <label for={id}>{props.label}</label>
            <input {...attributes} type="date" min={props.min} defaultValue={props.value} required />
            {notes}
        </div>
    );
}

/** A password field with a button that shows the password. */
export function PasswordField(props: FieldProps) {
    const { label, autocomplete } = props;
    const { id, attributes, notes } = useNotes(props);
    const [shown, setShown] = useState(false);
    return (
        <div class="field">
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
    return (
        <input hidden type="text" name="username" autocomplete="username" value={name} />
    );
}

interface FormProps {
    label?: string;
    /** Sends what was typed, by the names of the fields; returns what is wrong with it. */
    onSend: (values: Record<string, string>) => Promise<Problems>;
    children: (problems: Problems, busy: boolean) => ComponentChildren;
}

export function AccountForm({ label, onSend, children }: FormProps) {
    const form = useRef<HTMLFormElement>(null);
    const [problems, setProblems] = useState<Problems>({});
    const [busy, setBusy] = useState(false);
    useEffect(() => {
        form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
    }, [problems]);
    const onSubmit = async (event: Event) => {
        event.preventDefault();
        if (busy) return;
        const values = Object.fromEntries(new FormData(form.current!)) as Record<string, string>;
        setBusy(true);
        const wrong = await onSend(values);
        setBusy(false);
        setProblems(wrong);
    };
    return (
        <form ref={form} class="account-form" noValidate aria-label={label} onSubmit={onSubmit}>
            {children(problems, busy)}
            <p class="problem" role="alert">
                {problems.form}
            </p>
        </form>
    );
}
