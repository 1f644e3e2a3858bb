import { inYears, type PatientAge } from '../../clinical-text/patient-ages.ts';
import { inKilograms, type PatientWeight } from '../../clinical-text/patient-weights.ts';
import { withoutPatientsInTerms } from '../../clinical-text/patients-in-terms.ts';
import { patientSource } from '../../clinical-text/population.ts';
import type { QueryInterpretation } from './query-interpretation.ts';

type Population = NonNullable<QueryInterpretation['population']>;

const neonatal = new RegExp(String.raw`\b(?:${patientSource('neonatal')}|just born|apgar)\b`, 'u');
/** "Peds" may be pedestrians: "auto vs peds", "ped struck". */
const pediatric = new RegExp(
  String.raw`\b(?!peds?\b)(?:${patientSource('pediatric', 'baby')}|pedi|childs|babys|broselow)\b|(?<!\b(?:auto|car|vehicle|truck|bus|bike) (?:vs?\.?|versus) )\bpeds?\b(?! (?:vs?\b|versus|struck|hit|thrown))|\b(?:under|below|younger than|less than)\s(?:[1-9]|1[0-8])[ -]?(?:years?|yrs?|y\/?o|months?)\b`,
  'u',
);
const adult = new RegExp(String.raw`\b(?:${patientSource('adult', 'elderly')}|grown|seniors?)\b`, 'u');
/** Somebody old, who may be there beside a child: "toddler swallowed grandma's pills". */
const elderlyPerson =
  /\b(?:grand(?:ma|pa|mother|father)s?|(?<!(?:years?|yrs?|months?|mos?|weeks?|wks?|days?|hours?|hrs?)[ -])old(?:er)? (?:lady|ladies|man|men|woman|women|gentleman|guy|gal|folks?|person|people|patients?|pt))\b/;
/** Adults whose age is given beside a child's: "30 yo mom's toddler". */
const parent =
  /\b(?:mom(?:my)?|mother|mum|dad(?:dy)?|father|parent|guardian|caregiver|babysitter|teacher)(?:'?s)?\b/;
/** A baby that is being born: the patient of an obstetric question is the mother. */
const obstetric = new RegExp(
  String.raw`\b(?:${patientSource('pregnant')}|delivery|delivering|labor|birth|crowning|breech|umbilical|nuchal|gestation|after delivery)\b`,
  'u',
);

/** The neonatal period is the first 28 days of life (WHO). */
const lastNeonatalYear = 28 / 365.25;
/**
 * Where childhood ends differs: in the statewide EMS protocols of 32 US states the change from pediatric to adult is
 * anywhere from 12 to 18 years (Solazzo et al., When Should EMS Call a Child a Small Adult, Int. J. Paramedicine 6,
 * 2024, doi:10.56068/KCYD7018). Many local ones say 14 years or younger (Guidelines for Prehospital Pediatric
 * Protocol Development). From 15 to 17 an age therefore decides for neither.
 */
const firstDisputedYear = 15;
const firstAdultYear = 18;
/** A body weight up to which patients are dosed by a length-based tape (Broselow tape: 3 to 36 kg), with some room. */
const lightestAdult = 40;

/** Whether an age is one at which some protocols take the patient for a child and others for an adult. */
export const isDisputedAge = (age: PatientAge): boolean =>
  inYears(age) >= firstDisputedYear && inYears(age) < firstAdultYear;

const populationOfAge = (age: PatientAge): Population | undefined => {
  const years = inYears(age);
  if (years <= lastNeonatalYear) return 'neonatal';
  if (years < firstDisputedYear) return 'pediatric';
  return years < firstAdultYear ? undefined : 'adult';
};

/**
 * Which patients a question is about, when it says so. The age that is mentioned first counts, save that a newborn is
 * one beside the mother, too. A baby that is being born does not make a question pediatric, nor does the Child of a
 * score's name.
 *
 * @param written in lower case
 */
export const populationOf = (written: string, ages: readonly PatientAge[]): Population | undefined => {
  const text = withoutPatientsInTerms(written);
  if (neonatal.test(text)) return 'neonatal';
  const [age] = ages;
  const ofAge = age && populationOfAge(age);
  if (ofAge === 'neonatal' || ofAge === 'pediatric') return ofAge;
  if (adult.test(text) && !/\b(?:adult (?:vs|versus|or) ped)/.test(text)) return 'adult';
  // An age says more than a word: "ped" may be a pedestrian, and a "kid" of 19 gets an adult's dose.
  if (ofAge === 'adult' && !parent.test(text)) return 'adult';
  if (pediatric.test(text)) return obstetric.test(text) ? undefined : 'pediatric';
  return elderlyPerson.test(text) ? 'adult' : ofAge;
};

/** Whether a text says of itself which patients it is about, by a word or an age. */
export const namesPatients = (text: string, ages: readonly PatientAge[]): boolean => {
  if (ages.length > 0) return true;
  const read = withoutPatientsInTerms(text);
  return [neonatal, pediatric, adult, elderlyPerson].some((words) => words.test(read));
};

/**
 * The population whose passages rank a little higher when a question does not name its patients: adults, as most
 * patients are; children when a weight is a child's; none at an age that protocols disagree about.
 */
export const preferredPopulation = ({
  ages,
  weights,
}: {
  readonly ages: readonly PatientAge[];
  readonly weights: readonly PatientWeight[];
}): 'adult' | 'pediatric' | 'none' => {
  if (weights.some((weight) => inKilograms(weight) < lightestAdult)) return 'pediatric';
  return ages.some(isDisputedAge) ? 'none' : 'adult';
};
