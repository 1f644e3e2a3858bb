import type { RedisConnection } from './redis-connection.ts';

type RedisPublisher = {
  readonly publish: RedisConnection['publish'];
  /** Resolves when all messages were sent, or lost. */
  readonly settled: () => Promise<void>;
};

/** Creates a publisher that sends waiting messages in batches. */
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
      // Of several waiting messages on a channel, only the last matters.
      pending.set(channel, message);
      publishing ??= Promise.resolve().then(publishPending);
    },
    settled: async () => publishing,
  };
};
