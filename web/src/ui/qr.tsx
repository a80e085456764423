// A QR code as a picture; the encoder is lean-qr.
import { toSvgPath } from 'lean-qr/extras/svg';
import { generate } from 'lean-qr/nano';
import { useMemo } from 'preact/hooks';

const QUIET = 4; // modules of white around the code, as the standard asks

export function QrCode({ text, label }: { text: string; label: string }) {
    const { size, path } = useMemo(() => {
        const code = generate(text);
        return { size: code.size + 2 * QUIET, path: toSvgPath(code) };
    }, [text]);
    return (
        <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
            <rect width={size} height={size} />
            <path transform={`translate(${QUIET} ${QUIET})`} d={path} />
        </svg>
    );
}
