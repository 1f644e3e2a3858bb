import type { ClinicalContext } from './query-types.ts';

/** The clinical context as typed, one text a field. */
export type ContextForm = {
  readonly age: string;
  readonly sex: '' | NonNullable<ClinicalContext['patientSex']>;
  readonly weight: string;
  readonly complaint: string;
  readonly history: string;
  readonly medications: string;
  readonly allergies: string;
};

export const emptyContext: ContextForm = {
  age: '',
  sex: '',
  weight: '',
  complaint: '',
  history: '',
  medications: '',
  allergies: '',
};

/** Fills the form with what a conversation knows. */
export const formOf = (context: ClinicalContext | null): ContextForm =>
  context === null
    ? emptyContext
    : {
        age: context.patientAge?.toString() ?? '',
        sex: context.patientSex ?? '',
        weight: context.patientWeight?.toString() ?? '',
        complaint: context.chiefComplaint ?? '',
        history: context.relevantHistory ?? '',
        medications: context.currentMedications?.join(', ') ?? '',
        allergies: context.allergies?.join(', ') ?? '',
      };

const numberOf = (text: string): number | undefined => {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(value) ? value : undefined;
};

const listOf = (text: string): readonly string[] =>
  text
    .split(/[,;\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** The greatest values that the fields accept: older and heavier patients are not known (Guinness World Records). */
const MOST = { age: 130, weight: 700 } as const;

/** Says what is wrong with a field; `undefined` if nothing is. */
export const mistakeIn = (field: keyof typeof MOST, text: string): string | undefined => {
  if (text.trim() === '') return undefined;
  const value = numberOf(text);
  return value === undefined || value < 0 || value > MOST[field]
    ? `Enter a number from 0 to ${MOST[field]}.`
    : undefined;
};

/** The context to send; `undefined` if every field is empty. */
export const contextOf = (form: ContextForm): ClinicalContext | undefined => {
  const patientAge = numberOf(form.age);
  const patientWeight = numberOf(form.weight);
  const chiefComplaint = form.complaint.trim();
  const relevantHistory = form.history.trim();
  const currentMedications = listOf(form.medications);
  const allergies = listOf(form.allergies);
  const context: ClinicalContext = {
    ...(patientAge === undefined ? {} : { patientAge }),
    ...(form.sex === '' ? {} : { patientSex: form.sex }),
    ...(patientWeight === undefined ? {} : { patientWeight }),
    ...(chiefComplaint === '' ? {} : { chiefComplaint }),
    ...(relevantHistory === '' ? {} : { relevantHistory }),
    ...(currentMedications.length === 0 ? {} : { currentMedications }),
    ...(allergies.length === 0 ? {} : { allergies }),
  };
  return Object.keys(context).length === 0 ? undefined : context;
};

/** The context in a few words, for the closed form. */
export const contextSummary = (form: ContextForm): string => {
  const parts = [
    form.age === '' ? '' : `${form.age} years`,
    form.sex === '' || form.sex === 'unknown' ? '' : form.sex,
    form.weight === '' ? '' : `${form.weight} kg`,
    form.complaint,
    form.allergies === '' ? '' : `allergies: ${form.allergies}`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
};
