import { describeError } from '../../domain/kernel/describe-error.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { isDamaged, unreadableFailure } from '../../ports/event-store.ts';
import { isLeaseLost } from '../../ports/leases.ts';
import { type Followed, followGeneration } from './follow-generation.ts';
import { isOutage } from './is-outage.ts';
import type { NextGeneration, Stretch } from './stretch.ts';

const isConflict = (error: unknown): boolean => error instanceof Failure && error.reason.code === 'conflict';

/** Builds beyond `liveAt`, where the live generation has stopped, so that no reader goes back in time. */
const catchUp = async (
  { definition, services, ownership }: Stretch,
  {
    generation,
    from,
    liveAt,
  }: { readonly generation: number; readonly from: Position; readonly liveAt: Position },
): Promise<Followed> => {
  const reach = Math.max(liveAt, await services.eventStore.head());
  const { signal } = ownership;
  return followGeneration(services, {
    definition,
    ownership,
    generation,
    from,
    signal,
    until: (at) => at >= reach,
  });
};

/**
 * Records in the log that a generation is the one to read. It takes effect when the generations are next opened,
 * which is immediately. A generation that the log refuses was abandoned at the last moment and never goes live.
 */
export const decideSwitch = async (
  { definition: { name }, services: { rebuilds, metrics }, ownership }: Stretch,
  generation: number,
  builtTo: Position,
): Promise<void> => {
  try {
    await rebuilds.recordSwitched(name, generation, builtTo, ownership.fence);
    metrics.count('anamnesis_projection_rebuilds_total', { projection: name, outcome: 'switched' });
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
};

/** Records that a generation could not be built. */
const giveUp = async (
  { definition: { name }, services: { rebuilds, logger, metrics }, ownership }: Stretch,
  generation: number,
  error: unknown,
): Promise<void> => {
  const { message } = describeError(error);
  logger.error({ projection: name, generation, error: message }, 'A read model could not be rebuilt.');
  try {
    await rebuilds.recordFailed(name, generation, message, ownership.fence);
    metrics.count('anamnesis_projection_rebuilds_total', { projection: name, outcome: 'failed' });
  } catch (refused) {
    if (!isConflict(refused)) throw refused;
  }
};

/**
 * Returns the state of the built generation when it is ready to be read. A newer node may be able to read what this
 * one cannot; no version can read damaged content, so such a build has failed.
 */
export const finishBuild = async (
  stretch: Stretch,
  next: NextGeneration,
  { building, liveAt }: { readonly building: Promise<Followed | undefined>; readonly liveAt: Position },
): Promise<Followed | undefined> => {
  const { generation, isDecided } = next;
  try {
    const built = await building;
    const whole =
      built && !built.unreadable
        ? await catchUp(stretch, { generation, from: built.position, liveAt })
        : built;
    if (whole?.unreadable && isDamaged(whole.unreadable)) throw unreadableFailure(whole.unreadable);
    return whole;
  } catch (error) {
    // A generation that is the only one that can be kept current, or that is live in the log, is not abandoned.
    const isKept = stretch.opened.live.isFrozen || isDecided;
    if (stretch.ownership.signal.aborted || isLeaseLost(error) || isOutage(error) || isKept) throw error;
    await giveUp(stretch, generation, error);
    return undefined;
  }
};
