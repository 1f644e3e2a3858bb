import {
  canBePrefix,
  isMeasure,
  isYear,
  protocolNumberGrammar,
} from '../language/protocol-number-grammar.ts';
import { readRomanNumeral } from '../language/roman-numerals.ts';
import type { Passage } from './passage.ts';

type Identified = Pick<Passage, 'title' | 'fileName' | 'protocolNumber'>;

const { number, announcer, between, roman, romanAnnouncer, inDivision } = protocolNumberGrammar;
const written = String.raw`(?:(?<prefix>[a-z]{1,4})\s)?(?<number>${number})`;
const leading = new RegExp(
  String.raw`^(?<announced>(?:${announcer}${between}|no(?:\.|umber)?[\s.:#-]{1,3}){0,4})#?${written}`,
  'i',
);
const announced = new RegExp(String.raw`(?<![a-z\d])(?<announced>${announcer}${between})${written}`, 'i');

const announcedRoman = new RegExp(
  String.raw`(?<![a-z\d])${romanAnnouncer}${between}(?<numeral>${roman})(?!\s?[.]?\d)`,
  'i',
);
const dividedTitle = new RegExp(String.raw`(?<![a-z\d])${inDivision}`, 'i');
/** A number at the end of a title after a dash or in brackets, or at the end of a file name after a space. */
const ending = new RegExp(String.raw`(?:\s[–—|:-]\s|[([]|(?<blank>\s))(?<number>${number})[)\]]?$`, 'i');

/** Normalizes a protocol number: lower case, no spaces: `1219-p`, `834.1`. */
export const normalizeProtocolNumber = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, '');

/**
 * The key shared by all spellings of a number: `1219p` for "1219-P" and "1219 P", `m13` for "M-13", `tp7` for "TP-07",
 * `nur44b` for "NUR/44-b". A hyphen between digits counts as a point and stays: `10-14` is the fourteenth part of the
 * tenth, `1014` another number.
 */
export const protocolNumberKey = (text: string): string =>
  normalizeProtocolNumber(text)
    .replace(/(?<!\d)[-./_]|[-./_](?!\d)/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '');

/**
 * The common prefix of a series of numbers: their letters, `res` for "RES-02", or their chapter, `4.2.` for "4.2.7";
 * `undefined` for a number of one part.
 */
export const protocolSeries = (text: string): string | undefined =>
  /^(?:[a-z]{1,8}(?=\d)|\d(?:[\d.-]*[.-])(?=\d+[a-z]{0,2}$))/.exec(protocolNumberKey(text))?.[0];

/** A number found, with the announcing words; empty when there are none. */
type Found = { readonly number: string; readonly announced: string };

const read = (pattern: RegExp, text: string): Found | undefined => {
  const match = pattern.exec(text);
  const { prefix, number: digits = '', announced: before = '' } = match?.groups ?? {};
  if (!match || isYear(digits) || isMeasure(text.slice(match.index + match[0].length))) return undefined;
  if (prefix === undefined) return { number: normalizeProtocolNumber(digits), announced: before };
  // In a title "AMB 206" is a number and "Only 3" is not; the few remaining words in capitals are recognized by name.
  if (prefix !== prefix.toUpperCase() || !canBePrefix(prefix)) return undefined;
  return { number: normalizeProtocolNumber(`${prefix}${digits}`), announced: before };
};

/** "Protocol IV Access" is about a route, and "Policy I" may continue with a verb. */
const ambiguousNumeral = /^(?:[ivx]|iv)$/i;
const endsNumeral = /^\s?(?:$|[:.,)–—-])/;

const romanIn = (text: string): readonly string[] => {
  const match = announcedRoman.exec(text);
  const { numeral = '' } = match?.groups ?? {};
  if (!match || numeral !== numeral.toUpperCase()) return [];
  const isOpen = !endsNumeral.test(text.slice(match.index + match[0].length));
  const value = isOpen && ambiguousNumeral.test(numeral) ? undefined : readRomanNumeral(numeral);
  return value === undefined ? [] : [String(value)];
};

/** A number of several parts, or of letters and at least two digits: "5.1", "3-25", "RES-02"; neither "IL-6" nor "v2.1". */
const isUnmistakableNumber = /^(?:\d+[.-]\d|(?!v(?:er|ol)?-?\d|rev-?\d)[a-z]{1,4}-\d\d)/i;
/** A number of three digits or more is sufficient after a dash, but not after a space, as in "Scan 0012". */
const longNumber = /^\d{3}/;

const endOf = (text: string): readonly string[] => {
  const { number: digits = '', blank } = ending.exec(text)?.groups ?? {};
  const isNumber = isUnmistakableNumber.test(digits) || (blank === undefined && longNumber.test(digits));
  return isNumber && !isYear(digits) ? [normalizeProtocolNumber(digits)] : [];
};

/** "Section 3, Protocol 12" is filed as `3.12`, and as `12`. */
const numbersInTitle = (title: string): readonly string[] => {
  const { division: of, part } = dividedTitle.exec(title)?.groups ?? {};
  if (of !== undefined && part !== undefined) return [`${of}.${part}`, part];
  return [
    ...[read(leading, title), read(announced, title)].flatMap((one) => one?.number ?? []),
    ...romanIn(title),
    ...(/[([–—|:-]/.test(title) ? endOf(title) : []),
  ];
};

/**
 * The numbers under which a document is filed: the declared one, in any form, and those at the start of its file name
 * or title ("Ref502-…", "1219-P-…"), announced in the title ("… Ref. No. 1203", "Protocol IV") or at its end ("Chest
 * Pain – 5.1"), or at the end of the file name. Years and measures are not numbers.
 */
export const protocolNumbersOf = (document: Identified): readonly string[] => {
  const fileName = document.fileName.trim().replaceAll('_', ' ');
  const found = [
    ...(document.protocolNumber === undefined ? [] : [normalizeProtocolNumber(document.protocolNumber)]),
    ...[read(leading, fileName)].flatMap((one) => one?.number ?? []),
    ...numbersInTitle(document.title.trim()),
    ...endOf(fileName.replace(/\.[a-z\d]{1,5}$/i, '')),
  ];
  return [...new Set(found)];
};

/** A heading of an outline rather than of a protocol: `12. Give oxygen`, `2b) …`, `7 …`. */
const outline = /^(?:\d{1,2}|[a-z]?\d{1,2}[a-z]?[.):].*)$/i;
/** Headings that divide an open protocol, and are themselves filed where none is open. */
const division = /^(?:section|chapter|appendi)/i;

/**
 * The numbers of the protocols that a passage's headings open, for collections bound in one file. "Section 3" below
 * "Protocol 7" is a part of that protocol, not a separate number.
 */
export const sectionNumbersOf = (sectionPath: readonly string[]): readonly string[] => {
  const found: string[] = [];
  let protocolIsOpen = false;
  for (const heading of sectionPath) {
    const one = read(leading, heading.trim());
    const numerals = one ? [] : romanIn(heading);
    if (numerals.length > 0) protocolIsOpen = true;
    found.push(...numerals);
    if (!one) continue;
    const isDivision = division.test(one.announced);
    if (isDivision && protocolIsOpen) continue;
    if (one.announced === '' && (outline.test(one.number) || outline.test(heading.trim()))) continue;
    if (one.announced !== '' && !isDivision) protocolIsOpen = true;
    found.push(one.number);
  }
  return [...new Set(found)];
};

/**
 * The number without suffix and part: `1219` for `1219-p`, `834` for `834.1`, `822` for `822.2a`. From three digits on,
 * the part before the point is a protocol: `4.12` is a protocol of a chapter.
 */
export const protocolFamily = (text: string): string =>
  text.replace(/(?<=\d)-?[a-z]{1,2}$/, '').replace(/(?<=\d{3})\.\d+$/, '');
