import type { Redis } from 'ioredis';
import type { RedisConnection } from './redis-connection.ts';

/**
 * Milliseconds between pings of the subscription, which cannot otherwise tell a hanging connection from a quiet one.
 */
const LISTENING_CHECK_MS = 5000;

type RedisListener = {
  readonly subscribe: RedisConnection['subscribe'];
  readonly close: () => void;
};

type ListenerParts = {
  /** The prefix of all channel names. */
  readonly prefix: string;
  /** Creates a dedicated client at the first subscription. */
  readonly connect: () => Redis;
  /** Drops the client's connection if a response never ends; call the result after each complete response. */
  readonly breakEndless: (client: Redis) => () => void;
};

/** Creates a listener for messages on a dedicated connection. */
export const createRedisListener = ({ prefix, connect, breakEndless }: ListenerParts): RedisListener => {
  let listening: Redis | undefined;
  let pinging: NodeJS.Timeout | undefined;
  const channels = new Map<
    string,
    Set<{ readonly onMessage: (message: string) => void; readonly onGap: () => void }>
  >();
  const listen = (): Redis => {
    if (listening) return listening;
    const client = connect();
    const noteMessage = breakEndless(client);
    client.on('message', (channel: string, message: string) => {
      noteMessage();
      for (const { onMessage } of channels.get(channel) ?? []) onMessage(message);
    });
    const enter = async (): Promise<void> => {
      if (channels.size > 0) await client.subscribe(...channels.keys());
      for (const listeners of channels.values()) for (const { onGap } of listeners) onGap();
    };
    // A client that cannot subscribe is reconnected.
    client.on('ready', () => void enter().catch(() => client.disconnect(true)));
    pinging = setInterval(() => {
      if (client.status === 'ready') client.ping().then(noteMessage, () => {});
    }, LISTENING_CHECK_MS);
    pinging.unref();
    listening = client;
    return client;
  };

  return {
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
    close: () => {
      clearInterval(pinging);
      listening?.disconnect();
    },
  };
};
