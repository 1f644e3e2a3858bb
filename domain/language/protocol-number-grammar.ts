import { unitSource } from './units-of-measure.ts';

/**
 * The notations of protocol numbers, in documents and questions: `814`, `Ref. No. 834.1`, `TP 1219-P`, `SOP 4`, `CPG
 * A0407`, `AMB-206`, `EMS-PED-09`, `M13`, `3.2.1`, `10-14`, `7A`, `Protocol IV`, `Section 3, Protocol 12`.
 */
export const protocolNumberGrammar = {
  /** Leading letters, digits, further parts after points or hyphens, a letter, a suffix. */
  number: String.raw`(?:(?:[a-z]{1,4}-(?=[a-z]{1,4}-?\d\d))?[a-z]{1,4}-?)?\d{1,5}(?:(?:\.\d{1,3}){1,3}|(?:-\d{1,2}){1,2})?[a-z]?(?:-[a-z]{1,2})?(?![a-z\d%]|[.,:/-]\d)`,
  /** Like `number`, where a list of numbers may follow after a slash. */
  numberInList: String.raw`(?:(?:[a-z]{1,4}-(?=[a-z]{1,4}-?\d\d))?[a-z]{1,4}-?)?\d{1,5}(?:(?:\.\d{1,3}){1,3}|(?:-\d{1,2}){1,2})?[a-z]?(?:-[a-z]{1,2})?(?![a-z\d%]|[.,:-]\d)`,
  /** Words that announce a number. `50 mcg` is a dose, `MCG 1309` a medical control guideline. */
  announcer: String.raw`(?:ref(?:erence)?s?|polic(?:y|ies)|protocols?|procedures?|guidelines?|directives?|standing[ _-]orders?|sections?|chapters?|appendi(?:x|ces)|tp|t\.p|sops?|sogs?|cpgs?|(?<!\d\s{0,4})mcg)\.?`,
  /** A Roman numeral up to XXXIX, which counts only after an announcer: "Protocol IV". */
  roman: String.raw`x{0,3}(?:ix|iv|v?i{1,3}|v|x)(?![a-z\d])`,
  /** Words that announce a Roman numeral; "Section II" more likely divides a protocol. */
  romanAnnouncer: String.raw`(?:polic(?:y|ies)|protocols?|procedures?|guidelines?|directives?|standing[ _-]orders?)\.?`,
  /** A protocol in a division with separate numbering: "Section 3, Protocol 12", "sec. 3 prot. 12". */
  inDivision: String.raw`(?:section|sec|chapter|part)\.?\s?(?<division>\d{1,3})[\s,;:.–-]{1,3}(?:protocol|prot|policy|procedure|guideline)\.?\s?(?<part>\d{1,3})(?![a-z\d]|[.-]\d)`,
  /** The text between announcer and number: "Ref. No. 814", "REF: 814", "SOP-4", "policy #510". */
  between: String.raw`[\s_.:#-]{0,3}(?:(?:no|number|num|nr)[\s_.:#-]{1,3})?`,
} as const;

/** Other counted or measured things. */
const counted =
  'miles?|mph|leads?|gauge|patients?|people|persons?|rounds?|attempts?|shocks?|steps?|male|female|man|woman';
const unit = `${unitSource(({ symbol }) => symbol !== 'time')}|times?|${counted}`;
const measured = new RegExp(String.raw`^(?:[\s-]*(?:${unit}|in(?=\s*(?:$|[^\sa-z])))(?![a-z])|\s*[%°])`, 'i');

/** True when the text after a number makes it a measure, a count or an age: "325 mg", "12-lead", "65 year old". */
export const isMeasure = (after: string): boolean => measured.test(after);

/** True when a number is probably a year, or begins a date. */
export const isYear = (number: string): boolean => /^(?:19|20)\d\d(?:$|[-.])/.test(number);

const notPrefixes = new Set(
  'type class grade stage phase level step part page day week unit zone tier rule line lead size age aged top all item form room year and or the a an for of in on to no at by with from per is vs med meds peds jan feb mar apr may june july aug sept oct nov dec'.split(
    ' ',
  ),
);

/** True when letters separated from the digits can belong to a number, as in "AMB 206" and not in "type 2". */
export const canBePrefix = (letters: string): boolean => !notPrefixes.has(letters.toLowerCase());
