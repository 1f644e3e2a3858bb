import { createHash } from 'node:crypto';
import { Failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { SUCCESSES_UNTIL_HEALTHY } from '../../../domain/operations/component-health.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { wasRefusedLocally } from '../../resilience/gate.ts';
import { createRedisClients } from './create-clients.ts';
import type { RedisConfiguration } from './redis-configuration.ts';
import type { RedisConnection } from './redis-connection.ts';
import { errorCodeOf, isReadOnlyError, notConnected, redisFailure } from './redis-failures.ts';
import { createRedisListener } from './redis-listener.ts';
import { createRedisPublisher } from './redis-publisher.ts';
import { breakEndless, type ClientWatch, watchClient } from './watch-client.ts';

type RedisConnectionOptions = {
  readonly configuration: RedisConfiguration;
  /** The contents of `caFile`, in PEM. */
  readonly ca?: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  /** Milliseconds of a monotonic clock; for tests. */
  readonly now?: () => number;
  readonly timeoutMs?: number;
};

/**
 * Timeout of one command in milliseconds. A server in the same network responds in less than one; a request waits that
 * long five times at most until the circuit opens.
 */
const TIMEOUT_MS = 250;
/** Concurrent commands; a burst is sent together. */
const CONCURRENT = 512;
const QUEUED = 1024;
/** Milliseconds until a failed server is probed again, even if no caller needs it. */
const TRY_AGAIN_MS = 2000;
/**
 * How long the circuit stays open, less than the probe interval: a probe costs next to nothing, and quick recovery
 * matters.
 */
const LEFT_ALONE_MS = 1800;

/** Runs a script by its hash; the server receives its text only once. */
const scriptBy =
  (run: RedisConnection['run']): RedisConnection['script'] =>
  (lua) => {
    const sha = createHash('sha1').update(lua).digest('hex');
    return (key, values) =>
      run('limit', async (client) => {
        try {
          return await client.evalsha(sha, 1, key, ...values);
        } catch (error) {
          // The server has restarted, or never received the script.
          if (errorCodeOf(error) !== 'NOSCRIPT') throw error;
          return client.eval(lua, 1, key, ...values);
        }
      });
  };

/**
 * Opens a connection to Redis for commands and, at the first subscription, another one for messages. Does not wait:
 * connecting to an unavailable server is retried in the background.
 */
export const openRedisConnection = (options: RedisConnectionOptions): RedisConnection => {
  const { configuration, ca, logger, metrics, health, now } = options;
  const { prefix } = configuration;
  const clients = createRedisClients(configuration, ca);
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  let refusesWrites = false;
  /** Reads still succeed on a server that refuses writes: they are no sign that it is healthy. */
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
  let trying: NodeJS.Timeout | undefined;
  /** Successful probes left until it counts as healthy: an unused connection would not find out otherwise. */
  let successesOwed = 0;
  const tryAgain = (): void => {
    successesOwed = SUCCESSES_UNTIL_HEALTHY;
    trying ??= watch.isClosed ? undefined : setTimeout(tryNow, TRY_AGAIN_MS).unref();
  };
  const tryNow = async (): Promise<void> => {
    await check().catch(() => {});
    trying = successesOwed > 0 && !watch.isClosed ? setTimeout(tryNow, TRY_AGAIN_MS).unref() : undefined;
  };
  const watch: ClientWatch = {
    logger,
    report,
    onFailure: tryAgain,
    isAway: false,
    isCertificate: false,
    isClosed: false,
  };
  const commands = watchClient(clients.commands(), watch);
  const noteAnswer = breakEndless(commands, watch);

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
      // Not counted by the circuit: callers do not wait meanwhile, and service resumes as soon as it is connected.
      if (commands.status !== 'ready') throw notConnected(watch.isCertificate);
      const result = await guard(() =>
        work(commands).catch((error: unknown) => {
          if (isReadOnlyError(error)) refusesWrites = true;
          throw error instanceof Failure ? error : redisFailure(error);
        }),
      );
      noteAnswer();
      observe('ok');
      return result;
    } catch (error) {
      const isLeftAlone = wasRefusedLocally(error);
      if (!isLeftAlone) tryAgain();
      observe(isLeftAlone ? 'left_alone' : 'failed');
      throw error;
    }
  };

  const publisher = createRedisPublisher(run, prefix);
  const listener = createRedisListener({
    prefix,
    connect: () => watchClient(clients.listening(), watch),
    breakEndless: (client) => breakEndless(client, watch),
  });
  return {
    run,
    script: scriptBy(run),
    publish: publisher.publish,
    subscribe: listener.subscribe,
    check,
    close: async () => {
      watch.isClosed = true;
      clearTimeout(trying);
      await publisher.settled();
      commands.disconnect();
      listener.close();
    },
  };
};
