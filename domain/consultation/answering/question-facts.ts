import type { ClinicalContext } from '../clinical-context.ts';
import type { PatientFacts } from '../patient-facts.ts';
import { readItems } from './alignment/read-items.ts';
import { findNamedThings } from './named-things.ts';
import { orderedWords } from './ordered-words.ts';
import { parseStatement } from './parse-statement.ts';
import { plainCharacters } from './plain-characters.ts';
import { type Quantity, quantitiesIn } from './quantities.ts';

/** What of a patient an answer is checked by. */
export type KnownPatient = Partial<Pick<PatientFacts, 'ageYears' | 'weightKg' | 'population' | 'pregnant'>>;

/** What the question and the conversation say themselves: an answer may repeat it as theirs. */
export type QuestionFacts = {
  /** Numbers that are no amounts to be given, by their key: "20 kg", "SBP 85". */
  readonly values: ReadonlyMap<string, readonly Quantity[]>;
  /** Its words as sentences are compared by them. */
  readonly said: ReadonlySet<string>;
  readonly conditions: readonly string[];
  readonly patient: KnownPatient;
  /** What orders to a model within the question want to have said. */
  readonly ordered: readonly string[];
};

const textOf = (context: ClinicalContext): string =>
  [
    context.patientAge === undefined ? '' : `${context.patientAge} years`,
    context.patientWeight === undefined ? '' : `${context.patientWeight} kg`,
    context.chiefComplaint,
    context.relevantHistory,
    ...(context.currentMedications ?? []),
    ...(context.allergies ?? []),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('. ');

/** Longer questions and contexts are read up to here. */
const longestRead = 12_000;

/** Reads what may be repeated. */
export const questionFacts = (
  question: string,
  patient: KnownPatient = {},
  clinicalContext: ClinicalContext = {},
): QuestionFacts => {
  const facts = [
    patient.ageYears === undefined ? '' : `${Number(patient.ageYears.toPrecision(4))} years`,
    patient.weightKg === undefined ? '' : `${Number(patient.weightKg.toPrecision(4))} kg`,
  ].join('. ');
  const text = plainCharacters(`${question}\n${textOf(clinicalContext)}\n${facts}`.slice(0, longestRead));
  const values = new Map<string, Quantity[]>();
  for (const { quantity, isAmount } of parseStatement(text).mentions)
    if (!isAmount) values.set(quantity.key, [...(values.get(quantity.key) ?? []), quantity]);
  // "6yo" occurs in questions as "72 months" does in answers; both are read by one function.
  for (const quantity of quantitiesIn(facts)) values.set(quantity.key, [quantity]);
  return {
    values,
    said: new Set(readItems(text).flatMap(({ id, isLoose }) => (isLoose ? [] : [id]))),
    conditions: findNamedThings(text).conditions,
    patient,
    ordered: orderedWords(text),
  };
};
