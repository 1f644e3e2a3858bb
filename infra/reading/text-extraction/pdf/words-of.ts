import { type Box, boundingBox, type PageCharacter } from './page-character.ts';
import type { Segment } from './page-lines.ts';

/** A word with its place on the page. `size` is its font size in points. */
export type Word = Box & { readonly text: string; readonly size: number };

const isSpace = ({ text }: PageCharacter): boolean => /^\s$/.test(text);

const toWord = (characters: readonly PageCharacter[], segment: Segment): Word => {
  const inked = characters.filter(({ size }) => size > 0);
  return {
    text: characters.map(({ text }) => text).join(''),
    size: segment.size,
    // Characters that PDFium inserted have no definite place; they may be anywhere in their segment.
    ...boundingBox(inked.length > 0 ? inked : [segment]),
  };
};

/** Splits a segment into words, which together are its text. */
export const wordsOf = (segment: Segment): readonly Word[] => {
  const words: Word[] = [];
  let characters: PageCharacter[] = [];
  const close = (): void => {
    if (characters.length > 0) words.push(toWord(characters, segment));
    characters = [];
  };
  for (const character of segment.characters) {
    if (isSpace(character)) close();
    else characters.push(character);
  }
  close();
  return words;
};
