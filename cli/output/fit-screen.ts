import { wrapText } from '../../domain/clinical-text/wrap-text.ts';
import { plainText } from '../plain-text.ts';
import type { Terminal } from './terminal.ts';

/**
 * Makes text safe for a terminal, whatever names it quotes. On a screen, long lines are wrapped at spaces with their
 * indentation; in a file or pipe they stay whole.
 */
export const fitScreen = (
  text: string,
  { onScreen, width }: Pick<Terminal, 'onScreen' | 'width'>,
): string => {
  const plain = plainText(text);
  if (!onScreen) return plain;
  return plain
    .split('\n')
    .map((line) => (line.length <= width ? line : wrapText(line, width, /^ */.exec(line)?.[0])))
    .join('\n');
};
