import { counted } from '../../../../domain/kernel/counted.ts';
import type { Finding } from '../../../../ports/doctor.ts';
import type { ProjectionStatus, ProjectionStatusReader } from '../../../../projections/projection-status.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** Seconds behind the log that a user notices after writing. */
const SLOW = 10;
const STALLED = 300;

const lagOf = ({ kind, name, eventsBehind, secondsBehind }: ProjectionStatus): string =>
  `${kind} ${name} is ${counted(eventsBehind, 'event')} and ${Math.round(secondsBehind)} s behind`;

const conditionOf = (status: ProjectionStatus): Finding | undefined => {
  const { kind, name, state, alive, eventsBehind, secondsBehind } = status;
  if (state === 'failing')
    return problem(
      `The ${kind} ${name} is failing and being retried.`,
      'Look at "npx anamnesis projections list" and the log.',
    );
  if (!alive)
    return eventsBehind > 0
      ? problem(
          `No process works on it: the ${lagOf(status)}.`,
          'Restart the server; look at its log if that does not help.',
        )
      : warning(`No process works on the ${kind} ${name}.`, 'Restart the server if that persists.');
  if (eventsBehind === 0 || secondsBehind < SLOW) return undefined;
  return secondsBehind < STALLED
    ? warning(`The ${lagOf(status)}.`, 'Look again in a minute.')
    : problem(`The ${lagOf(status)}.`, 'Look at the log of the server for the reason.');
};

const parkedBy = ({ name, parked }: ProjectionStatus): Finding | undefined =>
  parked === 0
    ? undefined
    : warning(
        `${name} gave up on ${counted(parked, 'event')}.`,
        'See "npx anamnesis parked list"; fix the cause, then "npx anamnesis parked replay <consumer> <eventId>".',
      );

/** Checks the progress of every projection and consumer, from the leases and checkpoints of all processes. */
export const followers = ({
  projectionStatus,
  isWorking,
}: {
  readonly projectionStatus: Pick<ProjectionStatusReader, 'list'>;
  /** Whether this process runs followers, so that each must have an owner; otherwise the check only observes. */
  readonly isWorking: () => boolean;
}): Check => ({
  name: 'followers',
  run: async function* () {
    const all = await projectionStatus.list();
    const parked = all.flatMap((status) => parkedBy(status) ?? []);
    const isNoneRunning = !isWorking() && all.every(({ alive }) => !alive);
    const most = Math.max(0, ...all.map(({ eventsBehind }) => eventsBehind));
    const conditions = isNoneRunning ? [] : all.flatMap((status) => conditionOf(status) ?? []);
    yield* conditions;
    if (conditions.length === 0)
      yield fine(
        isNoneRunning
          ? `No server runs; ${counted(all.length, 'follower')}, at most ${counted(most, 'event')} behind.`
          : `${counted(all.length, 'follower')} at work, at most ${counted(most, 'event')} behind.`,
      );
    yield* parked;
    if (parked.length === 0) yield fine('No events are parked.');
  },
});
