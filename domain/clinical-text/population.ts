import { withoutPatientsInTerms } from './patients-in-terms.ts';

/** Kinds of patients that a word alone names. */
export const patientKinds = ['adult', 'elderly', 'pediatric', 'baby', 'neonatal', 'pregnant'] as const;
export type PatientKind = (typeof patientKinds)[number];

/**
 * Words for each kind of patient, as sources of patterns for text in any case. Newborns are children too, but have
 * separate doses, so they are a separate kind. "Baby" means a child in questions, and a newborn in most documents about
 * newborns.
 */
const words: Readonly<Record<PatientKind, string>> = {
  adult: 'adults?|grown-?ups?',
  elderly: 'elderly|geriatrics?',
  pediatric:
    'pa?ediatrics?|peds|child(?:ren)?|kids?|infants?|toddlers?|adolescents?|teens?|teenagers?|school[ -]age',
  baby: 'bab(?:y|ies)',
  neonatal: String.raw`neonat\p{L}*|newborns?|newly[ -]born`,
  pregnant: String.raw`(?<!non-?|not )pregnan\p{L}*|gravid`,
};

/** The source of a pattern, for use with the flag `u`, that matches the words for some kinds of patients. */
export const patientSource = (...kinds: readonly PatientKind[]): string =>
  kinds.map((kind) => words[kind]).join('|');

const wholeWords = Object.fromEntries(
  patientKinds.map((kind) => [kind, new RegExp(String.raw`\b(?:${words[kind]})(?!\p{L})`, 'iu')]),
) as Readonly<Record<PatientKind, RegExp>>;

/**
 * True when a text names patients of one of the given kinds, except in terms such as "Child-Pugh" or "baby aspirin".
 */
export const namesPatients = (text: string, ...kinds: readonly PatientKind[]): boolean => {
  const read = withoutPatientsInTerms(text);
  return kinds.some((kind) => wholeWords[kind].test(read));
};

const anyWord = new RegExp(
  String.raw`\b(?:${patientKinds.map((kind) => `(?<${kind}>${words[kind]})`).join('|')})(?!\p{L})`,
  'giu',
);

/** The words for patients in a text, in order, each with its position. */
export const patientWordsIn = (
  text: string,
): readonly { readonly start: number; readonly kind: PatientKind }[] =>
  [...withoutPatientsInTerms(text).matchAll(anyWord)].flatMap(({ index: start, groups = {} }) => {
    const kind = patientKinds.find((one) => groups[one] !== undefined);
    return kind === undefined ? [] : [{ start, kind }];
  });

const gestationAfter =
  /^\W{0,3}(?:(?:of|or|and|completed|weeks?|more|less|older) )*(?:gestation\p{L}*|gestational age|ega|ga|pregnan\p{L}*|post-?menstrual|amenorrh\p{L}*|iup)(?!\p{L})/iu;
const gestationBefore =
  /\b(?:gestational(?: age)?|gestation|ga|ega)\W{0,3}(?:(?:of|is|at|was)\s?)?(?:[<>≤≥=]\s?)?$/i;

/**
 * True when a number of weeks or months in a text is the duration of a pregnancy: "born at 34 weeks' gestation" is not
 * an age.
 *
 * @param start of the number
 * @param end of its unit
 */
export const isGestation = (text: string, start: number, end: number): boolean =>
  gestationAfter.test(text.slice(end, end + 48)) ||
  gestationBefore.test(text.slice(Math.max(0, start - 32), start));
