import { dependsOnPrevious } from '../clinical-text/depends-on-previous.ts';
import { namesDose } from '../clinical-text/names-dose.ts';
import { rulesPatients } from '../clinical-text/patient-ranges.ts';
import { namesPatients, patientKinds } from '../clinical-text/population.ts';
import { splitStatements } from '../clinical-text/split-statements.ts';
import { endsUnfinished } from '../language/ends-unfinished.ts';
import { isInterventionTerm } from './excerpt/judge-blocks.ts';
import { endsInColon, limitsDose, restricts } from './excerpt/statement-kinds.ts';
import { termsIn } from './excerpt/terms-of-text.ts';

/** Line starts that are not prose: headings, list entries, tables, quotations. */
const marked =
  /^\s*(?:#|\||>|[•▪◦●○◊❖*–+-]\s|\(?(?:\d{1,3}|[A-Za-z]|[IVXivx]{1,5})[.)]\s|[\u2460-\u2473\u24eb-\u24ff\u2776-\u277f])/;
/** Words that point to the next sentence. */
const leadingOn = /\b(?:following|as follows|below|next)\b/i;

/** Whether a sentence names its patients, as in "In adults" or "over 65 years". */
const isAboutSome = (text: string): boolean =>
  rulesPatients(text) ||
  namesPatients(text, ...patientKinds) ||
  /\b\d{1,3} ?(?:kg|years?|months?)\b/i.test(text);

const subjectsIn = (text: string): readonly string[] => [...termsIn(text)].filter(isInterventionTerm);

/** Sentences that stay together, with their subjects. */
type SentenceGroup = { readonly sentences: string[]; readonly things: Set<string> };

/** Adds sentences to a unit. Its subjects are cached: recomputing them per sentence would be quadratic. */
const addTo = (unit: SentenceGroup, sentences: readonly string[], things: Iterable<string>): void => {
  for (const sentence of sentences) unit.sentences.push(sentence);
  for (const thing of things) unit.things.add(thing);
};

/** Splits a paragraph into the smallest groups of sentences that make sense alone. */
const unitsOf = (sentences: readonly string[]): readonly (readonly string[])[] => {
  const units: SentenceGroup[] = [];
  /** The last unit that named patients; a dose after it is theirs until others are named. */
  let patients: number | undefined;
  for (const sentence of sentences) {
    const last = units.at(-1);
    const before = last?.sentences.at(-1) ?? '';
    const own = subjectsIn(sentence);
    const isBounding = namesDose(sentence) || limitsDose(sentence) || restricts(sentence);
    const isOfKnown =
      own.length === 0 || (restricts(sentence) && own.some((thing) => last?.things.has(thing)));
    const leans =
      dependsOnPrevious(sentence) ||
      endsInColon(before) ||
      endsUnfinished(before) ||
      leadingOn.test(before) ||
      /^\W*\p{Ll}/u.test(sentence) ||
      (isBounding && isOfKnown);
    const isOfPatientsBefore = isBounding && !isAboutSome(sentence);
    const [first, ...others] = isOfPatientsBefore && patients !== undefined ? units.splice(patients) : [];
    if (first !== undefined) {
      for (const { sentences: further, things } of others) addTo(first, further, things);
      addTo(first, [sentence], own);
      units.push(first);
    } else if (leans && last !== undefined) addTo(last, [sentence], own);
    else units.push({ sentences: [sentence], things: new Set(own) });
    if (isAboutSome(sentence)) patients = units.length - 1;
  }
  return units.map((unit) => unit.sentences);
};

const divideParagraph = (paragraph: string, longest: number): string => {
  if (paragraph.length <= longest || paragraph.split('\n').some((line) => marked.test(line)))
    return paragraph;
  const sentences = splitStatements(paragraph).map(({ text }) => text.trim());
  return unitsOf(sentences.filter((text) => text !== ''))
    .map((unit) => unit.join(' '))
    .join('\n\n');
};

/**
 * Splits long paragraphs of prose into paragraphs of a few sentences, so that less needs to be quoted. A sentence
 * stays with those that it depends on, and a dose with its drug, its patients and its limits or prohibitions. Lists,
 * tables and headings stay as they are.
 *
 * @param longest characters up to which a paragraph is left whole
 */
export const divideProse = (text: string, longest: number): string =>
  text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => divideParagraph(paragraph, longest))
    .join('\n\n');
