import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { allEvents } from '../../../../domain/all-events.ts';
import { defineEvent } from '../../../../domain/kernel/event-definition.ts';
import { isRecord } from '../../../../domain/kernel/is-record.ts';
import { sensitive, sensitiveText } from '../../../../domain/privacy/sensitive.ts';
import { compileSensitivePaths, mapSensitive } from '../../../../domain/privacy/sensitive-paths.ts';
import { cloudEventOf, emptyCloudEvent } from '../../../../domain/publication/cloud-event.ts';
import { compilePublicData } from '../../../../domain/publication/public-data.ts';
import { publicSchemaOf } from '../../../../domain/publication/public-schema.ts';
import { publishedSchemas } from '../../../../domain/publication/published-schemas.ts';
import { MARK, markedEvents } from '../../../support/filled-events.ts';

const definitions = new Map(allEvents.map((definition) => [definition.type as string, definition]));
const definitionOf = (type: string) => {
  const found = definitions.get(type);
  if (!found) throw new Error(type);
  return found;
};

/** The value at a JSON Pointer. */
const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (inner, name) =>
        Array.isArray(inner) ? inner[Number(name)] : isRecord(inner) ? inner[name] : undefined,
      value,
    );

const names = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap(names)
    : isRecord(value)
      ? Object.entries(value).flatMap(([name, inner]) => [name, ...names(inner)])
      : [];

describe('the public data of an event', () => {
  test.each(markedEvents().map((event) => [event.type, event] as const))(
    'of %s contains nothing that is marked sensitive, and fits its published schema',
    (type, event) => {
      const definition = definitionOf(type);
      const open = compilePublicData(definition)(event.data);
      expect(JSON.stringify(open)).not.toContain(MARK);
      const paths = compileSensitivePaths(definition.schema);
      if (paths)
        mapSensitive(paths, event.data, (_value, pointer) => {
          const left = at(open, pointer);
          expect(left === undefined || JSON.stringify(left) === '[]').toBe(true);
          return undefined;
        });
      expect(names(open).filter((name) => /^(?:subjects?|hash|session|textHash)$/.test(name))).toEqual([]);
      const { $schema: _, ...schema } = publicSchemaOf(definition);
      expect(z.fromJSONSchema(schema).safeParse(open)).toMatchObject({ success: true });
    },
  );

  test('keeps open members next to sealed ones, in objects, lists and options', () => {
    const definition = defineEvent(
      'Happened',
      z.strictObject({
        name: sensitiveText(),
        open: z.string(),
        list: z.array(z.strictObject({ said: sensitiveText(), n: z.int() })),
        sealedList: z.array(sensitiveText()).min(1),
        either: z.union([sensitive(z.string(), ''), z.number()]),
        record: z.record(z.string(), z.int()),
        within: z.strictObject({ subject: z.string(), kept: z.boolean() }),
      }),
    );
    const data = {
      name: 'Jane Roe',
      open: 'yes',
      list: [{ said: 'Jane', n: 1 }],
      sealedList: ['Jane'],
      either: 'Jane',
      record: { x: 1 },
      within: { subject: 'person:4711', kept: true },
    };
    const open = compilePublicData(definition)(data);
    expect(open).toEqual({
      open: 'yes',
      list: [{ n: 1 }],
      sealedList: [],
      record: { x: 1 },
      within: { kept: true },
    });
    const schema = publicSchemaOf(definition);
    expect(schema).toMatchObject({
      title: 'Happened',
      required: ['open', 'list', 'sealedList', 'record', 'within'],
      properties: {
        sealedList: { type: 'array', maxItems: 0 },
        either: { anyOf: [{ type: 'number' }] },
        record: { additionalProperties: { type: 'integer' } },
        within: { properties: { kept: { type: 'boolean' } }, required: ['kept'] },
      },
    });
    expect(JSON.stringify(schema)).not.toMatch(/said|"name"|subject|x-stays-here/);
    // Readers of today must accept members that a later version adds to the same type.
    expect(schema.additionalProperties).toBeUndefined();
    const { $schema: _, ...plain } = schema;
    expect(z.fromJSONSchema(plain).safeParse(open).success).toBe(true);
    expect(z.fromJSONSchema(plain).safeParse({ ...open, open: 1 }).success).toBe(false);
  });

  test('reveals who acted and when, but neither the data subject nor the origin', () => {
    const event = {
      id: '019f0000-0000-7000-8000-000000000001',
      type: 'QueryAsked',
      data: {},
      schemaVersion: 3,
      streamId: 'query-1' as const,
      revision: 0,
      position: 42,
      recordedAt: '2026-01-02T03:04:05.006Z',
      metadata: {
        correlationId: 'c',
        causationId: 'k',
        actor: { id: 'dr-a', role: 'clinician' as const },
        client: { ip: '10.0.0.7' },
        phi: true,
        subject: 'person:4711',
      },
    };
    const where = { source: 'urn:anamnesis:st-elsewhere', schemas: 'https://a.example/api/schemas' };
    const made = cloudEventOf(event, { kept: 1 }, where);
    expect(made).toEqual({
      specversion: '1.0',
      id: event.id,
      source: where.source,
      type: 'anamnesis.QueryAsked',
      subject: 'query-1',
      time: event.recordedAt,
      partitionkey: 'query-1',
      sequence: '0000000000000042',
      revision: 0,
      correlationid: 'c',
      causationid: 'k',
      actorid: 'dr-a',
      actorrole: 'clinician',
      phi: true,
      datacontenttype: 'application/json',
      dataschema: 'https://a.example/api/schemas/QueryAsked/3',
      data: { kept: 1 },
    });
    const empty = emptyCloudEvent(event, 'unreadable', where);
    expect(empty).not.toHaveProperty('data');
    // CloudEvents 1.0, "Attribute Naming Convention": lower-case letters and digits, 20 at most.
    for (const name of [...Object.keys(made), ...Object.keys(empty)])
      expect(name).toMatch(/^[a-z0-9]{1,20}$/);
  });

  test('has a schema for each version, as last published', async () => {
    const known = Object.fromEntries(
      publishedSchemas(allEvents).map(({ type, version, schema }) => [`${type}/${version}`, schema]),
    );
    // Readers outside see every difference here. A member may be added without a new version; for anything
    // else the version is raised, and the schema in this file moves to `formerSchemas`.
    await expect(`${JSON.stringify(known, null, 1)}\n`).toMatchFileSnapshot('published-schemas.snap');
  });
});
