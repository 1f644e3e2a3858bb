import type { PageCharacter } from '../text-extraction/pdf/page-character.ts';

/** A character, with its box if it is from a page. */
type Drawn = Pick<PageCharacter, 'text'> & Partial<PageCharacter>;

/**
 * The significant characters of a text, and the index of the source character for each; signs between numbers have
 * none.
 */
export type LetterStream = {
  readonly text: string;
  readonly owners: readonly (number | undefined)[];
  /** True when no word or number crosses this position: "5 mg" is not in "0.5 mg", nor "10 kg" in "< 10 kg". */
  readonly isBorder: (at: number) => boolean;
};

/** Circled note marks are dropped: they are drawn next to the text and come before or after it. */
const isKept = (character: string): boolean =>
  /^[\p{L}\p{N}\p{M}<>≤≥=±+%]/u.test(character) && !/^[\u2460-\u24ff\u2776-\u2793]/.test(character);
const isDigit = (character: string | undefined): boolean =>
  character !== undefined && /^\p{N}/u.test(character);
/** Belongs to the number that follows. */
const bound = /[<>≤≥=±]/;
/** Stands between the parts of one number, or the ends of a range. */
const joinsNumbers = /^(?:[.,:]|\s*[-/\u2010-\u2015\u2212]\s*)$/;

/** Turns decomposed letters and ligatures into plain letters; raised digits and fractions stay as they are. */
const written = (character: string): string =>
  (/\p{L}/u.test(character) ? character.normalize('NFKC') : character).toLowerCase();

/** Separates two numbers with only space between them. */
const APART = '·';
const sign = (between: string): string => {
  const signs = between.replace(/\s/g, '').replace(/[\u2010-\u2015\u2212]/g, '-');
  return signs === '' ? APART : signs.slice(0, 3);
};

/** True when two consecutive characters do not touch, as at the border of two cells. */
const areApart = (one: Drawn | undefined, other: Drawn | undefined): boolean => {
  if (one?.left === undefined || other?.left === undefined || !one.size || !other.size) return false;
  if (one.quarters !== other.quarters) return true;
  const shared = Math.min(one.top ?? 0, other.top ?? 0) - Math.max(one.bottom ?? 0, other.bottom ?? 0);
  const gap = other.left - (one.right ?? 0);
  return shared <= 0 || gap > 0.2 * one.size || gap < -one.size;
};

/**
 * Reduces text to its letters, digits and the signs that change a number: all that survives cleaning, line breaking
 * and conversion to a table. Digits keep the signs between them: 1.5 is not 15.
 */
export const letterStream = (characters: readonly Drawn[]): LetterStream => {
  const parts: string[] = [];
  const owners: (number | undefined)[] = [];
  const put = (text: string, owner?: number): void => {
    parts.push(text);
    for (let unit = 0; unit < text.length; unit += 1) owners.push(owner);
  };
  let last: number | undefined;
  characters.forEach(({ text }, index) => {
    if (!isKept(text)) return;
    const before = last === undefined ? undefined : characters[last];
    const point = characters[index - 1];
    const leads = isDigit(text) && /^[.,]$/.test(point?.text ?? '');
    // ".5" is a half, whatever precedes it.
    const isFraction = leads && (last !== index - 2 || !isDigit(before?.text) || areApart(before, point));
    if (last !== undefined && isDigit(text) && isDigit(before?.text)) {
      const between = characters
        .slice(last + 1, index)
        .map((one) => one.text)
        .join('');
      if (isFraction) put(APART);
      else if (between !== '') put(sign(between));
      else if (areApart(before, characters[index])) put(APART);
    }
    if (isFraction) put('.', index);
    put(written(text), index);
    last = index;
  });
  const isBorder = (at: number): boolean => {
    // No match begins or ends in the middle of a sign.
    const before = owners[at - 1] ?? owners.slice(0, at).findLast((owner) => owner !== undefined);
    const after = owners[at] ?? owners.slice(at).find((owner) => owner !== undefined);
    if (before === undefined || after === undefined) return true;
    if (before === after) return false;
    const [one, other] = [characters[before], characters[after]];
    if (bound.test(one?.text ?? '')) return false;
    const between = characters
      .slice(before + 1, after)
      .map(({ text }) => text)
      .join('');
    if (isDigit(one?.text) && isDigit(other?.text) && joinsNumbers.test(between)) return false;
    return between !== '' || areApart(one, other);
  };
  return { text: parts.join(''), owners, isBorder };
};
