import { describe, expect, it } from 'vitest';
import {
  activeRun,
  type ReindexingCommand,
  reindexingDecider,
} from '../../../../domain/operations/reindexing-decider.ts';
import type { ReindexingEvent } from '../../../../domain/operations/reindexing-events.ts';
import { given } from '../../../support/given.ts';

const run = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
const wish = (n = 1) => ({ runId: run(n), reader: 2, all: false, documents: 3, passages: 40 });
const request = (n = 1): ReindexingCommand => ({ type: 'RequestReindexing', ...wish(n) });
const requested: ReindexingEvent = { type: 'ReindexingRequested', data: wish() };
const counts = { runId: run(1), total: 3, done: 1, failed: 1, skipped: 0 };
const progressed: ReindexingEvent = { type: 'ReindexingProgressed', data: counts };
const kept = {
  runId: run(1),
  docKey: 'protocol-1',
  version: 4,
  kept: 'failed',
  reason: 'corrupt_file',
  message: 'The file is broken.',
} as const;
const formerKept: ReindexingEvent = { type: 'FormerReadingKept', data: kept };
const completed: ReindexingEvent = { type: 'ReindexingCompleted', data: { ...counts, done: 2 } };
const stopped: ReindexingEvent = {
  type: 'ReindexingStopped',
  data: {
    runId: run(1),
    reason: 'cancelled',
    message: 'The run was cancelled. Documents read again by then keep their new reading.',
  },
};
const cancel: ReindexingCommand = { type: 'CancelReindexing' };

const afterwards = (...history: ReindexingEvent[]) => given(reindexingDecider, ...history);

describe('a reindexing run', () => {
  it('begins on request, and again after it has ended', () => {
    afterwards().when(request()).thenEvents(requested);
    for (const end of [completed, stopped])
      afterwards(requested, end)
        .when(request(2))
        .thenEvents({ type: 'ReindexingRequested', data: wish(2) });
  });

  it('is the only one at a time', () => {
    afterwards(requested)
      .when(request(2))
      .thenRefused('conflict', /already/);
  });

  it('shows its progress, each step once, and which documents keep their text', () => {
    const afterReport = afterwards(requested)
      .when({ type: 'RecordProgress', ...counts })
      .thenEvents(progressed)
      .when({ type: 'RecordProgress', ...counts })
      .thenNothing()
      .when({ type: 'RecordKept', ...kept })
      .thenEvents(formerKept)
      // As after a crash, when the work is resumed.
      .when({ type: 'RecordKept', ...kept })
      .thenNothing();
    const { runId: _, ...progress } = counts;
    expect(afterReport.state().run).toMatchObject({
      status: 'running',
      progress,
      kept: [{ docKey: 'protocol-1', version: 4, reason: 'corrupt_file' }],
    });
  });

  it('ends with its result', () => {
    const ended = afterwards(requested, progressed)
      .when({ type: 'CompleteReindexing', ...counts, done: 2 })
      .thenEvents(completed);
    expect(ended.state().run).toMatchObject({ status: 'completed', progress: { done: 2 } });
    expect(activeRun(ended.state())).toBeUndefined();
  });

  it('can be abandoned, after which later reports of its work change nothing', () => {
    const given = afterwards(requested, progressed).when(cancel).thenEvents(stopped);
    given.when({ type: 'RecordProgress', ...counts, done: 2 }).thenNothing();
    given.when({ type: 'RecordKept', ...kept }).thenNothing();
    given.when({ type: 'CompleteReindexing', ...counts }).thenNothing();
    given.when(cancel).thenRefused('rule_violated', /No documents/);
  });

  it('records why it could not continue', () => {
    const cannot = { runId: run(1), reason: 'unavailable', message: 'The log is away.' };
    const { run: last } = afterwards(requested, { type: 'ReindexingStopped', data: cannot }).state();
    expect(last).toMatchObject({
      status: 'stopped',
      stopped: { reason: 'unavailable', message: 'The log is away.' },
    });
  });

  it('cannot be cancelled before it was requested', () => {
    afterwards().when(cancel).thenRefused('rule_violated');
  });
});
