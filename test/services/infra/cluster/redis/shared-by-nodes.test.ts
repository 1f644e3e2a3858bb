import { randomBytes, randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { fallbackPieces } from '../../../../../infra/cluster/answer-feed/fallback-pieces.ts';
import { redisPieces } from '../../../../../infra/cluster/answer-feed/redis-pieces.ts';
import { createSharedAnswerFeed } from '../../../../../infra/cluster/answer-feed/shared-answer-feed.ts';
import { postgresPieces } from '../../../../../infra/cluster/answer-feed/stored-pieces.ts';
import { createRedisCache } from '../../../../../infra/cluster/redis/redis-cache.ts';
import { redisWakeUps } from '../../../../../infra/cluster/redis/redis-wake-ups.ts';
import { createMemoryCache } from '../../../../../infra/storage/cache/memory-cache.ts';
import { createSharedHistoryCache } from '../../../../../infra/storage/cache/shared-history-cache.ts';
import { createTieredCache } from '../../../../../infra/storage/cache/tiered-cache.ts';
import { migrateDatabase } from '../../../../../infra/storage/database/migrate-database.ts';
import { createEventSerializer } from '../../../../../infra/storage/event-serialization/event-serializer.ts';
import { createPostgresEventStore } from '../../../../../infra/storage/event-store/postgres-event-store.ts';
import { createInstallationBox } from '../../../../../infra/storage/key-vault/installation-box.ts';
import { createKeyedHash } from '../../../../../infra/storage/key-vault/keyed-hash.ts';
import { createPostgresKeyVault } from '../../../../../infra/storage/key-vault/postgres-key-vault.ts';
import { createRowSealer } from '../../../../../infra/storage/key-vault/row-sealer.ts';
import type { AnswerFeed, DraftedAnswer } from '../../../../../ports/answer-feed.ts';
import type { Database } from '../../../../../ports/database.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { describeAnswerFeed } from '../../../../contract/answer-feed.contract.ts';
import { describeCache } from '../../../../contract/cache.contract.ts';
import { embedded, type TestDatabase } from '../../../../support/databases.ts';
import { note, testRegistry } from '../../../../support/events.ts';
import { hasRedisServer, type OwnRedis, startOwnRedis } from '../../../../support/own-redis.ts';
import { connectToRedis, untilConnected } from '../../../../support/redis-connection.ts';

const masterKey = randomBytes(32);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (value: Uint8Array | undefined): string | undefined =>
  value && new TextDecoder().decode(value);

const cacheOn = (redis: ReturnType<typeof connectToRedis>, name = 'one') =>
  createRedisCache({
    redis,
    name,
    hash: createKeyedHash(masterKey, 'test'),
    box: createInstallationBox(masterKey, name),
  });

describe.skipIf(!hasRedisServer())('state shared by nodes in Redis', () => {
  let server: OwnRedis;
  let look: Redis;
  beforeAll(async () => {
    server = await startOwnRedis();
    look = new Redis(server.url);
  });
  afterAll(async () => {
    look.disconnect();
    await server[Symbol.asyncDispose]();
  });
  const connected = async (prefix?: string) => {
    const redis = connectToRedis(server.url, prefix);
    await untilConnected(redis);
    return redis;
  };
  /** All raw names and values under a prefix. */
  const allUnder = async (prefix: string): Promise<string> => {
    const keys = await look.keys(`${prefix}*`);
    const contents = await Promise.all(
      keys.map(async (key) =>
        (await look.type(key)) === 'zset'
          ? (await look.zrangeBuffer(key, 0, '-1')).map((one) => one.toString('latin1')).join()
          : (await look.getBuffer(key))?.toString('latin1'),
      ),
    );
    return [...keys, ...contents].join('\n');
  };

  describeCache('Redis', async () => {
    const prefix = `${randomUUID()}:`;
    return {
      cache: cacheOn(await connected(prefix)),
      // As if so much of each entry's lifetime had passed.
      pass: async (milliseconds) => {
        for (const key of await look.keys(`${prefix}*`))
          await look.pexpire(key, (await look.pttl(key)) - milliseconds);
      },
    };
  });

  describe('the cache', () => {
    it('is common to all nodes, and its content can be neither read nor guessed', async () => {
      const prefix = `${randomUUID()}:`;
      const [one, other] = [cacheOn(await connected(prefix)), cacheOn(await connected(prefix))];
      await one.set('fever of Jane Doe', bytes('Give paracetamol.'), 60_000);
      expect(textOf(await other.get('fever of Jane Doe'))).toBe('Give paracetamol.');
      expect(await allUnder(prefix)).not.toMatch(/Jane|fever|paracetamol/);
    });

    it('ignores an entry that was altered or put under another key', async () => {
      const prefix = `${randomUUID()}:`;
      const cache = cacheOn(await connected(prefix));
      await cache.set('a', bytes('of a'), 60_000);
      const [keyOfA = ''] = await look.keys(`${prefix}*`);
      const sealed = (await look.getBuffer(keyOfA)) ?? Buffer.alloc(0);
      await cache.set('b', bytes('of b'), 60_000);
      const keyOfB = (await look.keys(`${prefix}*`)).find((key) => key !== keyOfA) ?? '';
      await look.set(keyOfB, sealed);
      expect(await cache.get('b')).toBeUndefined();
      sealed[20] = (sealed[20] ?? 0) ^ 1;
      await look.set(keyOfA, sealed);
      expect(await cache.get('a')).toBeUndefined();
    });

    it('stores no oversized value, and drops the previous one', async () => {
      const redis = await connected();
      const cache = createRedisCache({
        redis,
        name: 'small',
        hash: createKeyedHash(masterKey, 'test'),
        box: createInstallationBox(masterKey, 'small'),
        maxValueBytes: 10,
      });
      await cache.set('key', bytes('short'), 60_000);
      await cache.set('key', bytes('longer than ten'), 60_000);
      expect(await cache.get('key')).toBeUndefined();
    });

    it('serves nothing beyond its lifetime, even if an intruder restores an entry or removes its expiry', async () => {
      const redis = await connected(`${randomUUID()}:`);
      let now = Date.now();
      const cache = createRedisCache({
        redis,
        name: 'one',
        hash: createKeyedHash(masterKey, 'test'),
        box: createInstallationBox(masterKey, 'one'),
        now: () => now,
      });
      await cache.set('key', bytes('of that day'), 60_000);
      await redis.run('cache', (client) =>
        client.persist(`cache:one:${createKeyedHash(masterKey, 'test')('key')}`),
      );
      now += 59_000;
      expect(textOf(await cache.get('key'))).toBe('of that day');
      now += 1_000;
      expect(await cache.get('key')).toBeUndefined();
    });

    it('fails while the server is down, and is bypassed by the cache of the process', async () => {
      const own = await startOwnRedis();
      onTestFinished(() => own[Symbol.asyncDispose]());
      const redis = connectToRedis(own.url);
      await untilConnected(redis);
      const shared = cacheOn(redis);
      const tiered = createTieredCache(createMemoryCache(), shared);
      await tiered.set('kept', bytes('here and there'), 60_000);
      await own.kill();
      await expect(shared.get('kept')).rejects.toMatchObject({ reason: { code: 'unavailable' } });
      expect(textOf(await tiered.get('kept'))).toBe('here and there');
      expect(await tiered.get('elsewhere')).toBeUndefined();
      await tiered.set('new', bytes('n'), 60_000);
      expect(textOf(await tiered.get('new'))).toBe('n');
      await tiered.delete('new');
      expect(await tiered.get('new')).toBeUndefined();
    });
  });

  describe('with a database', () => {
    let opened: TestDatabase;
    let database: Database;
    beforeAll(async () => {
      opened = await embedded.open();
      database = opened.database;
      await migrateDatabase(database);
    });
    afterAll(() => opened.dispose());
    const newVault = () => createPostgresKeyVault({ database, masterKey });

    it('a conversation summary is read on another node, and by none once the key of its subject is destroyed', async () => {
      const prefix = `${randomUUID()}:`;
      const subject = `patient:${randomUUID()}`;
      const node = async () => {
        const vault = await newVault();
        return {
          vault,
          tellings: createSharedHistoryCache(
            cacheOn(await connected(prefix), 'told'),
            createRowSealer(vault),
          ),
        };
      };
      const [one, other] = [await node(), await node()];
      await one.vault.keysFor([subject]);
      await one.tellings.remember('q1', subject, 'Jane has a fever.', 60_000);
      expect(await other.tellings.recall('q1')).toBe('Jane has a fever.');
      expect(await allUnder(prefix)).not.toMatch(/Jane|fever|patient/);
      await one.vault.destroy(subject);
      expect(await one.tellings.recall('q1')).toBeUndefined();
      expect(await look.keys(`${prefix}*`)).toEqual([]);
      // Nor can it be stored there again.
      await one.tellings.remember('q1', subject, 'Jane has a fever.', 60_000);
      expect(await look.keys(`${prefix}*`)).toEqual([]);
      expect(await (await node()).tellings.recall('q1')).toBeUndefined();
    });

    const newFeed = async (
      pieces: Parameters<typeof createSharedAnswerFeed>[0]['pieces'],
    ): Promise<AnswerFeed> => {
      const sealer = createRowSealer(await newVault());
      const feed = createSharedAnswerFeed({ pieces, sealer, logger: silentLogger });
      onTestFinished(feed.close);
      return feed;
    };
    const box = createInstallationBox(masterKey, 'drafts');
    describeAnswerFeed('Redis, from one process to another', async () => {
      const prefix = `${randomUUID()}:`;
      const feed = async () => newFeed(redisPieces({ redis: await connected(prefix), box }));
      return { written: await feed(), read: await feed() };
    });

    const newDraft = (): DraftedAnswer => {
      const queryId = randomUUID();
      return { queryId, subject: `query:${queryId}`, position: 7, attempt: 1 };
    };
    const readingOf = (feed: AnswerFeed, queryId: string) => {
      const left = new AbortController();
      const reading = { text: '' };
      onTestFinished(() => left.abort());
      const read = async (): Promise<void> => {
        for await (const { from, text } of feed.follow(queryId, left.signal))
          reading.text = reading.text.slice(0, from) + text;
      };
      read().catch(() => {});
      return reading;
    };

    it('drafts are encrypted there, and removed when they end', async () => {
      const prefix = `${randomUUID()}:`;
      const feed = await newFeed(redisPieces({ redis: await connected(prefix), box }));
      const writer = feed.open(newDraft());
      writer.write('Jane Doe has a fever.');
      await expect.poll(() => look.keys(`${prefix}*`)).toHaveLength(1);
      expect(await allUnder(prefix)).not.toMatch(/Jane|fever|subject|query:/);
      const [key = ''] = await look.keys(`${prefix}*`);
      expect(await look.pttl(key)).toBeGreaterThan(0);
      writer.close();
      await expect.poll(() => look.keys(`${prefix}*`)).toEqual([]);
    });

    it('drafts reach readers through the database while Redis is down, even for the writer alone', async () => {
      const own = await startOwnRedis();
      onTestFinished(() => own[Symbol.asyncDispose]());
      const feedOn = async (url: string) => {
        const redis = connectToRedis(url, 'shared:');
        return newFeed(fallbackPieces(redisPieces({ redis, box }), postgresPieces(database)));
      };
      const [well, cutOff, reader] = [
        await feedOn(own.url),
        await feedOn('redis://127.0.0.1:1'),
        await feedOn(own.url),
      ];
      const drafts = [newDraft(), newDraft()];
      const readings = drafts.map(({ queryId }) => readingOf(reader, queryId));
      const writers = [well, cutOff].map((feed, index) => feed.open(drafts[index] ?? newDraft()));
      for (const writer of writers) writer.write('Give oxygen');
      await expect.poll(() => readings.map(({ text }) => text)).toEqual(['Give oxygen', 'Give oxygen']);
      await own.kill();
      for (const writer of writers) writer.write(' first.');
      await expect
        .poll(() => readings.map(({ text }) => text))
        .toEqual(['Give oxygen first.', 'Give oxygen first.']);
      for (const writer of writers) writer.close();
    });

    it('an append wakes followers of the log on another node, without a notification from the database', async () => {
      const prefix = `${randomUUID()}:`;
      const deaf = { ...database, listen: async () => async () => {} };
      const vault = await newVault();
      const openStore = async () => {
        const store = await createPostgresEventStore({
          database: deaf,
          serializer: createEventSerializer({ registry: testRegistry, vault }),
          logger: silentLogger,
          pollInterval: 1_000_000,
          wakeUps: redisWakeUps(await connected(prefix)),
        });
        onTestFinished(store.close);
        return store;
      };
      const [writing, following] = [await openStore(), await openStore()];
      await expect.poll(() => look.pubsub('NUMSUB', `${prefix}log`)).toEqual([`${prefix}log`, 2]);
      const left = new AbortController();
      onTestFinished(() => left.abort());
      const seen: number[] = [];
      const follow = async (): Promise<void> => {
        for await (const { position } of following.subscribe(await following.head(), undefined, left.signal))
          seen.push(position);
      };
      follow().catch(() => {});
      const positions: number[] = [];
      for (let turn = 0; turn < 20; turn += 1) {
        const { position } = await writing.append(`document-${randomUUID()}`, [note(`${turn}`)], 'no-stream');
        positions.push(position);
        await expect.poll(() => seen.at(-1)).toBe(position);
      }
      expect(seen).toEqual(positions);
    });
  });
});
