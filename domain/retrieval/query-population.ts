import type { QueryInterpretation } from './query-interpretation.ts';

type Population = NonNullable<QueryInterpretation['population']>;

const neonatal = /\b(?:newborns?|neonat\w*|newly born|just born|apgar)\b|\b\d{1,2}[ -]?days?[ -]?old\b/;
const pediatric =
  /\b(?:pediatrics?|paediatrics?|peds?|pedi|child|children|childs|kids?|infants?|bab(?:y|ies)|babys|toddlers?|teens?|teenagers?|adolescents?|school[ -]age|broselow)\b|\b\d{1,2}[ -]?(?:months?|mo|weeks?|wks?)[ -]?old\b|\b\d{1,2}[ -]?m\/o\b/;
const adult = /\b(?:adults?|elderly|geriatric|grown)\b/;
const years = /\b(\d{1,3})[ -]?(?:years?[ -]?old|y\/?o|yrs?[ -]?old|year)\b|\b(?:age|aged)\s(\d{1,3})\b/;
/** A baby that is being born: the patient of an obstetric question is the mother. */
const obstetric =
  /\b(?:delivery|delivering|labor|pregnan\w*|birth|crowning|breech|umbilical|nuchal|gestation|after delivery)\b/;

/** Children are under 15, as most US EMS protocols (NASEMSO model guidelines: by size, about 14 years) set it. */
const firstAdultYear = 15;

/** Which patients a question is about, when it says so. A baby that is being born does not make it pediatric. */
export const populationOf = (text: string): Population | undefined => {
  if (neonatal.test(text)) return 'neonatal';
  const age = years.exec(text);
  const ageInYears = Number(age?.[1] ?? age?.[2] ?? Number.NaN);
  if (ageInYears < firstAdultYear) return 'pediatric';
  if (adult.test(text) && !/\b(?:adult (?:vs|versus|or) ped)/.test(text)) return 'adult';
  if (pediatric.test(text)) return obstetric.test(text) ? undefined : 'pediatric';
  return ageInYears >= firstAdultYear ? 'adult' : undefined;
};
