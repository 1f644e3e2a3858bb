import type { RedisConnection } from './redis-connection.ts';

type RedisPublisher = {
  readonly publish: RedisConnection['publish'];
  /** Resolves when what was given is on its way, or lost. */
  readonly settled: () => Promise<void>;
};

/** Publishes messages, those that wait in one batch. */
export const createRedisPublisher = (run: RedisConnection['run'], prefix: string): RedisPublisher => {
  let publishing: Promise<void> | undefined;
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
    publish: (channel, message) => {
      // Of several that wait for the one before, the last says everything.
      pending.set(channel, message);
      publishing ??= Promise.resolve().then(publishPending);
    },
    settled: async () => publishing,
  };
};
