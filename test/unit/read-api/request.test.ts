import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Failure, type FieldIssue } from '../../../domain/kernel/failure.ts';
import { matchesNone, parseIfMatch } from '../../../read-api/request/conditional-headers.ts';
import { momentText, positionBefore, positionUpTo } from '../../../read-api/request/moment.ts';
import { nestFields } from '../../../read-api/request/nested-fields.ts';
import { parseForm } from '../../../read-api/request/parse-form.ts';
import { parseInput } from '../../../read-api/request/parse-input.ts';
import { parseJson } from '../../../read-api/request/parse-json.ts';
import { preferredWait } from '../../../read-api/request/prefer-wait.ts';
import { integerText } from '../../../read-api/request/query-fields.ts';

const issuesOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error.reason.details?.issues;
    throw error;
  }
  throw new Error('It was accepted.');
};

describe('incoming JSON', () => {
  it('is unchanged when harmless', () => {
    const harmless = fc.jsonValue({ maxDepth: 5 }).filter((value) => {
      try {
        parseJson(JSON.stringify(value));
        return true;
      } catch {
        return false;
      }
    });
    fc.assert(
      fc.property(harmless, (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(parseJson(Buffer.from(text)))).toBe(text);
      }),
    );
  });

  it('is rejected when it is not UTF-8', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow('not valid JSON');
  });

  it('is rejected when any name in it targets a prototype', () => {
    const names = fc.constantFrom('__proto__', 'constructor', 'prototype');
    fc.assert(
      fc.property(names, fc.array(fc.constantFrom('a', 'b'), { maxLength: 5 }), (name, path) => {
        const text = path.reduce((inner, part) => `{"${part}":[${inner}]}`, `{"${name}":1}`);
        expect(() => parseJson(text)).toThrow('not valid');
      }),
    );
  });
});

describe('an invalid input', () => {
  const schema = z.strictObject({
    filters: z.strictObject({
      year: z.int().optional(),
      kind: z.union([z.enum(['a']), z.array(z.enum(['a']))]),
    }),
  });

  it('is reported by the paths of its fields', () => {
    expect(
      issuesOf(() => parseInput(schema, { filters: { year: 'x', kind: ['b'], other: 1 } }, 'body')),
    ).toEqual([
      { path: 'filters.year', message: 'must be a number' },
      { path: 'filters.kind.0', message: 'must be a' },
      { path: 'filters.*', message: 'Unknown field' },
    ]);
  });

  it('is reported without its values', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.constant('S3CRET value')), (value) => {
        const text = JSON.stringify(
          issuesOf(() => parseInput(schema, { filters: value, x: 'S3CRET' }, 'body')),
        );
        expect(text).not.toContain('S3CRET');
      }),
    );
  });

  it('is reported with at most fifty issues', () => {
    const many = Array.from({ length: 500 }, () => 'x');
    const issues = issuesOf(() => parseInput(z.array(z.int()), many, 'body')) as readonly FieldIssue[];
    expect(issues).toHaveLength(50);
  });

  it('is reported with at most fifty issues for 200,000 unknown fields, and suggestions for at most as many', () => {
    const names = Array.from({ length: 200_000 }, (_, index) => [`filtr${index}`, 1]);
    const unknown = Object.fromEntries(names);
    expect(issuesOf(() => parseInput(schema, unknown, 'body'))).toHaveLength(50);
  });
});

describe('form fields', () => {
  it('are grouped by their dots and listed by repetition', () => {
    const fields = [
      { name: 'metadata.title', value: 'T' },
      { name: 'metadata.tags', value: 'a' },
      { name: 'metadata.tags', value: 'b' },
      { name: 'toString', value: 'own' },
    ];
    expect(nestFields(fields, { docKey: 'k', metadata: { year: 1 } })).toEqual({
      docKey: 'k',
      metadata: { year: 1, title: 'T', tags: ['a', 'b'] },
      toString: 'own',
    });
  });

  it.each(['__proto__.x', 'constructor.prototype.x', 'a..b', '', 'a b', 'a.b.c.d.e.f.g.h.i'])(
    'named %j are rejected',
    (name) => {
      expect(() => nestFields([{ name, value: 'x' }])).toThrow(Failure);
      expect(Object.hasOwn(Object.prototype, 'x')).toBe(false);
    },
  );

  it('cannot be a value and a group at the same time', () => {
    const value = { name: 'a', value: '1' };
    const group = { name: 'a.b', value: '2' };
    expect(() => nestFields([value, group])).toThrow(Failure);
    expect(() => nestFields([group, value])).toThrow(Failure);
  });

  it('are converted as the schema expects, and remain text when it expects text', () => {
    const schema = z.object({ year: z.int(), sure: z.boolean(), tags: z.array(z.int()), code: z.string() });
    expect(parseForm(schema, { year: '2024', sure: 'false', tags: '7', code: '007' })).toEqual({
      year: 2024,
      sure: false,
      tags: [7],
      code: '007',
    });
    for (const year of ['', ' 1', '1e3', '0x10', 'NaN', 'Infinity'])
      expect(issuesOf(() => parseForm(z.object({ year: z.int() }), { year }))).toMatchObject([
        { path: 'year' },
      ]);
  });

  it('are rejected in the same words as a body', () => {
    const schema = z.object({ year: z.int(), kind: z.enum(['guideline', 'policy']) });
    expect(issuesOf(() => parseForm(schema, { kind: 'memo' }))).toEqual([
      { path: 'year', message: 'is missing' },
      { path: 'kind', message: 'must be one of guideline, policy' },
    ]);
  });
});

describe('request headers', () => {
  it('contain one strong revision in If-Match', () => {
    expect(parseIfMatch('"12"')).toBe(12);
    expect(parseIfMatch(undefined)).toBeUndefined();
    for (const header of ['12', 'W/"12"', '*', '"1", "2"', '"-1"', '""'])
      expect(() => parseIfMatch(header)).toThrow(Failure);
  });

  it('are compared weakly in If-None-Match', () => {
    expect(matchesNone(undefined, '"3"')).toBe(true);
    for (const header of ['"3"', 'W/"3"', '"1", "3"', '*']) expect(matchesNone(header, '"3"')).toBe(false);
    for (const header of ['"33"', '"13"', '3', '']) expect(matchesNone(header, '"3"')).toBe(true);
  });

  it.each([
    ['wait=10', 10],
    ['respond-async, wait=5', 5],
    ['wait = "7"; foo', 7],
    ['WAIT=3', 3],
    ['wait=100000', 60],
    ['wait=-1', 0],
    ['nowait=5', 0],
    ['', 0],
    [undefined, 0],
  ])('Prefer: %j waits %d seconds', (header, seconds) => {
    expect(preferredWait(header, 60)).toBe(seconds);
  });

  it('contain plain whole numbers only', () => {
    const schema = integerText(1, 500, '');
    expect(schema.parse('500')).toBe(500);
    for (const text of ['0', '501', '', ' 1', '1.0', '1e2', '+1', '0x1', '9'.repeat(16)])
      expect(schema.safeParse(text).success, text).toBe(false);
  });
});

describe('a moment', () => {
  const asked: string[] = [];
  const log = {
    positionAt: async (instant: string) => {
      asked.push(instant);
      return 42;
    },
  };
  const resolve = async (text: string) => {
    asked.length = 0;
    const moment = momentText.parse(text);
    return [await positionBefore(moment, log), await positionUpTo(moment, log), ...asked];
  };

  it('is a position as written', async () => {
    expect(await resolve('7')).toEqual([6, 7]);
    expect(await resolve('0')).toEqual([0, 0]);
  });

  it('is an instant to the millisecond, and a date from its beginning to its end', async () => {
    expect(await resolve('2025-01-31T08:00:00+01:00')).toEqual([
      42,
      42,
      '2025-01-31T06:59:59.999Z',
      '2025-01-31T07:00:00.000Z',
    ]);
    expect(await resolve('2025-01-31')).toEqual([
      42,
      42,
      '2025-01-30T23:59:59.999Z',
      '2025-01-31T23:59:59.999Z',
    ]);
  });

  it('stays within the years that databases support', async () => {
    expect((await resolve('0000-01-01')).slice(2)).toEqual([
      '1970-01-01T00:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
    ]);
    expect((await resolve('9999-12-31')).at(-1)).toBe('9999-12-31T23:59:59.999Z');
  });

  it.each(['yesterday', '2025-13-01', '2025-01-31T08:00:00', '-1', ''])('is not %j', (text) => {
    expect(momentText.safeParse(text).success).toBe(false);
  });
});
