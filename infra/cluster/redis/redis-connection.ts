import type { Cluster, Redis } from 'ioredis';

/** A client of one server, or of a cluster. */
export type RedisClient = Redis | Cluster;

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
  readonly run: <T>(operation: RedisOperation, work: (commands: RedisClient) => Promise<T>) => Promise<T>;
  /** Sends a message to the present listeners. Does not wait; the message is lost where it cannot be sent. */
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
