import type { Terminal } from './terminal.ts';
import { wrapText } from './wrap-text.ts';

/** Lines broken at blanks to fit the screen where somebody reads them, each indented as it was; a file gets them whole. */
export const fitScreen = (text: string, { onScreen, width }: Pick<Terminal, 'onScreen' | 'width'>): string =>
  onScreen
    ? text
        .split('\n')
        .map((line) => wrapText(line, width, /^ */.exec(line)?.[0]))
        .join('\n')
    : text;
