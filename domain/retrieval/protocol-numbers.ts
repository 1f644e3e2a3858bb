import type { Passage } from './passage.ts';

type Identified = Pick<Passage, 'title' | 'fileName' | 'protocolNumber'>;

const numberForm = String.raw`([a-z]{1,2}-)?\d{2,5}(?:\.\d{1,2})?[a-z]?(?:-[a-z]{1,2})?`;
const leading = new RegExp(
  String.raw`^(?:(?:ref(?:erence)?|tp|policy|protocol|procedure|guideline|section|no|number)[\s._#-]*)*(${numberForm})(?![a-z\d])`,
  'i',
);
const announced = new RegExp(
  String.raw`\b(?:ref(?:erence)?\.?\s*(?:no\.?)?|policy|protocol|procedure|guideline|tp)\s*(?:no\.?|number|#)?\s*(${numberForm})(?![a-z\d])`,
  'i',
);
const year = /^(?:19|20)\d\d$/;

/** One spelling of a protocol number: lower case, no spaces: `1219-p`, `834.1`. */
export const normalizeProtocolNumber = (number: string): string => number.toLowerCase().replace(/\s+/g, '');

const matched = (pattern: RegExp, text: string): readonly string[] => {
  const number = pattern.exec(text)?.[1];
  return number && !year.test(number) ? [normalizeProtocolNumber(number)] : [];
};

/**
 * The numbers under which a document is filed: the declared one and those at the start of its file name or
 * title ("Ref502-…", "1219-P-…") or announced in the title ("… Ref. No. 1203"). Years are not taken for numbers.
 */
export const protocolNumbersOf = (document: Identified): readonly string[] => {
  const found = [
    ...(document.protocolNumber === undefined ? [] : [normalizeProtocolNumber(document.protocolNumber)]),
    ...matched(leading, document.fileName.trim()),
    ...matched(leading, document.title.trim()),
    ...matched(announced, document.title),
  ];
  return [...new Set(found)];
};

const headingNumber =
  /^(?:(?:protocol|policy|procedure|guideline|section|chapter)\s*)?((?:[a-z]{1,2}-\d{1,4}|\d{3,5}|\d{1,2}\.\d{1,2})(?:\.\d{1,2})?(?:-[a-z]{1,2})?)(?![\w.])/i;

/** The numbers of the protocols that a passage's headings open, for collections bound in one file. */
export const sectionNumbersOf = (sectionPath: readonly string[]): readonly string[] =>
  sectionPath.flatMap((heading) => matched(headingNumber, heading.trim()));

/** The number without suffix and part: `1219` for `1219-p`, `834` for `834.1`, `822` for `822.2a`. */
export const protocolFamily = (number: string): string =>
  number.replace(/(?<=\d)-[a-z]{1,2}$/, '').replace(/\.\d+[a-z]?$/, '');
