import { repeatedLetterNumber, romanNumber } from '../list-number.ts';
import type { ListLevel, Numbering } from './read-numbering.ts';

/** A paragraph's reference to its list: direct, or through its style. */
export type ListReference = {
  readonly numId?: string;
  readonly level?: number;
  readonly style?: string;
};

const ordinalEnding = (value: number): string => {
  if (value % 100 >= 11 && value % 100 <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th';
};

/** Formats a number by `w:numFmt` (ECMA-376, part 1, 17.18.59); formats of other scripts become decimals. */
const written = (value: number, format: string): string => {
  switch (format) {
    case 'lowerLetter':
      return repeatedLetterNumber(value);
    case 'upperLetter':
      return repeatedLetterNumber(value).toUpperCase();
    case 'lowerRoman':
      return romanNumber(value);
    case 'upperRoman':
      return romanNumber(value).toUpperCase();
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'ordinal':
      return `${value}${ordinalEnding(value)}`;
    case 'none':
      return '';
    default:
      return String(value);
  }
};

/**
 * Counts the lists of a document. The returned function must be called for each paragraph in order and returns the
 * label that Word prints before it: `3.`, `b)`, `2.1`; `undefined` for a paragraph outside lists, with a bullet or
 * with an empty label.
 */
export const countLists = (numbering: Numbering): ((reference: ListReference) => string | undefined) => {
  const counters = new Map<string, Map<number, number>>();
  const restarted = new Set<string>();

  return ({ numId: ownNumId, level: ownLevel, style = numbering.defaultStyle }) => {
    const byStyle = style === undefined ? undefined : numbering.styles.get(style);
    const numId = ownNumId ?? byStyle?.numId;
    const list = numId === undefined ? undefined : numbering.lists.get(numId);
    if (numId === undefined || list === undefined) return undefined;
    const levelOfStyle = [...list.levels].find(
      ([, level]) => level.style !== undefined && level.style === style,
    );
    const index = ownLevel ?? levelOfStyle?.[0] ?? byStyle?.level ?? 0;
    const level = list.levels.get(index);
    if (level === undefined) return undefined;

    const counts = counters.get(list.counter) ?? new Map<number, number>();
    counters.set(list.counter, counts);
    const startOf = (at: number, of: ListLevel): number => list.startOverrides.get(at) ?? of.start;
    const override = list.startOverrides.get(index);
    const before = counts.get(index);
    if (override !== undefined && !restarted.has(`${numId} ${index}`)) {
      restarted.add(`${numId} ${index}`);
      counts.set(index, override);
    } else counts.set(index, before === undefined ? startOf(index, level) : before + 1);
    for (const [deeper, { restart }] of list.levels) {
      if (deeper > index && (restart === undefined || index < restart)) counts.delete(deeper);
    }

    if (level.format === 'bullet') return undefined;
    const label = level.text.replace(/%([1-9])/g, (_, digit: string) => {
      const at = Number(digit) - 1;
      const shown = list.levels.get(at);
      if (shown === undefined) return '';
      const format = level.legal && shown.format !== 'none' ? 'decimal' : shown.format;
      return written(counts.get(at) ?? startOf(at, shown), format);
    });
    return label.trim() === '' ? undefined : label.trim();
  };
};
