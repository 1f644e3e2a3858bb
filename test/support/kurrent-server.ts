import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import {
  ServerCredentials as Credentials,
  Metadata,
  Server,
  type ServerCredentials,
  type ServerReadableStream,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js';
import {
  ANY,
  EXISTS,
  type Expectation,
  type KurrentLog,
  type KurrentRecord,
  NO_STREAM,
  openKurrentLog,
  type ProposedRecord,
} from './kurrent-log.ts';

type Endpoint = { readonly address: string; readonly port: number };

/** Whether a node leads, follows another, or is in no state to serve. */
type Role = 'leader' | 'starting' | { readonly followerOf: Endpoint };

type ServerOptions = {
  readonly log?: KurrentLog;
  readonly credentials?: ServerCredentials;
  /** A request without it is refused. */
  readonly user?: { readonly name: string; readonly password: string };
  /** Bytes of one append; the default of EventStoreDB up to 24.10 was 1 MiB. */
  readonly maxAppendSize?: number;
};

class CallError extends Error {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;
  constructor(code: status, details: string, said: Readonly<Record<string, string>> = {}) {
    super(details);
    this.code = code;
    this.details = details;
    this.metadata = new Metadata();
    for (const [name, value] of Object.entries(said)) this.metadata.set(name, value);
  }
}

const invalid = (details: string): CallError => new CallError(status.INVALID_ARGUMENT, details);
const nameOf = (id: shared.StreamIdentifier | undefined): string => {
  const name = Buffer.from(id?.getStreamName_asU8() ?? []).toString('utf8');
  if (name === '') throw invalid('The name of a stream is missing.');
  return name;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const expectationOf = (options: streams.AppendReq.Options): Expectation => {
  if (options.hasRevision()) return Number(options.getRevision());
  if (options.hasNoStream()) return NO_STREAM;
  if (options.hasAny()) return ANY;
  if (options.hasStreamExists()) return EXISTS;
  throw invalid('The expected revision is missing.');
};

const proposedOf = (message: streams.AppendReq.ProposedMessage): ProposedRecord => {
  const id = message.getId()?.getString() ?? '';
  if (!UUID.test(id)) throw invalid('An id is no UUID.');
  const type = message.getMetadataMap().get('type');
  const contentType = message.getMetadataMap().get('content-type');
  if (!type || !contentType)
    throw new CallError(status.INVALID_ARGUMENT, 'Required Metadata Property is missing', {
      exception: 'missing-required-metadata-property',
      'required-metadata-properties': 'type,content-type',
    });
  if (contentType !== 'application/json' && contentType !== 'application/octet-stream')
    throw invalid('The content type does not exist.');
  return {
    id: id.toLowerCase(),
    type,
    isJson: contentType === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
};

const recordMessage = (record: KurrentRecord, ofAll: boolean): streams.ReadResp => {
  const event = new streams.ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(record.id);
  event.setId(id);
  const stream = new shared.StreamIdentifier();
  stream.setStreamName(Buffer.from(record.stream));
  event.setStreamIdentifier(stream);
  event.setStreamRevision(
    record.revision === Number.MAX_SAFE_INTEGER ? '9223372036854775807' : String(record.revision),
  );
  // A reading of one stream does not tell where in $all its events stand.
  const place = ofAll ? String(record.commit) : '18446744073709551615';
  event.setCommitPosition(place);
  event.setPreparePosition(place);
  event
    .getMetadataMap()
    .set('type', record.type)
    .set('created', record.created)
    .set('content-type', record.isJson ? 'application/json' : 'application/octet-stream');
  event.setData(Buffer.from(record.data, 'base64'));
  event.setCustomMetadata(Buffer.from(record.metadata, 'base64'));
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(event);
  if (ofAll) read.setCommitPosition(String(record.commit));
  else read.setNoPosition(new shared.Empty());
  const response = new streams.ReadResp();
  response.setEvent(read);
  return response;
};

const checkpointMessage = (commit: number): streams.ReadResp => {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(commit));
  checkpoint.setPreparePosition(String(commit));
  const response = new streams.ReadResp();
  response.setCheckpoint(checkpoint);
  return response;
};

const filterOf = (filter: streams.ReadReq.Options.FilterOptions): ((record: KurrentRecord) => boolean) => {
  if (!filter.hasMax() && !filter.hasCount()) throw invalid('The window of a filter is missing.');
  const expression = filter.getStreamIdentifier() ?? filter.getEventType();
  if (!expression) throw invalid('A filter without an expression.');
  const prefixes = expression.getPrefixList();
  const regex = expression.getRegex();
  if (prefixes.length === 0 && regex === '') throw invalid('A filter without a prefix.');
  const matches = (text: string): boolean =>
    regex === '' ? prefixes.some((prefix) => text.startsWith(prefix)) : new RegExp(regex).test(text);
  return (record) => matches(filter.hasStreamIdentifier() ? record.stream : record.type);
};

/**
 * A KurrentDB that keeps its log in memory, or in a file, and speaks its protocol by the stubs that the vendor's client is
 * generated with: appends, readings of streams and of `$all` with filters of prefixes, subscriptions with their
 * confirmation, checkpoints and `caughtUp`, gossip, the answers to what is wrong, and redirection to the leader. As
 * strict as the real one: what it would refuse is refused, with the same status and trailers.
 */
export const startKurrentServer = async (options: ServerOptions = {}) => {
  const log = options.log ?? openKurrentLog();
  const maxAppendSize = options.maxAppendSize ?? 16 * 1024 * 1024;
  let role: Role = 'leader';
  let members: readonly { readonly endpoint: Endpoint; readonly isLeader: boolean }[] | undefined;
  let port = 0;
  let server: Server | undefined;
  /** Appends whose answer gets lost after they were stored, and such that are refused before. */
  let loseAnswers = 0;
  let refuseAppends = 0;
  let delayAppends: Promise<void> | undefined;
  const calls = { append: 0, read: 0, subscribe: 0 };
  const open = new Set<() => void>();

  const admit = (metadata: Metadata): void => {
    const { user } = options;
    if (user) {
      const expected = `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`;
      if (metadata.get('authorization')[0] !== expected)
        throw new CallError(status.UNAUTHENTICATED, 'Unauthenticated');
    }
    if (role === 'starting') throw new CallError(status.UNAVAILABLE, 'Server Is Not Ready');
    if (role !== 'leader' && metadata.get('requires-leader')[0] === 'true')
      throw new CallError(status.NOT_FOUND, 'Leader info available', {
        exception: 'not-leader',
        'leader-endpoint-host': role.followerOf.address,
        'leader-endpoint-port': String(role.followerOf.port),
      });
  };

  const append = (
    call: ServerReadableStream<streams.AppendReq, streams.AppendResp>,
    answer: (error: CallError | null, response?: streams.AppendResp) => void,
  ): void => {
    calls.append += 1;
    let header: streams.AppendReq.Options | undefined;
    const proposed: ProposedRecord[] = [];
    let size = 0;
    let failed = false;
    const fail = (error: unknown): void => {
      if (failed) return;
      failed = true;
      answer(
        error instanceof CallError
          ? error
          : new CallError(status.UNKNOWN, 'Exception was thrown by handler.'),
      );
    };
    call.on('data', (request: streams.AppendReq) => {
      if (failed) return;
      try {
        if (!header) {
          header = request.getOptions();
          if (!header) throw new CallError(status.UNKNOWN, 'Exception was thrown by handler.');
          admit(call.metadata);
          nameOf(header.getStreamIdentifier());
          expectationOf(header);
          return;
        }
        const message = request.getProposedMessage();
        if (!message) throw new CallError(status.UNKNOWN, 'Exception was thrown by handler.');
        const one = proposedOf(message);
        size += one.data.byteLength + one.metadata.byteLength + 2 * one.type.length;
        if (size > maxAppendSize)
          throw new CallError(status.INVALID_ARGUMENT, `Maximum Append Size of ${maxAppendSize} Exceeded.`, {
            exception: 'maximum-append-size-exceeded',
            'maximum-append-size': String(maxAppendSize),
          });
        proposed.push(one);
      } catch (error) {
        fail(error);
      }
    });
    call.on('end', async () => {
      await delayAppends;
      if (failed) return;
      try {
        if (!header) throw new CallError(status.UNKNOWN, 'Exception was thrown by handler.');
        // It may have lost the lead while the append was on its way.
        admit(call.metadata);
        if (refuseAppends > 0) {
          refuseAppends -= 1;
          throw new CallError(status.UNAVAILABLE, 'Server Is Too Busy');
        }
        const stream = nameOf(header.getStreamIdentifier());
        const outcome = log.append(stream, expectationOf(header), proposed);
        if (outcome.outcome === 'deleted')
          throw new CallError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
            exception: 'stream-deleted',
            'stream-name': stream,
          });
        if (loseAnswers > 0) {
          loseAnswers -= 1;
          throw new CallError(status.UNAVAILABLE, 'Connection dropped');
        }
        const response = new streams.AppendResp();
        if (outcome.outcome === 'wrong') {
          const wrong = new streams.AppendResp.WrongExpectedVersion();
          if (outcome.actual < 0) wrong.setCurrentNoStream(new shared.Empty());
          else wrong.setCurrentRevision(String(outcome.actual));
          if (header.hasRevision()) wrong.setExpectedRevision(header.getRevision());
          else if (header.hasNoStream()) wrong.setExpectedNoStream(new shared.Empty());
          else wrong.setExpectedAny(new shared.Empty());
          response.setWrongExpectedVersion(wrong);
        } else {
          const success = new streams.AppendResp.Success();
          success.setCurrentRevision(String(outcome.revision));
          const position = new streams.AppendResp.Position();
          position.setCommitPosition(String(outcome.commit));
          position.setPreparePosition(String(outcome.commit));
          success.setPosition(position);
          response.setSuccess(success);
        }
        answer(null, response);
      } catch (error) {
        fail(error);
      }
    });
  };

  type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>;
  const send = async (call: ReadCall, response: streams.ReadResp): Promise<void> => {
    if (call.cancelled || call.destroyed) return;
    if (!call.write(response))
      await new Promise<void>((resolve) => {
        const events = ['drain', 'cancelled', 'close'];
        const go = (): void => {
          for (const event of events) call.off(event, go);
          resolve();
        };
        for (const event of events) call.on(event, go);
      });
  };

  const readStream = async (call: ReadCall, read: streams.ReadReq.Options): Promise<void> => {
    const stream = read.getStream();
    if (!stream) throw invalid('No stream.');
    const name = nameOf(stream.getStreamIdentifier());
    if (log.isDeleted(name))
      throw new CallError(status.FAILED_PRECONDITION, `Event stream '${name}' is deleted.`, {
        exception: 'stream-deleted',
        'stream-name': name,
      });
    const visible = log.visibleOf(name);
    if (visible.length === 0) {
      const response = new streams.ReadResp();
      const notFound = new streams.ReadResp.StreamNotFound();
      notFound.setStreamIdentifier(stream.getStreamIdentifier());
      response.setStreamNotFound(notFound);
      await send(call, response);
      return;
    }
    const backwards = read.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
    const from = stream.hasRevision()
      ? Number(stream.getRevision())
      : backwards
        ? Number.POSITIVE_INFINITY
        : 0;
    if (!stream.hasRevision() && !stream.hasStart() && !stream.hasEnd()) throw invalid('No revision.');
    const wanted = backwards
      ? visible.filter(({ revision }) => revision <= from).toReversed()
      : visible.filter(({ revision }) => revision >= from);
    for (const record of wanted.slice(0, Number(read.getCount())))
      await send(call, recordMessage(record, false));
  };

  const placeOf = (all: streams.ReadReq.Options.AllOptions): number => {
    if (all.hasStart()) return -1;
    if (all.hasEnd()) return Number.POSITIVE_INFINITY;
    const position = all.getPosition();
    if (!position) throw invalid('No position.');
    const [commit, prepare] = [Number(position.getCommitPosition()), Number(position.getPreparePosition())];
    // One that was made up would lead into the middle of a record. Those of scavenged records are still known.
    if (commit !== prepare) throw invalid('A position that was never given.');
    return commit;
  };

  const readAll = async (call: ReadCall, read: streams.ReadReq.Options): Promise<void> => {
    const all = read.getAll();
    if (!all) throw invalid('No position.');
    const filter = read.getFilter();
    const passes = filter ? filterOf(filter) : () => true;
    const from = placeOf(all);
    const backwards = read.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
    const records = log.records();
    const step = backwards ? -1 : 1;
    let left = Number(read.getCount());
    for (
      let index = log.countBefore(from) - (backwards ? 1 : 0);
      left > 0 && !call.cancelled && index >= 0 && index < records.length;
      index += step
    ) {
      const record = records[index];
      if (!record || !passes(record)) continue;
      left -= 1;
      await send(call, recordMessage(record, true));
    }
  };

  const subscribe = async (call: ReadCall, read: streams.ReadReq.Options): Promise<void> => {
    calls.subscribe += 1;
    const all = read.getAll();
    const filter = read.getFilter();
    if (!all || !filter) throw invalid('This server follows $all behind a filter only.');
    if (read.getReadDirection() !== streams.ReadReq.Options.ReadDirection.FORWARDS)
      throw invalid('The combination is invalid.');
    const interval = filter.getCheckpointintervalmultiplier() * (filter.hasMax() ? filter.getMax() : 32);
    if (interval < 1) throw new CallError(status.UNKNOWN, 'Exception was thrown by handler.');
    const passes = filterOf(filter);
    let after = placeOf(all);
    const confirmation = new streams.ReadResp.SubscriptionConfirmation();
    confirmation.setSubscriptionId(crypto.randomUUID());
    const confirmed = new streams.ReadResp();
    confirmed.setConfirmation(confirmation);
    await send(call, confirmed);

    let wake: (() => void) | undefined;
    const stopListening = log.onChanged(() => wake?.());
    call.on('cancelled', () => wake?.());
    const end = (): void => {
      call.destroy();
      wake?.();
    };
    open.add(end);
    let considered = 0;
    let isLive = false;
    try {
      while (!call.cancelled && !call.destroyed) {
        const records = log.records();
        const low = log.countBefore(after + 1);
        for (const record of records.slice(low, low + 500)) {
          if (passes(record)) await send(call, recordMessage(record, true));
          after = record.commit;
          considered += 1;
          if (considered % interval === 0) await send(call, checkpointMessage(after));
        }
        if (low + 500 < records.length) continue;
        if (!isLive) {
          isLive = true;
          if (after >= 0) await send(call, checkpointMessage(after));
          const caughtUp = new streams.ReadResp();
          caughtUp.setCaughtUp(new streams.ReadResp.CaughtUp());
          await send(call, caughtUp);
        }
        if ((log.records().at(-1)?.commit ?? -1) > after) continue;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      stopListening();
      open.delete(end);
    }
  };

  const read = async (call: ReadCall): Promise<void> => {
    calls.read += 1;
    try {
      admit(call.metadata);
      const wanted = call.request.getOptions();
      if (!wanted) throw invalid('No options.');
      if (!wanted.getUuidOption()?.hasString()) throw invalid('The UUID option is missing.');
      if (wanted.hasFilter() === wanted.hasNoFilter()) throw invalid('The combination is invalid.');
      if (wanted.hasSubscription()) await subscribe(call, wanted);
      else if (wanted.getCount() === '0') throw invalid('The combination is invalid.');
      else if (wanted.hasStream()) await readStream(call, wanted);
      else await readAll(call, wanted);
      call.end();
    } catch (error) {
      call.emit(
        'error',
        error instanceof CallError
          ? error
          : new CallError(status.UNKNOWN, 'Exception was thrown by handler.'),
      );
    }
  };

  const cluster = (): gossip.ClusterInfo => {
    const info = new gossip.ClusterInfo();
    const known = members ?? [{ endpoint: { address: '127.0.0.1', port }, isLeader: role === 'leader' }];
    for (const { endpoint, isLeader } of known) {
      const member = new gossip.MemberInfo();
      const id = new shared.UUID();
      id.setString(crypto.randomUUID());
      member.setInstanceId(id);
      member.setState(gossip.MemberInfo.VNodeState[isLeader ? 'LEADER' : 'FOLLOWER']);
      member.setIsAlive(true);
      const at = new gossip.EndPoint();
      at.setAddress(endpoint.address);
      at.setPort(endpoint.port);
      member.setHttpEndPoint(at);
      info.addMembers(member);
    }
    return info;
  };

  const start = async (): Promise<void> => {
    const starting = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    const unimplemented = (): never => {
      throw new CallError(status.UNIMPLEMENTED, 'Not offered by this server.');
    };
    starting.addService(services.StreamsService, {
      read,
      append,
      delete: unimplemented,
      tombstone: unimplemented,
      batchAppend: unimplemented,
    });
    starting.addService(gossipServices.GossipService, {
      read: (_call: unknown, answer: (error: null, info: gossip.ClusterInfo) => void) =>
        answer(null, cluster()),
    });
    port = await new Promise<number>((resolve, reject) => {
      starting.bindAsync(
        `127.0.0.1:${port}`,
        options.credentials ?? Credentials.createInsecure(),
        (error, bound) => (error ? reject(error) : resolve(bound)),
      );
    });
    server = starting;
  };

  /** As a process that is killed: every connection breaks at once. */
  const kill = async (): Promise<void> => {
    const stopping = server;
    server = undefined;
    for (const end of [...open]) end();
    stopping?.forceShutdown();
    log.forgetRecentIds();
  };
  await start();

  return {
    log,
    endpoint: (): Endpoint => ({ address: '127.0.0.1', port }),
    /** A connection string for it. */
    url: (): string => `esdb://127.0.0.1:${port}?tls=false`,
    calls: () => ({ ...calls }),
    kill,
    /** On the same port, with what is in the log. */
    start,
    restart: async (): Promise<void> => {
      await kill();
      await start();
    },
    become: (next: Role): void => {
      role = next;
      // Readers at a node that no longer serves are not notified; a follower goes on serving.
      if (next === 'starting') for (const end of [...open]) end();
    },
    knowMembers: (known: NonNullable<typeof members>): void => {
      members = known;
    },
    loseAnswersOfAppends: (count: number): void => {
      loseAnswers = count;
    },
    refuseAppends: (count: number): void => {
      refuseAppends = count;
    },
    holdAppends: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      delayAppends = promise;
      return () => {
        delayAppends = undefined;
        resolve();
      };
    },
    /** Breaks every subscription without a word. */
    dropSubscriptions: (): void => {
      for (const end of [...open]) end();
    },
    [Symbol.asyncDispose]: kill,
  };
};
export type KurrentServer = Awaited<ReturnType<typeof startKurrentServer>>;
