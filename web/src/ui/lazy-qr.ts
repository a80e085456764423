// QR codes are wanted seldom: their code comes with the first one.
import { lazyPart } from './lazy';

export const QrCode = lazyPart(
    () => import('./qr'),
    (module) => module.QrCode,
    { styles: ['/qr.css'] },
);
