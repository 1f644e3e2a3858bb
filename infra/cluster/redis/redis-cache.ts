import type { Fingerprint } from '../../../domain/consultation/counted-question.ts';
import type { Cache } from '../../../ports/cache.ts';
import type { InstallationBox } from '../../storage/key-vault/installation-box.ts';
import type { RedisConnection } from './redis-connection.ts';

type RedisCacheOptions = {
  readonly redis: Pick<RedisConnection, 'run'>;
  /** The prefix of its keys, which separates caches. */
  readonly name: string;
  /** A hash with a key of the installation: cache keys may be questions. */
  readonly hash: Fingerprint;
  readonly box: InstallationBox;
  readonly maxValueBytes?: number;
  /** Milliseconds since 1970; for tests. */
  readonly now?: () => number;
};

/** Search results take up to seventy kilobytes, responses of external services up to some hundred. */
const MAX_VALUE_BYTES = 1024 * 1024;
/** The sealed prefix of a value: its expiry, in milliseconds since 1970 as a double. */
const UNTIL_BYTES = 8;

/**
 * Creates a cache that nodes share in Redis. Keys are hashed and values sealed with keys of the installation, so
 * nothing is stored in plain text. The total size is limited by the server (`maxmemory`); evicted or altered values
 * count as missing. The expiry is sealed with the value: write access to Redis cannot extend or revive an old one.
 */
export const createRedisCache = (options: RedisCacheOptions): Cache => {
  const { redis, name, hash, box, maxValueBytes = MAX_VALUE_BYTES, now = Date.now } = options;
  const placeOf = (key: string): string => `cache:${name}:${hash(key)}`;
  const forget = async (place: string): Promise<void> => {
    await redis.run('cache', (client) => client.unlink(place));
  };
  return {
    staysInProcess: false,
    get: async (key) => {
      const place = placeOf(key);
      const sealed = await redis.run('cache', (client) => client.getBuffer(place));
      const opened = sealed === null ? undefined : box.open(place, sealed);
      if (opened === undefined || opened.length < UNTIL_BYTES) return undefined;
      return opened.readDoubleBE() > now() ? opened.subarray(UNTIL_BYTES) : undefined;
    },
    set: async (key, value, ttl) => {
      const place = placeOf(key);
      const milliseconds = Math.floor(ttl);
      if (milliseconds < 1 || value.byteLength > maxValueBytes) return forget(place);
      const until = Buffer.alloc(UNTIL_BYTES);
      until.writeDoubleBE(now() + milliseconds);
      const sealed = box.seal(place, Buffer.concat([until, value]));
      await redis.run('cache', (client) => client.set(place, sealed, 'PX', milliseconds));
    },
    delete: (key) => forget(placeOf(key)),
  };
};
