import type { ClinicalContext } from '../../consultation/clinical-context.ts';
import { mergeClinicalContext } from '../../consultation/merge-clinical-context.ts';
import { omitUndefined } from '../../kernel/omit-undefined.ts';
import type { RecordedLab } from './read-observations.ts';
import type { RecordedPatient } from './read-patient-record.ts';

/** Begins what comes from a record, so that reading it again takes the place of what was read before. */
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
  // What a person wrote stays whole as long as there is room.
  const room = Math.max(0, LONGEST_HISTORY - own.length - 1);
  return [own, line.slice(0, room)]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, LONGEST_HISTORY);
};

/** Years by which an age that somebody gave may differ from that of the record. */
const MOST_YEARS_APART = 1;

/** Whether what is known of a patient cannot be said of the one of a record: another sex, another age. */
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
 * What is known of a patient with what a record says: that takes the place of what was known, but for allergies, which
 * add up, and for what a person wrote of complaint and history, which stays.
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
