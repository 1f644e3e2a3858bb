import type { ClinicalContext } from './clinical-context.ts';

/** Below this age in years a patient is looked up as a child. */
const ADULT_FROM = 18;
/** An age or population word in the question itself always wins over the context. */
const namesPopulation =
  /\b(adults?|p(?:a)?ediatrics?|peds?|child(?:ren)?|kids?|infants?|neonat\w*|newborns?|bab(?:y|ies)|\d+\s*-?\s*(?:years?|yrs?|months?|mos?|weeks?|days?|y\/?o|yo))\b/i;

/**
 * The text to search with: the question, and the patient's age group where the conversation knows it and the
 * question does not say otherwise. Nothing else of the context is searched for.
 */
export const searchTextOf = (question: string, context: ClinicalContext | undefined): string => {
  const age = context?.patientAge;
  if (age === undefined || namesPopulation.test(question)) return question;
  return age < ADULT_FROM ? `${question} pediatric` : question;
};
