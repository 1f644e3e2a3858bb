import { describe, expect, it } from 'vitest';
import type { ProjectionState } from '../../../../domain/operations/projection-decider.ts';
import { reconcile } from '../../../../projections/runner/reconcile.ts';

type Stored = Parameters<typeof reconcile>[0][number];

const stored = (generation: number, state: Stored['state'], position = 0): Stored => ({
  generation,
  state,
  position,
});
const log = (state: Partial<ProjectionState> = {}): ProjectionState => ({
  live: 1,
  last: 1,
  builtTo: 0,
  ...state,
});

describe('the target state of the stored generations', () => {
  it('is the first generation when there is none', () => {
    expect(reconcile([], log())).toEqual({ live: undefined, next: undefined, drop: [] });
  });

  it('is unchanged when it matches the log', () => {
    const rows = [stored(1, 'retired', 5), stored(2, 'live', 9), stored(3, 'building', 4)];
    expect(reconcile(rows, log({ live: 2, building: 3 }))).toEqual({ live: 2, next: 3, drop: [] });
  });

  it('has one more generation after a request', () => {
    expect(reconcile([stored(1, 'live', 9)], log({ building: 2 }))).toEqual({ live: 1, next: 2, drop: [] });
  });

  it('has the built generation live after the decision, and keeps the previous one for a rollback', () => {
    const rows = [stored(1, 'retired', 3), stored(2, 'live', 9), stored(3, 'building', 9)];
    expect(reconcile(rows, log({ live: 3, builtTo: 9 }))).toEqual({ live: 3, next: undefined, drop: [1] });
  });

  it('excludes an abandoned build, and those that failed long ago', () => {
    const rows = [stored(1, 'live', 9), stored(2, 'failed'), stored(3, 'building', 4)];
    expect(reconcile(rows, log({ failed: { generation: 3, message: 'broken' } }))).toEqual({
      live: 1,
      next: undefined,
      drop: [2, 3],
    });
  });

  it('rebuilds a missing live generation, next to the readable one', () => {
    expect(reconcile([stored(1, 'live', 9)], log({ live: 2, builtTo: 9 }))).toEqual({
      live: 1,
      next: 2,
      drop: [],
    });
  });

  it('continues building a live generation that lags behind its decision', () => {
    const rows = [stored(1, 'live', 9), stored(2, 'building', 4)];
    expect(reconcile(rows, log({ live: 2, builtTo: 9 }))).toEqual({ live: 1, next: 2, drop: [] });
  });

  it('rolls back when an older program switched the tables before the log, which then abandoned the build', () => {
    const rows = [stored(1, 'retired', 8), stored(2, 'live', 9)];
    expect(reconcile(rows, log({ building: 3 }))).toEqual({ live: 1, next: 3, drop: [2] });
  });

  it('rolls back, and switches once more, when the log has no record of a switch', () => {
    const rows = [stored(1, 'retired', 8), stored(2, 'live', 9)];
    expect(reconcile(rows, log({ building: 2 }))).toEqual({ live: 1, next: 2, drop: [] });
  });
});
