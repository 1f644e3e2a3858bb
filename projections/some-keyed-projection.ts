import type { KeyedProjection } from './keyed-projection.ts';

/**
 * A keyed projection whose row type is hidden, so that projections with different rows fit in one list. The only
 * way in is to hand over work that does not care which row it is: `projection((keyed) => run(keyed))`.
 */
export type SomeKeyedProjection = <Result>(
  use: <Row extends object>(projection: KeyedProjection<Row>) => Result,
) => Result;

/** Hides the row type of a projection. */
export const someKeyedProjection =
  <Row extends object>(projection: KeyedProjection<Row>): SomeKeyedProjection =>
  (use) =>
    use(projection);
