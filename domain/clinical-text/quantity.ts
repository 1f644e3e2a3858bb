import { doseKinds, type QuantityKind } from '../language/units-of-measure.ts';

/** A number of a text with its unit and what it is per. */
export type Quantity = {
  /** Where it is in the text, its end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly written: string;
  /** Equal for what says the same: "1 g" and "1000 mg", "60 min" and "1 hour", "1:1,000" and "1 mg/mL". */
  readonly key: string;
  readonly kind: QuantityKind;
  /** The unit that is compared and what it is per, as `mg/kg/min`; empty for a bare number. */
  readonly unit: string;
  /** In that unit. */
  readonly low: number;
  /** The upper end of a range. */
  readonly high?: number;
  /** The same as it is printed, with one name for every spelling of a unit. */
  readonly printed: {
    readonly amount: number;
    readonly to?: number;
    /** `mcg`, `units`, `puff`; empty for a bare number. */
    readonly symbol: string;
    /** `kg`, `min`, `h`, `day`, `dose`, `mL`, `5 mL`. */
    readonly per: readonly string[];
  };
};

const weights = new Set(['kg', 'lb']);

/**
 * Whether something of this much can be given: "0.3 mg", "5 mcg/kg/min", "2 puffs", "200 J". No concentration (1 mg/mL),
 * laboratory value (40 mg/dL), body weight, needle (18 g IV), pressure or time.
 */
export const isDose = ({ kind, printed: { symbol } }: Quantity): boolean =>
  doseKinds.has(kind) && !weights.has(symbol) && symbol !== 'dL';

/** "4 mg/0.1 mL", "150 mg per 3 mL": the whole content of a device, a vial or a cell of a chart. */
const isInCountedVolume = ({ kind, printed: { per } }: Quantity): boolean =>
  kind === 'strength' && per.some((one) => /^[\d.]+ mL$/.test(one));

/**
 * Whether a quantity is one that a text gives: a dose, an amount with the volume that it is in, or a pressure that a
 * ventilator is set to.
 */
export const isGiven = (quantity: Quantity): boolean =>
  isDose(quantity) || isInCountedVolume(quantity) || quantity.unit === 'cmH2O';

/** Substances that are dissolved by mass or by units, and in which a litre is printed: "40 mEq/L", "5 g/L". */
const inLitres = /^(?:mg|units|mEq)\/L$/;

/** Whether a quantity is how strong something is: "0.1 mg/mL", "1:10,000", "100 units per mL"; not "40 mg/dL". */
export const isConcentration = ({ kind, unit }: Quantity): boolean =>
  kind === 'strength' || (kind === 'level' && inLitres.test(unit));
