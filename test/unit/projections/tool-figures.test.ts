import { describe, expect, it } from 'vitest';
import { type CountedCall, summarizeCalls } from '../../../projections/tool-calls/summarize-tools.ts';

const call = (tool: string, status: CountedCall['status'], seconds?: number): CountedCall => ({
  tool,
  status,
  startedAt: seconds === undefined ? null : '2026-03-01T10:00:00.000Z',
  endedAt: seconds === undefined ? null : new Date(Date.UTC(2026, 2, 1, 10, 0, seconds)).toISOString(),
});

describe('the figures of tools', () => {
  it('count what ran apart from what was never run, and what is still open', () => {
    const calls = [
      call('book_room', 'succeeded', 1),
      call('book_room', 'timed_out', 30),
      call('book_room', 'unknown', 2),
      call('book_room', 'declined'),
      call('book_room', 'rejected'),
      call('book_room', 'awaiting_confirmation'),
    ];
    expect(summarizeCalls(calls)).toEqual([
      {
        tool: 'book_room',
        calls: 6,
        succeeded: 1,
        failed: 2,
        notRun: 2,
        open: 1,
        latency: { p50: 2000, p95: 30_000 },
      },
    ]);
  });

  it('list tools by name, without a latency for those that never ran', () => {
    const listed = summarizeCalls([call('pubmed_search', 'succeeded', 1), call('book_room', 'expired')]);
    expect(listed.map(({ tool, latency }) => [tool, latency])).toEqual([
      ['book_room', null],
      ['pubmed_search', { p50: 1000, p95: 1000 }],
    ]);
  });

  it('are empty without calls', () => {
    expect(summarizeCalls([])).toEqual([]);
  });
});
