import { isDoseUnit, unitSource } from '../../language/units-of-measure.ts';
/** A line that titles the text below it. Level 1 is outermost. */
export type Heading = { readonly level: number; readonly title: string; readonly marked: boolean };

/** Levels of headings without a Markdown mark: below the marked ones, with capitals above section names. */
const capitalsLevel = 7;
const numberedLevel = 8;
const namedLevel = 12;
/** The deepest Markdown mark. It ranks below all unmarked headings, like a line in bold print. */
const deepestMark = 6;
const maxHeadingLength = 100;

/** Section names of protocols and guidelines, which are headings when alone on a line. */
const sectionNames: ReadonlySet<string> = new Set(
  (
    'treatment|treatments|indication|indications|contraindication|contraindications|contra-indication|contra-indications|dosing|dosage|dose|doses|' +
    'administration|procedure|procedures|assessment|evaluation|signs and symptoms|signs & symptoms|symptoms|' +
    'clinical features|clinical presentation|history|physical exam|physical examination|examination|diagnosis|' +
    'differential diagnosis|differential|management|monitoring|disposition|transport|destination|precautions|' +
    'warnings|adverse effects|side effects|complications|interactions|pharmacology|mechanism of action|' +
    'onset and duration|special considerations|considerations|pediatric considerations|pediatric|pediatrics|adult|' +
    'adults|geriatric|pregnancy|definition|definitions|purpose|scope|policy|authority|principle|principles|' +
    'guideline|guidelines|background|introduction|overview|summary|epidemiology|pathophysiology|etiology|prognosis|' +
    'prevention|follow-up|documentation|equipment|medications|medication|drugs|notes|note|key points|pearls|' +
    'pearls and pitfalls|inclusion criteria|exclusion criteria|criteria|base contact|base hospital contact|' +
    'references|cross references|appendix|general|methods|results|discussion|conclusion|conclusions|abstract'
  ).split('|'),
);

/** Without a colon at the end and the spaces before it. The pattern tries every place, and most lines have no colon. */
export const withoutColon = (words: string): string =>
  words.endsWith(':') ? words.replace(/(?<!\s)\s*:$/, '') : words;

/** True when the words are the name of a section rather than of a document. */
export const isSectionName = (words: string): boolean =>
  sectionNames.has(withoutColon(words.replace(/\*\*/g, '')).trim().toLowerCase());

const listMark = /^\s*(?:[-*•◦▪●○‣❑➢]|\(?\d{1,3}[.)]|\(?[A-Za-z][.)])\s/;
/** `## Dose ##` → `Dose`. */
const withoutClosingSigns = (title: string): string => title.replace(/(?<!#)#+$/, '').trimEnd() || title;
const markdown = /^\s{0,3}(#{1,6})\s+(\S.*)$/;
/** `2.1 Dosing`, not `1.5 L` or `2.5 MG`: a wrapped line may as well begin with a quantity. */
const unitInCapitals = unitSource((unit) => isDoseUnit(unit) || unit.symbol === 'kg')
  .toUpperCase()
  .replaceAll(String.raw`\S`, String.raw`\s`);
const numbered = new RegExp(
  String.raw`^((?:\d{1,2}\.)+\d{1,2}\.?)\s+(?!(?:${unitInCapitals}|A)(?![\p{L}\d]))(\p{Lu}.*)$`,
  'u',
);
/** `II. PROCEDURES`, `A. ADULT PATIENTS`; a short one such as `A. AHCD` is an item of a list. */
const enumeratedCapitals = /^(?:[IVX]{1,5}|\p{Lu})\.\s+\p{Lu}(?:[^\p{L}]*\p{L}){8}/u;
/** Footnote marks after a heading. */
const footnoteMarks = /(?<![\s❶-➓⓫-⓴*†‡])[\s❶-➓⓫-⓴*†‡]+$/u;

/** Letterheads and footers in capitals carry dates and page numbers; section headings do not. */
const datedOrPaged = /\bPAGE\s+\d+|\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}/;

const letters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

const isCapitals = (line: string): boolean =>
  !/\p{Ll}/u.test(line) && letters(line) >= 5 && letters(line) * 2 > line.replace(/\s/g, '').length;

/** True when a line begins with a number of several parts and words, like a title or a step: `1.1 Open the airway`. */
export const hasPartNumber = (line: string): boolean => numbered.test(line.trim());

/**
 * Reads a line as a heading: Markdown (`## Dosing`), capitals (`SPECIAL CONSIDERATIONS`), numbered (`2.1 Dosing`),
 * or a known section name alone on its line (`Indications:`). `undefined` for any other line.
 */
export const headingOf = (rawLine: string): Heading | undefined => {
  if (rawLine.length > maxHeadingLength * 2) return undefined;
  const line = rawLine.trim();
  const marks = markdown.exec(rawLine);
  if (marks !== null) {
    const [, signs = '#', title = line] = marks;
    const level = signs.length < deepestMark ? signs.length : namedLevel;
    return { level, title: withoutClosingSigns(title), marked: true };
  }
  if (line.length > maxHeadingLength || line.startsWith('|')) return undefined;
  const title = withoutColon(line.replace(footnoteMarks, ''));
  if (
    isCapitals(line) &&
    !/[.,;]$/.test(line) &&
    !datedOrPaged.test(line) &&
    (!listMark.test(line) || enumeratedCapitals.test(line))
  )
    return { level: capitalsLevel, title, marked: false };
  const number = numbered.exec(line);
  if (number !== null && !/[.;,]$/.test(line) && line.split(' ').length <= 12) {
    const depth = (number[1] ?? '').split('.').filter((part) => part !== '').length;
    return { level: Math.min(numberedLevel + depth - 2, namedLevel - 1), title, marked: false };
  }
  // In lower case it is the last word of a sentence that was broken over lines.
  if (/^[^\p{L}]*\p{Lu}/u.test(title) && isSectionName(title))
    return { level: namedLevel, title, marked: false };
  return undefined;
};

/** True when a line is a heading only because it is in capitals; such a heading may continue on the next line. */
export const isCapitalsHeading = (line: string): boolean => headingOf(line)?.level === capitalsLevel;
