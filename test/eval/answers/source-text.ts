import type { Passage } from '../../../domain/retrieval/passage.ts';

/** The text of a document without its blanks, and what of it follows a piece of it. */
export type SourceText = {
  /** What follows the end of a piece in the document, beginning with its blanks; undefined where it is not found. */
  readonly after: (piece: string) => string | undefined;
};

/** Characters of an end by which it is found again. */
const tail = 48;
/** Characters of what follows that are looked at. */
const ahead = 80;

const bare = (text: string): string => text.replace(/\s+/g, '');

/** Joins the stretches of a document's passages again, without the lines that they repeat. */
export const sourceText = (passages: readonly Passage[]): SourceText => {
  let text = '';
  for (const { text: own, start, end } of passages) {
    if (start === undefined || end === undefined || end <= text.length) continue;
    const stretch = own.slice(own.length - (end - start));
    text = text.slice(0, start).padEnd(start, '\n') + stretch;
  }
  const places: number[] = [];
  let packed = '';
  for (const [at, character] of [...text].entries()) {
    if (/\s/.test(character)) continue;
    packed += character;
    places.push(at);
  }
  const characters = [...text];
  return {
    after: (piece) => {
      const end = bare(piece).slice(-tail);
      const at = packed.indexOf(end);
      const last = places[[...packed.slice(0, at)].length + [...end].length - 1];
      // An end that occurs in several places does not determine what follows it.
      if (end === '' || at < 0 || last === undefined || packed.includes(end, at + 1)) return undefined;
      return characters.slice(last + 1, last + 1 + ahead).join('');
    },
  };
};
