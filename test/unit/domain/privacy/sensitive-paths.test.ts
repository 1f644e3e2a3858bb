import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allEvents } from '../../../../domain/all-events.ts';
import { sensitiveMark, sensitiveText } from '../../../../domain/privacy/sensitive.ts';
import { compileSensitivePaths, mapSensitive } from '../../../../domain/privacy/sensitive-paths.ts';

/** The pointers that are sensitive in a value of the schema. */
const pointersIn = (schema: z.ZodType, value: unknown): readonly string[] => {
  const paths = compileSensitivePaths(schema);
  const pointers: string[] = [];
  if (paths) {
    mapSensitive(paths, value, (_, pointer) => {
      pointers.push(pointer);
      return null;
    });
  }
  return pointers;
};

describe('a sensitive mark', () => {
  test('does not alter the schema that it was derived from', () => {
    const plain = z.string();
    sensitiveText(plain);
    expect(sensitiveMark(plain)).toBeUndefined();
    expect(sensitiveMark(plain.min(1))).toBeUndefined();
  });

  test.each([
    ['itself', sensitiveText()],
    ['a refinement', sensitiveText().max(5)],
    ['optional', sensitiveText().optional()],
    ['nullable', sensitiveText().nullable()],
    ['a default', sensitiveText().default('x')],
    ['a prefault', sensitiveText().prefault('x')],
    ['readonly', sensitiveText().readonly()],
    ['a catch', sensitiveText().catch('x')],
    ['several wrappers', sensitiveText().nullable().optional().default(null)],
    ['a description', sensitiveText().describe('a name').optional()],
  ])('is found through %s', (_, schema) => {
    expect(sensitiveMark(schema)).toEqual({ erasedAs: '[erased]' });
  });
});

describe('the paths of sensitive fields', () => {
  const secret = sensitiveText();

  test.each<[string, z.ZodType, unknown, readonly string[]]>([
    ['a whole value', secret, 'a', ['']],
    ['no mark at all', z.strictObject({ a: z.string() }), { a: 'x' }, []],
    ['members of objects', z.strictObject({ a: secret, b: z.int() }), { a: 'x', b: 1 }, ['/a']],
    ['nested objects', z.object({ a: z.strictObject({ b: secret }) }), { a: { b: 'x' } }, ['/a/b']],
    ['an absent optional', z.strictObject({ a: secret.optional() }), {}, []],
    ['a null nullable', z.strictObject({ a: secret.nullable() }), { a: null }, ['/a']],
    [
      'a wrapper around an object',
      z.strictObject({ a: z.object({ b: secret }).optional() }),
      { a: { b: 'x' } },
      ['/a/b'],
    ],
    ['items of arrays', z.array(z.object({ a: secret })), [{ a: 'x' }, { a: 'y' }], ['/0/a', '/1/a']],
    ['tuples', z.tuple([z.string(), secret], secret), ['a', 'b', 'c'], ['/1', '/2']],
    ['values of records', z.record(z.string(), secret), { 'a/b': 'x', 'c~d': 'y' }, ['/a~1b', '/c~0d']],
    ['a catch-all', z.object({ a: z.string() }).catchall(secret), { a: 'x', b: 'y' }, ['/b']],
    [
      'the applicable option of a discriminated union',
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('open'), text: z.string() }),
        z.strictObject({ kind: z.literal('closed'), text: secret }),
      ]),
      { kind: 'closed', text: 'x' },
      ['/text'],
    ],
    [
      'not the inapplicable option',
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('open'), text: z.string() }),
        z.strictObject({ kind: z.literal('closed'), text: secret }),
      ]),
      { kind: 'open', text: 'x' },
      [],
    ],
    ['plain unions', z.union([z.int(), z.array(secret)]), ['x'], ['/0']],
    [
      'both sides of an intersection',
      z.intersection(z.object({ a: secret }), z.object({ b: secret })),
      { a: 'x', b: 'y' },
      ['/a', '/b'],
    ],
    [
      'the output of a pipe',
      z
        .string()
        .transform((text) => ({ a: text }))
        .pipe(z.object({ a: secret })),
      { a: 'x' },
      ['/a'],
    ],
    [
      'a marked value behind a transform',
      z.object({ a: secret.transform((text) => [text]) }),
      { a: ['x'] },
      ['/a'],
    ],
    ['a marked preprocessed value', z.object({ a: z.preprocess(String, secret) }), { a: 'x' }, ['/a']],
  ])('are found in %s', (_, schema, value, expected) => {
    expect(pointersIn(schema, value)).toEqual(expected);
  });

  test('are replaced in an intersection once and leave the rest unchanged', () => {
    const paths = compileSensitivePaths(
      z.intersection(z.object({ a: secret, c: z.int() }), z.object({ a: secret, b: z.array(secret) })),
    );
    if (!paths) throw new Error('no paths');
    const value = { a: 'x', c: 1, b: ['y', 'z'] };
    expect(mapSensitive(paths, value, (text) => `<${String(text)}>`)).toEqual({
      a: '<x>',
      c: 1,
      b: ['<y>', '<z>'],
    });
    expect(value).toEqual({ a: 'x', c: 1, b: ['y', 'z'] });
  });

  test('keep the order of members', () => {
    const paths = compileSensitivePaths(z.strictObject({ a: z.int(), b: secret, c: z.int() }));
    if (!paths) throw new Error('no paths');
    expect(Object.keys(Object(mapSensitive(paths, { a: 1, b: 'x', c: 2 }, () => 'y')))).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test.each<[string, () => z.ZodType]>([
    ['nested before a transform', () => z.object({ a: secret }).transform((value) => value.a)],
    ['in a map', () => z.map(z.string(), secret)],
    ['in a set', () => z.set(secret)],
    ['as a key', () => z.record(secret, z.string())],
    ['behind lazy', () => z.lazy(() => secret)],
  ])('fail the startup when they are %s', (_, schema) => {
    expect(() => compileSensitivePaths(schema())).toThrow(/sensitive/i);
  });

  test('fail the startup when the erased value does not satisfy the schema', () => {
    expect(() => compileSensitivePaths(z.object({ a: sensitiveText(z.string().max(3)) }))).toThrow(/erased/);
  });

  test('allow recursive schemas without marks and refuse those with marks', () => {
    const plain = z.object({
      get next() {
        return plain.optional();
      },
    });
    const marked = z.object({
      text: secret,
      get next() {
        return marked.optional();
      },
    });
    expect(compileSensitivePaths(plain)).toBeUndefined();
    expect(() => compileSensitivePaths(marked)).toThrow(/recursive/);
  });

  test('are known for every event type of the system', () => {
    const marked = allEvents.filter(({ schema }) => compileSensitivePaths(schema)).map(({ type }) => type);
    expect(marked).toEqual(
      expect.arrayContaining([
        'DocumentVersionAdded',
        'DocumentWithdrawn',
        'ConversationStarted',
        'ClinicalContextSet',
        'QueryAsked',
        'SourcesSearched',
        'QueryAnswered',
        'FeedbackGiven',
        'KnowledgeSearched',
        'AuditTrailRead',
      ]),
    );
  });
});
