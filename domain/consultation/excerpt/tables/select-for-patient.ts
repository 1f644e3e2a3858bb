import {
  type ChartedPatient,
  canonical,
  compareToRange,
  isForOtherPatients,
  isForThisPatient,
  type PatientRange,
  tapeColorsIn,
} from '../../../clinical-text/patient-ranges.ts';

/** One of several alternatives for different patients: a row, a column, a section, a list entry. */
export type Labelled = {
  /** Its name in notes. */
  readonly label: string;
  readonly ranges: readonly PatientRange[];
  /** Everything that applies to it, if that is more than the label. */
  readonly words?: string;
};

/** Which of several alternatives are for a patient. */
type Selection = {
  /** Indexes of those that apply or are nearest, and of those that name no patients. */
  readonly shown: readonly number[];
  /** The note with them: the patient is between two, or outside all. */
  readonly notes: readonly string[];
  /** The one that the stated weight or age is in, for lists that keep all their items. */
  readonly fits: readonly string[];
};

type Measure = PatientRange['measure'];

const rounded = (value: number): string => String(Math.round(value * 10) / 10);

/** An age or a weight in words, as stated. */
const inWords = (measure: Measure, { ageYears = 0, weightKg = 0 }: ChartedPatient): string => {
  if (measure === 'weight') return `${rounded(weightKg)} kg`;
  const months = ageYears * 12;
  if (ageYears >= 2) return `${rounded(ageYears)} years`;
  if (months >= 2) return `${rounded(months)} months`;
  return `${rounded(ageYears * 365.25)} days`;
};

/** In "10 kg (22 lb)", the first unit counts: the other repeats it. */
const rangesOf = ({ ranges }: Labelled, measure: Measure): readonly PatientRange[] => {
  const own = ranges.filter((range) => range.measure === measure);
  return measure === 'weight' ? own.filter(({ unit }) => unit === own[0]?.unit) : own;
};

type Placed = { readonly at: number; readonly side: 'within' | 'below' | 'above'; readonly distance: number };

/** The position of a patient relative to one of them, and the distance to its nearest bound, in kilograms or years. */
const placeOf = (
  labelled: Labelled,
  at: number,
  measure: Measure,
  patient: ChartedPatient,
): Placed | undefined => {
  const value = measure === 'weight' ? patient.weightKg : patient.ageYears;
  if (value === undefined) return undefined;
  const placed = rangesOf(labelled, measure).flatMap((range): readonly Placed[] => {
    const side = compareToRange(range, patient);
    if (side === undefined) return [];
    const bound = side === 'below' ? range.from : range.to;
    const distance =
      side === 'within' || bound === undefined ? 0 : Math.abs(canonical(bound, range.unit) - value);
    return [{ at, side, distance }];
  });
  return (
    placed.find(({ side }) => side === 'within') ??
    placed.sort((one, other) => one.distance - other.distance)[0]
  );
};

const quoted = (labels: readonly string[]): string =>
  [...new Set(labels)].map((label) => `"${label}"`).join(' and ');

type Selected = {
  readonly shown: readonly number[];
  /** Whether the patient is inside the shown part, not next to it. */
  readonly isWithin: boolean;
  readonly note?: string;
  readonly fits?: string;
};

const selectBy = (
  labelled: readonly Labelled[],
  measure: Measure,
  patient: ChartedPatient,
): Selected | undefined => {
  const placed = labelled.flatMap((one, at) => placeOf(one, at, measure, patient) ?? []);
  if (placed.length === 0) return undefined;
  const name = `The stated ${measure}, ${inWords(measure, patient)},`;
  const labelsOf = (indexes: readonly Placed[]): readonly string[] =>
    indexes.map(({ at }) => labelled[at]?.label ?? '');
  const within = placed.filter(({ side }) => side === 'within');
  if (within.length > 0) {
    const labels = new Set(labelsOf(within));
    const shown = within.map(({ at }) => at);
    return labels.size < 2
      ? { shown, isWithin: true, fits: `${name} is in ${quoted([...labels])}.` }
      : { shown, isWithin: true, note: `${name} fits ${quoted([...labels])}: more than one applies.` };
  }
  const nearest = (side: 'below' | 'above'): readonly Placed[] => {
    const those = placed.filter((one) => one.side === side);
    const least = Math.min(...those.map(({ distance }) => distance));
    return those.filter(({ distance }) => distance <= least + 1e-6);
  };
  const lower = nearest('above');
  const upper = nearest('below');
  const shown = [...lower, ...upper].map(({ at }) => at);
  if (lower.length > 0 && upper.length > 0) {
    const [low, high] = [quoted(labelsOf(lower)), quoted(labelsOf(upper))];
    return {
      shown,
      isWithin: false,
      note: `${name} lies between ${low} and ${high}: both are shown, neither is for it.`,
    };
  }
  const edge = quoted(labelsOf([...lower, ...upper]));
  const outside = lower.length > 0 ? 'above' : 'below';
  return {
    shown,
    isWithin: false,
    note: `${name} is ${outside} all that is given here: the nearest, ${edge}, is not for it.`,
  };
};

/**
 * The rows, columns or alternatives that apply to a patient: by weight if both state one, else by age. Between two of
 * them, both are taken; outside all, the nearest; and a note says so: nothing is interpolated, and no dose is chosen
 * silently. Those that are for other patients by their words ("Adult" for a child) are left out.
 *
 * @returns `undefined` if nothing distinguishes them for this patient
 */
export const selectForPatient = (
  labelled: readonly Labelled[],
  patient: ChartedPatient,
): Selection | undefined => {
  const forOthers = new Set(
    labelled.flatMap(({ label, words = label }, at) => (isForOtherPatients(words, patient) ? [at] : [])),
  );
  const candidates = labelled.map((one, at) => (forOthers.has(at) ? { label: one.label, ranges: [] } : one));
  // "Child" next to "Infant" and "Adult": if no limit applies, the word does.
  const byWords = candidates.flatMap(({ label, words = label, ranges }, at) =>
    ranges.length === 0 && isForThisPatient(words, patient) ? [at] : [],
  );
  const orByWords = (selected: Selected | undefined): Selected | undefined =>
    selected?.isWithin === false && byWords.length > 0 ? { shown: byWords, isWithin: true } : selected;
  const byWeight = orByWords(selectBy(candidates, 'weight', patient));
  const byAge = orByWords(selectBy(candidates, 'age', patient));
  if (byWeight === undefined && byAge === undefined && forOthers.size === 0) return undefined;
  const chosen = new Set([...(byWeight?.shown ?? []), ...(byAge?.shown ?? [])]);
  // Alternatives with an age or a weight are for others, even if the patient's is known only in the other measure.
  const measured = (at: number): boolean =>
    (byWeight !== undefined || byAge !== undefined) && (candidates[at]?.ranges.length ?? 0) > 0;
  const shown = labelled.flatMap((_, at) =>
    !forOthers.has(at) && (chosen.has(at) || !measured(at)) ? [at] : [],
  );
  const chosenBy = [byWeight, byAge];
  return {
    shown,
    notes: chosenBy.flatMap((one) => one?.note ?? []),
    fits: chosenBy.flatMap((one) => one?.fits ?? []),
  };
};

/**
 * The alternatives for the colour zones that a question names, and those that name no colour.
 *
 * @returns `undefined` if none is for such a zone
 */
export const selectByColor = (
  labelled: readonly Labelled[],
  colors: readonly string[],
): Selection | undefined => {
  const zones = labelled.map(({ label, words = label }) => tapeColorsIn(words));
  const isNamed = (own: readonly string[]): boolean => own.some((color) => colors.includes(color));
  if (!zones.some(isNamed)) return undefined;
  return {
    shown: zones.flatMap((own, at) => (own.length === 0 || isNamed(own) ? [at] : [])),
    notes: [],
    fits: labelled.flatMap(({ label }, at) => (isNamed(zones[at] ?? []) ? [label] : [])),
  };
};
