import type { Due, TimerEvent } from '../../domain/operations/timer-events.ts';
import { defineKeyedProjection } from '../keyed-projection.ts';
import { timerEntity } from './entity.ts';

const keys = ({ data }: TimerEvent): readonly string[] => [data.timerId];

/** The due instant of a timer, from the instant of its recording. */
const dueAt = (due: Due, recordedAt: string): string =>
  'at' in due ? due.at : new Date(Date.parse(recordedAt) + due.afterMs).toISOString();

export const timersProjection = defineKeyedProjection({
  name: 'timers',
  version: 1,
  entity: timerEntity,
  key: 'timerId',
  folds: {
    TimerSet: {
      keys,
      evolve: (_, { data, recordedAt }) => ({
        timerId: data.timerId,
        purpose: data.purpose,
        about: data.about,
        dueAt: dueAt(data.due, recordedAt),
        setAt: recordedAt,
      }),
    },
    TimerFired: { keys, evolve: () => undefined },
    TimerCancelled: { keys, evolve: () => undefined },
  },
});
