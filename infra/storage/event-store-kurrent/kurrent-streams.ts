import { once } from 'node:events';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientReadableStream } from '@grpc/grpc-js';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { KurrentConnection } from './kurrent-connection.ts';
import { failureOfSubscription } from './kurrent-failure.ts';
import { envelopeOf, type LogEntry, type LogPlace, logEntryOf, type ProposedEvent } from './log-entry.ts';

/** Filters `$all` on the server by prefixes of stream names or event types. */
export type LogFilter = { readonly streams: readonly string[] } | { readonly types: readonly string[] };

/** An item of a subscription: an event, or how far it has scanned; `caughtUp` at the end. */
export type SubscriptionItem =
  | { readonly kind: 'entry'; readonly entry: LogEntry }
  | { readonly kind: 'checkpoint'; readonly place: LogPlace }
  | { readonly kind: 'caughtUp' }
  | { readonly kind: 'confirmed' };

type SentOutcome =
  | { readonly outcome: 'stored'; readonly revision: number }
  | { readonly outcome: 'conflict'; readonly actual: number };

/** The KurrentDB calls used here. All reject with a Failure; see `failureOfCall`. */
export type KurrentStreams = {
  /** Appends all events or none, if the last revision of the stream is the expected one (-1: no stream). */
  readonly append: (
    stream: string,
    events: readonly ProposedEvent[],
    expected: number,
  ) => Promise<SentOutcome>;
  /** The events of a stream from a revision on that KurrentDB still shows. */
  readonly readStream: (stream: string, from: number, count: number) => Promise<readonly LogEntry[]>;
  /** The last revision of a stream; -1 if it does not exist. */
  readonly lastRevision: (stream: string) => Promise<number>;
  /** The events of `$all` at and after a place in order, until the caller has enough. */
  readonly readAll: (
    from: LogPlace | 'start',
    filter: LogFilter | undefined,
    isEnough: (entry: LogEntry) => boolean,
  ) => Promise<readonly LogEntry[]>;
  /** The last event of `$all` that matches a filter. */
  readonly lastOfAll: (filter: LogFilter) => Promise<LogEntry | undefined>;
  /** `$all` after a place, without end; stops with the signal and rejects when the connection breaks. */
  readonly subscribe: (
    after: LogPlace | 'start',
    filter: LogFilter,
    signal: AbortSignal,
  ) => AsyncGenerator<readonly SubscriptionItem[]>;
  readonly close: () => void;
};

/** Two attempts have to fit into the ten seconds of an append, with the work before and after. */
const APPEND_MS = 3_000;
/** A page has at most some megabytes; its caller must be answered within 15 s. */
const READ_MS = 6_000;
/** The number of events that the server scans before it sends a checkpoint: at most a second's work. */
const CHECKPOINT_EVENTS = 1_000;
/** The most frames that are passed on together. */
const BATCH = 500;
const MAX_COUNT = '9223372036854775807';

const identifier = (name: string): shared.StreamIdentifier => {
  const id = new shared.StreamIdentifier();
  id.setStreamName(Buffer.from(name, 'utf8'));
  return id;
};

const uuid = (id: string): shared.UUID => {
  const message = new shared.UUID();
  message.setString(id);
  return message;
};

const readOptions = (): streams.ReadReq.Options => {
  const options = new streams.ReadReq.Options();
  const uuids = new streams.ReadReq.Options.UUIDOption();
  uuids.setString(new shared.Empty());
  options.setUuidOption(uuids);
  options.setResolveLinks(false);
  options.setReadDirection(streams.ReadReq.Options.ReadDirection.FORWARDS);
  return options;
};

const ofStream = (name: string, from: number | 'end'): streams.ReadReq.Options => {
  const options = readOptions();
  const stream = new streams.ReadReq.Options.StreamOptions();
  stream.setStreamIdentifier(identifier(name));
  if (from === 'end') stream.setEnd(new shared.Empty());
  else stream.setRevision(String(from));
  options.setStream(stream);
  options.setNoFilter(new shared.Empty());
  return options;
};

const ofAll = (from: LogPlace | 'start' | 'end', filter: LogFilter | undefined): streams.ReadReq.Options => {
  const options = readOptions();
  const all = new streams.ReadReq.Options.AllOptions();
  if (from === 'start') all.setStart(new shared.Empty());
  else if (from === 'end') all.setEnd(new shared.Empty());
  else {
    const position = new streams.ReadReq.Options.Position();
    position.setCommitPosition(String(from.commit));
    position.setPreparePosition(String(from.prepare));
    all.setPosition(position);
  }
  options.setAll(all);
  if (filter === undefined) {
    options.setNoFilter(new shared.Empty());
    return options;
  }
  const filterOptions = new streams.ReadReq.Options.FilterOptions();
  const expression = new streams.ReadReq.Options.FilterOptions.Expression();
  expression.setPrefixList('streams' in filter ? [...filter.streams] : [...filter.types]);
  if ('streams' in filter) filterOptions.setStreamIdentifier(expression);
  else filterOptions.setEventType(expression);
  filterOptions.setMax(CHECKPOINT_EVENTS);
  filterOptions.setCheckpointintervalmultiplier(1);
  options.setFilter(filterOptions);
  return options;
};

const request = (options: streams.ReadReq.Options): streams.ReadReq => {
  const read = new streams.ReadReq();
  read.setOptions(options);
  return read;
};

/** The events of a call until the caller has enough; the call is always ended. */
const collect = async (
  call: ClientReadableStream<streams.ReadResp>,
  isEnough: (entry: LogEntry) => boolean,
): Promise<readonly LogEntry[]> => {
  const entries: LogEntry[] = [];
  // Later results of a cancelled call are ignored.
  call.on('error', () => {});
  try {
    for await (const response of call as AsyncIterable<streams.ReadResp>) {
      if (response.hasStreamNotFound()) break;
      const record = response.getEvent()?.getEvent();
      if (!record) continue;
      const entry = logEntryOf(record);
      entries.push(entry);
      if (isEnough(entry)) break;
    }
  } finally {
    call.cancel();
  }
  return entries;
};

const newsOf = (response: streams.ReadResp): SubscriptionItem | undefined => {
  const record = response.getEvent()?.getEvent();
  if (record) return { kind: 'entry', entry: logEntryOf(record) };
  const checkpoint = response.getCheckpoint();
  if (checkpoint)
    return {
      kind: 'checkpoint',
      place: {
        commit: Number(checkpoint.getCommitPosition()),
        prepare: Number(checkpoint.getPreparePosition()),
      },
    };
  if (response.hasCaughtUp()) return { kind: 'caughtUp' };
  if (response.hasConfirmation()) return { kind: 'confirmed' };
  return undefined;
};

/** Everything that has arrived by now, together; waits if nothing has. `undefined` at the end. */
const takeArrived = async (
  call: ClientReadableStream<streams.ReadResp>,
  ended: Promise<unknown>,
  hasEnded: () => boolean,
): Promise<readonly streams.ReadResp[] | undefined> => {
  for (;;) {
    const arrived: streams.ReadResp[] = [];
    while (arrived.length < BATCH) {
      const response: streams.ReadResp | null = call.read();
      if (response === null) break;
      arrived.push(response);
    }
    if (arrived.length > 0) return arrived;
    if (hasEnded() || call.readableEnded || call.destroyed) return undefined;
    const waiting = new AbortController();
    await Promise.race([once(call, 'readable', { signal: waiting.signal }).catch(() => {}), ended]);
    waiting.abort();
  }
};

const append =
  (connection: KurrentConnection): KurrentStreams['append'] =>
  (name, events, expected) =>
    connection.call(
      ({ client, metadata, options }) =>
        new Promise<SentOutcome>((resolve, reject) => {
          const call = client.append(metadata, options, (error, response) => {
            if (error) return reject(error);
            const success = response.getSuccess();
            if (success)
              return resolve({ outcome: 'stored', revision: Number(success.getCurrentRevision()) });
            const wrong = response.getWrongExpectedVersion();
            if (wrong)
              return resolve({
                outcome: 'conflict',
                actual: wrong.hasCurrentRevision() ? Number(wrong.getCurrentRevision()) : -1,
              });
            return reject(
              new Failure(failure('internal_error', 'KurrentDB answered an append with an empty response.')),
            );
          });
          // The callback reports it.
          call.on('error', () => {});
          const header = new streams.AppendReq();
          const appendOptions = new streams.AppendReq.Options();
          appendOptions.setStreamIdentifier(identifier(name));
          if (expected < 0) appendOptions.setNoStream(new shared.Empty());
          else appendOptions.setRevision(String(expected));
          header.setOptions(appendOptions);
          call.write(header);
          for (const event of events) {
            const message = new streams.AppendReq.ProposedMessage();
            message.setId(uuid(event.id));
            message.getMetadataMap().set('type', event.type).set('content-type', 'application/json');
            message.setCustomMetadata(envelopeOf(event));
            message.setData(Buffer.from(event.data));
            const entry = new streams.AppendReq();
            entry.setProposedMessage(message);
            call.write(entry);
          }
          call.end();
        }),
      APPEND_MS,
    );

const subscribe = (connection: KurrentConnection): KurrentStreams['subscribe'] =>
  async function* (after, filter, signal) {
    const read = ofAll(after, filter);
    read.setSubscription(new streams.ReadReq.Options.SubscriptionOptions());
    const { call, failedLater } = await connection.call(
      async ({ client, metadata, options, failedLater }) => ({
        call: client.read(request(read), metadata, options),
        failedLater,
      }),
      undefined,
    );
    let failed: unknown;
    let isOver = false;
    const ended = new Promise<void>((resolve) => {
      call.once('error', (error) => {
        failed = error;
        resolve();
      });
      call.once('end', resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    void ended.then(() => {
      isOver = true;
    });
    try {
      while (!signal.aborted && failed === undefined) {
        const arrived = await takeArrived(call, ended, () => isOver);
        if (arrived === undefined) break;
        const news = arrived.flatMap((response) => newsOf(response) ?? []);
        if (news.length > 0) yield news;
      }
    } finally {
      call.on('error', () => {});
      call.cancel();
    }
    if (failed === undefined || signal.aborted) return;
    // Makes the next subscription use another node, if that helps.
    failedLater(failed);
    throw failureOfSubscription(failed, after);
  };

/** Talks to KurrentDB with the generated messages of the vendor's client, preserving every stored byte. */
export const createKurrentStreams = (connection: KurrentConnection): KurrentStreams => {
  const readStream: KurrentStreams['readStream'] = (name, from, count) =>
    connection.call(
      ({ client, metadata, options }) => {
        const read = ofStream(name, from);
        read.setCount(String(count));
        return collect(client.read(request(read), metadata, options), () => false);
      },
      READ_MS,
      true,
    );

  return {
    append: append(connection),
    readStream,
    lastRevision: (name) =>
      connection.call(
        async ({ client, metadata, options }) => {
          const read = ofStream(name, 'end');
          read.setReadDirection(streams.ReadReq.Options.ReadDirection.BACKWARDS);
          read.setCount('1');
          const [last] = await collect(client.read(request(read), metadata, options), () => true);
          return last?.revision ?? -1;
        },
        READ_MS,
        true,
      ),
    readAll: (from, filter, isEnough) =>
      connection.call(
        ({ client, metadata, options }) => {
          const read = ofAll(from, filter);
          read.setCount(MAX_COUNT);
          return collect(client.read(request(read), metadata, options), isEnough);
        },
        READ_MS,
        true,
      ),
    lastOfAll: (filter) =>
      connection.call(
        async ({ client, metadata, options }) => {
          const read = ofAll('end', filter);
          read.setReadDirection(streams.ReadReq.Options.ReadDirection.BACKWARDS);
          read.setCount('1');
          const [last] = await collect(client.read(request(read), metadata, options), () => true);
          return last;
        },
        READ_MS,
        true,
      ),
    subscribe: subscribe(connection),
    close: connection.close,
  };
};
