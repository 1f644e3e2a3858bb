import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import {
  ServerCredentials as Credentials,
  type Metadata,
  Server,
  type ServerCredentials,
  status,
} from '@grpc/grpc-js';
import { createAppendHandler } from './kurrent-appends.ts';
import { type KurrentLog, openKurrentLog } from './kurrent-log.ts';
import { CallError, handlerError, invalid } from './kurrent-messages.ts';
import type { KurrentNode } from './kurrent-node.ts';
import { type ReadCall, readAll, readStream } from './kurrent-reads.ts';
import { subscribe } from './kurrent-subscription.ts';

type Endpoint = { readonly address: string; readonly port: number };

/** The role of a node: leading, following another node, or not serving yet. */
type Role = 'leader' | 'starting' | { readonly followerOf: Endpoint };

type ServerOptions = {
  readonly log?: KurrentLog;
  readonly credentials?: ServerCredentials;
  /** Requests without these credentials are refused. */
  readonly user?: { readonly name: string; readonly password: string };
  /** Limit of one append, in bytes; EventStoreDB's default up to 24.10 was 1 MiB. */
  readonly maxAppendSize?: number;
};

/** Throws when a node in this role does not serve a call with these headers. */
const admitCall = (metadata: Metadata, user: ServerOptions['user'], role: Role): void => {
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

/** Handles reads and subscriptions, after validating the call. */
const createReadHandler =
  (node: KurrentNode) =>
  async (call: ReadCall): Promise<void> => {
    const { log, admit, calls } = node;
    calls.read += 1;
    try {
      admit(call.metadata);
      const wanted = call.request.getOptions();
      if (!wanted) throw invalid('No options.');
      if (!wanted.getUuidOption()?.hasString()) throw invalid('The UUID option is missing.');
      if (wanted.hasFilter() === wanted.hasNoFilter()) throw invalid('The combination is invalid.');
      if (wanted.hasAll() && node.faults.refuseAll)
        throw new CallError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
      if (wanted.hasSubscription()) await subscribe(node, call, wanted);
      else if (wanted.getCount() === '0') throw invalid('The combination is invalid.');
      else if (wanted.hasStream()) await readStream(log, call, wanted);
      else await readAll(log, call, wanted);
      call.end();
    } catch (error) {
      call.emit('error', handlerError(error));
    }
  };

type Member = { readonly endpoint: Endpoint; readonly isLeader: boolean };

/** The cluster members reported by gossip. */
const clusterInfo = (members: readonly Member[]): gossip.ClusterInfo => {
  const info = new gossip.ClusterInfo();
  for (const { endpoint, isLeader } of members) {
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

const unimplemented = (): never => {
  throw new CallError(status.UNIMPLEMENTED, 'Not offered by this server.');
};

/** Limit of one record; an append may contain several, up to `maxAppendSize`. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** Serves the calls of a node on a port, or on any free one; returns the server and its port. */
const listen = async (
  node: KurrentNode,
  cluster: () => gossip.ClusterInfo,
  port: number,
  credentials = Credentials.createInsecure(),
): Promise<{ readonly server: Server; readonly port: number }> => {
  const server = new Server({ 'grpc.max_receive_message_length': MAX_MESSAGE_BYTES });
  server.addService(services.StreamsService, {
    read: createReadHandler(node),
    append: createAppendHandler(node),
    delete: unimplemented,
    tombstone: unimplemented,
    batchAppend: unimplemented,
  });
  server.addService(gossipServices.GossipService, {
    read: (_call: unknown, answer: (error: null, info: gossip.ClusterInfo) => void) =>
      answer(null, cluster()),
  });
  const bound = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, at) => (error ? reject(error) : resolve(at)));
  });
  return { server, port: bound };
};

/**
 * A KurrentDB server with its log in memory or in a file, using the protocol stubs that the vendor's client is
 * generated from. It supports appends, reads of streams and of `$all` with prefix filters, subscriptions with
 * confirmation, checkpoints and `caughtUp`, gossip, error responses, and redirection to the leader. It is as strict as
 * the real one: it refuses the same calls with the same status and trailers.
 */
export const startKurrentServer = async (options: ServerOptions = {}) => {
  const log = options.log ?? openKurrentLog();
  let role: Role = 'leader';
  let members: readonly Member[] | undefined;
  let port = 0;
  let server: Server | undefined;
  const open = new Set<() => void>();
  const faults: KurrentNode['faults'] = {
    loseAnswers: 0,
    refuseAppends: 0,
    delayAppends: undefined,
    refuseAll: false,
  };
  const node: KurrentNode = {
    log,
    maxAppendSize: options.maxAppendSize ?? 16 * 1024 * 1024,
    admit: (metadata) => admitCall(metadata, options.user, role),
    calls: { append: 0, read: 0, subscribe: 0 },
    faults,
    open,
  };
  const cluster = (): gossip.ClusterInfo =>
    clusterInfo(members ?? [{ endpoint: { address: '127.0.0.1', port }, isLeader: role === 'leader' }]);

  const start = async (): Promise<void> => {
    ({ server, port } = await listen(node, cluster, port, options.credentials));
  };

  /** Breaks every connection immediately, like a killed process. */
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
    calls: () => ({ ...node.calls }),
    kill,
    /** Restarts on the same port, with the existing log. */
    start,
    restart: async (): Promise<void> => {
      await kill();
      await start();
    },
    become: (next: Role): void => {
      role = next;
      // Readers on a node that no longer serves are not notified; a follower keeps serving.
      if (next === 'starting') for (const end of [...open]) end();
    },
    knowMembers: (known: readonly Member[]): void => {
      members = known;
    },
    loseAnswersOfAppends: (count: number): void => {
      faults.loseAnswers = count;
    },
    refuseAppends: (count: number): void => {
      faults.refuseAppends = count;
    },
    /** Denies the user reads of `$all`, but not of streams or appends. */
    refuseAll: (): void => {
      faults.refuseAll = true;
      for (const end of [...open]) end();
    },
    holdAppends: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      faults.delayAppends = promise;
      return () => {
        faults.delayAppends = undefined;
        resolve();
      };
    },
    /** Silently breaks every subscription. */
    dropSubscriptions: (): void => {
      for (const end of [...open]) end();
    },
    [Symbol.asyncDispose]: kill,
  };
};
export type KurrentServer = Awaited<ReturnType<typeof startKurrentServer>>;
