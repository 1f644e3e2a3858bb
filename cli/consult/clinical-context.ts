import type { Conversation } from '../../client/api.generated.ts';
import { clinicalContextSchema } from '../../domain/consultation/clinical-context.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { usageError } from '../cli-error.ts';
import { plainLine } from '../plain-text.ts';

/** The facts known about a patient. */
export type ClinicalContext = NonNullable<Conversation['clinicalContext']>;

/** The words for typing clinical context. */
const words = {
  age: { field: 'patientAge', kind: 'number', what: 'years, e.g. 4 or 0.5' },
  sex: { field: 'patientSex', kind: 'text', what: 'female, male, other or unknown' },
  weight: { field: 'patientWeight', kind: 'number', what: 'kilograms, e.g. 16' },
  complaint: { field: 'chiefComplaint', kind: 'text', what: 'a few words' },
  history: { field: 'relevantHistory', kind: 'text', what: 'a few words' },
  medications: { field: 'currentMedications', kind: 'list', what: 'comma-separated names' },
  allergies: { field: 'allergies', kind: 'list', what: 'comma-separated names' },
  specialty: { field: 'specialty', kind: 'list', what: 'comma-separated fields, e.g. cardiology' },
} as const satisfies Readonly<
  Record<string, { readonly field: keyof ClinicalContext; readonly kind: string; readonly what: string }>
>;

const isWord = (word: string): word is keyof typeof words => Object.hasOwn(words, word);

/** The syntax of clinical context, one entry per word. */
export const CONTEXT_WORDS: readonly string[] = Object.entries(words).map(
  ([word, { what }]) => `${word}=<${what}>`,
);

const typedValue = (kind: (typeof words)[keyof typeof words]['kind'], text: string): unknown => {
  if (kind === 'list') return text.split(',').map((name) => name.trim());
  return kind === 'number' && text !== '' ? Number(text) : text;
};

/**
 * Reads clinical context such as `age=4 weight=16 complaint=hives since noon`. A value extends to the next word with an
 * equals sign.
 *
 * @throws CliError that names the invalid words
 */
export const readClinicalContext = (text: string): ClinicalContext => {
  const parts = text.trim().split(/(?<!\s)\s+(?=\w+=)/);
  const given = parts.map((part) => {
    const [, word = '', value = ''] = /^(\w+)=(.*)$/s.exec(part) ?? [];
    if (!isWord(word))
      throw usageError(
        `"${plainLine(part)}" is not valid clinical context.`,
        `Use ${CONTEXT_WORDS.join(' ')}.`,
      );
    return { word, value: value.trim() };
  });
  const parsed = clinicalContextSchema.safeParse(
    Object.fromEntries(
      given.map(({ word, value }) => [words[word].field, typedValue(words[word].kind, value)]),
    ),
  );
  if (parsed.success) return omitUndefined(parsed.data);
  const wrong = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const named = Object.entries(words).filter(([, { field }]) => wrong.has(field));
  throw usageError(named.map(([word, { what }]) => `${word} takes ${what}`).join('; '));
};

/** Formats clinical context for display, in the syntax in which it is typed. */
export const describeClinicalContext = (context: ClinicalContext): string => {
  const known = Object.entries(words).flatMap(([word, { field }]) => {
    const value = context[field];
    if (value === undefined) return [];
    return [`${word}=${plainLine(Array.isArray(value) ? value.join(', ') : String(value))}`];
  });
  return known.length === 0 ? 'Nothing is known about the patient.' : known.join(' ');
};
