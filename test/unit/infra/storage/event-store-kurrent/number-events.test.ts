import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  envelopeOf,
  type LogEntry,
  openEnvelope,
} from '../../../../../infra/storage/event-store-kurrent/log-entry.ts';
import {
  type NumberedRow,
  numberEvents,
} from '../../../../../infra/storage/event-store-kurrent/number-events.ts';

const metadata = '{"correlationId":"c","causationId":"d","text":"a \\",\\"metadata\\":\\" b"}';
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

const entry = (place: number, stream: string, revision: number, more: Partial<LogEntry> = {}): LogEntry => ({
  commit: place * 100,
  prepare: place * 100,
  stream,
  revision,
  id: idOf(place),
  type: 'Noted',
  isJson: true,
  created: '2026-01-01T00:00:00.000Z',
  data: Buffer.from('{}'),
  metadata: envelopeOf({ schemaVersion: 2, metadata }),
  ...more,
});

const nothing = { head: 0, recordedAt: undefined, revisions: new Map(), ids: new Set<string>() };

describe('the envelope of an event in KurrentDB', () => {
  it('returns metadata unchanged, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 1, max: 32_767 }),
        (said, version) => {
          const text = JSON.stringify(said);
          const bytes = envelopeOf({ schemaVersion: version, metadata: text });
          expect(openEnvelope(bytes)).toEqual({ schemaVersion: version, metadata: text });
          expect(() => JSON.parse(bytes.toString())).not.toThrow();
        },
      ),
    );
  });

  it.each([
    '',
    '{}',
    'null',
    '{"metadata":{}}',
    '{"anamnesis":1,"metadata":{}}',
    '{"anamnesis":1,"schemaVersion":0,"metadata":{}}',
    '{"anamnesis":1,"schemaVersion":1,"metadata":[}',
    '{"anamnesis":1,"schemaVersion":1,"recordedAt":"yesterday","metadata":{}}',
  ])('rejects %j from another program', (text) => {
    expect(openEnvelope(Buffer.from(text))).toBeUndefined();
  });
});

describe('the numbering of events in KurrentDB', () => {
  it('keeps the instants of imported events, and continues after them', () => {
    const brought = (place: number, recordedAt: string): LogEntry =>
      entry(place, 'our.query-1', place - 1, {
        created: '2026-05-05T00:00:00.000Z',
        metadata: envelopeOf({ schemaVersion: 2, metadata, recordedAt }),
      });
    const { rows } = numberEvents('our.', nothing, [
      brought(1, '2024-02-03T04:05:06.007Z'),
      brought(2, '2024-02-03T04:05:06.008Z'),
      entry(3, 'our.query-1', 2, { created: '2026-05-06T00:00:00.000Z' }),
    ]);
    expect(rows.map(({ recordedAt }) => recordedAt)).toEqual([
      '2024-02-03T04:05:06.007Z',
      '2024-02-03T04:05:06.008Z',
      '2026-05-06T00:00:00.000Z',
    ]);
  });

  it('is dense in the order of $all, over our streams only', () => {
    const { rows } = numberEvents('our.', nothing, [
      entry(1, 'our.query-a', 0),
      entry(2, 'other-a', 7),
      entry(3, 'our.query-b', 0),
      entry(4, 'our.query-a', 1),
    ]);
    expect(rows.map(({ position, streamId, revision }) => [position, streamId, revision])).toEqual([
      [1, 'query-a', 0],
      [2, 'query-b', 0],
      [3, 'query-a', 1],
    ]);
  });

  it('is independent of batches', () => {
    const log = Array.from({ length: 12 }, (_, n) => entry(n + 1, `our.query-${n % 3}`, Math.floor(n / 3)));
    const whole = numberEvents('our.', nothing, log).rows;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 }), (sizes) => {
        const rows: NumberedRow[] = [];
        for (let at = 0, batch = 0; at < log.length; batch += 1) {
          const size = sizes[batch] ?? log.length;
          rows.push(
            ...numberEvents(
              'our.',
              {
                head: rows.length,
                recordedAt: rows.at(-1)?.recordedAt,
                revisions: new Map(rows.map(({ streamId, revision }) => [streamId, revision])),
                ids: new Set(rows.map(({ id }) => id)),
              },
              log.slice(at, at + size),
            ).rows,
          );
          at += size;
        }
        expect(rows).toEqual(whole);
      }),
    );
  });

  it('has instants that never go back, for any server clock', () => {
    const { rows } = numberEvents('our.', nothing, [
      entry(1, 'our.query-a', 0, { created: '2026-01-01T00:05:00.000Z' }),
      entry(2, 'our.query-a', 1, { created: '2026-01-01T00:00:00.000Z' }),
    ]);
    expect(rows.map(({ recordedAt }) => recordedAt)).toEqual([
      '2026-01-01T00:05:00.000Z',
      '2026-01-01T00:05:00.000Z',
    ]);
  });

  it('includes foreign events, with the reason', () => {
    const { rows } = numberEvents('our.', nothing, [
      entry(1, 'our.query-a', 0),
      entry(2, 'our.query-a', 1, { metadata: Buffer.from('{}') }),
      entry(3, 'our.query-a', 2, { isJson: false }),
      entry(4, 'our.query-a', 3, { id: idOf(1) }),
      entry(5, 'our.query-a', 4, { id: 'none' }),
    ]);
    expect(rows.map(({ flaw }) => flaw)).toEqual([null, 'foreign', 'foreign', 'repeated_id', 'foreign']);
  });

  it('stops before a missing revision, after numbering the earlier ones', () => {
    const { rows, halt } = numberEvents('our.', nothing, [
      entry(1, 'our.query-a', 0),
      entry(2, 'our.query-b', 1),
      entry(3, 'our.query-a', 1),
    ]);
    expect(rows).toHaveLength(1);
    expect(halt).toContain('query-b continues with revision 1 in KurrentDB instead of 0');
  });

  it('excludes settings and deletions, which are reported', () => {
    const settings = (place: number, text: string): LogEntry =>
      entry(place, '$$our.query-a', place, { type: '$metadata', data: Buffer.from(text) });
    const { rows, findings } = numberEvents('our.', nothing, [
      settings(1, '{"$tb":3}'),
      settings(2, '{"$acl":{}}'),
      settings(3, 'broken'),
      entry(4, 'our.query-b', Number.MAX_SAFE_INTEGER, { type: '$streamDeleted' }),
    ]);
    expect(rows).toEqual([]);
    expect(findings.map(({ kind, message }) => [kind, message?.slice(0, 40)])).toEqual([
      ['truncation', 'Its settings in KurrentDB have $tb: even'],
      ['truncation', undefined],
      ['truncation', 'Its settings in KurrentDB cannot be read'],
      ['deletion', 'It was permanently deleted in KurrentDB:'],
    ]);
  });
});
