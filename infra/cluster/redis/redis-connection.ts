import type { Cluster, Redis } from 'ioredis';

/** A client of one server, or of a cluster. */
export type RedisClient = Redis | Cluster;

/**
 * The operations of Redis that the program uses. Keys and channels get the prefix of the installation automatically.
 */
export type RedisConnection = {
  /** Prepares a Lua script for one key, which runs atomically in one round trip. */
  readonly script: (lua: string) => (key: string, values: readonly string[]) => Promise<unknown>;
  /**
   * Runs commands with a timeout. Rejects with a Failure when the server is unavailable, slow, full or read-only;
   * immediately when it has been so for a while.
   *
   * @param operation the purpose, as a label of the metric
   */
  readonly run: <T>(operation: RedisOperation, work: (commands: RedisClient) => Promise<T>) => Promise<T>;
  /** Sends a message to the current subscribers. Does not wait; a message that cannot be sent is lost. */
  readonly publish: (channel: string, message: string) => void;
  /**
   * Subscribes to messages, and resubscribes after the connection was lost. Returns a function that unsubscribes.
   *
   * @param onGap called when messages may have been missed
   */
  readonly subscribe: (
    channel: string,
    onMessage: (message: string) => void,
    onGap: () => void,
  ) => Promise<() => Promise<void>>;
  /** Checks that the server responds and accepts writes. */
  readonly check: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type RedisOperation = 'limit' | 'cache' | 'draft' | 'wake' | 'check';
