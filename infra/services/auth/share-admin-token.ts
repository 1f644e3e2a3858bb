import { describeError } from '../../../domain/kernel/describe-error.ts';
import { isUnreachable } from '../../../domain/kernel/is-unreachable.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { Database, SqlSession } from '../../../ports/database.ts';
import type { Logger } from '../../../ports/logger.ts';
import { withRetries } from '../../../ports/retry.ts';
import type { DataDirectory } from '../../installation/data-directory/open-data-directory.ts';
import { readSharedFact, setSharedFact } from '../../storage/database/shared-facts.ts';
import {
  adoptAdminToken,
  type DisplayToken,
  ensureAdminToken,
  type IssuedToken,
  readAdminTokenState,
} from './admin-token-file.ts';

type Sharing = {
  readonly dataDirectory: Pick<DataDirectory, 'keys'>;
  readonly logger: Logger;
};

/**
 * Milliseconds between two checks; a token replaced on one node stops working on the others within two of
 * them.
 */
const LOOK_EVERY_MS = 2_000;

/**
 * Reconciles the admin token's digest here with that of the other nodes. A local change since the last
 * agreement wins; otherwise the database does.
 *
 * @param own whether the local token always wins, because the configuration sets it
 */
const agree = async (session: SqlSession, { dataDirectory, logger }: Sharing, own = false): Promise<void> => {
  const { hash, agreed } = await readAdminTokenState(dataDirectory);
  const shared = await readSharedFact(session, 'admin-token');
  const isChangedHere = hash !== undefined && hash !== agreed && (own || agreed !== undefined);
  if (hash !== undefined && (isChangedHere || shared === undefined)) {
    if (shared !== hash) await setSharedFact(session, 'admin-token', hash);
    if (agreed !== hash) await adoptAdminToken(dataDirectory, hash);
    return;
  }
  if (shared === undefined || (shared === hash && shared === agreed)) return;
  await adoptAdminToken(dataDirectory, shared);
  if (shared !== hash)
    logger.info(
      { component: 'data-directory' },
      'Adopted the admin token of the other nodes of this database.',
    );
};

/**
 * Keeps one admin token in force on all nodes of a database server, across data directories. Shares only its
 * digest. Sign-ins never wait for it: while the database is down, each node uses its last digest. Returns a
 * function that stops the synchronization.
 */
export const shareAdminToken = async (
  database: Database,
  sharing: Sharing,
  configured: boolean,
): Promise<() => Promise<void>> => {
  if (database.kind === 'embedded') return async () => {};
  await agree(database, sharing, configured);
  const stopped = new AbortController();
  const watch = async (): Promise<void> => {
    for (;;) {
      await abortablePause(LOOK_EVERY_MS, stopped.signal);
      if (stopped.signal.aborted) return;
      await agree(database, sharing).catch((error: unknown) =>
        sharing.logger.debug(
          { component: 'data-directory', error: describeError(error).message },
          'Failed to read the admin token of the other nodes.',
        ),
      );
    }
  };
  const watching = watch();
  return async () => {
    stopped.abort();
    await watching;
  };
};

/**
 * `ensureAdminToken` for all nodes of a database: of several that start on an empty one, one creates the
 * token.
 */
export const ensureSharedAdminToken = (
  database: Database,
  sharing: Sharing,
  show: DisplayToken | undefined,
): Promise<IssuedToken | undefined> =>
  database.kind === 'embedded'
    ? ensureAdminToken(sharing.dataDirectory, show)
    : database.exclusive(async (session) => {
        await agree(session, sharing);
        const issued = await ensureAdminToken(sharing.dataDirectory, show);
        await agree(session, sharing);
        return issued;
      });

/**
 * Like `ensureSharedAdminToken`, for a server that already listens: retries until it stops when the database
 * is temporarily down. In that case the next start creates the token.
 */
export const ensureSharedAdminTokenWithRetries = (
  database: Database,
  sharing: Sharing,
  show: DisplayToken | undefined,
  stopping: AbortSignal,
): Promise<IssuedToken | undefined> =>
  withRetries(() => ensureSharedAdminToken(database, sharing, show), {
    attempts: Number.POSITIVE_INFINITY,
    firstPause: 200,
    maxPause: 5_000,
    mayPass: isUnreachable,
    signal: stopping,
  }).catch((error: unknown) => {
    if (stopping.aborted) return undefined;
    throw error;
  });
