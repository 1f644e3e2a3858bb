import { readFile } from 'node:fs/promises';
import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { type CallOptions, type ChannelCredentials, credentials, Metadata } from '@grpc/grpc-js';
import { Failure } from '../../../domain/kernel/failure.ts';
import { createCircuitBreaker } from '../../resilience/circuit-breaker.ts';
import type { Verdict } from '../../resilience/judge-failure.ts';
import type { KurrentConfiguration, KurrentEndpoint } from './kurrent-configuration.ts';
import {
  eventStoreUnavailable,
  failureOfCall,
  isBrokenConnection,
  leaderNamedBy,
  shouldReconnect,
} from './kurrent-failure.ts';

/** The options of a call. */
type KurrentCall = {
  readonly client: services.StreamsClient;
  readonly metadata: Metadata;
  readonly options: Partial<CallOptions>;
  /** Receives errors that come after the work has resolved, such as those of a subscription. */
  readonly failedLater: (error: unknown) => void;
};

/**
 * A connection to the leader of a cluster. Calls go to the leader, which is found through gossip or through the answer
 * of a node that is not the leader. After a connection breaks or stays silent, the next call opens another.
 */
export type KurrentConnection = {
  /**
   * Runs a call that ends within the given milliseconds, or with its signal. Rejects with a Failure: `unavailable` if
   * another attempt may succeed. A read is retried once when the connection broke.
   */
  readonly call: <Result>(
    work: (call: KurrentCall) => Promise<Result>,
    milliseconds: number | undefined,
    onlyReads?: boolean,
  ) => Promise<Result>;
  /** Calls back whenever the next call will use a new connection. */
  readonly onSwitched: (listener: () => void) => () => void;
  readonly close: () => void;
};

/** How long the circuit stays open and calls fail fast. Short, because without the log all writes are refused. */
const CIRCUIT_OPEN_MS = 2_000;
/** A healthy node answers immediately; a silent one must not use up the time limit of an append. */
const GOSSIP_MS = 1_000;
/** KurrentDB stores events of up to 16 MiB; another program may have written one to a stream of ours. */
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

const { VNodeState } = gossipMessages.MemberInfo;
/** Best first. A node in any other state serves no requests. */
const preferred = {
  leader: [VNodeState.LEADER],
  follower: [VNodeState.FOLLOWER, VNodeState.LEADER],
  read_only_replica: [VNodeState.READONLYREPLICA, VNodeState.FOLLOWER, VNodeState.LEADER],
  random: [VNodeState.LEADER, VNodeState.FOLLOWER],
} as const;

const targetOf = ({ address, port }: KurrentEndpoint): string =>
  `${address.includes(':') && !address.startsWith('[') ? `[${address}]` : address}:${port}`;

const channelCredentials = async (configuration: KurrentConfiguration): Promise<ChannelCredentials> => {
  const { tls, caFile, userKeyFile, userCertFile } = configuration;
  if (!tls) return credentials.createInsecure();
  const [ca, key, certificate] = await Promise.all(
    [caFile, userKeyFile, userCertFile].map((path) => (path === undefined ? null : readFile(path))),
  );
  return credentials.createSsl(ca ?? null, key ?? null, certificate ?? null);
};

const membersKnownTo = (
  host: KurrentEndpoint,
  channel: ChannelCredentials,
): Promise<readonly gossipMessages.MemberInfo[]> =>
  new Promise((resolve, reject) => {
    const client = new gossipServices.GossipClient(targetOf(host), channel, {});
    client.read(
      new shared.Empty(),
      new Metadata(),
      { deadline: Date.now() + GOSSIP_MS },
      (error, cluster) => {
        client.close();
        if (error) reject(error);
        else resolve(cluster.getMembersList());
      },
    );
  });

/**
 * Prepares a connection without contacting a server yet. Passwords are sent only over TLS, as by the vendor's
 * clients.
 *
 * The vendor's own client is not used for this: its reads have no deadline, and some of its bugs crash the process (a
 * rejection that is not awaited when discovery fails while a call does; responses of one batch stream that arrive
 * after another one broke).
 */
export const openKurrentConnection = async (
  configuration: KurrentConfiguration,
): Promise<KurrentConnection> => {
  const channel = await channelCredentials(configuration);
  const { hosts, discover, keepAliveInterval, keepAliveTimeout, nodePreference } = configuration;
  const listeners = new Set<() => void>();
  let current: Promise<services.StreamsClient> | undefined;
  let leader: KurrentEndpoint | undefined;
  let closed = false;

  const ask = async (host: KurrentEndpoint): Promise<KurrentEndpoint | undefined> => {
    const members = await membersKnownTo(host, channel).catch(() => []);
    for (const state of preferred[nodePreference]) {
      const endpoint = members
        .find((member) => member.getIsAlive() && member.getState() === state)
        ?.getHttpEndPoint();
      if (endpoint) return { address: endpoint.getAddress(), port: endpoint.getPort() };
    }
    return undefined;
  };

  const findNode = async (): Promise<KurrentEndpoint> => {
    if (leader) return leader;
    const [only] = hosts;
    if (!discover && only) return only;
    // In parallel: hosts that are down must not be waited for one by one.
    const answers = await Promise.all(hosts.map(ask));
    const found = answers.find((answer) => answer !== undefined);
    if (found) return found;
    throw eventStoreUnavailable('No host of EVENTSTORE_URL knows a KurrentDB node that serves requests.');
  };

  const connect = async (): Promise<services.StreamsClient> => {
    const node = await findNode();
    return new services.StreamsClient(targetOf(node), channel, {
      'grpc.keepalive_time_ms': keepAliveInterval < 0 ? Number.MAX_SAFE_INTEGER : keepAliveInterval,
      'grpc.keepalive_timeout_ms': keepAliveTimeout < 0 ? Number.MAX_SAFE_INTEGER : keepAliveTimeout,
      'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
      // Each call opens a new connection: a broken one must not be reused.
      'grpc.use_local_subchannel_pool': 1,
    });
  };

  const currentClient = (): Promise<services.StreamsClient> => {
    if (closed) return Promise.reject(eventStoreUnavailable('The connection to KurrentDB is closed.'));
    if (current) return current;
    const connecting = connect();
    current = connecting;
    connecting.catch(() => {
      if (current === connecting) current = undefined;
    });
    return connecting;
  };

  const dropConnection = (failed: Promise<services.StreamsClient>, error: unknown): void => {
    if (current !== failed || !shouldReconnect(error)) return;
    leader = leaderNamedBy(error);
    current = undefined;
    void failed.then((client) => client.close()).catch(() => {});
    for (const listener of listeners) listener();
  };

  const callOptions = (milliseconds: number | undefined): Pick<KurrentCall, 'metadata' | 'options'> => {
    const metadata = new Metadata();
    metadata.add('connection-name', 'anamnesis');
    metadata.add('requires-leader', 'true');
    const user = configuration.credentials;
    if (user && configuration.tls)
      metadata.add(
        'authorization',
        `Basic ${Buffer.from(`${user.username}:${user.password}`).toString('base64')}`,
      );
    return { metadata, options: milliseconds === undefined ? {} : { deadline: Date.now() + milliseconds } };
  };

  const circuit = createCircuitBreaker({
    now: () => performance.now(),
    openFor: CIRCUIT_OPEN_MS,
    refusal: () =>
      eventStoreUnavailable('KurrentDB has failed several times; no request is sent for a moment.'),
  });
  const judge = (error: unknown): Verdict =>
    error instanceof Failure && error.reason.code === 'unavailable' ? 'failed' : 'answered';

  const attempt: KurrentConnection['call'] = async (work, milliseconds, onlyReads = false) => {
    // A node that is not the leader redirects before it does anything; a call follows one redirect.
    for (let count = 0; ; count += 1) {
      const connecting = currentClient();
      try {
        return await work({
          client: await connecting,
          ...callOptions(milliseconds),
          failedLater: (error) => dropConnection(connecting, error),
        });
      } catch (error) {
        dropConnection(connecting, error);
        const again = leaderNamedBy(error) !== undefined || (onlyReads && isBrokenConnection(error));
        if (again && count === 0) continue;
        throw failureOfCall(error);
      }
    }
  };

  return {
    // The start of a call without an end proves nothing.
    call: (work, milliseconds, onlyReads) =>
      milliseconds === undefined
        ? attempt(work, milliseconds)
        : circuit.run(() => attempt(work, milliseconds, onlyReads), judge),
    onSwitched: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      closed = true;
      void current?.then((client) => client.close()).catch(() => {});
      current = undefined;
    },
  };
};
