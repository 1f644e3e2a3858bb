import { createHash } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import { Redis, type RedisOptions } from 'ioredis';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { SUCCESSES_UNTIL_WELL } from '../../../domain/operations/component-health.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { isCertificateProblem } from '../../installation/tls/is-certificate-problem.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { wasRefusedHere } from '../../resilience/gate.ts';
import type { RedisConfiguration } from './redis-configuration.ts';

/** What the rest of the program does with Redis. Keys and channels begin with the prefix of the installation by themselves. */
export type RedisConnection = {
  /** A script in Lua for one key: one round trip, and nothing of others in between. */
  readonly script: (lua: string) => (key: string, values: readonly string[]) => Promise<unknown>;
  /**
   * Runs commands, bounded in time. Rejects with a Failure when the server is away, slow, full or read-only; at once when
   * it has been so for a while.
   *
   * @param operation what it is for, as a metric calls it
   */
  readonly run: <T>(operation: RedisOperation, work: (commands: Redis) => Promise<T>) => Promise<T>;
  /** Gives a message to whoever listens now. Waits for nobody, and is lost where it cannot be given. */
  readonly publish: (channel: string, message: string) => void;
  /**
   * Listens for messages, and goes on by itself after the connection broke.
   *
   * @param onGap something may have been missed
   */
  readonly subscribe: (
    channel: string,
    onMessage: (message: string) => void,
    onGap: () => void,
  ) => Promise<() => Promise<void>>;
  /** Asks whether it answers and takes writes. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type RedisOperation = 'limit' | 'cache' | 'draft' | 'wake' | 'check';

type RedisConnectionOptions = {
  readonly configuration: RedisConfiguration;
  /** The certificates of `caFile`, in PEM. */
  readonly ca?: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  /** Milliseconds of a monotonic clock; for tests. */
  readonly now?: () => number;
  readonly timeoutMs?: number;
};

/**
 * Milliseconds for one command. A server in the same network answers in less than one; a request waits so long five times
 * at most until the server is left alone.
 */
const TIMEOUT_MS = 250;
const CONNECT_MS = 2000;
/** A connection on which nothing comes back for so long is given up and made anew. */
const SILENT_MS = 2000;
/** Commands under way at once; those of a burst go out together. */
const CONCURRENT = 512;
const QUEUED = 1024;
/** Milliseconds between attempts to connect: 100, 200 … 2,000, with up to a tenth more so that nodes do not come together. */
const retryStrategy = (times: number): number =>
  Math.min(2000, 100 * 2 ** Math.min(times - 1, 5)) * (1 + Math.random() / 10);
/**
 * Bytes on one connection without a single answer coming to its end. All pieces of all drafts that a node shows are a third
 * of it; what is still being received is in memory.
 */
const UNFINISHED_BYTES = 64 * 1024 * 1024;
/** Milliseconds between signs of life that a listening connection asks for: one that hangs is silent like one without news. */
const LISTENING_CHECK_MS = 5000;

/** What a server says that answers and reads, and takes no writes: it is full, a replica, or cannot save. */
const takesNoWrites = new Set(['OOM', 'READONLY', 'MISCONF', 'NOREPLICAS']);
/** Milliseconds until a server that failed is tried again, whether anybody needs it or not. */
const TRY_AGAIN_MS = 2000;
/** Left alone for less than that: it costs next to nothing to ask, and being back at once is worth much. */
const LEFT_ALONE_MS = 1800;

/** What the server said by its first word (`OOM`, `READONLY`, `WRONGPASS`): the rest may hold what it was sent. */
const wordOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : '';
  return /^[A-Z]{2,20}(?= )/.exec(message)?.[0] ?? 'away';
};

/** An error of the client carries the command that failed, with what was to be stored: it ends here. */
const away = (error: unknown): Failure =>
  new Failure(
    failure('unavailable', `Redis did not do what it was asked (${wordOf(error)}).`, {
      component: 'redis',
      details: { retryable: true },
    }),
  );

const NOT_TRUSTED =
  'Redis is not connected: its certificate is not trusted here, has ended or is for another name. REDIS_CA_FILE names the authority of your own.';

type ConnectionOptions = RedisOptions & { readonly replyMapping: 'legacy' };

const notConnected = (isCertificate: boolean): Failure =>
  new Failure(
    failure('unavailable', isCertificate ? NOT_TRUSTED : 'Redis is not connected.', {
      component: 'redis',
      details: { refused: 'not_connected', retryable: false },
    }),
  );

const optionsOf = (
  { host, port, database, tls, user, password }: RedisConfiguration,
  ca: string | undefined,
): ConnectionOptions => ({
  // As RESP2 has them: what comes back is told apart by no more than is needed here.
  replyMapping: 'legacy',
  host,
  port,
  db: database,
  ...omitUndefined({ username: user, password }),
  // What is named replaces the usual authorities unless these are named too.
  ...(tls ? { tls: ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] } } : {}),
  connectionName: 'anamnesis',
  connectTimeout: CONNECT_MS,
  socketTimeout: SILENT_MS,
  retryStrategy,
  // Whoever calls goes on without it: nothing waits for a server to come back, and nothing is sent twice.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // After a failover the old address may be a replica: the name is resolved anew.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
});

/**
 * A connection to Redis for commands and, once somebody listens, one more for messages. Opening it waits for nothing: a
 * server that is not there yet is looked for until it is.
 */
export const openRedisConnection = (options: RedisConnectionOptions): RedisConnection => {
  const { configuration, ca, logger, metrics, health, now } = options;
  const { prefix } = configuration;
  const settings = optionsOf(configuration, ca);
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  let refusesWrites = false;
  /** What is only read still succeeds where nothing can be written: it is no sign that the server is well. */
  const report: ComponentMonitor['report'] = (component, outcome, reason) => {
    if (outcome === 'failed' || !refusesWrites) health.report(component, outcome, reason);
  };
  const guard = createGuard({
    component: 'redis',
    label: 'Redis',
    timeoutMs,
    bulkhead: { concurrent: CONCURRENT, queued: QUEUED },
    health: { report },
    openFor: LEFT_ALONE_MS,
    ...omitUndefined({ now }),
  });
  let isAway = false;
  let isCertificate = false;
  let isClosed = false;
  let trying: NodeJS.Timeout | undefined;
  /** Until it counts as well: where nobody uses it, nobody else would find out. */
  let successesOwed = 0;
  const tryAgain = (): void => {
    successesOwed = SUCCESSES_UNTIL_WELL;
    trying ??= isClosed ? undefined : setTimeout(tryNow, TRY_AGAIN_MS).unref();
  };
  const tryNow = async (): Promise<void> => {
    await check().catch(() => {});
    trying = successesOwed > 0 && !isClosed ? setTimeout(tryNow, TRY_AGAIN_MS).unref() : undefined;
  };
  /** Breaks a connection on which an answer does not end; tells it that one did. */
  const breakEndless = (client: Redis): (() => void) => {
    let unfinished = 0;
    client.on('connect', () => {
      unfinished = 0;
      client.stream.on('data', (bytes: Uint8Array) => {
        unfinished += bytes.byteLength;
        if (unfinished <= UNFINISHED_BYTES) return;
        client.stream.destroy();
        report('redis', 'failed', 'endless answer');
      });
    });
    return () => {
      unfinished = 0;
    };
  };
  const watch = (client: Redis): Redis => {
    client.on('error', (error: unknown) => {
      isCertificate = isCertificateProblem(error);
      const reason = isCertificate ? 'certificate' : wordOf(error);
      report('redis', 'failed', reason);
      tryAgain();
      if (!isAway)
        logger.warn({ component: 'redis', reason }, isCertificate ? NOT_TRUSTED : 'Redis cannot be reached.');
      isAway = true;
      // The client would go on in another database than the one that was chosen.
      if (error instanceof Error && /DB index/.test(error.message)) client.disconnect(true);
    });
    client.on('ready', () => {
      report('redis', 'ok');
      if (isAway) logger.info({ component: 'redis' }, 'Redis is there again.');
      isAway = false;
    });
    return client;
  };
  const commands = watch(new Redis({ ...settings, keyPrefix: prefix }));
  const noteAnswer = breakEndless(commands);

  const noteRefusedWrite = (error: unknown): void => {
    if (takesNoWrites.has(wordOf(error))) refusesWrites = true;
  };
  const check = async (): Promise<void> => {
    await run('check', async (client) => {
      await client.set('check', '1', 'PX', 1000);
      refusesWrites = false;
    });
    successesOwed -= 1;
  };

  const run: RedisConnection['run'] = async (operation, work) => {
    const started = performance.now();
    const observe = (outcome: 'ok' | 'failed' | 'left_alone'): void =>
      metrics.observe('anamnesis_redis_seconds', (performance.now() - started) / 1000, {
        operation,
        outcome,
      });
    try {
      // Nothing of the circuit's: whoever comes meanwhile waits for nothing, and it is back as soon as it is connected.
      if (commands.status !== 'ready') throw notConnected(isCertificate);
      const result = await guard(() =>
        work(commands).catch((error: unknown) => {
          noteRefusedWrite(error);
          throw error instanceof Failure ? error : away(error);
        }),
      );
      noteAnswer();
      observe('ok');
      return result;
    } catch (error) {
      const isLeftAlone = wasRefusedHere(error);
      if (!isLeftAlone) tryAgain();
      observe(isLeftAlone ? 'left_alone' : 'failed');
      throw error;
    }
  };

  let listening: Redis | undefined;
  let pinging: NodeJS.Timeout | undefined;
  const channels = new Map<
    string,
    Set<{ readonly onMessage: (message: string) => void; readonly onGap: () => void }>
  >();
  const listen = (): Redis => {
    if (listening) return listening;
    const client = watch(new Redis({ ...settings, autoResubscribe: false }));
    const noteMessage = breakEndless(client);
    client.on('message', (channel: string, message: string) => {
      noteMessage();
      for (const { onMessage } of channels.get(channel) ?? []) onMessage(message);
    });
    const enter = async (): Promise<void> => {
      if (channels.size > 0) await client.subscribe(...channels.keys());
      for (const listeners of channels.values()) for (const { onGap } of listeners) onGap();
    };
    // One that cannot listen is made anew.
    client.on('ready', () => void enter().catch(() => client.disconnect(true)));
    pinging = setInterval(() => {
      if (client.status === 'ready') client.ping().then(noteMessage, () => {});
    }, LISTENING_CHECK_MS);
    pinging.unref();
    listening = client;
    return client;
  };

  let publishing: Promise<unknown> | undefined;
  const pending = new Map<string, string>();
  const publishPending = async (): Promise<void> => {
    while (pending.size > 0) {
      const messages = [...pending];
      pending.clear();
      await run('wake', (client) =>
        Promise.all(messages.map(([channel, message]) => client.publish(prefix + channel, message))),
      ).catch(() => {});
    }
    publishing = undefined;
  };

  return {
    run,
    script: (lua) => {
      const sha = createHash('sha1').update(lua).digest('hex');
      return (key, values) =>
        run('limit', async (client) => {
          try {
            return await client.evalsha(sha, 1, key, ...values);
          } catch (error) {
            // The server was started anew, or does not know it yet.
            if (wordOf(error) !== 'NOSCRIPT') throw error;
            return client.eval(lua, 1, key, ...values);
          }
        });
    },
    publish: (channel, message) => {
      // Of several that wait for the one before, the last says everything.
      pending.set(channel, message);
      publishing ??= Promise.resolve().then(publishPending);
    },
    subscribe: async (channel, onMessage, onGap) => {
      const name = prefix + channel;
      const listener = { onMessage, onGap };
      const known = channels.get(name);
      channels.set(name, (known ?? new Set()).add(listener));
      const client = listen();
      if (known === undefined && client.status === 'ready')
        await client.subscribe(name).catch(() => client.disconnect(true));
      return async () => {
        const listeners = channels.get(name);
        listeners?.delete(listener);
        if (listeners?.size !== 0) return;
        channels.delete(name);
        await listening?.unsubscribe(name).catch(() => {});
      };
    },
    check,
    close: async () => {
      isClosed = true;
      clearTimeout(trying);
      clearInterval(pinging);
      await publishing;
      commands.disconnect();
      listening?.disconnect();
    },
  };
};
