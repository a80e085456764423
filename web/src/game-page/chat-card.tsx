// The messages of a game. While chat is muted they are neither shown nor spoken.
import { useEffect, useRef, useState } from 'preact/hooks';
import { nameInSentence, isOtherGuest, seatOf } from '../game/text';
import { Icon } from '../ui/icons';
import { Problem } from '../ui/status';
import { timeOfDayText, dateText } from '../ui/text';
import type { GameState, RunRequest, Session } from '../game/session';
import { CHAT_MAX } from '../api/limits';
import type { Settings } from '../api/storage';

interface ChatCardProps {
    session: Session;
    state: GameState;
    settings: Settings;
    changeSettings: (changes: Partial<Settings>) => void;
    runRequest: RunRequest;
}

export function ChatCard({ session, state, settings, changeSettings, runRequest }: ChatCardProps) {
    const { chat } = settings;
    return (
        <section class="card chat" aria-label="Chat">
            <div class="head">
                <h2>Chat</h2>
                <label class="check">
                    <input
                        type="checkbox"
                        role="switch"
                        checked={!chat}
                        onChange={(event) => changeSettings({ chat: !event.currentTarget.checked })}
                    />
                    Mute
                </label>
            </div>
            {chat && <Messages state={state} />}
            {chat && state.seats.mine.length > 0 && (
                <MessageForm
                    unsent={state.unsent.includes('message')}
                    onSend={(text, onFailure) =>
                        runRequest(() =>
                            session.chat(text).catch((error: unknown) => {
                                onFailure();
                                throw error; // runRequest() shows it
                            }),
                        )
                    }
                />
            )}
        </section>
    );
}

function Messages({ state }: { state: GameState }) {
    const { chat } = state.game;
    const { mine } = state.seats;
    const list = useRef<HTMLDivElement>(null);
    useEffect(() => {
        list.current!.scrollTop = list.current!.scrollHeight;
    }, [chat.length]);
    return (
        <div
            class="messages"
            ref={list}
            role="log"
            aria-live="polite"
            aria-label="Messages"
            tabindex={0}
        >
            {chat.length === 0 && <p class="muted">No messages yet.</p>}
            {chat.map(({ event, colour, text, at }) => (
                <p key={event}>
                    <b>
                        {mine.length === 1 && mine[0] === colour
                            ? 'You'
                            : nameInSentence(state, colour)}
                    </b>
                    {isOtherGuest(state, seatOf(state, colour)) && <i class="muted"> (guest)</i>}{' '}
                    {text}{' '}
                    <time class="fine muted" dateTime={at} title={dateText(at, 'time')}>
                        {timeOfDayText(at)}
                    </time>
                </p>
            ))}
        </div>
    );
}

interface MessageFormProps {
    unsent: boolean; // a message has had no answer for a while
    onSend: (text: string, onFailure: () => void) => void;
}

function MessageForm({ unsent, onSend }: MessageFormProps) {
    const [text, setText] = useState('');
    const submit = (event: Event) => {
        event.preventDefault();
        if (!text.trim()) return;
        // Restore a message that failed, unless the reader has begun another one.
        onSend(text.trim(), () => setText((newer) => newer || text));
        setText('');
    };
    return (
        <>
            <form class="chat-form" onSubmit={submit}>
                <input
                    type="text"
                    aria-label="Message"
                    placeholder="Say something"
                    autocomplete="off"
                    maxLength={CHAT_MAX}
                    value={text}
                    onInput={(event) => setText(event.currentTarget.value)}
                />
                <button aria-label="Send message" title="Send message">
                    <Icon name="send" />
                </button>
            </form>
            <Problem>{unsent && 'Your message is not sent yet.'}</Problem>
        </>
    );
}
