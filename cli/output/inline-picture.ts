import type { Environment } from '../environment.ts';

/** The maximum size of a chunk in kitty's protocol, in bytes. */
const PIECE = 4096;

/** The graphics protocol of kitty: the picture in base64 chunks, all but the last marked with `m=1`. */
const kitty = (image: Uint8Array): string => {
  const encoded = Buffer.from(image).toString('base64');
  const count = Math.max(1, Math.ceil(encoded.length / PIECE));
  return Array.from({ length: count }, (_, index) => {
    const head = index === 0 ? 'a=T,f=100,' : '';
    const more = index < count - 1 ? 1 : 0;
    return `\x1b_G${head}m=${more};${encoded.slice(index * PIECE, (index + 1) * PIECE)}\x1b\\`;
  }).join('');
};

/** The inline image protocol of iTerm2. */
const iterm = (image: Uint8Array): string =>
  `\x1b]1337;File=inline=1;size=${image.byteLength};preserveAspectRatio=1:${Buffer.from(image).toString('base64')}\x07`;

/**
 * The escape sequence that shows a PNG inline; `undefined` for a terminal that does not announce support, and within tmux
 * or screen, which pass it on only when configured to.
 */
export const inlinePicture = (image: Uint8Array, environment: Environment): string | undefined => {
  const { TERM = '', TERM_PROGRAM = '', KITTY_WINDOW_ID, TMUX } = environment;
  if (TMUX !== undefined || TERM.startsWith('screen') || TERM.startsWith('tmux')) return undefined;
  if (TERM === 'xterm-kitty' || TERM === 'xterm-ghostty' || KITTY_WINDOW_ID !== undefined)
    return kitty(image);
  if (TERM_PROGRAM === 'iTerm.app' || TERM_PROGRAM === 'WezTerm') return iterm(image);
  return undefined;
};
