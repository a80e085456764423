// The field for the name that the other players of a game see.
import { useState } from 'preact/hooks';
import { NICKNAME_MAX } from '../api/limits';
import { loadNickname, saveNickname } from '../api/storage';

export function NameField({ name, onName }: { name: string; onName: (name: string) => void }) {
    return (
        <label class="nickname">
            <span>Your name</span>
            <input
                type="text"
                autocomplete="nickname"
                maxLength={NICKNAME_MAX}
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
