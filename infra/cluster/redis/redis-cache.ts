import type { Fingerprint } from '../../../domain/consultation/counted-question.ts';
import type { Cache } from '../../../ports/cache.ts';
import type { InstallationBox } from '../../storage/key-vault/installation-box.ts';
import type { RedisConnection } from './redis-connection.ts';

type RedisCacheOptions = {
  readonly redis: Pick<RedisConnection, 'run'>;
  /** What its keys begin with: caches do not know of each other. */
  readonly name: string;
  /** With a key of the installation: a key may be a question. */
  readonly hash: Fingerprint;
  readonly box: InstallationBox;
  readonly maxValueBytes?: number;
  /** Milliseconds since 1970; for tests. */
  readonly now?: () => number;
};

/** Results of a search take up to seventy kilobytes, those of a service outside up to some hundred. */
const MAX_VALUE_BYTES = 1024 * 1024;
/** Before the value, under the seal: until when it may be read, in milliseconds since 1970 as a double. */
const UNTIL_BYTES = 8;

/**
 * A cache that nodes share in Redis. Keys are hashed and values sealed with keys of the installation, whatever they
 * are: nothing lies there in plain text. How much is kept in all is the server's limit (`maxmemory`); what it throws
 * away, or what was altered, was never there. The expiry of a value is sealed with it: write access to Redis cannot
 * make an old one serve for longer, or again.
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
