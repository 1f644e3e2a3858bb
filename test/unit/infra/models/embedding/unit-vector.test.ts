import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unitVector } from '../../../../../infra/models/embedding/unit-vector.ts';

it('normalization keeps the direction of a vector and makes its length one', () => {
  const numbers = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(
      numbers.filter((values) => values.some((value) => Math.abs(value) > 1e-3)),
      (values) => {
        const vector = unitVector(values);
        const length = Math.hypot(...values);
        expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5);
        for (const [index, value] of values.entries()) expect(vector?.[index]).toBeCloseTo(value / length, 5);
      },
    ),
  );
});

it.each([[[]], [[0, 0]], [[Number.NaN, 1]], [[Number.POSITIVE_INFINITY, 1]]])(
  'normalization rejects %j, which has no direction',
  (values) => {
    expect(unitVector(values)).toBeUndefined();
  },
);
