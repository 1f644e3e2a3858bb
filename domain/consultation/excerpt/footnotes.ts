import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { textOfBlock } from './block-texts.ts';
import type { Block } from './outline/block.ts';

/** Emphasis of Markdown, whose asterisks mark no note. */
const emphasis = /\*\*[^*\n]{1,200}\*\*|\*[^\s*][^*\n]{0,200}\*/g;
/** A mark right after a word or a number; a superscript digit only after a word, because others are powers of units. */
const reference = /(?<=[\p{L}\p{N}%)])(?:[*†‡§¶]{1,3}|(?<=\p{L}{4})[¹²³⁴-⁹])(?![\p{L}\p{N}*])/gu;
/** The same before the explanation. */
const beginning = /^(?:[*†‡§¶]{1,3}|[¹²³⁴-⁹])(?=\s?\S)/u;
const bullet = /^\*\s/;
/** A longer text is not a note. */
const longestNote = 600;
/** The most notes that are included. */
const mostNotes = 4;

const withoutEmphasis = (line: string): string => line.replace(emphasis, (text) => text.replaceAll('*', ' '));

const referencesOf = weakMemoize((lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => withoutEmphasis(line).match(reference) ?? []),
);

const marksOf = weakMemoize((lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => withoutEmphasis(line).match(beginning) ?? []),
);

/**
 * The notes that quoted blocks refer to by an asterisk, a dagger or a superscript digit, however far below they are:
 * the limit or the contraindication of a dose is often in one. Of several notes with the same mark, the next one
 * counts, because each page begins again.
 */
export const footnotesOf = (blocks: readonly Block[], chosen: ReadonlySet<number>): readonly number[] => {
  const startsBullet = (at: number): boolean => bullet.test(blocks[at]?.lines[0] ?? '');
  /** Asterisks before several lines are the bullets of a list. */
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
