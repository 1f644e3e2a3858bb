import { unitSource } from './units-of-measure.ts';

/**
 * How agencies write the numbers of their protocols, for documents and for questions alike: `814`, `Ref. No. 834.1`,
 * `TP 1219-P`, `SOP 4`, `CPG A0407`, `AMB-206`, `EMS-PED-09`, `M13`, `3.2.1`, `10-14`, `7A`, `Protocol IV`, `Section 3,
 * Protocol 12`.
 */
export const protocolNumberGrammar = {
  /** Letters before, digits, deeper parts after points or hyphens, a letter, a suffix. */
  number: String.raw`(?:(?:[a-z]{1,4}-(?=[a-z]{1,4}-?\d\d))?[a-z]{1,4}-?)?\d{1,5}(?:(?:\.\d{1,3}){1,3}|(?:-\d{1,2}){1,2})?[a-z]?(?:-[a-z]{1,2})?(?![a-z\d%]|[.,:/-]\d)`,
  /** The same where a list of numbers may follow after a slash. */
  numberInList: String.raw`(?:(?:[a-z]{1,4}-(?=[a-z]{1,4}-?\d\d))?[a-z]{1,4}-?)?\d{1,5}(?:(?:\.\d{1,3}){1,3}|(?:-\d{1,2}){1,2})?[a-z]?(?:-[a-z]{1,2})?(?![a-z\d%]|[.,:-]\d)`,
  /** What comes before a number to say that it is one. `50 mcg` is a dose, `MCG 1309` a medical control guideline. */
  announcer: String.raw`(?:ref(?:erence)?s?|polic(?:y|ies)|protocols?|procedures?|guidelines?|directives?|standing[ _-]orders?|sections?|chapters?|appendi(?:x|ces)|tp|t\.p|sops?|sogs?|cpgs?|(?<!\d\s{0,4})mcg)\.?`,
  /** A Roman numeral up to XXXIX, which counts behind an announcer only: "Protocol IV". */
  roman: String.raw`x{0,3}(?:ix|iv|v?i{1,3}|v|x)(?![a-z\d])`,
  /** What may announce one; "Section II" rather divides a protocol. */
  romanAnnouncer: String.raw`(?:polic(?:y|ies)|protocols?|procedures?|guidelines?|directives?|standing[ _-]orders?)\.?`,
  /** A protocol of a division whose protocols begin again: "Section 3, Protocol 12", "sec. 3 prot. 12". */
  inDivision: String.raw`(?:section|sec|chapter|part)\.?\s?(?<division>\d{1,3})[\s,;:.–-]{1,3}(?:protocol|prot|policy|procedure|guideline)\.?\s?(?<part>\d{1,3})(?![a-z\d]|[.-]\d)`,
  /** Between the two: "Ref. No. 814", "REF: 814", "SOP-4", "policy #510". */
  between: String.raw`[\s_.:#-]{0,3}(?:(?:no|number|num|nr)[\s_.:#-]{1,3})?`,
} as const;

/** What else is counted or measured. */
const counted =
  'miles?|mph|leads?|gauge|patients?|people|persons?|rounds?|attempts?|shocks?|steps?|male|female|man|woman';
const unit = `${unitSource(({ symbol }) => symbol !== 'time')}|times?|${counted}`;
const measured = new RegExp(String.raw`^(?:[\s-]*(?:${unit}|in(?=\s*(?:$|[^\sa-z])))(?![a-z])|\s*[%°])`, 'i');

/** Whether what follows a number makes it a measure, a count or an age: "325 mg", "12-lead", "65 year old". */
export const isMeasure = (after: string): boolean => measured.test(after);

/** Whether a number is rather a year, or begins a date. */
export const isYear = (number: string): boolean => /^(?:19|20)\d\d(?:$|[-.])/.test(number);

const notPrefixes = new Set(
  'type class grade stage phase level step part page day week unit zone tier rule line lead size age aged top all item form room year and or the a an for of in on to no at by with from per is vs med meds peds jan feb mar apr may june july aug sept oct nov dec'.split(
    ' ',
  ),
);

/** Whether letters apart from the digits can belong to a number, as in "AMB 206" and not in "type 2". */
export const canBePrefix = (letters: string): boolean => !notPrefixes.has(letters.toLowerCase());
