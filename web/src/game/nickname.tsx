// The field for the name that the other players of a game see.
import { useState } from 'preact/hooks';
import { loadNickname, saveNickname } from '../api/storage';

export const NAME_MAX = 24;

export function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
    return (
        <label class="nickname">
            <span>Your name</span>
            <input
                type="text"
                autocomplete="nickname"
                maxLength={NAME_MAX}
                placeholder="optional"
                value={name}
                onInput={(event) => onName(event.currentTarget.value)}
            />
        </label>
    );
}

/** The same, kept in this browser as it is typed. */
export function Nickname() {
    const [name, setName] = useState(loadNickname);
    const onName = (text: string) => {
        setName(text);
        saveNickname(text.trim());
    };
    return <NameField name={name} onName={onName} />;
}
