import { stem } from '../../language/stem.ts';
import { clinicalFeatures } from './clinical-features.ts';
import { phraseFinder, stemsOf } from './phrase-finder.ts';

/** Features that a text reports, and those that it denies. */
export type FoundFeatures = { readonly present: ReadonlySet<string>; readonly denied: ReadonlySet<string> };

const findIn = phraseFinder(clinicalFeatures);

const denials: ReadonlySet<string> = new Set(
  [
    'no',
    'not',
    'without',
    'denies',
    'denied',
    'absence',
    'lack',
    'lacks',
    'never',
    'negative',
    'unlike',
    'nor',
    'rarely',
  ].map((word) => stem(word)),
);
/** Words before a feature that are searched for a denial: "no history of recent fever". */
const denialWithin = 4;
const clauseEnd = /(?<=[a-z\d)])[.;:!?](?=\s|$)|\bbut\b|\n/i;
/** A list of what is not there: "no fever, cough or rash". */
const deniesList = /^\s*(?:no|denies|without|negative for)\b/i;
/** Longer clauses are tables; features are in their first words, too. */
const longestClause = 2000;

/** The features that a text names, each in its clause, reported or denied. */
export const findFeatures = (text: string): FoundFeatures => {
  const present = new Set<string>();
  const denied = new Set<string>();
  for (const whole of text.split(clauseEnd)) {
    const clause = whole.slice(0, longestClause);
    const isListDenied = deniesList.test(clause);
    const stems = stemsOf(clause);
    for (const { name, start } of findIn(stems)) {
      const before = stems.slice(Math.max(0, start - denialWithin), start);
      (isListDenied || before.some((one) => denials.has(one)) ? denied : present).add(name);
    }
  }
  for (const feature of present) denied.delete(feature);
  return { present, denied };
};
