import { listMark, onlyListMark } from './list-mark.ts';
import type { Box, PageCharacter } from './page-character.ts';

/** A line with where its text begins behind the mark of a list's item; `undefined` while only the mark is read. */
export type ItemLine = Box & {
  readonly text: string;
  readonly size: number;
  readonly textLeft?: number | undefined;
};

const isInk = ({ text, size }: PageCharacter): boolean => size > 0 && /\S/.test(text);

/** Where the text of a segment begins: behind the mark where it begins with one. */
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

/** How far to the left of something a line begins that is not below it, as a part of its print's size. */
const outside = 0.4;
/** A sign begins items only. A number or a letter may also begin the first line of an indented paragraph. */
const sign = /^[^\p{L}\d(]/u;

const widthOfFirstWord = ({ text, left, right }: ItemLine): number =>
  ((right - left) * (text.split(' ', 1)[0]?.length ?? 0)) / Math.max(1, text.length);

/**
 * Whether a line below an item of a list is none of the item's wrapped lines: it begins to the left of the item's bullet, or
 * to the left of its text although its first word had room on the line above. A heading between two lists is printed so.
 */
export const isApartFromItem = (
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
