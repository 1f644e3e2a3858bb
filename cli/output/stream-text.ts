import { wrapText } from '../../domain/clinical-text/wrap-text.ts';

/** Writes text that arrives in pieces, wrapped to the width. */
export type StreamedText = {
  readonly push: (text: string) => void;
  /** Writes the held-back words, and ends the line. */
  readonly end: () => void;
};

/** The number of last words that may still move: a comparison sign, a number and its unit stay on one line. */
const MAY_MOVE = 3;

/** The wrapped text without its last words. Words are separated by one space or one line end. */
const settled = (wrapped: string): string => {
  let end = wrapped.length;
  for (let word = 0; word < MAY_MOVE && end > 0; word += 1)
    end = Math.max(wrapped.lastIndexOf(' ', end - 1), wrapped.lastIndexOf('\n', end - 1));
  return wrapped.slice(0, Math.max(0, end));
};

export const createStreamedText = (write: (text: string) => void, width: number): StreamedText => {
  let line = '';
  let written = '';
  const show = (text: string): void => {
    write(text.slice(written.length));
    written = text;
  };
  return {
    push: (text) => {
      const [first = '', ...others] = text.split('\n');
      line += first;
      for (const next of others) {
        show(wrapText(line, width));
        write('\n');
        written = '';
        line = next;
      }
      const wrapped = wrapText(line, width);
      const soFar = settled(wrapped);
      if (soFar.length <= written.length) return;
      show(soFar);
      // Drops full lines, so that a long paragraph is not wrapped from its beginning with each word.
      const full = soFar.lastIndexOf('\n') + 1;
      line = wrapped.slice(full).replaceAll('\n', ' ') + (/\s$/.test(line) ? ' ' : '');
      written = soFar.slice(full);
    },
    end: () => {
      show(wrapText(line, width));
      write('\n');
      line = '';
      written = '';
    },
  };
};
