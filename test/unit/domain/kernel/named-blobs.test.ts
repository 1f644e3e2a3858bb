import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allEvents } from '../../../../domain/all-events.ts';
import { namedBlobs, namesBlob } from '../../../../domain/kernel/named-blobs.ts';

const hash = (digit: string): string => digit.repeat(64);

/** Digests in event data that do not refer to a blob. */
const digestsOfOtherThings = new Set(['textHash', 'hash', 'session', 'root']);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The names of all members of a JSON schema that hold a SHA-256 digest. */
const digestMembers = (schema: unknown, member = ''): readonly string[] => {
  if (!isObject(schema)) return [];
  if (typeof schema.pattern === 'string' && schema.pattern.includes('{64}')) return [member];
  return Object.entries(schema).flatMap(([name, inner]) =>
    name === 'properties' && isObject(inner)
      ? Object.entries(inner).flatMap(([property, of]) => digestMembers(of, property))
      : Array.isArray(inner)
        ? inner.flatMap((one) => digestMembers(one, member))
        : digestMembers(inner, member),
  );
};

describe('the blobs that an event names', () => {
  test('are found under every name that an event type uses for a content digest', () => {
    const members = allEvents.flatMap(({ schema }) =>
      digestMembers(z.toJSONSchema(schema, { unrepresentable: 'any' })),
    );
    expect(new Set(members)).toContain('contentHash');
    expect(new Set(members)).toContain('embeddingsBlob');
    expect(members.filter((member) => !namesBlob(member) && !digestsOfOtherThings.has(member))).toEqual([]);
  });

  test('are returned once each, at any depth', () => {
    const data = JSON.stringify({
      contentHash: hash('a'),
      parts: [{ blob: hash('b') }, { blob: hash('a') }],
      of: { chunksBlob: hash('c') },
    });
    expect(namedBlobs(data)).toEqual([hash('a'), hash('b'), hash('c')]);
  });

  test('are not taken from free text', () => {
    const data = JSON.stringify({ note: `,"blob":"${hash('a')}"`, textHash: hash('b'), blob: 'none' });
    expect(namedBlobs(data)).toEqual([]);
  });
});
