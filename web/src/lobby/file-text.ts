// The text of a file with games, unpacked where gzip has compressed it, in UTF-8 or as older
// programs on Windows wrote it. Loaded with the first file.

/** Of a file that can't be read, or is too long, `problem` says so in a sentence; else it is ''. */
interface FileText {
    text: string;
    problem: string;
}

const CANT_UNPACK = "This browser can't unpack files. Please unpack it first.";
const DAMAGED = "The file can't be unpacked: it is damaged, or several files in one.";
const UNREADABLE = "The file can't be read.";

/** All bytes of a stream; null: there are more than `most`. */
async function readBytes(stream: ReadableStream<BufferSource>, most: number) {
    const reader = stream.getReader();
    const parts: BufferSource[] = [];
    for (let length = 0; ;) {
        const { done, value } = await reader.read();
        if (done) return new Blob(parts).arrayBuffer();
        parts.push(value);
        length += value.byteLength;
        if (length <= most) continue;
        reader.cancel().catch(() => {}); // nothing more is read, or unpacked
        return null;
    }
}

function decoded(bytes: ArrayBuffer): string {
    try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
        return new TextDecoder('windows-1252').decode(bytes);
    }
}

/** Reads at most `most` bytes of text; `tooLong` is what to say of more. */
export async function readText(file: Blob, most: number, tooLong: string): Promise<FileText> {
    const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    const packed = start[0] === 0x1f && start[1] === 0x8b;
    if (packed && !('DecompressionStream' in globalThis)) return { text: '', problem: CANT_UNPACK };
    try {
        const stream = file.stream();
        const text = packed ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
        const bytes = await readBytes(text, most);
        return bytes ? { text: decoded(bytes), problem: '' } : { text: '', problem: tooLong };
    } catch {
        return { text: '', problem: packed ? DAMAGED : UNREADABLE };
    }
}
