import { wrapText } from '../../domain/clinical-text/wrap-text.ts';

/** Writes a text that comes piece by piece, with lines that fit. */
export type StreamedText = {
  readonly push: (text: string) => void;
  /** Writes what was held back, and ends the line. */
  readonly end: () => void;
};

/** A bound, a number and its unit stay on one line: until three more words are there, a word may still move. */
const MAY_MOVE = 3;

/** Wrapped text without its last words. Words are separated by one blank or one line end. */
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
      // Lines that are full are done with: a long paragraph is not wrapped from its beginning with each word.
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
