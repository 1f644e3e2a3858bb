import { externalText } from '../../consultation/sources/external-text.ts';
import type { Concept, ObservationResource, PatientRecord, PatientResource } from './fhir-resources.ts';

/** A result of the laboratory as the record has it. */
export type RecordedLab = {
  readonly name: string;
  readonly loinc?: string;
  /** With a comparator where the laboratory gave one: `<5`. */
  readonly value: string;
  readonly unit?: string;
  readonly date?: string;
  readonly isPreliminary: boolean;
};

/** What a record says of a patient, without what does not hold (any more). */
export type RecordedPatient = {
  /** Years; of children under two in months' steps. */
  readonly age?: number;
  readonly sex?: 'female' | 'male' | 'other' | 'unknown';
  readonly weightKg?: number;
  readonly pregnant?: boolean;
  readonly conditions: readonly string[];
  readonly medications: readonly string[];
  readonly allergies: readonly string[];
  readonly labs: readonly RecordedLab[];
  /** By reason: how many entries were left out. */
  readonly leftOut: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
};

/** As much as a clinical context takes. */
const LONGEST = 200;
const MOST = 100;
const MOST_LABS = 25;

const LOINC = 'http://loinc.org';
/** Body weight, measured and measured otherwise (LOINC; FHIR vital signs profile). */
const weightCodes = new Set(['29463-7', '3141-9', '3142-7']);
const PREGNANCY_STATUS = '82810-3';
/** SNOMED CT: pregnant, not pregnant. */
const pregnancyValues: ReadonlyMap<string, boolean> = new Map([
  ['77386006', true],
  ['60001007', false],
]);
/** The same in words alone: "NKDA", "No known drug allergies". */
const noneKnownAllergy = /^\s*(?:nkd?a|no (?:known|reported) (?:\w+ )?allerg(?:y|ies))[.\s]*$/i;
/** SNOMED CT: no known allergy, no known drug allergy, and no known food, environmental or latex allergy. */
const noKnownAllergy = new Set(['716186003', '409137002', '429625007', '428607008', '1003774007']);

/** What a coded concept is called: by its own words, else those of its first code. */
const nameOf = (concept: Concept | undefined): string | undefined => {
  const name = concept?.text ?? concept?.coding.find(({ display }) => display !== undefined)?.display;
  const shown = externalText(name ?? concept?.coding[0]?.code ?? '', LONGEST);
  return shown === '' ? undefined : shown;
};

const codesOf = (concept: Concept | undefined): readonly string[] =>
  (concept?.coding ?? []).flatMap(({ code }) => code ?? []);

const loincOf = (concept: Concept | undefined): string | undefined =>
  concept?.coding.find(({ system }) => system === LOINC)?.code;

/** Counts what is left out, by why. */
const counter = () => {
  const counts: Record<string, number> = {};
  return {
    counts,
    leave: (why: string): [] => {
      counts[why] = (counts[why] ?? 0) + 1;
      return [];
    },
  };
};
type Counter = ReturnType<typeof counter>;

const MS_OF_DAY = 24 * 60 * 60 * 1000;

/** A date of FHIR: a year, a month or a day. */
const dateParts = (date: string): readonly [year: number, month?: number, day?: number] | undefined => {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(date) ?? [];
  if (year === undefined) return undefined;
  if (month === undefined) return [Number(year)];
  return day === undefined ? [Number(year), Number(month)] : [Number(year), Number(month), Number(day)];
};

/** Age on a day in whole years, or under two in whole months; of a year alone, by the middle of it. */
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

/** The code of a status that is known: a server may write its own code beside it, before or after. */
const statusOf = (concept: Concept | undefined, known: ReadonlySet<string>): string | undefined =>
  codesOf(concept).find((code) => known.has(code));

const isOver = new Set(['inactive', 'remission', 'resolved']);
const holds = new Set(['active', 'recurrence', 'relapse']);
const isWrong = new Set(['refuted', 'entered-in-error']);
const isOpen = new Set(['unconfirmed', 'provisional', 'differential', 'presumed']);

/** A statement that may hold or not, e.g. a condition or an allergy; nothing where it does not. */
const stated = (
  entry: {
    readonly code?: Concept | undefined;
    readonly clinicalStatus?: Concept | undefined;
    readonly verificationStatus?: Concept | undefined;
  },
  { leave }: Counter,
): readonly string[] => {
  const wrong = statusOf(entry.verificationStatus, isWrong);
  const open = statusOf(entry.verificationStatus, isOpen);
  const over = statusOf(entry.clinicalStatus, isOver);
  const name = nameOf(entry.code);
  if (wrong !== undefined) return leave(wrong);
  if (over !== undefined) return leave(over);
  if (name === undefined) return leave('without a name');
  const marks = [
    ...(open === undefined ? [] : [open]),
    // What has an unknown status may be valid.
    ...(statusOf(entry.clinicalStatus, holds) === undefined ? ['status not recorded'] : []),
  ];
  return [marks.length === 0 ? name : `${name} (${marks.join(', ')})`];
};

const dateOf = ({ effectiveDateTime, issued }: ObservationResource): string | undefined =>
  /^\d{4}(?:-\d{2}(?:-\d{2})?)?/.exec(effectiveDateTime ?? issued ?? '')?.[0];

/** Latest first; what has no date comes last. */
const latestFirst = (observations: readonly ObservationResource[]): readonly ObservationResource[] =>
  observations.toSorted((one, other) => {
    const [a, b] = [one.effectiveDateTime ?? one.issued ?? '', other.effectiveDateTime ?? other.issued ?? ''];
    return a === b ? 0 : a < b ? 1 : -1;
  });

const valid = new Set(['final', 'amended', 'corrected', 'preliminary']);

/** Kilograms of one unit of UCUM. */
const kilograms: Readonly<Record<string, number>> = {
  kg: 1,
  g: 0.001,
  '[lb_av]': 0.453_592_37,
  lb: 0.453_592_37,
  lbs: 0.453_592_37,
  '[oz_av]': 0.453_592_37 / 16,
};

/**
 * Days after which the weight of somebody who grows is no weight to dose by: infants double theirs within half a year, and
 * at five years it is a tenth more after half a year (WHO Child Growth Standards). Adults keep theirs, with its day.
 */
const weightHoldsDays = (age: number | undefined): number => {
  if (age !== undefined && age >= 18) return Number.POSITIVE_INFINITY;
  return age !== undefined && age >= 2 ? 183 : 30;
};

const weightOf = ({ valueQuantity }: ObservationResource): number | undefined => {
  const factor = kilograms[valueQuantity?.code ?? valueQuantity?.unit ?? ''];
  if (valueQuantity === undefined || factor === undefined || valueQuantity.comparator !== undefined)
    return undefined;
  const weight = Number((valueQuantity.value * factor).toFixed(3));
  return weight > 0 && weight <= 700 ? weight : undefined;
};

/** A pregnancy that was recorded longer ago has ended: 42 weeks. */
const LONGEST_PREGNANCY_DAYS = 294;

const isRecent = (date: string | undefined, now: string, days: number): boolean => {
  const at = Date.parse(date ?? '');
  return Number.isFinite(at) && Date.parse(now) - at <= days * MS_OF_DAY;
};

const labOf = (observation: ObservationResource): readonly RecordedLab[] => {
  const { code, status, valueQuantity, valueCodeableConcept, valueString } = observation;
  const name = nameOf(code);
  const loinc = loincOf(code);
  const value =
    valueQuantity === undefined
      ? externalText(nameOf(valueCodeableConcept) ?? valueString ?? '', LONGEST)
      : `${valueQuantity.comparator ?? ''}${valueQuantity.value}`;
  if (name === undefined || value === '') return [];
  const unit = externalText(valueQuantity?.unit ?? valueQuantity?.code ?? '', 30);
  const date = dateOf(observation);
  return [
    {
      name,
      ...(loinc === undefined ? {} : { loinc: externalText(loinc, 20) }),
      value,
      ...(unit === '' ? {} : { unit }),
      ...(date === undefined ? {} : { date }),
      isPreliminary: status === 'preliminary',
    },
  ];
};

const isOfCode =
  (codes: ReadonlySet<string>) =>
  ({ code }: ObservationResource): boolean =>
    codes.has(loincOf(code) ?? '');

const oncePerTest = (labs: readonly RecordedLab[]): readonly RecordedLab[] => [
  ...labs
    .reduce((known, lab) => {
      const key = lab.loinc ?? lab.name.toLowerCase();
      return known.has(key) ? known : known.set(key, lab);
    }, new Map<string, RecordedLab>())
    .values(),
];

const medicationsOf = (
  { medicationRequests, medications }: PatientRecord,
  { leave }: Counter,
): { readonly taken: readonly string[]; readonly forbidden: readonly string[] } => {
  const byReference = new Map(medications.map(({ id, code }) => [`Medication/${id}`, code]));
  const taken: string[] = [];
  const forbidden: string[] = [];
  for (const request of medicationRequests) {
    const { status, intent, medicationReference: refers, contained, dosageInstruction } = request;
    if (status !== 'active') {
      leave(status ?? 'without a status');
      continue;
    }
    if (intent === 'proposal' || intent === 'plan' || intent === 'option') {
      leave(intent);
      continue;
    }
    const target = refers?.reference ?? '';
    const inside = contained.find(({ id }) => target === `#${id}`)?.code;
    const name =
      nameOf(request.medicationCodeableConcept) ??
      nameOf(inside ?? byReference.get(target)) ??
      (refers?.display === undefined ? undefined : externalText(refers.display, LONGEST));
    if (name === undefined) {
      leave('without a name');
      continue;
    }
    if (request.doNotPerform === true) forbidden.push(name);
    else taken.push(externalText(`${name} ${dosageInstruction[0]?.text ?? ''}`, LONGEST));
  }
  return { taken, forbidden };
};

const patientNotes = ({ active, deceasedBoolean, deceasedDateTime }: PatientResource): readonly string[] => [
  ...(deceasedBoolean === true || deceasedDateTime !== undefined
    ? ['The patient is recorded as deceased.']
    : []),
  ...(active === false ? ['The record is not in active use.'] : []),
];

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)].slice(0, MOST);

/**
 * What holds of a record: what was entered in error, refuted, has ended or was stopped is left out, what no one has
 * confirmed is marked.
 *
 * @param now ISO 8601
 */
export const readPatientRecord = (record: PatientRecord, now: string): RecordedPatient => {
  const { patient } = record;
  const count = counter();
  const conditions = record.conditions.flatMap((one) => stated(one, count));
  const isNone = ({ code }: PatientRecord['allergies'][number]): boolean =>
    codesOf(code).some((one) => noKnownAllergy.has(one)) || noneKnownAllergy.test(nameOf(code) ?? '');
  // That none is known holds or not like any entry, and of no more than it says: food is no drug.
  const noneKnown = unique(record.allergies.filter(isNone).flatMap((one) => stated(one, count)));
  const allergies = record.allergies.filter((one) => !isNone(one)).flatMap((one) => stated(one, count));
  const { taken, forbidden } = medicationsOf(record, count);
  const observations = latestFirst(record.observations).filter(({ status }) => {
    const isValid = valid.has(status ?? '');
    if (!isValid) count.leave(status ?? 'without a status');
    return isValid;
  });
  const weights = observations.filter(isOfCode(weightCodes)).filter((one) => weightOf(one) !== undefined);
  const age = patient.birthDate === undefined ? undefined : ageOn(patient.birthDate, now);
  const [weighed] = weights;
  const weightHolds =
    weighed !== undefined &&
    (weightHoldsDays(age) === Number.POSITIVE_INFINITY ||
      isRecent(dateOf(weighed), now, weightHoldsDays(age)));
  const weightKg = weightHolds ? weightOf(weighed) : undefined;
  const [pregnancy] = observations.filter(isOfCode(new Set([PREGNANCY_STATUS])));
  const recordedPregnancies = codesOf(pregnancy?.valueCodeableConcept)
    .map((code) => pregnancyValues.get(code))
    .find((value) => value !== undefined);
  const pregnant =
    pregnancy !== undefined && isRecent(dateOf(pregnancy), now, LONGEST_PREGNANCY_DAYS)
      ? recordedPregnancies
      : undefined;
  const labs = oncePerTest(
    observations
      .filter((one) => !weights.includes(one) && one !== pregnancy && !isOfCode(weightCodes)(one))
      .flatMap(labOf),
  ).slice(0, MOST_LABS);
  return {
    ...(age === undefined ? {} : { age }),
    ...(patient.gender === undefined ? {} : { sex: patient.gender }),
    ...(weightKg === undefined ? {} : { weightKg }),
    ...(pregnant === undefined ? {} : { pregnant }),
    conditions: unique(conditions),
    medications: unique(taken),
    allergies: unique(allergies),
    labs,
    leftOut: count.counts,
    notes: [
      ...patientNotes(patient),
      ...(patient.birthDate !== undefined && patient.birthDate.length < 10
        ? ['The record has no full date of birth: the age may be off by a year.']
        : []),
      ...(weighed === undefined
        ? []
        : weightHolds
          ? [`Weight of ${dateOf(weighed) ?? 'an unknown day'}.`]
          : [
              `The last weight, ${weightOf(weighed)} kg, is of ${dateOf(weighed) ?? 'an unknown day'}: too old for somebody who grows, and not taken. Weigh again.`,
            ]),
      ...(allergies.length === 0 ? noneKnown.map((name) => `As recorded: ${name}.`) : []),
      ...forbidden.map((name) => `Not to be given, by order: ${name}.`),
      ...(recordedPregnancies === true && pregnant === undefined
        ? ['A pregnancy is recorded that must have ended; whether there is another is not known.']
        : []),
      ...record.cut.map((type) => `There are more entries of ${type} than were read.`),
      ...record.notOffered.map((type) => `The server does not offer ${type}.`),
    ],
  };
};
