import { stem } from '../../language/stem.ts';
import { clinicalFeatures } from './clinical-features.ts';
import { phraseFinder, stemsOf } from './phrase-finder.ts';

/** Features that a text reports, and features that it denies. */
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
/** The number of words before a feature that are searched for a denial: "no history of recent fever". */
const denialWithin = 4;
const clauseEnd = /(?<=[a-z\d)])[.;:!?](?=\s|$)|\bbut\b|\n/i;
/** The start of a list of absent features: "no fever, cough or rash". */
const deniesList = /^\s*(?:no|denies|without|negative for)\b/i;
/** Longer clauses are tables, whose first words contain the features, too. */
const longestClause = 2000;

/** Returns the features that a text names, reported or denied within their clause. */
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
