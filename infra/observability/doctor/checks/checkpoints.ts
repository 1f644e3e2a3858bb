import { counted } from '../../../../domain/kernel/counted.ts';
import type { Checkpoints } from '../../../../ports/checkpoints.ts';
import type { EventStore } from '../../../../ports/event-store.ts';
import type { Generation } from '../../../../ports/generations.ts';
import { type Check, fine, problem } from '../check.ts';

type Services = {
  readonly eventStore: Pick<EventStore, 'head'>;
  readonly checkpoints: Pick<Checkpoints, 'list'>;
  /** The generations of all stored read models. */
  readonly listGenerations: () => Promise<readonly Generation[]>;
};

/**
 * Checks that no follower is beyond the end of the log. One that is has handled events that are gone, and skips the
 * events that take their positions.
 */
export const checkpointsAreInLog = ({ eventStore, checkpoints, listGenerations }: Services): Check => ({
  name: 'checkpoints',
  run: async function* () {
    const consumers = [...(await checkpoints.list())].map(([name, position]) => ({
      name: `The consumer ${name}`,
      position,
    }));
    const generations = (await listGenerations())
      .filter(({ state }) => state === 'live' || state === 'building')
      .map(({ projection, generation, position }) => ({
        name: `Generation ${generation} of the read model ${projection}`,
        position,
      }));
    const all = [...consumers, ...generations];
    // Read last: followers and log advance during the check.
    const head = await eventStore.head();
    const beyond = all.filter(({ position }) => position > head);
    for (const { name, position } of beyond)
      yield problem(
        `${name} is at position ${position}, but the log ends at ${head}.`,
        'Restart the server. If that does not help, restore the database from a backup; see "The database lost events" in docs/runbook.md.',
      );
    if (beyond.length === 0)
      yield fine(`${counted(all.length, 'checkpoint')}, none beyond the end of the log at ${head}.`);
  },
});
