import { externalText } from '../../consultation/sources/external-text.ts';
import { codesOf, loincOf, MAX_TEXT_LENGTH, nameOf } from './fhir-concepts.ts';
import { instantOf } from './fhir-instant.ts';
import type {
  AllergyResource,
  Concept,
  ObservationResource,
  PatientRecord,
  PatientResource,
} from './fhir-resources.ts';
import { countLeftOut, type LeftOut } from './left-out.ts';
import { marksOfAllergy, statesNoKnownAllergy, substanceOf } from './read-allergies.ts';
import { readMedications } from './read-medications.ts';
import {
  dateOf,
  labsOf,
  latestFirst,
  latestPerTest,
  quantityText,
  type RecordedLab,
  weightOf,
  withoutValue,
} from './read-observations.ts';

/** The facts of a record that apply now. */
export type RecordedPatient = {
  /** In years; for children under two, in steps of a month. */
  readonly age?: number;
  readonly sex?: 'female' | 'male' | 'other' | 'unknown';
  readonly weightKg?: number;
  readonly pregnant?: boolean;
  readonly conditions: readonly string[];
  readonly medications: readonly string[];
  readonly allergies: readonly string[];
  readonly labs: readonly RecordedLab[];
  /** The number of omitted entries, by reason. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Those that may have mattered, in a sentence: "2 entries not read: …". */
  readonly notRead?: string;
  readonly notes: readonly string[];
};

const MOST = 100;
const MOST_LABS = 25;

/** Body weight, measured or by another method (LOINC; FHIR vital signs profile). */
const weightCodes = new Set(['29463-7', '3141-9', '3142-7']);
const PREGNANCY_STATUS = '82810-3';
/** SNOMED CT: pregnant, not pregnant. */
const pregnancyValues: ReadonlyMap<string, boolean> = new Map([
  ['77386006', true],
  ['60001007', false],
]);
const MS_OF_DAY = 24 * 60 * 60 * 1000;

/** A FHIR date: a year, a month or a day. */
const dateParts = (date: string): readonly [year: number, month?: number, day?: number] | undefined => {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(date) ?? [];
  if (year === undefined) return undefined;
  if (month === undefined) return [Number(year)];
  return day === undefined ? [Number(year), Number(month)] : [Number(year), Number(month), Number(day)];
};

/** The age on a day in whole years, or under two in whole months; from a year alone, by its middle. */
const ageOn = (birthDate: string, now: string): number | undefined => {
  const born = dateParts(birthDate);
  const today = dateParts(now);
  if (born === undefined || today === undefined) return undefined;
  const [year, month = 7, day = 1] = born;
  const [thisYear, thisMonth = 1, thisDay = 1] = today;
  const months = (thisYear - year) * 12 + (thisMonth - month) - (thisDay < day ? 1 : 0);
  if (months < 0 || months > 130 * 12) return undefined;
  return months < 24 ? Number((months / 12).toFixed(2)) : Math.floor(months / 12);
};

/** The code of a known status: a server may list its own code before or after it. */
const statusOf = (concept: Concept | undefined, known: ReadonlySet<string>): string | undefined =>
  codesOf(concept).find((code) => known.has(code));

const isOver = new Set(['inactive', 'remission', 'resolved']);
const holds = new Set(['active', 'recurrence', 'relapse']);
const isWrong = new Set(['refuted', 'entered-in-error']);
const isOpen = new Set(['unconfirmed', 'provisional', 'differential', 'presumed']);

/** Returns a statement that may be invalid, e.g. a condition or an allergy, with its marks; empty if it is. */
const stated = (
  entry: {
    readonly code?: Concept | undefined;
    readonly clinicalStatus?: Concept | undefined;
    readonly verificationStatus?: Concept | undefined;
  },
  { leave }: LeftOut,
  ownMarks: readonly string[] = [],
): readonly string[] => {
  const wrong = statusOf(entry.verificationStatus, isWrong);
  const open = statusOf(entry.verificationStatus, isOpen);
  const over = statusOf(entry.clinicalStatus, isOver);
  const name = nameOf(entry.code);
  if (wrong !== undefined) return leave(wrong);
  if (over !== undefined) return leave(over);
  if (name === undefined) return leave('without a name');
  const marks = [
    ...ownMarks,
    ...(open === undefined ? [] : [open]),
    // An entry of unknown status may be valid.
    ...(statusOf(entry.clinicalStatus, holds) === undefined ? ['status not recorded'] : []),
  ];
  return [marks.length === 0 ? name : externalText(`${name} (${marks.join(', ')})`, MAX_TEXT_LENGTH)];
};

const valid = new Set(['final', 'amended', 'corrected', 'preliminary']);

/**
 * Days after which the weight of a growing patient must not be used for dosing: infants double theirs within half a
 * year, and at five years it increases by a tenth in half a year (WHO Child Growth Standards). Adults' weights do not
 * expire; their day is stated.
 */
const weightHoldsDays = (age: number | undefined): number => {
  if (age !== undefined && age >= 18) return Number.POSITIVE_INFINITY;
  return age !== undefined && age >= 2 ? 183 : 30;
};

/** A pregnancy recorded longer ago has ended: 42 weeks. */
const LONGEST_PREGNANCY_DAYS = 294;

const isRecent = (date: string | undefined, now: string, days: number): boolean => {
  const at = instantOf(date);
  return at !== undefined && Date.parse(now) - at <= days * MS_OF_DAY;
};

const isOfCode =
  (codes: ReadonlySet<string>) =>
  ({ code }: ObservationResource): boolean =>
    codes.has(loincOf(code) ?? '');

const patientNotes = ({ active, deceasedBoolean, deceasedDateTime }: PatientResource): readonly string[] => [
  ...(deceasedBoolean === true || deceasedDateTime !== undefined
    ? ['The patient is recorded as deceased.']
    : []),
  ...(active === false ? ['The record is not in active use.'] : []),
];

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)].slice(0, MOST);

/** Reasons for which a valid entry may have been omitted; the others mean that the entry is not valid. */
const mayHold: ReadonlySet<string> = new Set(['without a name', 'without a status', withoutValue]);

const notReadOf = (
  leftOut: Readonly<Record<string, number>>,
  unread: PatientRecord['unread'],
): string | undefined => {
  const reasons = [
    ...Object.entries(leftOut).filter(([why]) => mayHold.has(why)),
    ...Object.entries(unread).map(
      ([type, times]) => [`${type} of an unknown form or person`, times] as const,
    ),
  ];
  const count = reasons.reduce((sum, [, times]) => sum + times, 0);
  return count === 0
    ? undefined
    : `${count} ${count === 1 ? 'entry' : 'entries'} not read: ${reasons.map(([why, times]) => `${times} ${why}`).join(', ')}.`;
};

type Weighed = { readonly weightKg?: number; readonly notes: readonly string[] };

/** The latest weight, if it can be read and still applies; an older one never replaces it. */
const readWeight = (
  observations: readonly ObservationResource[],
  age: number | undefined,
  now: string,
): Weighed => {
  const latest = observations.find(({ valueQuantity }) => valueQuantity !== undefined);
  if (latest?.valueQuantity === undefined) return { notes: [] };
  const day = dateOf(latest);
  const weightKg = weightOf(latest);
  if (weightKg === undefined)
    return {
      notes: [
        `The last weight, ${quantityText(latest.valueQuantity)}, is of ${day ?? 'an unknown day'} and cannot be read as kilograms: not taken, and no older one either.`,
      ],
    };
  const holdsDays = weightHoldsDays(age);
  return holdsDays === Number.POSITIVE_INFINITY || isRecent(day, now, holdsDays)
    ? { weightKg, notes: [`Weight of ${day ?? 'an unknown day'}.`] }
    : {
        notes: [
          `The last weight, ${weightKg} kg, is of ${day ?? 'an unknown day'}: too old for somebody who grows, and not taken. Weigh again.`,
        ],
      };
};

type Pregnancy = { readonly pregnant?: boolean; readonly notes: readonly string[] };

const readPregnancy = (status: ObservationResource | undefined, now: string): Pregnancy => {
  const recorded = codesOf(status?.valueCodeableConcept)
    .map((code) => pregnancyValues.get(code))
    .find((value) => value !== undefined);
  if (status === undefined || recorded === undefined) return { notes: [] };
  if (isRecent(dateOf(status), now, LONGEST_PREGNANCY_DAYS)) return { pregnant: recorded, notes: [] };
  return {
    notes: recorded
      ? ['A pregnancy is recorded that must have ended; whether there is another is not known.']
      : [],
  };
};

const readAllergies = (all: readonly AllergyResource[], leftOut: LeftOut) => {
  const state = (allergy: AllergyResource): readonly string[] =>
    stated({ ...allergy, code: substanceOf(allergy) }, leftOut, marksOfAllergy(allergy));
  return {
    // A statement that no allergy is known may be invalid like any entry, and covers only its subject: food is not a
    // drug.
    noneKnown: unique(all.filter(statesNoKnownAllergy).flatMap(state)),
    allergies: unique(all.filter((one) => !statesNoKnownAllergy(one)).flatMap(state)),
  };
};

/**
 * Returns the facts of a record that apply now. Entries that were entered in error, refuted, have ended or were
 * stopped are omitted, unconfirmed ones are marked, and unreadable ones are counted.
 *
 * @param now ISO 8601
 */
export const readPatientRecord = (record: PatientRecord, now: string): RecordedPatient => {
  const { patient } = record;
  const leftOut = countLeftOut();
  const conditions = record.conditions.flatMap((one) => stated(one, leftOut));
  const { noneKnown, allergies } = readAllergies(record.allergies, leftOut);
  const { taken, forbidden } = readMedications(record, leftOut);
  const observations = latestFirst(record.observations).filter(({ status }) => {
    const isValid = valid.has(status ?? '');
    if (!isValid) leftOut.leave(status ?? 'without a status');
    return isValid;
  });
  const age = patient.birthDate === undefined ? undefined : ageOn(patient.birthDate, now);
  const weight = readWeight(observations.filter(isOfCode(weightCodes)), age, now);
  const [pregnancyStatus] = observations.filter(isOfCode(new Set([PREGNANCY_STATUS])));
  const pregnancy = readPregnancy(pregnancyStatus, now);
  const labs = latestPerTest(
    observations
      .filter((one) => one !== pregnancyStatus && !isOfCode(weightCodes)(one))
      .flatMap((one) => labsOf(one, leftOut)),
  ).slice(0, MOST_LABS);
  const notRead = notReadOf(leftOut.counts, record.unread);
  return {
    ...(age === undefined ? {} : { age }),
    ...(patient.gender === undefined ? {} : { sex: patient.gender }),
    ...(weight.weightKg === undefined ? {} : { weightKg: weight.weightKg }),
    ...(pregnancy.pregnant === undefined ? {} : { pregnant: pregnancy.pregnant }),
    conditions: unique(conditions),
    medications: unique(taken),
    allergies,
    labs,
    leftOut: leftOut.counts,
    ...(notRead === undefined ? {} : { notRead }),
    notes: [
      ...patientNotes(patient),
      ...(patient.birthDate !== undefined && patient.birthDate.length < 10
        ? ['The record has no full date of birth: the age may be off by a year.']
        : []),
      ...weight.notes,
      ...(allergies.length === 0 ? noneKnown.map((name) => `As recorded: ${name}.`) : []),
      ...forbidden.map((name) => `Not to be given, by order: ${name}.`),
      ...pregnancy.notes,
      ...(notRead === undefined ? [] : [notRead]),
      ...record.cut.map((type) => `There are more entries of ${type} than were read.`),
      ...record.notOffered.map((type) => `The server does not offer ${type}.`),
    ],
  };
};
