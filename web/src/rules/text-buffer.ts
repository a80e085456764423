// Calls of a WebAssembly module of web/wasm: an argument goes in as text, an object comes out as
// JSON (web/wasm/buffer.h).

export type Pointer = number;

export class RulesError extends Error {
    constructor(
        readonly code: string,
        readonly column: number, // of the argument, from 1
        message: string,
    ) {
        super(message);
    }
}

/** The exports that web/wasm/buffer.c adds to each module. */
export interface BufferExports {
    buffer_new(): Pointer;
    buffer_text(buffer: Pointer): Pointer;
    argument_max(): number;
}

/** Why a call was refused; `at`: the byte of its argument. */
interface WasmError {
    code: string;
    at: number;
    message: string;
}

/** A buffer of a module, for calls one after the other. */
export class TextBuffer {
    private readonly buffer: Pointer;

    constructor(
        private readonly wasm: BufferExports,
        private readonly memory: WebAssembly.Memory,
    ) {
        this.buffer = wasm.buffer_new();
    }

    /** Runs one call. Throws a RulesError where the answer is an error. */
    call<T>(argument: string, run: (buffer: Pointer) => void): T {
        const { wasm, buffer } = this;
        const bytes = new TextEncoder().encode(argument);
        if (bytes.length > wasm.argument_max()) {
            throw new RulesError('PAUA_ERROR_BAD_SYNTAX', 1, 'the text is too long');
        }
        // The memory may grow during the call, which invalidates views of it.
        const view = () => new Uint8Array(this.memory.buffer, wasm.buffer_text(buffer));
        const input = view();
        input.set(bytes);
        input[bytes.length] = 0;
        run(buffer);
        const output = view();
        const decoder = new TextDecoder();
        // A copy: a view of shared memory cannot be decoded.
        const text = decoder.decode(output.slice(0, output.indexOf(0)));
        const { error, ...answer } = JSON.parse(text) as { error?: WasmError };
        if (!error) return answer as T;
        const column = decoder.decode(bytes.subarray(0, error.at)).length + 1;
        throw new RulesError(error.code, column, error.message);
    }
}
