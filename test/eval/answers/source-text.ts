import type { Passage } from '../../../domain/retrieval/passage.ts';

/** The text of a document without its blanks, and a way to find the continuation of a piece. */
export type SourceText = {
  /** The continuation of a piece in the document, including leading blanks; undefined when it is not found. */
  readonly after: (piece: string) => string | undefined;
};

/** Characters at the end of a piece that identify it. */
const tail = 48;
/** Characters of the continuation that are examined. */
const ahead = 80;

const bare = (text: string): string => text.replace(/\s+/g, '');

/** Joins the passages of a document again, without their overlapping lines. */
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
      // An ambiguous end does not determine its continuation.
      if (end === '' || at < 0 || last === undefined || packed.includes(end, at + 1)) return undefined;
      return characters.slice(last + 1, last + 1 + ahead).join('');
    },
  };
};
