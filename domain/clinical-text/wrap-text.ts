import { beginsWithUnit } from './unit-patterns.ts';

const BOUND = /(?:^|[(\s])[<>≤≥=±~]+$/u;

/** An amount without its unit, or a bound without its number, is misread: no line ends between them. */
const belongTogether = (word: string, next: string): boolean =>
  BOUND.test(word) ? /^\d/.test(next) : /\d$/.test(word) && beginsWithUnit(next);

/** The end of a command that begins with this word: the next quotation mark, or the end of the line. */
const endOfCommand = (word: string): 'quotation mark' | 'line' | undefined => {
  if (word.endsWith('"npx')) return 'quotation mark';
  return word === 'npx' ? 'line' : undefined;
};

/**
 * The words of a line, with inseparable ones in one piece. An amount ends with its unit. A command to type stays whole:
 * a shell would run two lines as two commands.
 */
const piecesOf = (line: string): readonly string[] => {
  const pieces: string[] = [];
  let previous = '';
  let command: ReturnType<typeof endOfCommand>;
  for (const word of line.split(/\s+/).filter((part) => part !== '')) {
    if (command !== undefined || belongTogether(previous, word)) pieces.push(`${pieces.pop()} ${word}`);
    else pieces.push(word);
    if (command === undefined) command = endOfCommand(word);
    else if (command === 'quotation mark' && word.includes('"')) command = undefined;
    previous = word;
  }
  return pieces;
};

/**
 * Wraps lines at spaces, each continued line indented like its beginning. An amount stays with its unit, a bound with
 * its number, and a command to type stays on one line, even one that does not fit.
 */
export const wrapText = (text: string, width: number, indent = ''): string =>
  text
    .split('\n')
    .flatMap((line) => {
      const lines: string[] = [];
      let current = '';
      for (const piece of piecesOf(line)) {
        if (current !== '' && indent.length + current.length + 1 + piece.length > width) {
          lines.push(indent + current);
          current = piece;
        } else current = current === '' ? piece : `${current} ${piece}`;
      }
      lines.push(current === '' ? '' : indent + current);
      return lines;
    })
    .join('\n');
