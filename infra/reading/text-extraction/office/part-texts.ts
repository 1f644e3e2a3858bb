import type { LeftOutCount } from '../left-out-count.ts';

/**
 * Most characters that parts of one document may add by being referred to again. A banner of 500 characters on each of
 * 1,000 slides adds half of it; a small file could otherwise grow to any size.
 */
const MOST_REPEATED = 1_000_000;

/** The texts of the parts to which a document refers, such as charts, diagrams and the layouts of slides. */
export type PartTexts = {
  /**
   * Returns the text of a part, which is written at the first reference to it. `''`, counted as left out, once the
   * document repeats too much; `undefined` when `write` returns that.
   */
  readonly textOf: (part: string, write: () => string | undefined) => string | undefined;
};

/** Keeps the texts of the parts of one document, so that each part is read once, however often it is referred to. */
export const createPartTexts = (count: Pick<LeftOutCount, 'miss'>): PartTexts => {
  const written = new Map<string, string | undefined>();
  let repeated = 0;
  return {
    textOf: (part, write) => {
      if (!written.has(part)) {
        const text = write();
        written.set(part, text);
        return text;
      }
      const text = written.get(part);
      if (text === undefined || text === '') return text;
      if (repeated + text.length > MOST_REPEATED) {
        count.miss();
        return '';
      }
      repeated += text.length;
      return text;
    },
  };
};
