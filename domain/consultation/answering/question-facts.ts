import type { ClinicalContext } from '../clinical-context.ts';
import type { PatientFacts } from '../patient-facts.ts';
import { readItems } from './alignment/read-items.ts';
import { bareText } from './bare-text.ts';
import { findNamedThings } from './named-things.ts';
import { orderedWords } from './ordered-words.ts';
import { parseStatement } from './parse-statement.ts';
import { plainCharacters } from './plain-characters.ts';
import { type Quantity, quantitiesIn } from './quantities.ts';

/** The patient facts that an answer is checked against. */
export type KnownPatient = Partial<Pick<PatientFacts, 'ageYears' | 'weightKg' | 'population' | 'pregnant'>>;

/** The facts of the question and conversation; an answer may repeat them. */
export type QuestionFacts = {
  /** The question itself, bare. */
  readonly asked: string;
  /** Numbers that are not doses, by key: "20 kg", "SBP 85". */
  readonly values: ReadonlyMap<string, readonly Quantity[]>;
  /** Its words in the form in which sentences are compared. */
  readonly said: ReadonlySet<string>;
  readonly conditions: readonly string[];
  readonly patient: KnownPatient;
  /** Words that orders within the question demand. */
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

/** A question or context is cut to this length. */
const longestRead = 12_000;

/** Extracts the facts that an answer may repeat. */
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
  // Questions write "6yo", answers "72 months"; one function parses both.
  for (const quantity of quantitiesIn(facts)) values.set(quantity.key, [quantity]);
  return {
    asked: bareText(question.replace(/\?\s*$/, '')),
    values,
    said: new Set(readItems(text).flatMap(({ id, isLoose }) => (isLoose ? [] : [id]))),
    conditions: findNamedThings(text).conditions,
    patient,
    ordered: orderedWords(text),
  };
};
