import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { textOfBlock } from './block-texts.ts';
import type { Block } from './outline/block.ts';

/** Emphasis of Markdown, whose stars mark no note. */
const emphasis = /\*\*[^*\n]{1,200}\*\*|\*[^\s*][^*\n]{0,200}\*/g;
/** A mark right behind a word or a number; a raised digit only behind a word, because others are powers of units. */
const reference = /(?<=[\p{L}\p{N}%)])(?:[*†‡§¶]{1,3}|(?<=\p{L}{4})[¹²³⁴-⁹])(?![\p{L}\p{N}*])/gu;
/** The same before the explanation. */
const beginning = /^(?:[*†‡§¶]{1,3}|[¹²³⁴-⁹])(?=\s?\S)/u;
const bullet = /^\*\s/;
/** A longer text is no note. */
const longestNote = 600;
/** This many notes are brought along. */
const mostNotes = 4;

const withoutEmphasis = (line: string): string => line.replace(emphasis, (text) => text.replaceAll('*', ' '));

const referencesOf = weakMemoize((lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => withoutEmphasis(line).match(reference) ?? []),
);

const marksOf = weakMemoize((lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => withoutEmphasis(line).match(beginning) ?? []),
);

/**
 * The notes that quoted blocks refer to by a star, a dagger or a raised digit, however far below they are: a dose often
 * has its bound or its contraindication in one. Of several with one mark the next is meant, as each page begins again.
 */
export const footnotesOf = (blocks: readonly Block[], chosen: ReadonlySet<number>): readonly number[] => {
  const startsBullet = (at: number): boolean => bullet.test(blocks[at]?.lines[0] ?? '');
  /** Stars before several lines are the bullets of a list. */
  const isBullet = (at: number): boolean =>
    startsBullet(at) && (startsBullet(at - 1) || startsBullet(at + 1));
  const notes = [...chosen].flatMap((index) =>
    [...new Set(referencesOf(blocks[index]?.lines ?? []))].flatMap((mark) => {
      const note = blocks.findIndex(
        ({ kind, lines }, at) =>
          at > index &&
          kind !== 'heading' &&
          kind !== 'table' &&
          marksOf(lines).includes(mark) &&
          !isBullet(at),
      );
      return note < 0 || textOfBlock(blocks[note]).length > longestNote ? [] : [note];
    }),
  );
  return [...new Set(notes)].filter((note) => !chosen.has(note)).slice(0, mostNotes);
};
