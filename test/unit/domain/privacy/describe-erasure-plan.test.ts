import { expect, it } from 'vitest';
import { describeErasurePlan } from '../../../../domain/privacy/describe-erasure-plan.ts';

const plan = {
  subject: 'person:patient-4711',
  state: 'kept',
  effects: [
    { place: 'events', count: 12, effect: 'unreadable' },
    { place: 'files', count: 2, effect: 'removed' },
  ],
  streams: { query: 2, tool_call: 1 },
  notReached: ['exports'],
  holds: [],
} as const;

it('says what an erasure would reach and what not', () => {
  const text = describeErasurePlan(plan);
  expect(text).toContain('Nothing has been changed.');
  expect(text).toContain('12 would become unreadable for good.');
  expect(text).toContain('Stored files: 2 would be removed.');
  expect(text).toContain('Streams with such events: query 2, tool call 1.');
  expect(text).toContain('Exports of the audit trail and of feedback that were downloaded earlier.');
});

it('says that a hold prevents it, and that it has happened already', () => {
  expect(describeErasurePlan({ ...plan, holds: ['hold-1'] })).toContain('under hold (hold-1)');
  expect(describeErasurePlan({ ...plan, state: 'erased' })).toContain('already erased');
});
