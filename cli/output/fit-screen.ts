import { wrapText } from '../../domain/clinical-text/wrap-text.ts';
import { plainText } from '../plain-text.ts';
import type { Terminal } from './terminal.ts';

/**
 * Sentences as a terminal may get them, whatever names they quote. Lines are broken at blanks to fit the screen where
 * somebody reads them, each indented as it was; one that fits stays as it is. A file gets them whole.
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
