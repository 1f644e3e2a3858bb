import { isUnreachable } from '../domain/kernel/is-unreachable.ts';
import { abortablePause } from '../ports/abortable-pause.ts';
import type { FormerApplication } from './application-options.ts';
import type { Server } from './start-server.ts';

type Serving = {
  /** Stops whichever server runs or is being started. */
  readonly stop: () => Promise<void>;
};

type ServingOptions = {
  /** Starts a server; the second and later ones are given the one before. */
  readonly start: (former?: FormerApplication) => Promise<Server>;
  /** Called before a server whose database does not continue the log is stopped. */
  readonly onBroken: (server: Server) => void;
  /** Called with every server that was started in the place of another. */
  readonly onStartedAgain: (server: Server) => void;
  /** Called when none could be started in its place. */
  readonly onFailed: (error: unknown) => void;
};

/** A database that fails over is away for seconds to minutes. */
const ATTEMPTS = 60;
const PAUSE_MS = 5_000;

/**
 * Runs a server, and starts another in its place, in the same process, whenever its database turns out not to continue
 * the log that it has read. Whatever the first one has in memory goes with it: followers' places in the log, caches,
 * leases and keys.
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

  const startAgain = async (former: FormerApplication): Promise<Server | undefined> => {
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
      // What it could not finish is refused or left to the next one: nothing of it can be stored any more.
      await running.stop().catch(() => {});
      server = await startAgain({ events: continuity?.recent() ?? [], node, notes: running.notes });
      if (server === undefined) return;
      watch(server);
      onStartedAgain(server);
    };
    const begin = (): void => {
      if (stopping.signal.aborted) return;
      // Not waited for where it fails: what is then done stops this, too.
      restarting = replace().catch((error: unknown) => onFailed(error));
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
