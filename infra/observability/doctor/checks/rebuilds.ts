import { setTimeout as delay } from 'node:timers/promises';
import { counted } from '../../../../domain/kernel/counted.ts';
import type { ProjectionStatus, ProjectionStatusReader } from '../../../../projections/projection-status.ts';
import { type Check, fine, problem, warning } from '../check.ts';

/** Milliseconds between two readings: a running rebuild advances within a page of events. */
const BETWEEN_LOOKS = 3_000;

/** Checks that rebuilds in progress advance. */
export const rebuilds = ({
  projectionStatus,
  isWorking,
}: {
  readonly projectionStatus: Pick<ProjectionStatusReader, 'list'>;
  readonly isWorking: () => boolean;
}): Check => ({
  name: 'rebuilds',
  run: async function* (_options, signal) {
    const underWay = async (): Promise<readonly ProjectionStatus[]> =>
      (await projectionStatus.list()).filter(({ rebuild }) => rebuild !== undefined);
    const first = await underWay();
    if (first.length === 0) {
      yield fine('No rebuild is under way.');
      return;
    }
    const placeOf = ({ rebuild }: ProjectionStatus): string =>
      `${rebuild?.generation}/${rebuild?.position}/${rebuild?.reembedding?.done}`;
    const before = new Map(first.map((status) => [status.name, placeOf(status)]));
    await delay(BETWEEN_LOOKS, undefined, { signal });
    for (const status of await underWay()) {
      const { name, alive, rebuild, examination } = status;
      if (!rebuild) continue;
      const what = `Generation ${rebuild.generation} of ${name}`;
      if (examination?.decided === 'discarded' && examination.generation === rebuild.generation)
        yield fine(`${what} was discarded by a person; the previous one stays in use.`);
      else if (rebuild.error !== undefined)
        yield problem(
          `${what} could not be built; the previous one stays in use.`,
          `Fix the cause ("npx anamnesis projections list" shows it), then "npx anamnesis projections reset ${name}".`,
        );
      else if (rebuild.waits)
        yield problem(
          `${what} does not find what the live one finds: it waits for a person.`,
          `"npx anamnesis projections list" shows what is lost; then "npx anamnesis projections accept ${name} --reason …" or "npx anamnesis projections discard ${name} --reason …".`,
        );
      else if (!alive)
        yield isWorking()
          ? problem(`${what} should be built, but no process works on it.`, 'Restart the server.')
          : fine(`${what} will continue to be built when a server runs.`);
      else if (before.get(name) === placeOf(status))
        yield warning(
          `${what} is at event ${rebuild.position} of ${rebuild.target}.`,
          'Look again in a minute; then look at the log of the server.',
        );
      else
        yield fine(
          `${what} is at ${Math.floor(rebuild.progress * 100)} % (${counted(rebuild.target, 'event')}).`,
        );
    }
  },
});
