import { namesDose } from '../../clinical-text/names-dose.ts';
import { listInSentence } from '../../kernel/list-in-sentence.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import type { AnswerCitation } from '../answer-citation.ts';
import { drugsToGive } from '../drugs-taken.ts';
import { termsIn } from '../excerpt/terms-of-text.ts';
import { namesConcept } from '../names-concept.ts';
import { citedAmong, type FoundDocument, placesElsewhere } from './found-documents.ts';

/** An amount this many lines below a drug's name may still belong to it. */
const linesOfDose = 4;

/** The end of the lines in which an amount may occur; a table that begins there counts whole, however long. */
const endOfDose = (lines: readonly string[], from: number): number => {
  let end = Math.min(lines.length, from + linesOfDose);
  while (lines[end - 1]?.startsWith('|') === true && lines[end]?.startsWith('|') === true) end += 1;
  return end;
};

/** Whether the lines that name a drug, or those right below them, give an amount of it; `undefined` if none names it. */
const givesAmountOf = (name: string, text: string): boolean | undefined => {
  const lines = text.split('\n');
  const naming = lines.flatMap((line, at) => (namesConcept(name, termsIn(line)) ? [at] : []));
  if (naming.length === 0) return undefined;
  return naming.some((at) => namesDose(lines.slice(at, endOfDose(lines, at)).join('\n')));
};

/**
 * Names the drugs whose dose was asked for but has no amount in any quoted line: with the place, if a cited document
 * gives one elsewhere.
 */
export const dosesMissing = (
  { intent, original, entities }: QueryInterpretation,
  documents: readonly FoundDocument[],
  citations: readonly AnswerCitation[],
): readonly string[] => {
  const drugs = drugsToGive({ original, drugs: entities.drugs });
  if (drugs.length === 0 || (intent !== 'medication_dosing' && intent !== 'pediatric_specific')) return [];
  const texts = citations.flatMap(({ parts }) => parts.map(({ text }) => text));
  const without = drugs.filter((name) => {
    const judged = texts.map((text) => givesAmountOf(name, text));
    return judged.includes(false) && !judged.includes(true);
  });
  // "Calcium" asks for either of two salts; one of them answers.
  const isOfSameWord = (name: string): boolean =>
    drugs.some((other) => !without.includes(other) && other.split(' ')[0] === name.split(' ')[0]);
  const missing = without
    .filter((name) => !isOfSameWord(name))
    .map((name) => ({
      name,
      places: placesElsewhere(documents, ({ text }) => givesAmountOf(name, text) === true),
      // An amount anywhere in a passage about the drug may be one of it.
      isPossible: citedAmong(documents).some(({ passages }) =>
        passages.some((passage) => mayGiveAmountOf(name, passage)),
      ),
    }));
  const nowhere = missing
    .filter(({ isPossible, places }) => !isPossible && places === '')
    .map(({ name }) => name);
  return [
    ...(nowhere.length === 0
      ? []
      : [`None of these excerpts gives an amount of ${listInSentence(nowhere, 'or')}.`]),
    ...missing.flatMap(({ name, places }) =>
      places === '' ? [] : [`An amount near ${name} is in ${places}, which is not quoted here.`],
    ),
  ];
};

/** Whether a passage about a drug gives any amount, near the drug's name or not. */
const mayGiveAmountOf = (name: string, { title, sectionPath, text }: Passage): boolean =>
  namesConcept(name, termsIn([title, ...sectionPath].join('\n'))) && namesDose(text);
