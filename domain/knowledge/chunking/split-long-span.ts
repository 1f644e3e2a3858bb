import { type TextSpan, trimSpan } from '../../clinical-text/text-span.ts';
import { doseUnitSource } from '../../clinical-text/unit-patterns.ts';
import { unitSource } from '../../language/units-of-measure.ts';

/** Measures a piece of text in a policy's unit. */
export type Measure = (text: string) => number;

/** The longest piece without white space that is measured in one call: tokenizers are slow on endless words. */
const maxWordLength = 64;

const isLowSurrogate = (text: string, at: number): boolean => /[\uDC00-\uDFFF]/.test(text.charAt(at));

/** The words of a span; an endless one is split, but never inside a surrogate pair. */
const wordsOf = (text: string, span: TextSpan): readonly TextSpan[] => {
  const words: TextSpan[] = [];
  for (const match of text.slice(span.start, span.end).matchAll(/\S+/g)) {
    const end = span.start + match.index + match[0].length;
    let start = span.start + match.index;
    while (start < end) {
      const wanted = Math.min(end, start + maxWordLength);
      const cut = wanted < end && isLowSurrogate(text, wanted) ? wanted + 1 : wanted;
      words.push({ start, end: cut });
      start = cut;
    }
  }
  return words;
};

/** The quality of a cut between two words; `never` is inside a quantity or before a footnote mark. */
const places = { never: 0, word: 1, clause: 2, lineEnd: 3, wholeLine: 4 } as const;
type Place = (typeof places)[keyof typeof places];

const unit = new RegExp(
  String.raw`^\(?(?:${unitSource(() => true)}|international|usp|mol|m|s)(?![\p{L}\d])`,
  'iu',
);
/** A number at the end of a word, such as one end of a range. */
const numberEnd = /[\d½¼¾][)\]]?$/u;
/** Words after which a quantity continues: `5 mg /` `kg`, `10 -` `15`, `<` `40`. */
const openEnd = /(?:[/×<>≤≥=±~]|\d[-–—]|^(?:[-–—]|to|per|every|x|of)|[^\p{L}]of)$/iu;
/** Words that continue a quantity: `/kg`, `per kg`, `- 15`. */
const continuesQuantity = /^(?:\/|per$|[-–—]$|[-–—]\d|to$|x$|×)/i;
const quantityEnd = new RegExp(String.raw`^(?:[\d.,/–-]*\d)?(?:${doseUnitSource}|kg)[,)]?$`, 'iu');
/** Footnote marks, which follow the word that they annotate. */
const footnoteMark = /^[❶-➓⓫-⓴*†‡]+$/u;

/** The quality of a cut between two neighbouring words; `gap` is the text between them. */
const placeBetween = (before: string, gap: string, after: string): Place => {
  if (gap === '') return places.word;
  if (numberEnd.test(before) && (unit.test(after) || (continuesQuantity.test(after) && !gap.includes('\n'))))
    return places.never;
  if (quantityEnd.test(before) && /^(?:\/|per$)/i.test(after)) return places.never;
  if (openEnd.test(before) && /^[\d(<>≤≥]|^[\p{L}µμ]/u.test(after) && (/\d/.test(after) || unit.test(after)))
    return places.never;
  if (gap.includes('\n'))
    return /[.!?;:,)|]$/.test(before) || !/^\p{Ll}/u.test(after) ? places.wholeLine : places.lineEnd;
  if (footnoteMark.test(after)) return places.never;
  return /[.!?;:,)|—–]$/u.test(before) || footnoteMark.test(before) ? places.clause : places.word;
};

type Word = TextSpan & { readonly size: number; readonly place: Place };

/**
 * Cuts a span into pieces of at most `limit`: preferably at the end of a line, then after a clause, then between words.
 * A number and its unit stay together unless they alone are too long. Each word is measured once, and revisited at most
 * once for each kind of place, because a piece ends at the last place of the best kind.
 */
const cutToPieces = (text: string, span: TextSpan, limit: number, measure: Measure): readonly TextSpan[] => {
  const spans = wordsOf(text, span);
  const words = spans.map((word, index): Word => {
    const before = spans[index - 1];
    const own = text.slice(word.start, word.end);
    const gap = before === undefined ? '' : text.slice(before.end, word.start);
    return {
      ...word,
      // The gap before the word counts too: at least one token, or its length in characters.
      size: measure(own) + Math.max(1, gap.length),
      place:
        before === undefined ? places.never : placeBetween(text.slice(before.start, before.end), gap, own),
    };
  });
  const pieces: TextSpan[] = [];
  let first = 0;
  while (first < words.length) {
    let next = first;
    let size = -1;
    let best: { readonly at: number; readonly place: Place } | undefined;
    for (let word = words[next]; word !== undefined; word = words[next]) {
      const place = word.place === places.wholeLine && size * 2 < limit ? places.lineEnd : word.place;
      if (next > first && place !== places.never && place >= (best?.place ?? 0)) best = { at: next, place };
      if (next > first && size + word.size > limit) break;
      size += word.size;
      next += 1;
    }
    const end = next < words.length ? (best?.at ?? next) : next;
    pieces.push({ start: words[first]?.start ?? span.start, end: words[end - 1]?.end ?? span.end });
    first = end;
  }
  return pieces;
};

/**
 * Returns the span whole when it is within `limit`, otherwise cut into pieces that are: at line ends, clauses or words.
 */
export const splitLongSpan = (
  text: string,
  span: TextSpan,
  limit: number,
  measure: Measure,
): readonly TextSpan[] => {
  const trimmed = trimSpan(text, span);
  const length = trimmed.end - trimmed.start;
  if (length === 0) return [];
  // No common tokenizer packs more than some 16 characters of prose into a token on average.
  const fits = length <= limit * 16 && measure(text.slice(trimmed.start, trimmed.end)) <= limit;
  return fits ? [trimmed] : cutToPieces(text, trimmed, limit, measure);
};
