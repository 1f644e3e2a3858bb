import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRedisServer, type OwnRedis, startOwnRedis } from '../../support/own-redis.ts';
import { createServerDatabase, type ServerDatabase } from '../../support/server-database.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { signTestToken } from '../../support/test-user.ts';

const serverUrl = process.env.TEST_DATABASE_URL;

/**
 * Without a notification a change is noticed within two seconds, and time-based caches last ten minutes or more
 * (docs/operations/shared-services.md, "Caches"): data gone within one polling interval was dropped because of the
 * change.
 */
const within = { interval: 200 };

const ways = [
  { way: 'by notifications of the database', withRedis: false, deaf: false },
  { way: 'by Redis as well', withRedis: true, deaf: false },
  { way: 'only by its own polling', withRedis: false, deaf: true },
].filter(({ withRedis }) => !withRedis || hasRedisServer());

// Skipped without TEST_DATABASE_URL, which `test/support/databases.ts` reports: PGlite serves only one process.
describe.skipIf(!serverUrl).each(ways)(
  'the caches of one node, notified of changes on another $way',
  (scenario) => {
    let database: ServerDatabase;
    let dataDir: string;
    let proxy: TcpProxy;
    let redis: OwnRedis | undefined;
    let one: InProcess;
    let other: InProcess;

    /** The other node's notification connection goes silent, and each new one as well. */
    let deafening: NodeJS.Timeout | undefined;
    const deafen = (): void => {
      for (const connection of proxy.connections())
        if (connection.applicationName() === 'anamnesis-listen') connection.silence();
    };

    beforeAll(async () => {
      database = await createServerDatabase(serverUrl ?? '');
      dataDir = await mkdtemp(join(tmpdir(), 'stale-caches-'));
      proxy = await startTcpProxy(database.url);
      redis = scenario.withRedis ? await startOwnRedis() : undefined;
      const environment: Record<string, string> = redis ? { REDIS_URL: redis.url } : {};
      one = await startInProcess({ dataDir, environment: { ...environment, DATABASE_URL: database.url } });
      other = await startInProcess({
        dataDir,
        environment: { ...environment, DATABASE_URL: proxy.urlFor(database.url) },
      });
      if (scenario.deaf) {
        deafen();
        deafening = setInterval(deafen, 20);
      }
    }, 120_000);
    afterAll(async () => {
      clearInterval(deafening);
      await other?.dispose();
      await one?.dispose();
      await proxy?.[Symbol.asyncDispose]();
      await redis?.[Symbol.asyncDispose]();
      await database?.[Symbol.asyncDispose]();
      if (dataDir) await rm(dataDir, { recursive: true, force: true });
    });

    const statusAt = async (node: InProcess, path: string, token: string): Promise<number> => {
      const answer = await node.request(path, { headers: { authorization: `Bearer ${token}` } });
      await answer.body?.cancel();
      return answer.status;
    };
    const commandAs = async (node: InProcess, token: string, name: string, input: Json): Promise<Json> => {
      const answer = await node.post(`/api/commands/${name}`, input, { authorization: `Bearer ${token}` });
      const body = await node.bodyOf(answer);
      if (body.success !== true) throw new Error(`${name}: ${JSON.stringify(body)}`);
      return body.data as Json;
    };

    it('find no withdrawn document', async () => {
      await one.ingestSample('hypoglycemia.docx');
      await one.ingestSample('status-epilepticus.md');
      const find = async (after: unknown): Promise<readonly unknown[]> => {
        const answer = await other.post(`/api/search?after=${String(after)}`, {
          query: 'oral glucose for low blood sugar',
          limit: 5,
        });
        const { results } = (await other.bodyOf(answer)).data as { results: readonly Json[] };
        return results.map(({ docKey }) => docKey);
      };
      // Twice, because results are cached.
      for (let turn = 0; turn < 2; turn += 1)
        await expect.poll(() => find(0), within).toContain('guideline-hypoglycemia');
      const { position } = await one.command('WithdrawDocument', {
        docKey: 'guideline-hypoglycemia',
        reason: 'outdated',
      });
      // A notified node never returns the older result; the others soon stop.
      expect(await find(position)).not.toContain('guideline-hypoglycemia');
      await expect.poll(() => find(0), within).not.toContain('guideline-hypoglycemia');
    });

    it('follow changed settings', async () => {
      const limitOf = async (node: InProcess): Promise<unknown> => node.get('/api/admin/settings');
      for (const monthlyCostLimitUsd of [1234.5, 4321.5]) {
        await one.command('ChangeSettings', { monthlyCostLimitUsd, reason: 'the budget was changed' });
        await expect
          .poll(async () => JSON.stringify(await limitOf(other)), within)
          .toContain(`${monthlyCostLimitUsd}`);
      }
    });

    it('accept no revoked token', async () => {
      const { token, tokenId } = await one.command('CreateToken', {
        name: 'token:nurse',
        roles: ['clinician'],
        days: 1,
      });
      await expect.poll(() => statusAt(other, '/api/conversations', String(token)), within).toBe(200);
      await one.command('RevokeToken', { tokenId });
      await expect.poll(() => statusAt(other, '/api/conversations', String(token)), within).toBe(401);
    });

    it('hide what is no longer shared', async () => {
      const colleague = await signTestToken('colleague', ['clinician']);
      const { conversationId } = await one.command('StartConversation', { title: 'On call' });
      const path = `/api/conversations/${String(conversationId)}`;
      const sharee = { user: 'colleague' };
      await one.command('ShareConversation', { conversationId, with: sharee, level: 'read' });
      await expect.poll(() => statusAt(other, path, colleague), within).toBe(200);
      await one.command('UnshareConversation', { conversationId, with: sharee });
      await expect.poll(() => statusAt(other, path, colleague), within).not.toBe(200);
    });

    it('reveal nothing of an erased person', async () => {
      // A person is erased only once: a second attempt uses another person.
      const subject = `patient-${randomUUID()}`;
      const { conversationId } = await one.command('StartConversation', { subject });
      const ask = async (node: InProcess, question: string): Promise<Json> =>
        node.ask(question, { conversationId });
      const { queryId } = await ask(one, 'How is status epilepticus of Mr. Fenwick treated?');
      const path = `/api/queries/${String(queryId)}`;
      const shown = async (): Promise<string> =>
        JSON.stringify(await other.bodyOf(await other.request(path)));
      await expect.poll(shown, within).toContain('Fenwick');
      // A follow-up question makes the other node read the earlier turns.
      await ask(other, 'And what if that does not help?');
      const [okafor, moreau] = await Promise.all(
        ['okafor', 'moreau'].map((name) => signTestToken(name, ['compliance'])),
      );
      const { erasureId } = await commandAs(one, okafor ?? '', 'EraseSubject', {
        subject,
        reason: 'Asked for by letter.',
        basis: 'gdpr_art_17',
      });
      await commandAs(one, moreau ?? '', 'ConfirmErasure', { subject, erasureId });
      await expect.poll(shown, within).not.toContain('Fenwick');
    });
  },
);
