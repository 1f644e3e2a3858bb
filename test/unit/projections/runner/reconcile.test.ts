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

describe('what the stored generations must become', () => {
  it('is the first one where there is nothing', () => {
    expect(reconcile([], log())).toEqual({ live: undefined, next: undefined, drop: [] });
  });

  it('is nothing new where they are what the log says', () => {
    const rows = [stored(1, 'retired', 5), stored(2, 'live', 9), stored(3, 'building', 4)];
    expect(reconcile(rows, log({ live: 2, building: 3 }))).toEqual({ live: 2, next: 3, drop: [] });
  });

  it('is a generation more after a request', () => {
    expect(reconcile([stored(1, 'live', 9)], log({ building: 2 }))).toEqual({ live: 1, next: 2, drop: [] });
  });

  it('is the built one live after the decision, and the one before kept to fall back on', () => {
    const rows = [stored(1, 'retired', 3), stored(2, 'live', 9), stored(3, 'building', 9)];
    expect(reconcile(rows, log({ live: 3, builtTo: 9 }))).toEqual({ live: 3, next: undefined, drop: [1] });
  });

  it('is without a build that was given up, and without what failed long ago', () => {
    const rows = [stored(1, 'live', 9), stored(2, 'failed'), stored(3, 'building', 4)];
    expect(reconcile(rows, log({ failed: { generation: 3, message: 'broken' } }))).toEqual({
      live: 1,
      next: undefined,
      drop: [2, 3],
    });
  });

  it('is built again, beside what can be read, where the one that the log calls live is not there', () => {
    expect(reconcile([stored(1, 'live', 9)], log({ live: 2, builtTo: 9 }))).toEqual({
      live: 1,
      next: 2,
      drop: [],
    });
  });

  it('is built on where the one that the log calls live is not as far as it was', () => {
    const rows = [stored(1, 'live', 9), stored(2, 'building', 4)];
    expect(reconcile(rows, log({ live: 2, builtTo: 9 }))).toEqual({ live: 1, next: 2, drop: [] });
  });

  it('goes back where an older program switched the tables before the log, which then gave the build up', () => {
    const rows = [stored(1, 'retired', 8), stored(2, 'live', 9)];
    expect(reconcile(rows, log({ building: 3 }))).toEqual({ live: 1, next: 3, drop: [2] });
  });

  it('goes back, and switches once more, where the log had not heard of a switch', () => {
    const rows = [stored(1, 'retired', 8), stored(2, 'live', 9)];
    expect(reconcile(rows, log({ building: 2 }))).toEqual({ live: 1, next: 2, drop: [] });
  });
});
