import { type ChartedPatient, compareToRange, patientRangesIn } from '../../clinical-text/patient-ranges.ts';
import { namesPatients, patientSource } from '../../clinical-text/population.ts';
import { conceptByName, withImplied } from '../../language/terminology/concepts.ts';
import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import type { ClinicalContext } from '../clinical-context.ts';
import { drugsTaken } from '../drugs-taken.ts';
import { drugClassesOf } from '../excerpt/judge-blocks.ts';
import { termsIn } from '../excerpt/terms-of-text.ts';
import { namesConcept } from '../names-concept.ts';
import { type KnownSubstance, ownNamesOf, type PatientFacts } from '../patient-facts.ts';
import { conditionsIn, statesIn } from './patient-states.ts';

/** A fact stated about the patient, which a list of exclusions may name. */
export type StatedFact = {
  /** How the remark begins: "Excluded for this patient (pregnant)", "Known medication warfarin". */
  readonly lead: string;
  /**
   * Whether a text that excludes patients names this one.
   *
   * @param drug preferred name of the drug that the text is about
   */
  readonly isNamedBy: (text: string, drug: string) => boolean;
};

const excluding = (fact: string): string => `Excluded for this patient (${fact})`;

/** Before a number of years or kilograms these make it a duration, or a dose. */
const durationBefore =
  /\b(?:within|past|last|previous|prior|every|after|each|per|(?<!\bage )of)(?: the)?(?: past| last| previous)?\s*$/i;
/** Short units count only where they are an age. */
const ageAfter = /^[^.;,]{0,12}\b(?:old|of age|of life)\b/i;
const ageBefore = /\b(?:age[ds]?|infants?|neonates?|newborns?|children)\b[^.;,]{0,24}$/i;
const shortUnit = /\b(?:months?|mos?|weeks?|wks?|days?|hours?|hrs?)\b/i;

/** The parts of a text that may each hold a range: "age < 12 years or > 65 years, weight below 10 kg". */
const partsOf = (text: string): readonly string[] => text.split(/[;,|•]|\bor\b/i);

/** Whether a text names the age or weight of a patient as a bound or a range, not a duration or a dose. */
const namesRangeOf = (text: string, patient: ChartedPatient): boolean =>
  partsOf(text).some((part) => {
    const number = part.search(/[<>≤≥]|\d/);
    if (number < 0 || durationBefore.test(part.slice(0, number))) return false;
    if (shortUnit.test(part) && !ageAfter.test(part.slice(number)) && !ageBefore.test(part.slice(0, number)))
      return false;
    return patientRangesIn(part).some(
      (range) => range.from !== range.to && compareToRange(range, patient) === 'within',
    );
  });

const forPatients = (words: string): RegExp =>
  new RegExp(
    String.raw`(?:^\W{0,6}|\b(?:in|for|to|with|if|by|from|and|or|are)\s(?:[\p{L}-]{1,14}\s){0,2})(?:${words})(?!\p{L}|\s(?:who|whose|that|with|without|having|needing|requiring|undergoing|in whom)\b)`,
    'iu',
  );
const forChildren = forPatients(patientSource('pediatric'));
const forNewborns = forPatients(patientSource('neonatal'));

const rounded = (value: number): string => String(Math.round(value * 10) / 10);

const ageSaid = (years: number): string => {
  if (years >= 2) return `${rounded(years)} years`;
  const months = Math.round(years * 12);
  if (months >= 2) return `${months} months`;
  return months === 1 ? '1 month' : `${Math.round(years * 365.25)} days`;
};

/** Children end where both readings of an age end (see `query-population.ts`). */
const lastChildYear = 18;

const ageAndWeight = ({ ageYears, weightKg, population }: PatientFacts): readonly StatedFact[] => {
  const isChild =
    ageYears === undefined
      ? population === 'pediatric' || population === 'neonatal'
      : ageYears < lastChildYear;
  const ageFact: readonly StatedFact[] =
    ageYears === undefined && !isChild
      ? []
      : [
          {
            lead: excluding(ageYears === undefined ? 'a child' : ageSaid(ageYears)),
            isNamedBy: (text) => {
              if (ageYears !== undefined && namesRangeOf(text, { ageYears })) return true;
              // A bound decides, not the word before it: "children under 2 years" excludes no older child.
              if (
                !isChild ||
                patientRangesIn(text).some(({ measure, from, to }) => measure === 'age' && from !== to)
              )
                return population === 'neonatal' && forNewborns.test(text);
              return forChildren.test(text) || (population === 'neonatal' && forNewborns.test(text));
            },
          },
        ];
  const weightFact: readonly StatedFact[] =
    weightKg === undefined
      ? []
      : [
          {
            lead: excluding(`${rounded(weightKg)} kg`),
            isNamedBy: (text) => namesRangeOf(text, { weightKg }),
          },
        ];
  return [...ageFact, ...weightFact];
};

/** The condition itself: "traumatic arrest" says nothing of other arrests, nor an infarction of any chest pain. */
const ofCondition = (condition: string): StatedFact => ({
  lead: excluding(condition),
  isNamedBy: (text) => conditionsIn(text).has(condition),
});

/** Names of a drug and of its classes, and of the drugs that belong to it: any of them means a patient on it. */
const namesDrugOrClass = (name: string, text: string): boolean => {
  const terms = termsIn(text);
  return [name, ...drugClassesOf(name)].some((one) => namesConcept(one, terms));
};

/** Whether two names stand for the same drug, strengths of one, or a drug and its class. */
const isKin = (drug: string, other: string): boolean => {
  const [one, two] = [drug, other].map((name) => new Set([...withImplied([name]), ...drugClassesOf(name)]));
  return one?.has(other) === true || two?.has(drug) === true || sharesBase(drug, other);
};
const sharesBase = (drug: string, other: string): boolean => {
  const bases = conceptByName.get(drug)?.sortOf ?? [];
  return (conceptByName.get(other)?.sortOf ?? []).some((base) => bases.includes(base));
};

const ofDrug = (name: string): StatedFact => ({
  lead: excluding(`with ${name}`),
  isNamedBy: (text, drug) => !isKin(name, drug) && namesDrugOrClass(name, text),
});

/** A medication of the conversation: by its own names, since its classes would be kin to half of all drugs. */
const ofMedication = ({ written, names }: KnownSubstance): readonly StatedFact[] => {
  const own = ownNamesOf(names);
  return own.length === 0
    ? []
    : [
        {
          lead: `Known medication ${written}`,
          isNamedBy: (text, drug) =>
            !own.some((name) => isKin(name, drug)) && own.some((name) => namesDrugOrClass(name, text)),
        },
      ];
};

const allergyWords = /\ballerg|\bhypersensitiv|\banaphyla/i;

const ofAllergy = ({ written, names }: KnownSubstance): StatedFact => ({
  lead: excluding(`allergy to ${written}`),
  isNamedBy: (text, drug) => {
    if (!allergyWords.test(text)) return false;
    const own = names.length > 0 ? names : [written.toLowerCase()];
    const isOfAllergen = own.some((name) => isKin(drug, name));
    // "Known hypersensitivity" without a substance is one to the drug itself.
    const terms = termsIn(text);
    return isOfAllergen || own.some((name) => namesConcept(name, terms));
  },
});

/** What a question denies of its patient: "no history of asthma", "not pregnant". */
const denial = /\b(?:no|not|without|denies|denied|never|non)\b[^.,;]{0,40}/gi;

/** Whether another of the conditions is a kind of this one: "trauma" beside "head injury" says nothing more. */
const isBroader = (condition: string, all: readonly string[]): boolean =>
  all.some((other) => other !== condition && withImplied([other]).includes(condition));

/**
 * The conditions of the patient: those stated, without the denied ones, those that an allergy stands for, and those
 * that are only a part of what is to be done, as in "permissive hypotension".
 */
const conditionsStated = (
  said: string,
  read: readonly string[],
  procedures: readonly string[],
): readonly string[] => {
  const affirmed = said.replace(denial, ' ');
  const kept = affirmed === said ? read : read.filter((condition) => conditionsIn(affirmed).has(condition));
  return kept.filter(
    (condition) =>
      statesIn(condition).length === 0 &&
      !allergyWords.test(condition) &&
      !isBroader(condition, kept) &&
      !procedures.some((procedure) => procedure.includes(condition)),
  );
};

/**
 * The facts about the patient that a list of exclusions may name: those of the question, and of the conversation's
 * history.
 */
export const statedFactsOf = (
  {
    original,
    entities: { conditions, drugs, procedures },
  }: Pick<QueryInterpretation, 'original' | 'entities'>,
  patient: PatientFacts,
  { relevantHistory = '', chiefComplaint = '' }: ClinicalContext = {},
): readonly StatedFact[] => {
  const said = `${original}\n${chiefComplaint}\n${relevantHistory}`;
  const states = statesIn(said.replace(denial, ' '));
  const known = [...new Set([...conditions, ...conditionsIn(said)])];
  const allergens = new Set(patient.allergies.flatMap(({ names }) => names));
  return [
    ...(patient.pregnant === true
      ? [{ lead: excluding('pregnant'), isNamedBy: (text: string) => namesPatients(text, 'pregnant') }]
      : []),
    ...states.map((state) => ({
      lead: excluding(state),
      isNamedBy: (text: string) => statesIn(text).includes(state),
    })),
    ...conditionsStated(said, known, procedures)
      .filter((condition) => patient.pregnant === undefined || !namesPatients(condition, 'pregnant'))
      .map(ofCondition),
    ...ageAndWeight(patient),
    ...patient.allergies.map(ofAllergy),
    ...drugsTaken({ original, drugs })
      .filter((drug) => !allergens.has(drug))
      .map(ofDrug),
    ...patient.medications.flatMap(ofMedication),
  ];
};
