/** A stretch this long, in letters and digits, hardly stands on a page by chance. */
const TELLING = 12;
/** What is shorter counts only where it follows within so many letters and digits after what was found before. */
const NEAR = 300;

/** Letters and digits: what stays the same however a text was cleaned, broken into lines or made a table. */
const substanceOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const isDecimal = (text: string): boolean => /^\d[.,]\d$/.test(text);

/** The page as one string of letters and digits, and which character of the page each belongs to. */
type ReadPage = {
  readonly text: string;
  readonly owners: readonly number[];
  /** Whether a word or a number begins or ends before a place of the text: "5 mg" does not stand in "0.5 mg". */
  readonly isBorder: (at: number) => boolean;
};

const readPage = (characters: readonly string[]): ReadPage => {
  const parts: string[] = [];
  const owners: number[] = [];
  characters.forEach((character, index) => {
    const substance = substanceOf(character);
    parts.push(substance);
    for (let unit = 0; unit < substance.length; unit += 1) owners.push(index);
  });
  const isBorder = (at: number): boolean => {
    const [before, after] = [owners[at - 1], owners[at]];
    if (before === undefined || after === undefined) return true;
    if (after - before < 2) return false;
    return !isDecimal(characters.slice(before, after + 1).join(''));
  };
  return { text: parts.join(''), owners, isBorder };
};

type Stretch = { readonly start: number; readonly end: number };

/** The first place from `from` on, or else the first of all; what says little only near what was found before. */
const place = (
  { text, isBorder }: ReadPage,
  sought: string,
  from: number,
  isWhole: boolean,
): Stretch | undefined => {
  if (sought.length < TELLING && !isWhole) {
    if (from === 0) return undefined;
    // A part of another word or number is not what was sought.
    const area = text.slice(0, from + NEAR + sought.length);
    for (let at = area.indexOf(sought, from); at >= 0; at = area.indexOf(sought, at + 1)) {
      const end = at + sought.length;
      if (isBorder(at) && isBorder(end)) return { start: at, end };
    }
    return undefined;
  }
  const after = text.indexOf(sought, from);
  const start = after >= 0 ? after : text.indexOf(sought);
  return start < 0 ? undefined : { start, end: start + sought.length };
};

/** The longest stretches of words that stand on the page, one after the other where they can be. */
const placeWords = (page: ReadPage, words: readonly string[], isShort: boolean): readonly Stretch[] => {
  const found: Stretch[] = [];
  let from = 0;
  let first = 0;
  while (first < words.length) {
    let sought = '';
    let longest: Stretch | undefined;
    let last = first;
    for (let at = first; at < words.length; at += 1) {
      sought += words[at] ?? '';
      const placed = place(page, sought, from, isShort);
      // A first word that says little may begin a stretch that says enough.
      if (placed === undefined && sought.length >= TELLING) break;
      if (placed === undefined) continue;
      longest = placed;
      last = at;
    }
    if (longest !== undefined) {
      found.push(longest);
      from = longest.end;
    }
    first = longest === undefined ? first + 1 : last + 1;
  }
  return found;
};

/**
 * Finds the characters of a page that a passage is made of: in one stretch where it is drawn as it is read, and stretch by
 * stretch where it is not, as the cells of a table may be. Answers their indices in order; none where the passage does not
 * stand on the page.
 */
export const findPassage = (characters: readonly string[], passage: string): readonly number[] => {
  const page = readPage(characters);
  const words = passage
    .split(/[\s|]+/)
    .map(substanceOf)
    .filter((word) => word !== '');
  const isShort = substanceOf(passage).length < TELLING;
  const indices = new Set<number>();
  for (const { start, end } of placeWords(page, words, isShort))
    for (const owner of page.owners.slice(start, end)) indices.add(owner);
  return [...indices].sort((one, other) => one - other);
};
