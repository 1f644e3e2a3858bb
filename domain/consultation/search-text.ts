import { agesIn } from '../clinical-text/patient-ages.ts';
import { normalizeQuery } from '../retrieval/query/normalize-query.ts';
import { isDisputedAge, namesPatients, populationOf } from '../retrieval/query/query-population.ts';
import type { ClinicalContext } from './clinical-context.ts';

/**
 * Returns the search text: the question, plus the patient's age group if the conversation knows it and the question
 * names no other patients. At an age on which protocols disagree, the age itself is added, as if typed. Nothing else
 * of the context is searched for.
 */
export const searchTextOf = (question: string, context: ClinicalContext | undefined): string => {
  const years = context?.patientAge;
  if (years === undefined) return question;
  const text = normalizeQuery(question);
  if (namesPatients(text.toLowerCase(), agesIn(text))) return question;
  const age = { value: years, unit: 'years' } as const;
  if (isDisputedAge(age)) return `${question} ${Math.floor(years)} year old`;
  const population = populationOf('', [age]);
  if (population === 'neonatal') return `${question} newborn`;
  return population === 'pediatric' ? `${question} pediatric` : question;
};
