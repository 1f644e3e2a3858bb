import { describe, expect, it } from 'vitest';
import { foldState } from '../../../../domain/kernel/decider.ts';
import { alertOf } from '../../../../domain/operations/alert-of.ts';
import { sealingDecider } from '../../../../domain/operations/sealing-decider.ts';
import type { SealingEvent } from '../../../../domain/operations/sealing-events.ts';

const checkpoint = (size: number, verifierKey = 'one') => ({
  size,
  root: '0'.repeat(64),
  note: 'note',
  verifierKey,
});
const sealed = (size: number, key?: string): SealingEvent => ({
  type: 'LogSealed',
  data: checkpoint(size, key),
});
const stopped: SealingEvent = { type: 'SealingStopped', data: { because: 'key_missing', size: 9 } };
const resumed: SealingEvent = { type: 'SealingResumed', data: { reason: 'checked' } };
const stateAfter = (...events: SealingEvent[]) => foldState(sealingDecider, events);
const record = (size: number, key?: string) =>
  ({ type: 'RecordCheckpoint', ...checkpoint(size, key) }) as const;

describe('sealing', () => {
  it('records checkpoints that only grow', () => {
    expect(sealingDecider.decide(record(5), stateAfter())).toMatchObject({ ok: true });
    expect(sealingDecider.decide(record(6), stateAfter(sealed(5)))).toMatchObject({ ok: true });
    for (const size of [4, 5])
      expect(sealingDecider.decide(record(size), stateAfter(sealed(5)))).toMatchObject({
        ok: false,
        error: { code: 'conflict' },
      });
  });

  it('refuses a checkpoint under another key, and any while it is stopped', () => {
    for (const state of [stateAfter(sealed(5)), stateAfter(sealed(5), stopped)])
      expect(sealingDecider.decide(record(6, 'two'), state)).toMatchObject({
        ok: false,
        error: { code: 'rule_violated' },
      });
  });

  it('is stopped once, and resumed only by a decision and only when it is stopped', () => {
    const stop = { type: 'StopSealing', because: 'log_changed', size: 5 } as const;
    expect(sealingDecider.decide(stop, stateAfter(sealed(5)))).toMatchObject({
      ok: true,
      value: [{ type: 'SealingStopped' }],
    });
    expect(sealingDecider.decide(stop, stateAfter(stopped))).toEqual({ ok: true, value: [] });
    const resume = { type: 'ResumeSealing', reason: 'checked' } as const;
    expect(sealingDecider.decide(resume, stateAfter(stopped))).toMatchObject({ ok: true });
    expect(sealingDecider.decide(resume, stateAfter(sealed(5)))).toMatchObject({ ok: false });
  });

  it('begins again with a new key and from any size after a decision', () => {
    const state = stateAfter(sealed(5), stopped, resumed);
    expect(state).toMatchObject({ needsNewKey: true, checkpoint: { size: 5 } });
    expect(state.extends).toBeUndefined();
    expect(sealingDecider.decide(record(3, 'two'), state)).toMatchObject({ ok: true });
    expect(stateAfter(sealed(5), stopped, resumed, sealed(3, 'two'))).toMatchObject({ needsNewKey: false });
  });

  it('remembers the last verification: one that succeeds ends the failure before it', () => {
    const at = '2026-11-01T08:00:00.000Z';
    const failed = {
      type: 'LogVerificationFailed',
      data: { from: 3, position: 3, checkpointSize: 5, at },
    } as const;
    const verified = {
      type: 'LogVerified',
      data: { size: 5, root: '0'.repeat(64), checkpoints: 1, at },
    } as const;
    expect(stateAfter(failed).failed).toEqual(failed.data);
    expect(stateAfter(failed, verified)).toMatchObject({ verified: { size: 5 } });
    expect(stateAfter(failed, verified).failed).toBeUndefined();
    expect(stateAfter(verified, failed)).toMatchObject({ verified: { size: 5 }, failed: { position: 3 } });
  });

  it('alerts operators when it stops, and when the log was altered', () => {
    expect(alertOf({ type: 'SealingStopped', data: { because: 'log_went_back', size: 9 } })).toMatchObject({
      severity: 'critical',
      text: expect.stringContaining('position 9'),
    });
    const data = { from: 3, position: 3, checkpointSize: 5, at: '2026-11-01T08:00:00.000Z' };
    expect(alertOf({ type: 'LogVerificationFailed', data }).text).toContain('at position 3.');
    expect(alertOf({ type: 'LogVerificationFailed', data: { ...data, position: 5 } }).text).toContain(
      'between positions 3 and 5',
    );
  });
});
