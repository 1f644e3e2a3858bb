import { isUnreachable } from '../domain/kernel/is-unreachable.ts';
import { abortablePause } from '../ports/abortable-pause.ts';
import type { PreviousApplication } from './application-options.ts';
import type { Server } from './start-server.ts';

type Serving = {
  /** Stops the server that runs or is being started. */
  readonly stop: () => Promise<void>;
};

type ServingOptions = {
  /** Starts a server; the second and later ones receive the previous application. */
  readonly start: (former?: PreviousApplication) => Promise<Server>;
  /** Called before a server whose database does not continue the log is stopped. */
  readonly onBroken: (server: Server) => void;
  /** Called with every server that replaced another. */
  readonly onStartedAgain: (server: Server) => void;
  /** Called when no replacement could be started. */
  readonly onFailed: (error: unknown) => void;
};

/** Enough for a failover of the database, which takes seconds to minutes. */
const ATTEMPTS = 60;
const PAUSE_MS = 5_000;

/**
 * Runs a server, and replaces it in the same process whenever its database turns out not to continue the log that it has
 * read. The old server's memory is discarded with it: positions of followers, caches, leases and keys.
 */
export const keepServing = async ({
  start,
  onBroken,
  onStartedAgain,
  onFailed,
}: ServingOptions): Promise<Serving & { readonly first: Server }> => {
  const stopping = new AbortController();
  const first = await start();
  let server: Server | undefined = first;
  let restarting: Promise<void> = Promise.resolve();

  const startAgain = async (former: PreviousApplication): Promise<Server | undefined> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      try {
        return await start(former);
      } catch (error) {
        if (!isUnreachable(error) || attempt >= ATTEMPTS) throw error;
        await abortablePause(PAUSE_MS, stopping.signal);
      }
    }
    return undefined;
  };

  const watch = (running: Server): void => {
    const { continuity, node } = running.application;
    const replace = async (): Promise<void> => {
      onBroken(running);
      // Unfinished work is refused or left to the next server; the old one can no longer store anything.
      await running.stop().catch(() => {});
      server = await startAgain({ events: continuity?.recent() ?? [], node, notes: running.notes });
      if (server === undefined) return;
      watch(server);
      onStartedAgain(server);
    };
    const begin = (): void => {
      if (stopping.signal.aborted) return;
      // A failure is reported, not awaited: its handler may call `stop`, which waits for this.
      restarting = replace().catch((error: unknown) => {
        onFailed(error);
      });
    };
    if (continuity?.broken.aborted) begin();
    else continuity?.broken.addEventListener('abort', begin, { once: true });
  };
  watch(first);

  return {
    first,
    stop: async () => {
      stopping.abort();
      await restarting;
      await server?.stop();
    },
  };
};
