import { listMark, onlyListMark } from './list-mark.ts';
import type { Box, PageCharacter } from './page-character.ts';

/** A line, with the left edge of its text after a list mark; `undefined` while only the mark has been read. */
export type ItemLine = Box & {
  readonly text: string;
  readonly size: number;
  readonly textLeft?: number | undefined;
};

const isInk = ({ text, size }: PageCharacter): boolean => size > 0 && /\S/.test(text);

/** Returns the left edge of a segment's text, after its list mark if it has one. */
export const textLeftOf = ({
  text,
  left,
  characters,
}: Pick<Box, 'left'> & {
  readonly text: string;
  readonly characters: readonly PageCharacter[];
}): number | undefined => {
  if (onlyListMark.test(text)) return undefined;
  const mark = listMark.exec(text)?.[0].trim() ?? '';
  if (mark === '') return left;
  const ink = characters.filter(isInk);
  let read = 0;
  for (const { text: character, left: at } of ink) {
    if (read >= mark.length) return at;
    read += character.length;
  }
  return undefined;
};

/** Distance to the left from which on a line is not below something, as a share of the type size. */
const outside = 0.4;
/** A sign begins items only. A number or a letter may also begin the first line of an indented paragraph. */
const sign = /^[^\p{L}\d(]/u;

/** The width of the first word of a line, in points. */
export const widthOfFirstWord = ({ text, left, right }: Pick<ItemLine, keyof Box | 'text'>): number =>
  ((right - left) * (text.split(' ', 1)[0]?.length ?? 0)) / Math.max(1, text.length);

/**
 * True when a line below a list item is not one of its wrapped lines: it begins to the left of the item's bullet, or
 * to the left of its text although its first word would have fitted on the line above. A heading between two lists
 * looks like that.
 */
export const isOutsideItem = (
  line: ItemLine,
  { item, previous, right }: { readonly item: ItemLine; readonly previous: ItemLine; readonly right: number },
): boolean => {
  if (listMark.test(line.text)) return false;
  const slack = outside * line.size;
  if (sign.test(item.text) && line.left < item.left - slack) return true;
  const isHanging = line.left >= (item.textLeft ?? item.left) - slack;
  const hadRoom = previous.right + slack + widthOfFirstWord(line) <= right - slack;
  return !isHanging && hadRoom;
};
