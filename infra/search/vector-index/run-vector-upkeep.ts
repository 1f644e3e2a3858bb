import { describeError } from '../../../domain/kernel/describe-error.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import type { Database } from '../../../ports/database.ts';
import type { Generations } from '../../../ports/generations.ts';
import type { Lease, Leases } from '../../../ports/leases.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { RebuildHistory } from '../../../ports/rebuild-history.ts';
import { generationSchema } from '../../../projections/runner/projection-definition.ts';
import type { SearchQualities } from './search-qualities.ts';
import type { VectorUpkeep } from './vector-upkeep.ts';

type UpkeepServices = {
  readonly database: Database;
  readonly generations: Pick<Generations, 'list'>;
  readonly leases: Leases;
  readonly rebuilds: Pick<RebuildHistory, 'requestReset'>;
  readonly upkeep: VectorUpkeep;
  readonly qualities: Pick<SearchQualities, 'keep'>;
  readonly logger: Logger;
  /** Milliseconds between two checks. */
  readonly pause?: number;
};

const PROJECTION = 'search';
/** Counting a million vectors takes a tenth of a second. */
const PAUSE = 60_000;

/**
 * Maintains the live generation, on one node at a time, until the signal aborts. Vectors that are missing in
 * two consecutive checks, with the same number, are lost: the index is then rebuilt.
 */
export const runVectorUpkeep = async (services: UpkeepServices, signal: AbortSignal): Promise<void> => {
  const { database, generations, leases, rebuilds, upkeep, qualities, logger, pause = PAUSE } = services;
  let missedBefore: string | undefined;

  const look = async (lease: Lease, held: AbortSignal): Promise<void> => {
    const all = await generations.list(database, PROJECTION);
    const live = all.find(({ state }) => state === 'live');
    await qualities.keep(all.map(({ generation }) => generationSchema(PROJECTION, generation)));
    if (!live) return;
    const schema = generationSchema(PROJECTION, live.generation);
    const { missing } = await upkeep.look(schema, held);
    const missed = missing > 0 ? `${schema}:${missing}` : undefined;
    const isLost = missed !== undefined && missed === missedBefore;
    missedBefore = missed;
    if (!isLost || all.some(({ state }) => state === 'building')) return;
    logger.error({ generation: schema, missing }, 'Vectors are missing from the index; rebuilding it.');
    await rebuilds.requestReset(PROJECTION, lease);
  };

  while (!signal.aborted) {
    const lease = await leases.acquire('vector-upkeep', signal);
    if (!lease) return;
    const held = anySignal([signal, lease.signal]);
    try {
      while (!held.aborted) {
        try {
          await look(lease, held);
        } catch (error) {
          if (held.aborted) break;
          logger.warn(
            { error: describeError(error).message },
            'The upkeep of the vectors failed and will be retried.',
          );
        }
        await abortablePause(pause, held);
      }
    } finally {
      await lease.release();
    }
  }
};
