import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allEvents } from '../../../domain/all-events.ts';
import { keyedProjections } from '../../../projections/all-projections.ts';
import type { KeyedProjection } from '../../../projections/keyed-projection.ts';
import { anyBatches, arbitraryHistory } from '../../support/arbitrary-history.ts';
import { foldInBatches, foldProjection } from '../../support/fold-projection.ts';

const sorted = <Row>(rows: ReadonlyMap<string, Row>): readonly (readonly [string, Row])[] =>
  [...rows].toSorted(([left], [right]) => (left < right ? -1 : 1));

/** A law of one read model, ready to be checked by fast-check. */
type Law = () => Promise<void>;

const batchesDoNotMatter =
  <Row extends object>(projection: KeyedProjection<Row>): Law =>
  () =>
    fc.assert(
      fc.asyncProperty(anyBatches, async (batches) => {
        const inBatches = await foldInBatches(projection, batches);
        const oneByOne = foldProjection(projection, batches.flat());
        expect(sorted(inBatches)).toStrictEqual(sorted(oneByOne));
      }),
    );

const rowsKnowTheirKey =
  <Row extends object>(projection: KeyedProjection<Row>): Law =>
  async () =>
    fc.assert(
      fc.property(arbitraryHistory, (events) => {
        for (const [key, row] of foldProjection(projection, events)) expect(row[projection.key]).toBe(key);
      }),
    );

const frozen = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
  return value;
};

/** Writing to a frozen object throws, so a fold that changes an event or a row fails here. */
const nothingIsChangedInPlace =
  <Row extends object>(projection: KeyedProjection<Row>): Law =>
  async () =>
    fc.assert(
      fc.property(arbitraryHistory, (events) => {
        expect(() => foldProjection(projection, events.map(frozen), frozen)).not.toThrow();
      }),
    );

describe.each(
  keyedProjections.map((projection) => ({
    name: projection(({ name }) => name),
    batchesDoNotMatter: projection(batchesDoNotMatter),
    rowsKnowTheirKey: projection(rowsKnowTheirKey),
    nothingIsChangedInPlace: projection(nothingIsChangedInPlace),
  })),
)('the read model $name', (laws) => {
  it('has the same rows for any batches of the log, and stored as JSON in between', () =>
    laws.batchesDoNotMatter());

  it('stores each row under its key', () => laws.rowsKnowTheirKey());

  it('is folded without changing events or rows', () => laws.nothingIsChangedInPlace());
});

describe('the read models', () => {
  it('have unique names', () => {
    const names = keyedProjections.map((projection) => projection(({ name }) => name));
    expect(new Set(names).size).toBe(names.length);
  });

  it('fold only existing event types', () => {
    const types = new Set<string>(allEvents.map(({ type }) => type));
    for (const projection of keyedProjections)
      expect(types).toEqual(types.union(new Set(projection(({ folds }) => Object.keys(folds)))));
  });
});
