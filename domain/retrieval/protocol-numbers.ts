import {
  canBePrefix,
  isMeasure,
  isYear,
  protocolNumberGrammar,
} from '../language/protocol-number-grammar.ts';
import type { Passage } from './passage.ts';

type Identified = Pick<Passage, 'title' | 'fileName' | 'protocolNumber'>;

const { number, announcer, between } = protocolNumberGrammar;
const written = String.raw`(?:(?<prefix>[a-z]{1,4})\s)?(?<number>${number})`;
const leading = new RegExp(
  String.raw`^(?<announced>(?:${announcer}${between}|no(?:\.|umber)?[\s.:#-]{1,3}){0,4})#?${written}`,
  'i',
);
const announced = new RegExp(String.raw`(?<![a-z\d])(?<announced>${announcer}${between})${written}`, 'i');

/** One spelling of a protocol number: lower case, no spaces: `1219-p`, `834.1`. */
export const normalizeProtocolNumber = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, '');

/**
 * What two ways of writing one number have in common: `1219p` for "1219-P" and "1219 P", `m13` for "M-13". A hyphen
 * between digits is a point and stays: `10-14` is the fourteenth part of the tenth, `1014` another number.
 */
export const protocolNumberKey = (text: string): string =>
  normalizeProtocolNumber(text).replace(/(?<!\d)-|-(?!\d)/g, '');

/** A number found, with what announced it: empty for one that stands by itself. */
type Found = { readonly number: string; readonly announced: string };

const read = (pattern: RegExp, text: string): Found | undefined => {
  const match = pattern.exec(text);
  const { prefix, number: digits = '', announced: before = '' } = match?.groups ?? {};
  if (!match || isYear(digits) || isMeasure(text.slice(match.index + match[0].length))) return undefined;
  if (prefix === undefined) return { number: normalizeProtocolNumber(digits), announced: before };
  // In a title "AMB 206" is a number and "Only 3" is not; in capitals the few words that are left are told by name.
  if (prefix !== prefix.toUpperCase() || !canBePrefix(prefix)) return undefined;
  return { number: normalizeProtocolNumber(`${prefix}${digits}`), announced: before };
};

/**
 * The numbers under which a document is filed: the declared one and those at the start of its file name or
 * title ("Ref502-…", "1219-P-…") or announced in the title ("… Ref. No. 1203"). Years and measures are not numbers.
 */
export const protocolNumbersOf = (document: Identified): readonly string[] => {
  const found = [
    ...(document.protocolNumber === undefined ? [] : [normalizeProtocolNumber(document.protocolNumber)]),
    ...[
      read(leading, document.fileName.trim().replaceAll('_', ' ')),
      read(leading, document.title.trim()),
      read(announced, document.title),
    ].flatMap((one) => one?.number ?? []),
  ];
  return [...new Set(found)];
};

/** A heading of an outline rather than of a protocol: `12. Give oxygen`, `2b) …`, `7 …`. */
const outline = /^(?:\d{1,2}|[a-z]?\d{1,2}[a-z]?[.):].*)$/i;
/** Headings that divide a protocol where one is open, and are what is looked for where none is. */
const division = /^(?:section|chapter|appendi)/i;

/**
 * The numbers of the protocols that a passage's headings open, for collections bound in one file. "Section 3" below
 * "Protocol 7" is a part of that protocol and no number of its own.
 */
export const sectionNumbersOf = (sectionPath: readonly string[]): readonly string[] => {
  const found: string[] = [];
  let protocolIsOpen = false;
  for (const heading of sectionPath) {
    const one = read(leading, heading.trim());
    if (!one) continue;
    const isDivision = division.test(one.announced);
    if (isDivision && protocolIsOpen) continue;
    if (one.announced === '' && (outline.test(one.number) || outline.test(heading.trim()))) continue;
    if (one.announced !== '' && !isDivision) protocolIsOpen = true;
    found.push(one.number);
  }
  return [...new Set(found)];
};

/** The number without suffix and part: `1219` for `1219-p`, `834` for `834.1`, `822` for `822.2a`. */
export const protocolFamily = (text: string): string =>
  text.replace(/(?<=\d)-?[a-z]{1,2}$/, '').replace(/\.\d+$/, '');
