import type { ClinicalContext } from '../../consultation/clinical-context.ts';
import { mergeClinicalContext } from '../../consultation/merge-clinical-context.ts';
import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { RecordedLab } from './read-observations.ts';
import type { RecordedPatient } from './read-patient-record.ts';

/** Prefixes notes from a record, so that reading the record again replaces them. */
const FROM_RECORD = 'From the patient record:';
const LONGEST_HISTORY = 5000;

const labLine = ({ name, value, unit, date, isPreliminary }: RecordedLab): string =>
  [name, value, unit, date === undefined ? '' : `(${date})`, isPreliminary ? '(preliminary)' : '']
    .filter((part) => part !== undefined && part !== '')
    .join(' ');

const historyOf = (
  { conditions, pregnant, labs, notes, notRead }: RecordedPatient,
  known: string | undefined,
): string => {
  const own = (known ?? '')
    .split('\n')
    .filter((line) => !line.startsWith(FROM_RECORD))
    .join('\n')
    .trim();
  const parts = [
    ...(pregnant === undefined ? [] : [pregnant ? 'pregnant' : 'not pregnant']),
    ...(conditions.length === 0 ? [] : [`conditions: ${conditions.join(', ')}`]),
    ...(labs.length === 0 ? [] : [`laboratory: ${labs.map(labLine).join(', ')}`]),
    ...notes.filter((note) => note.startsWith('Not to be given')),
    ...(notRead === undefined ? [] : [notRead]),
  ];
  const line = parts.length === 0 ? '' : `${FROM_RECORD} ${parts.join('; ')}`;
  // A person's own text is kept whole as long as there is room.
  const room = Math.max(0, LONGEST_HISTORY - own.length - 1);
  return [own, line.slice(0, room)]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, LONGEST_HISTORY);
};

/** The years by which a stated age may differ from the record's. */
const MOST_YEARS_APART = 1;

/** True when known facts contradict the patient of a record: another sex, another age. */
export const isAnotherPatient = (known: ClinicalContext, { age, sex }: RecordedPatient): boolean => {
  const certain = ['female', 'male'];
  const differsInSex =
    known.patientSex !== undefined &&
    sex !== undefined &&
    certain.includes(known.patientSex) &&
    certain.includes(sex) &&
    known.patientSex !== sex;
  return (
    differsInSex ||
    (known.patientAge !== undefined &&
      age !== undefined &&
      Math.abs(known.patientAge - age) > MOST_YEARS_APART)
  );
};

/**
 * Merges the known facts about a patient with those of a record. The record takes precedence, except that allergies
 * add up, and a person's own text about complaint and history is kept.
 */
export const contextOfRecord = (recorded: RecordedPatient, known: ClinicalContext = {}): ClinicalContext => {
  const { age, sex, weightKg, medications, allergies } = recorded;
  const history = historyOf(recorded, known.relevantHistory);
  return mergeClinicalContext(
    known,
    omitUndefined({
      patientAge: age,
      patientSex: sex,
      patientWeight: weightKg,
      relevantHistory: history === '' ? undefined : history,
      currentMedications: medications.length === 0 ? undefined : [...medications],
      allergies: allergies.length === 0 ? undefined : [...allergies],
    }),
  );
};
