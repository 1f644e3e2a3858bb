import { waitAtMost } from '../../infra/resilience/wait-at-most.ts';
import { dutiesOf, type NodeRole } from '../../ports/nodes.ts';
import type { ScratchProjectionVerifier } from '../../projections/verify/create-projection-verifier.ts';
import { warnOfMissingModel } from '../start-checks/warn-of-missing-model.ts';
import { closeBesideServer } from './close-beside-server.ts';
import { type FollowerParts, runFollowers } from './run-followers.ts';

type RunningParts = FollowerParts & {
  readonly projectionVerifier: ScratchProjectionVerifier;
  /** Whether no other application ran in this process before. */
  readonly isFirstStart: boolean;
};

/** Limits for a stop, in milliseconds: for projections and consumers to finish, and for server connections to close. */
const FOLLOWERS_STOP_MS = 3_000;
const CLOSE_MS = 2_500;

/** Whether nodes of a role search, for callers or to answer questions. */
const isAsked = (role: NodeRole): boolean => {
  const { serves, consumes } = dutiesOf(role);
  return serves || consumes;
};

/** Starts and stops everything that follows the log. A stop also closes `resources`. */
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
    // Resources must be closed even when the followers fail.
    const atRest = waitAtMost(FOLLOWERS_STOP_MS, running).catch((error: unknown) => {
      logger.error({ error }, 'Background work failed at shutdown.');
      return true;
    });
    if (!(await atRest))
      logger.warn(
        {},
        'Background work did not finish in time at shutdown; another process will continue it.',
      );
    const disposed = resources.disposeAsync();
    // The embedded database must have written its data.
    if (database.kind === 'embedded') await disposed;
    else await closeBesideServer(CLOSE_MS, disposed, logger);
  };
  return {
    start: () => {
      // Logged once per process, even when the application is restarted within it.
      if (isFirstStart)
        warnOfMissingModel({ ...searchParts.embedders, commandServices, logger }).catch(() => {});
      projectionVerifier
        .dropLeft()
        .catch(() => logger.warn({}, 'The tables of an interrupted verification could not be dropped yet.'));
      // Nodes that only maintain read models receive no questions; they load the index only if one arrives anyway.
      if (isAsked(role))
        searchParts.search
          .warm()
          .catch(() => logger.warn({}, 'The search index could not be loaded before the first question.'));
      running = runFollowers(parts, stopping.signal);
    },
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
};
