import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventLeaf } from '../../../../domain/audit/event-leaf.ts';
import { canonicalJson } from '../../../../domain/kernel/canonical-json.ts';
import { storedEventAt } from '../../../support/stored-log.ts';

const hashOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

it('the leaf of an event never changes its form: every checkpoint depends on it', () => {
  const event = storedEventAt(7);
  expect(eventLeaf(event)).toBe(
    '{"data":"{\\"question\\":{\\"$sealed\\":\\"v1:7\\",\\"$erased\\":\\"\\"},\\"note\\":\\"é \\\\\\"quoted\\\\\\" \u2028 line\\"}","id":"00000000-0000-7000-8000-000000000007","metadata":"{\\"correlationId\\":\\"c\\"}","position":7,"recordedAt":"2026-11-01T08:00:00.000Z","revision":0,"schemaVersion":1,"streamId":"query-7","type":"QueryAsked"}',
  );
  expect(hashOf(eventLeaf(event))).toBe(hashOf(canonicalJson(event)));
});

it('differs whenever a stored member differs, and not with what the log says about the event', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const leaves = [
        eventLeaf(storedEventAt(1, { data: one, metadata: other })),
        eventLeaf(storedEventAt(1, { data: other, metadata: one })),
        eventLeaf(storedEventAt(1, { type: one, streamId: other })),
      ];
      expect(leaves[0] === leaves[1]).toBe(one === other);
      expect(leaves[2]).not.toContain('\n');
    }),
    { numRuns: 30 },
  );
  const event = storedEventAt(1);
  expect(eventLeaf({ ...event, flaw: 'foreign' } as typeof event)).toBe(eventLeaf(event));
  for (const change of [
    { position: 2 },
    { revision: 1 },
    { id: 'x' },
    { schemaVersion: 2 },
    { recordedAt: '' },
  ])
    expect(eventLeaf({ ...event, ...change })).not.toBe(eventLeaf(event));
});
