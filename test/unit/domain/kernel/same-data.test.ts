import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameData } from '../../../../domain/kernel/same-data.ts';

test('data equals itself after a round trip through JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const copy: unknown = JSON.parse(JSON.stringify(value));
      const normal: unknown = JSON.parse(JSON.stringify(copy));
      expect(sameData(copy, normal)).toBe(true);
    }),
  );
});

/** JSON with sorted members: the plain, slow definition of equality. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );

test('data is equal exactly when its JSON with sorted members is', () => {
  const small = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom(null, 0, 1, 'a', true),
      fc.array(tie('value'), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom('a', 'b'), tie('value'), { maxKeys: 2, noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(small, small, (left, right) => {
      expect(sameData(left, right)).toBe(canonical(left) === canonical(right));
    }),
    { numRuns: 1000 },
  );
});

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: undefined }, { b: undefined }, true],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: undefined, b: 1 }, { a: 1 }, false],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [[], {}, false],
  [null, {}, false],
  [1, '1', false],
])('%j and %j are equal: %j', (left, right, expected) => {
  expect(sameData(left, right)).toBe(expected);
  expect(sameData(right, left)).toBe(expected);
});
