import { createHash } from 'node:crypto';
import { Failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { SUCCESSES_UNTIL_WELL } from '../../../domain/operations/component-health.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { wasRefusedHere } from '../../resilience/gate.ts';
import { createRedisClients } from './create-clients.ts';
import type { RedisConfiguration } from './redis-configuration.ts';
import type { RedisConnection } from './redis-connection.ts';
import { notConnected, redisFailure, takesNoWrites, wordOf } from './redis-failures.ts';
import { createRedisListener } from './redis-listener.ts';
import { createRedisPublisher } from './redis-publisher.ts';
import { breakEndless, type ClientWatch, watchClient } from './watch-client.ts';

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
/** Commands under way at once; those of a burst go out together. */
const CONCURRENT = 512;
const QUEUED = 1024;
/** Milliseconds until a server that failed is tried again, whether anybody needs it or not. */
const TRY_AGAIN_MS = 2000;
/** Left alone for less than that: it costs next to nothing to ask, and being back at once is worth much. */
const LEFT_ALONE_MS = 1800;

/** A script that the server is sent once and called by its hash. */
const scriptBy =
  (run: RedisConnection['run']): RedisConnection['script'] =>
  (lua) => {
    const sha = createHash('sha1').update(lua).digest('hex');
    return (key, values) =>
      run('limit', async (client) => {
        try {
          return await client.evalsha(sha, 1, key, ...values);
        } catch (error) {
          // The server was restarted, or does not have the script yet.
          if (wordOf(error) !== 'NOSCRIPT') throw error;
          return client.eval(lua, 1, key, ...values);
        }
      });
  };

/**
 * A connection to Redis for commands and, once somebody listens, one more for messages. Opening it waits for nothing: a
 * server that is not there yet is looked for until it is.
 */
export const openRedisConnection = (options: RedisConnectionOptions): RedisConnection => {
  const { configuration, ca, logger, metrics, health, now } = options;
  const { prefix } = configuration;
  const clients = createRedisClients(configuration, ca);
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
  let trying: NodeJS.Timeout | undefined;
  /** Successes until it counts as well again: an unused connection would not find out otherwise. */
  let successesOwed = 0;
  const tryAgain = (): void => {
    successesOwed = SUCCESSES_UNTIL_WELL;
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
      // Not a failure of the circuit: callers wait for nothing meanwhile, and it is back as soon as it is connected.
      if (commands.status !== 'ready') throw notConnected(watch.isCertificate);
      const result = await guard(() =>
        work(commands).catch((error: unknown) => {
          if (takesNoWrites(error)) refusesWrites = true;
          throw error instanceof Failure ? error : redisFailure(error);
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
