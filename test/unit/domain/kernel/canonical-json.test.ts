import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../../domain/kernel/canonical-json.ts';

describe('canonical JSON', () => {
  it('does not depend on the order of members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed());
        expect(canonicalJson(turned)).toBe(canonicalJson(value));
      }),
    );
  });

  it('distinguishes different values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
        expect(canonicalJson(one) === canonicalJson(other)).toBe(isDeepStrictEqual(plain(one), plain(other)));
      }),
    );
    expect(canonicalJson([1, [2]])).not.toBe(canonicalJson([[1], 2]));
    expect(canonicalJson({ a: '1' })).not.toBe(canonicalJson({ a: 1 }));
  });
});
