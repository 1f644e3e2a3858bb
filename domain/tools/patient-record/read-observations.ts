import { externalText } from '../../consultation/sources/external-text.ts';
import { loincOf, MAX_TEXT_LENGTH, nameOf } from './fhir-concepts.ts';
import { instantOf } from './fhir-instant.ts';
import type { Concept, ObservationResource, Observed, Quantity } from './fhir-resources.ts';
import type { LeftOut } from './left-out.ts';

/** A laboratory result in the record. */
export type RecordedLab = {
  readonly name: string;
  readonly loinc?: string;
  /** Includes a comparator if the laboratory gave one: `<5`. */
  readonly value: string;
  readonly unit?: string;
  readonly date?: string;
  readonly isPreliminary: boolean;
};

const timesOf = ({ effectiveDateTime, effectiveInstant, effectivePeriod, issued }: ObservationResource) =>
  [effectiveDateTime, effectiveInstant, effectivePeriod?.end, effectivePeriod?.start, issued].find(
    (time) => instantOf(time) !== undefined,
  );

/** The day of an observation in its own time zone, as precisely as it is known. */
export const dateOf = (observation: ObservationResource): string | undefined =>
  /^\d{4}(?:-\d{2}(?:-\d{2})?)?/.exec(timesOf(observation) ?? '')?.[0];

/** Sorts observations by instant, latest first; those without a date come last. */
export const latestFirst = (observations: readonly ObservationResource[]): readonly ObservationResource[] => {
  const at = (one: ObservationResource): number => instantOf(timesOf(one)) ?? Number.NEGATIVE_INFINITY;
  return observations
    .map((observation) => ({ observation, instant: at(observation) }))
    .toSorted((one, other) => (one.instant === other.instant ? 0 : other.instant > one.instant ? 1 : -1))
    .map(({ observation }) => observation);
};

/** Kilograms per unit, in UCUM and in common spellings. */
const kilograms: Readonly<Record<string, number>> = Object.fromEntries(
  (
    [
      [1, ['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramme', 'kilogrammes']],
      [0.001, ['g', 'gm', 'gms', 'gram', 'grams', 'gramme', 'grammes']],
      [0.453_592_37, ['[lb_av]', 'lb', 'lbs', 'lb_av', 'pound', 'pounds']],
      [0.453_592_37 / 16, ['[oz_av]', 'oz', 'oz_av', 'ounce', 'ounces']],
    ] as const
  ).flatMap(([factor, units]) => units.map((unit) => [unit, factor])),
);

/** A weight in kilograms; undefined if the unit is unknown or a person cannot weigh that much. */
export const weightOf = ({ valueQuantity }: ObservationResource): number | undefined => {
  if (valueQuantity === undefined || valueQuantity.comparator !== undefined) return undefined;
  const factor = [valueQuantity.code, valueQuantity.unit]
    .map((unit) => kilograms[unit?.trim().toLowerCase() ?? ''])
    .find((one) => one !== undefined);
  const weight = Number((valueQuantity.value * (factor ?? Number.NaN)).toFixed(3));
  return weight > 0 && weight <= 700 ? weight : undefined;
};

const amountText = ({ comparator, value }: Quantity): string => `${comparator ?? ''}${value}`;
const unitText = (quantity: Quantity | undefined): string =>
  externalText(quantity?.unit ?? quantity?.code ?? '', 30);
/** An amount with its unit, for texts that contain several. */
export const quantityText = (quantity: Quantity): string =>
  `${amountText(quantity)} ${unitText(quantity)}`.trim();

/** A value as text, with its unit if it is a single amount; undefined if it cannot be read. */
const observedValue = (observed: Observed): { readonly value: string; readonly unit: string } | undefined => {
  const { valueQuantity, valueRatio, valueRange, valueInteger, valueBoolean } = observed;
  if (valueQuantity !== undefined) return { value: amountText(valueQuantity), unit: unitText(valueQuantity) };
  const text = (): string | undefined => {
    if (valueRatio?.numerator !== undefined && valueRatio.denominator !== undefined)
      return `${quantityText(valueRatio.numerator)} : ${quantityText(valueRatio.denominator)}`;
    if (valueRange?.low !== undefined || valueRange?.high !== undefined)
      return [valueRange.low, valueRange.high]
        .map((bound) => (bound === undefined ? '…' : quantityText(bound)))
        .join(' to ');
    if (valueInteger !== undefined) return String(valueInteger);
    if (valueBoolean !== undefined) return valueBoolean ? 'yes' : 'no';
    return (
      nameOf(observed.valueCodeableConcept) ??
      observed.valueString ??
      observed.valueDateTime ??
      observed.valueTime
    );
  };
  const value = externalText(text() ?? '', MAX_TEXT_LENGTH);
  return value === '' ? undefined : { value, unit: '' };
};

export const withoutValue = 'without a value that can be read';

/** The results of an observation and its components. Unreadable ones are counted. */
export const labsOf = (observation: ObservationResource, { leave }: LeftOut): readonly RecordedLab[] => {
  const { code, status, component, hasMember } = observation;
  const date = dateOf(observation);
  const lab = (of: Concept | undefined, observed: Observed, group?: string): readonly RecordedLab[] => {
    const name = nameOf(of);
    const found = observedValue(observed);
    if (name === undefined || found === undefined) return [];
    const loinc = loincOf(of);
    return [
      {
        name: externalText(group === undefined ? name : `${group}: ${name}`, MAX_TEXT_LENGTH),
        ...(loinc === undefined ? {} : { loinc: externalText(loinc, 20) }),
        value: found.value,
        ...(found.unit === '' ? {} : { unit: found.unit }),
        ...(date === undefined ? {} : { date }),
        isPreliminary: status === 'preliminary',
      },
    ];
  };
  const parts = component.map((part) => lab(part.code, part, nameOf(code)));
  const all = [...lab(code, observation), ...parts.flat()];
  for (const part of parts) if (part.length === 0) leave(withoutValue);
  if (all.length === 0 && component.length === 0 && hasMember.length === 0)
    leave(nameOf(code) === undefined ? 'without a name' : withoutValue);
  return all;
};

/** The latest result of each test. */
export const latestPerTest = (labs: readonly RecordedLab[]): readonly RecordedLab[] => [
  ...labs
    .reduce((known, lab) => {
      const key = lab.loinc ?? lab.name.toLowerCase();
      return known.has(key) ? known : known.set(key, lab);
    }, new Map<string, RecordedLab>())
    .values(),
];
