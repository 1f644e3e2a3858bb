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
/** An elderly person, who may be mentioned along with a child: "toddler swallowed grandma's pills". */
const elderlyPerson =
  /\b(?:grand(?:ma|pa|mother|father)s?|(?<!(?:years?|yrs?|months?|mos?|weeks?|wks?|days?|hours?|hrs?)[ -])old(?:er)? (?:lady|ladies|man|men|woman|women|gentleman|guy|gal|folks?|person|people|patients?|pt))\b/;
/** Adults whose age is given along with a child: "30 yo mom's toddler". */
const parent =
  /\b(?:mom(?:my)?|mother|mum|dad(?:dy)?|father|parent|guardian|caregiver|babysitter|teacher)(?:'?s)?\b/;
/** Words about birth: the patient of an obstetric question is the mother. */
const obstetric = new RegExp(
  String.raw`\b(?:${patientSource('pregnant')}|delivery|delivering|labor|birth|crowning|breech|umbilical|nuchal|gestation|after delivery)\b`,
  'u',
);

/** The neonatal period is the first 28 days of life (WHO). */
const lastNeonatalYear = 28 / 365.25;
/**
 * The end of childhood differs: in the statewide EMS protocols of 32 US states the change from pediatric to adult is
 * anywhere from 12 to 18 years (Solazzo et al., When Should EMS Call a Child a Small Adult, Int. J. Paramedicine 6,
 * 2024, doi:10.56068/KCYD7018). Many local protocols use 14 years or younger (Guidelines for Prehospital Pediatric
 * Protocol Development). An age from 15 to 17 therefore decides for neither.
 */
const firstDisputedYear = 15;
const firstAdultYear = 18;
/**
 * The weight below which a patient counts as a child: length-based tapes dose up to 36 kg (Broselow tape: 3 to 36 kg),
 * with some margin.
 */
const lightestAdult = 40;

/** True for an age at which some protocols treat the patient as a child and others as an adult. */
export const isDisputedAge = (age: PatientAge): boolean =>
  inYears(age) >= firstDisputedYear && inYears(age) < firstAdultYear;

const populationOfAge = (age: PatientAge): Population | undefined => {
  const years = inYears(age);
  if (years <= lastNeonatalYear) return 'neonatal';
  if (years < firstDisputedYear) return 'pediatric';
  return years < firstAdultYear ? undefined : 'adult';
};

/**
 * Returns the patients that a question is explicitly about. The first age counts, except that a newborn also counts
 * when mentioned after the mother. A birth does not make a question pediatric, nor does the "Child" in a score's name.
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
  // An age is stronger evidence than a word: "ped" may be a pedestrian, and a "kid" of 19 gets an adult's dose.
  if (ofAge === 'adult' && !parent.test(text)) return 'adult';
  if (pediatric.test(text)) return obstetric.test(text) ? undefined : 'pediatric';
  return elderlyPerson.test(text) ? 'adult' : ofAge;
};

/** True when a text states its patients by a word or an age. */
export const namesPatients = (text: string, ages: readonly PatientAge[]): boolean => {
  if (ages.length > 0) return true;
  const read = withoutPatientsInTerms(text);
  return [neonatal, pediatric, adult, elderlyPerson].some((words) => words.test(read));
};

/**
 * The population whose passages rank slightly higher when a question does not name its patients: adults, because most
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
