import { inYears, type PatientAge } from '../clinical-text/patient-ages.ts';
import { inKilograms } from '../clinical-text/patient-weights.ts';
import { drugsNamed } from '../language/drugs-named.ts';
import { conceptByName } from '../language/terminology/concepts.ts';
import type { QueryInterpretation } from '../retrieval/query/query-interpretation.ts';
import { namesPatients, populationOf, preferredPopulation } from '../retrieval/query/query-population.ts';
import type { ClinicalContext } from './clinical-context.ts';
import { statedAllergiesIn } from './exclusions/stated-allergies.ts';

/** A medication or an allergy as written, with its concept in the terminology. */
export type KnownSubstance = {
  readonly written: string;
  /** Preferred names of the drug and its classes; empty if the drug is unknown. */
  readonly names: readonly string[];
};

/** Of names of a drug and its classes, those of the drug itself. */
export const ownNamesOf = (names: readonly string[]): readonly string[] =>
  names.filter((name) => !names.some((other) => conceptByName.get(other)?.broader.includes(name) === true));

/** The facts about the patient of an answer. All of them are PHI. */
export type PatientFacts = {
  readonly ageYears?: number;
  readonly weightKg?: number;
  readonly sex?: 'female' | 'male';
  readonly pregnant?: boolean;
  readonly population?: NonNullable<QueryInterpretation['population']>;
  readonly medications: readonly KnownSubstance[];
  readonly allergies: readonly KnownSubstance[];
};

const female = /\b(?:female|woman|women|girl|lady|she|her)\b/i;
const male = /\b(?:male|man|men|boy|gentleman|guy|he|his|him)\b/i;

const sexIn = (text: string): PatientFacts['sex'] => {
  const [isFemale, isMale] = [female.test(text), male.test(text)];
  if (isFemale === isMale) return undefined;
  return isFemale ? 'female' : 'male';
};

const notPregnant =
  /\b(?:not|non|no|isn['’]?t|never|denies|without)(?: being| currently)?[ -](?:pregnan|gravid)\w*|\b(?:pregnancy|hcg)(?: test)?(?: is| was)? neg/i;
const pregnant =
  /\b(?:pregnan\w*|gravid|preg|prego|in labou?r|g\dp\d|\d{1,2} ?(?:wks?|weeks?) (?:along|gestation\w*|iup|ga))\b/i;

/** Whether the patient is pregnant according to a text; `undefined` if it does not say. */
const pregnancyIn = (text: string): boolean | undefined => {
  if (notPregnant.test(text)) return false;
  return pregnant.test(text) ? true : undefined;
};

const substanceOf = (written: string): KnownSubstance => ({
  written,
  names: drugsNamed({ title: '', sectionPath: [], text: written }),
});

/** The entries for "no allergies". */
const noAllergy = /^(?:nkd?a|none|no|nil|no known (?:drug )?allergies|unknown|n\/a|-)\.?$/i;

type Read = Pick<QueryInterpretation, 'original' | 'searchedFor' | 'population' | 'entities'>;

/** Ages from here on are in whole years; below, in months. */
const firstWholeYears = 2;

/**
 * Whether a question is about the conversation's patient: it gives the same age, or the age group that the search
 * adds if the question is silent.
 */
const namesSamePatient = (
  asked: Read['population'],
  age: PatientAge | undefined,
  { patientAge }: ClinicalContext,
): boolean => {
  if (patientAge === undefined) return false;
  if (age === undefined)
    return asked !== undefined && asked === populationOf('', [{ value: patientAge, unit: 'years' }]);
  const parts = patientAge < firstWholeYears ? 12 : 1;
  return Math.floor(inYears(age) * parts + 1e-6) === Math.floor(patientAge * parts + 1e-6);
};

/**
 * Returns the facts about the patient: from the question or, where it is silent, from the conversation. If the
 * question names other patients, the conversation's age and weight do not apply.
 */
export const patientFactsOf = (
  { original, searchedFor, population: asked, entities: { ages, weights } }: Read,
  context: ClinicalContext = {},
): PatientFacts => {
  const text = `${original}\n${searchedFor}`;
  const [age] = ages;
  const isAboutOthers =
    !namesSamePatient(asked, age, context) &&
    (asked !== undefined || namesPatients(original.toLowerCase(), ages));
  const [weight] = weights;
  const ofContext = isAboutOthers ? {} : context;
  const ageYears = age ? inYears(age) : ofContext.patientAge;
  const weightKg = weight ? inKilograms(weight) : ofContext.patientWeight;
  const knownAges = ageYears === undefined ? [] : [{ value: ageYears, unit: 'years' } as const];
  const knownWeights = weightKg === undefined ? [] : [{ value: weightKg, unit: 'kg' } as const];
  const preferred = preferredPopulation({ ages: knownAges, weights: knownWeights });
  const population =
    asked ??
    populationOf('', knownAges) ??
    // Without an age, a child's weight implies a child.
    (ageYears === undefined && preferred === 'pediatric' ? preferred : undefined);
  const { patientSex, relevantHistory = '', chiefComplaint = '' } = context;
  const sex = sexIn(original) ?? (patientSex === 'female' || patientSex === 'male' ? patientSex : undefined);
  const isPregnant = pregnancyIn(text) ?? pregnancyIn(`${chiefComplaint}\n${relevantHistory}`);
  return {
    ...(ageYears === undefined ? {} : { ageYears }),
    ...(weightKg === undefined ? {} : { weightKg }),
    ...(sex === undefined ? {} : { sex }),
    ...(isPregnant === undefined ? {} : { pregnant: isPregnant }),
    ...(population === undefined ? {} : { population }),
    medications: (context.currentMedications ?? []).map(substanceOf),
    allergies: [
      ...new Set([
        ...statedAllergiesIn(original),
        ...(context.allergies ?? []).filter((one) => !noAllergy.test(one.trim())),
      ]),
    ].map(substanceOf),
  };
};
