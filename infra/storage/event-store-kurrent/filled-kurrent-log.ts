import { setTimeout as sleep } from 'node:timers/promises';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Database } from '../../../ports/database.ts';
import type { StoredEvent } from '../../../ports/event-store.ts';
import type { Leases } from '../../../ports/leases.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { FilledLog } from '../log-copy/filled-log.ts';
import type { KurrentConfiguration } from './kurrent-configuration.ts';
import { openKurrentConnection } from './kurrent-connection.ts';
import { createKurrentReader } from './kurrent-reader.ts';
import { createKurrentStreams } from './kurrent-streams.ts';
import { startNumberer } from './numberer.ts';
import { createNumberingTable } from './numbering-table.ts';
import { waitUntilAllNumbered } from './wait-until-all-numbered.ts';

type FilledKurrentLogOptions = {
  readonly configuration: KurrentConfiguration;
  /** The database with the numbering. */
  readonly database: Database;
  readonly leases: Leases;
  readonly logger: Logger;
  /** True when the transfer into KurrentDB has begun: then its events belong to this installation. */
  readonly isBegun: boolean;
  readonly signal: AbortSignal;
};

/** The most events of one stream that are sent together; a server accepts more. */
const TOGETHER_BYTES = 512 * 1024;
const TOGETHER_EVENTS = 500;
/** The pauses before further attempts; together they outlast the election of a leader. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000];

const refused = (message: string): Failure =>
  new Failure(failure('rule_violated', message, { component: 'event-store' }));

/** Consecutive events of one stream, which can be sent together without changing the order of the log. */
const runsOf = (events: readonly StoredEvent[]): readonly (readonly StoredEvent[])[] => {
  const runs: StoredEvent[][] = [];
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata);
    const run = runs.at(-1);
    const fits = bytes + size <= TOGETHER_BYTES && (run?.length ?? 0) < TOGETHER_EVENTS;
    if (run?.[0]?.streamId === event.streamId && fits) {
      run.push(event);
      bytes += size;
    } else {
      runs.push([event]);
      bytes = size;
    }
  }
  return runs;
};

/**
 * Opens the log of an installation in KurrentDB to copy another one into it: each event is appended in order of
 * position, with its revision, id and timestamp, and numbered here, so that it gets the same position. An event that
 * is appended twice, because a response was lost or the process died, is stored once: the server gets the exact
 * revision and finds the same ids after it.
 *
 * @throws Failure `rule_violated` if KurrentDB has events under the prefix that do not belong to this installation
 */
export const openFilledKurrentLog = async ({
  configuration,
  database,
  leases,
  logger,
  isBegun,
  signal,
}: FilledKurrentLogOptions): Promise<FilledLog & { readonly close: () => Promise<void> }> => {
  const { prefix } = configuration;
  const table = createNumberingTable(database, prefix);
  const { head } = await table.readState();
  const connection = await openKurrentConnection(configuration);
  const streams = createKurrentStreams(connection);
  const endOf = (): Promise<number> => waitUntilAllNumbered({ streams, table, prefix }, signal);

  try {
    // Before anything is numbered, which would leave the numbers of a foreign log in the database.
    if (head === 0 && !isBegun && (await streams.lastOfAll({ streams: [prefix] })) !== undefined)
      throw refused(
        `KurrentDB already has streams whose names begin with "${prefix}" and that this database does not know: they belong to another ` +
          'installation. Set another prefix.',
      );
  } catch (error) {
    streams.close();
    throw error;
  }
  const reader = createKurrentReader({ streams, table, prefix });
  const numberer = startNumberer({
    streams,
    connection,
    table,
    leases,
    prefix,
    logger,
    onNumbered: () => {},
  });

  const send = async (run: readonly StoredEvent[]): Promise<void> => {
    const [first] = run;
    if (!first) return;
    const pauses = [...PAUSES_MS];
    for (;;) {
      try {
        const sent = await streams.append(`${prefix}${first.streamId}`, run, first.revision - 1);
        if (sent.outcome === 'stored') return;
        throw new Failure(
          failure(
            'conflict',
            `The stream ${first.streamId} ends at revision ${sent.actual} in KurrentDB instead of ${first.revision - 1}.`,
            { component: 'event-store', details: { position: first.position } },
          ),
        );
      } catch (error) {
        const pause = pauses.shift();
        if (!(error instanceof Failure) || error.reason.code !== 'unavailable' || pause === undefined)
          throw error;
        await sleep(pause, undefined, { signal });
      }
    }
  };

  return {
    end: endOf,
    add: async (events) => {
      for (const run of runsOf(events)) {
        signal.throwIfAborted();
        await send(run);
      }
      const last = events.at(-1)?.position;
      const end = await endOf();
      if (last !== undefined && end !== last)
        throw new Failure(
          failure('conflict', 'Another program writes to our streams in KurrentDB.', {
            component: 'event-store',
            details: { position: end },
          }),
        );
    },
    read: async (after, to) => {
      const events: StoredEvent[] = [];
      let from = after;
      while (from < to) {
        const page = await reader.readStored(from, to - from);
        events.push(...page.events);
        if (page.scannedTo <= from) break;
        from = page.scannedTo;
      }
      return events;
    },
    close: async () => {
      await numberer.stop();
      streams.close();
    },
  };
};
