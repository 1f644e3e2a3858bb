import { inYears, type PatientAge } from '../clinical-text/patient-ages.ts';
import { inKilograms } from '../clinical-text/patient-weights.ts';
import { drugsNamed } from '../language/drugs-named.ts';
import type { QueryInterpretation } from '../retrieval/query/query-interpretation.ts';
import { namesPatients, populationOf, preferredPopulation } from '../retrieval/query/query-population.ts';
import type { ClinicalContext } from './clinical-context.ts';

/** A medication or an allergy as it was written, with what the terminology knows it as. */
export type KnownSubstance = {
  readonly written: string;
  /** Preferred names of the drug and of the classes that it belongs to; empty where it is no known drug. */
  readonly names: readonly string[];
};

/** What is known of the patient whom an answer is for. All of it is PHI. */
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

/** Whether a text says that somebody is or is not expecting; `undefined` where it says neither. */
const pregnancyIn = (text: string): boolean | undefined => {
  if (notPregnant.test(text)) return false;
  return pregnant.test(text) ? true : undefined;
};

const substanceOf = (written: string): KnownSubstance => ({
  written,
  names: drugsNamed({ title: '', sectionPath: [], text: written }),
});

/** Somebody allergic to nothing is written down as such. */
const noAllergy = /^(?:nkd?a|none|no|nil|no known (?:drug )?allergies|unknown|n\/a|-)\.?$/i;

type Read = Pick<QueryInterpretation, 'original' | 'searchedFor' | 'population' | 'entities'>;

/** From here on ages are given in whole years; below, in months. */
const firstWholeYears = 2;

/**
 * Whether a question adds nothing about the patient to the conversation: the same age, or the age group, which a
 * search adds to the words of a question that is silent.
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
 * What is known of the patient: what the question says, and where it is silent what the conversation knows. A question
 * that names other patients is about those: of the conversation's patient then neither age nor weight count.
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
    // A child's weight indicates a child where nothing is said of the age.
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
    allergies: (context.allergies ?? []).filter((one) => !noAllergy.test(one.trim())).map(substanceOf),
  };
};
