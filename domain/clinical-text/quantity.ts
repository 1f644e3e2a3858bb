import { doseKinds, type QuantityKind } from '../language/units-of-measure.ts';

/** A number in a text with its unit and denominator. */
export type Quantity = {
  /** Its position in the text, the end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly written: string;
  /**
   * Equal for quantities with the same meaning: "1 g" and "1000 mg", "60 min" and "1 hour", "1:1,000" and "1 mg/mL".
   */
  readonly key: string;
  readonly kind: QuantityKind;
  /** The compared unit with its denominator, e.g. `mg/kg/min`; empty for a plain number. */
  readonly unit: string;
  /** In that unit. */
  readonly low: number;
  /** The upper end of a range. */
  readonly high?: number;
  /** The same, as printed, with one name for every spelling of a unit. */
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
 * True when this quantity can be given: "0.3 mg", "5 mcg/kg/min", "2 puffs", "200 J". Not a concentration (1 mg/mL),
 * laboratory value (40 mg/dL), body weight, needle (18 g IV), pressure or time.
 */
export const isDose = ({ kind, printed: { symbol } }: Quantity): boolean =>
  doseKinds.has(kind) && !weights.has(symbol) && symbol !== 'dL';

/** "4 mg/0.1 mL", "150 mg per 3 mL": the whole content of a device, a vial or a cell of a chart. */
const isInCountedVolume = ({ kind, printed: { per } }: Quantity): boolean =>
  kind === 'strength' && per.some((one) => /^[\d.]+ mL$/.test(one));

/** True for a quantity to give: a dose, an amount with its volume, or a pressure set on a ventilator. */
export const isAdministrable = (quantity: Quantity): boolean =>
  isDose(quantity) || isInCountedVolume(quantity) || quantity.unit === 'cmH2O';

/** Units of dissolved substances that are printed per litre: "40 mEq/L", "5 g/L". */
const inLitres = /^(?:mg|units|mEq)\/L$/;

/** True for a strength: "0.1 mg/mL", "1:10,000", "100 units per mL"; not "40 mg/dL". */
export const isConcentration = ({ kind, unit }: Quantity): boolean =>
  kind === 'strength' || (kind === 'level' && inLitres.test(unit));
