import { waitAtMost } from '../../infra/resilience/wait-at-most.ts';
import { dutiesOf, type NodeRole } from '../../ports/nodes.ts';
import type { ScratchProjectionVerifier } from '../../projections/verify/create-projection-verifier.ts';
import { warnOfMissingModel } from '../start-checks/warn-of-missing-model.ts';
import { type FollowerParts, runFollowers } from './run-followers.ts';

type RunningParts = FollowerParts & {
  readonly projectionVerifier: ScratchProjectionVerifier;
  /** Whether no other application ran in this process before. */
  readonly isFirstStart: boolean;
};

/** At a stop: milliseconds for projections and consumers to come to rest, and for connections to a server to close. */
const FOLLOWERS_STOP_MS = 3_000;
const CLOSE_MS = 2_500;

/** Whether nodes of a role search: for callers, or to answer questions. */
const isAsked = (role: NodeRole): boolean => {
  const { serves, consumes } = dutiesOf(role);
  return serves || consumes;
};

/** Begins what follows the log, and brings all of it to an end. `resources` is what has to be closed. */
export const startAndStop = (
  parts: RunningParts,
  stopAnnounced: AbortController,
  resources: AsyncDisposableStack,
): { readonly start: () => void; readonly stop: () => Promise<void> } => {
  const { storage, searchParts, projectionVerifier, commandServices, role, logger, isFirstStart } = parts;
  const { database } = storage.connection;
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  let stopped: Promise<void> | undefined;

  const stop = async (): Promise<void> => {
    stopAnnounced.abort();
    stopping.abort();
    // Whatever becomes of it, what is open has to be closed.
    const atRest = waitAtMost(FOLLOWERS_STOP_MS, running).catch((error: unknown) => {
      logger.error({ error }, 'Work behind failed at shutdown.');
      return true;
    });
    if (!(await atRest)) logger.warn({}, 'Work behind was left to another process at shutdown.');
    const disposed = resources.disposeAsync();
    // A server that does not answer must not delay the stop; the embedded database must have written its data.
    if (database.kind === 'embedded') await disposed;
    else await waitAtMost(CLOSE_MS, disposed);
  };
  return {
    start: () => {
      // A process says it once, however often it serves.
      if (isFirstStart)
        warnOfMissingModel({ ...searchParts.embedders, commandServices, logger }).catch(() => {});
      projectionVerifier
        .dropLeft()
        .catch(() => logger.warn({}, 'What a broken-off verification has left could not be dropped yet.'));
      // Nodes that keep read models current are asked nothing: what searches need they load if one comes all the same.
      if (isAsked(role))
        searchParts.search
          .warm()
          .catch(() => logger.warn({}, 'The search index could not be loaded ahead of the first question.'));
      running = runFollowers(parts, stopping.signal);
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
};
