import type { Position } from '../../../domain/kernel/event.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import type { Database } from '../../../ports/database.ts';
import type { Leases } from '../../../ports/leases.ts';
import type { LogContinuity } from '../../../ports/log-continuity.ts';
import type { LogLosses } from '../../../ports/log-losses.ts';
import type { Logger } from '../../../ports/logger.ts';
import { type Metrics, silentMetrics } from '../../../ports/metrics.ts';
import type { EventSerializer } from '../event-serialization/event-serializer.ts';
import { integer, text } from '../event-store/columns.ts';
import type { LogBackend } from '../event-store/log-backend.ts';
import { createEventStoreOn, type PostgresEventStore } from '../event-store/postgres-event-store.ts';
import { createAppendSizeProbe } from './append-size.ts';
import { findKurrentLoss } from './find-kurrent-loss.ts';
import type { KurrentConfiguration } from './kurrent-configuration.ts';
import { openKurrentConnection } from './kurrent-connection.ts';
import { eventStoreUnavailable } from './kurrent-failure.ts';
import { createKurrentReader } from './kurrent-reader.ts';
import { createKurrentStreams } from './kurrent-streams.ts';
import { createKurrentWriter } from './kurrent-writer.ts';
import { openLogLine, readLogLine } from './log-line.ts';
import { type NumberingStatus, startNumberer } from './numberer.ts';
import type { NumberingFacts } from './numbering-facts.ts';
import { createNumberingNotifier } from './numbering-notifier.ts';
import { createNumberingTable } from './numbering-table.ts';
import { watchNumbering } from './numbering-watch.ts';
import { waitUntilAllNumbered } from './wait-until-all-numbered.ts';

type KurrentEventStoreOptions = {
  readonly configuration: KurrentConfiguration;
  /** The database with the numbering, the leases and the keys. */
  readonly database: Database;
  readonly leases: Leases;
  /** Ends when an operator gives up events that KurrentDB has lost. */
  readonly continuity?: LogContinuity | undefined;
  /** The events given up when this process began to read; looked up when absent. */
  readonly logLine?: { readonly begun: string | undefined };
  readonly serializer: EventSerializer;
  readonly logger: Logger;
  readonly metrics?: Metrics;
  readonly pollInterval?: number;
  /** True to test at the start that KurrentDB accepts the largest append, by sending one; `doctor` always does. */
  readonly probesAppendSize?: boolean;
};

/** The log in KurrentDB, with its numbering. */
export type KurrentEventStore = PostgresEventStore & {
  readonly numbering: () => NumberingStatus;
  /** Waits until all current events of KurrentDB are numbered, and returns the last position. */
  readonly waitUntilAllNumbered: (signal?: AbortSignal) => Promise<Position>;
  /** Compares the numbers with KurrentDB's events. Rejects if KurrentDB or the database does not answer. */
  readonly inspectNumbering: () => Promise<NumberingFacts>;
  /** The numbered events that are missing from KurrentDB. Rejects if it does not answer. */
  readonly findLoss: LogLosses['find'];
};

/** The most findings in a report: more of them have the same cause. */
const FINDINGS = 20;
/** Longer than a new subscription takes and an append waits: waiting longer for a number is pointless. */
const STANDSTILL_SECONDS = 15;

const recordedAtSql =
  'select position, recorded_at from event_log.numbering where position = any($1::bigint[])';

const PROBE_EVERY_MS = 5_000;

/** Logs once, as soon as KurrentDB answers, if its append limit is too small. Never rejects. */
const warnOfSmallAppends = async (
  appendLimit: () => Promise<number | undefined>,
  logger: Logger,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    try {
      const limit = await appendLimit();
      if (limit !== undefined)
        logger.warn(
          { component: 'event-store', limit },
          'The MaxAppendSize of KurrentDB is too small: large events and uploads will be refused. Set it to 10485760.',
        );
      return;
    } catch {
      await abortablePause(PROBE_EVERY_MS, signal);
    }
  }
};

/**
 * The event log in KurrentDB. Its guarantees are in `ports/event-store.ts`; the dense positions are given by a
 * numbering of `$all` in the database (`numberer.ts`), and an append resolves when its events are stored there and
 * numbered here.
 */
export const openKurrentEventStore = async (
  options: KurrentEventStoreOptions,
): Promise<KurrentEventStore> => {
  const { configuration, database, leases, logger } = options;
  const { metrics = silentMetrics } = options;
  const { prefix } = configuration;
  const table = createNumberingTable(database, prefix);
  // Refuses the prefix of another installation before anything is numbered or appended.
  await table.readState();
  const { begun } = options.logLine ?? { begun: await readLogLine(database) };
  const line = openLogLine(database, options.continuity, begun);
  const connection = await openKurrentConnection(configuration);
  const streams = createKurrentStreams(connection);
  const reader = createKurrentReader({ streams, table, prefix });
  const news = createNumberingNotifier();
  /** Why no append can complete at the moment. */
  const refuseAtStandstill = (): void => {
    const { problem, behindSeconds } = watch.state();
    if (problem !== undefined) throw eventStoreUnavailable(problem);
    if (behindSeconds > STANDSTILL_SECONDS)
      throw eventStoreUnavailable(
        'Events in KurrentDB wait for their numbers, and no node is numbering them.',
      );
  };
  const backend: LogBackend = {
    write: createKurrentWriter({ database, streams, table, news, refuseAtStandstill, prefix, line }),
    stored: reader,
    readStored: reader.readStored,
    readHead: async () =>
      integer(
        (await database.query('select coalesce(max(position), 0) as head from event_log.numbering'))[0]?.head,
      ),
    outcomeHasInstants: false,
    isOwn: false,
    positionAt: async (instant) =>
      integer((await database.query('select event_log.numbered_at($1) as position', [instant]))[0]?.position),
    recordedAt: async (positions) =>
      new Map(
        (await database.query(recordedAtSql, [positions])).map((row) => [
          integer(row.position),
          text(row.recorded_at),
        ]),
      ),
    listen: (onHint) =>
      database.listen('anamnesis_log', (payload) => {
        news.notify();
        onHint(payload);
      }),
    probe: async () => {
      refuseAtStandstill();
      // Permission to read a stream does not include `$all`, which numbering needs.
      await Promise.all([
        streams.lastRevision(`${prefix}probe`),
        streams.readAll('start', undefined, () => true),
      ]);
      await database
        .reserved('appends')
        .query('update event_log.numbering_state set head = head where false');
    },
  };
  const store = await createEventStoreOn(backend, options);
  const numberer = startNumberer({
    streams,
    connection,
    table,
    leases,
    prefix,
    logger,
    onNumbered: news.notify,
  });
  const watch = watchNumbering({
    streams,
    table,
    prefix,
    checkLine: line.look,
    metrics,
    onStalled: numberer.resubscribe,
  });
  const appendLimit = createAppendSizeProbe(streams, prefix);
  const stopping = new AbortController();
  const probing =
    (options.probesAppendSize ?? true) ? warnOfSmallAppends(appendLimit, logger, stopping.signal) : undefined;
  return {
    ...store,
    numbering: numberer.status,
    waitUntilAllNumbered: (signal) => waitUntilAllNumbered({ streams, table, prefix }, signal),
    findLoss: () => findKurrentLoss({ streams, table, prefix }),
    inspectNumbering: async () => {
      await watch.look();
      const [findings, flawed, limit] = await Promise.all([
        table.readFindings(FINDINGS),
        table.countFlawed(),
        // Another check finds a KurrentDB that accepts no appends at all.
        appendLimit().catch(() => undefined),
      ]);
      return { ...watch.state(), findings, flawed, appendLimit: limit };
    },
    close: async () => {
      // Appends in progress wait for their numbers.
      await store.close();
      stopping.abort();
      await Promise.all([watch.stop(), numberer.stop(), probing]);
      streams.close();
    },
  };
};
