import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddingServer, startEmbeddingServer } from '../../../../support/embedding-server.ts';
import { type InProcess, startInProcess } from '../../../../support/server-in-process.ts';
import { startSmtpServer } from '../../../../support/smtp-server.ts';
import { startWebhookServer } from '../../../../support/webhook-server.ts';

type Components = {
  readonly degraded: boolean;
  readonly components: readonly { readonly component: string; readonly state: string }[];
};

let endpoint: EmbeddingServer;
let server: InProcess;
let webhook: Awaited<ReturnType<typeof startWebhookServer>>;
let mail: Awaited<ReturnType<typeof startSmtpServer>>;

beforeAll(async () => {
  [endpoint, webhook, mail] = await Promise.all([
    startEmbeddingServer({ dimensions: 16 }),
    startWebhookServer(),
    startSmtpServer(),
  ]);
  server = await startInProcess({
    environment: {
      EMBEDDING_PROVIDER: 'openai-compatible',
      EMBEDDING_BASE_URL: endpoint.baseUrl,
      EMBEDDING_MODEL: 'test-model',
      EMBEDDING_DIMENSIONS: '16',
      EMBEDDING_LOCAL: 'true',
      ALERT_WEBHOOK_URL: webhook.url.href,
      ALERT_WEBHOOK_SECRET: 'a shared secret of some length',
      SMTP_URL: mail.url.href,
      ALERT_EMAIL_TO: 'ops@hospital.example',
      ALERT_EMAIL_FROM: 'anamnesis@hospital.example',
    },
  });
});
afterAll(async () => {
  await server.dispose();
  await Promise.all([endpoint.close(), webhook[Symbol.asyncDispose](), mail[Symbol.asyncDispose]()]);
});

const componentsOf = async (): Promise<Components> =>
  (await server.get('/api/admin/components')) as unknown as Components;
const kinds = (): readonly unknown[] =>
  webhook.posts.map(({ body }) => (JSON.parse(body) as { kind: string }).kind);

describe('a component that keeps failing', () => {
  it('is shown to operators, reported once to each of them, and named by the doctor', async () => {
    await server.ingest('# Burns\n\nCool a burn with running water for 20 minutes.\n', 'burns.md', {
      docKey: 'guideline-burns',
    });
    endpoint.state.always = { do: 'refuse', status: 503 };
    for (const question of [
      'how long to cool a burn',
      'what to cool a burn with',
      'cooling of burns',
      'burn',
    ])
      expect(await server.ask(question)).toMatchObject({ status: 'answered', degraded: true });
    expect(await componentsOf()).toMatchObject({
      degraded: false,
      components: expect.arrayContaining([
        expect.objectContaining({ component: 'embedding', state: 'failed' }),
      ]),
    });
    await expect.poll(kinds, { timeout: 60_000 }).toContain('component_failed');
    await expect.poll(() => mail.mails.length, { timeout: 60_000 }).toBeGreaterThan(0);
    const texts = mail.mails.map(({ text }) => text).join('\n');
    expect(texts).toContain('Questions are answered from words alone');
    expect(`${texts}${JSON.stringify(webhook.posts)}`).not.toContain('burn');

    const ready = (await server.get('/health/ready')) as { status: string };
    expect(ready).toMatchObject({
      status: 'degraded',
      components: expect.arrayContaining([
        expect.objectContaining({ component: 'embedding', healthy: false }),
      ]),
    });
    const examined = await (await server.post('/api/admin/doctor', {})).text();
    expect(examined).toContain('The component embedding has been failing since');
  });

  it('comes with a test of whether alerts arrive', async () => {
    const before = webhook.posts.length;
    const answered = await server.bodyOf(await server.request('/api/admin/alerts/test', { method: 'POST' }));
    expect(answered.data).toEqual([
      { channel: 'webhook', delivered: true },
      { channel: 'email', delivered: true },
    ]);
    expect(webhook.posts.length).toBeGreaterThan(before);
    webhook.state.status = 500;
    const failed = await server.bodyOf(await server.request('/api/admin/alerts/test', { method: 'POST' }));
    expect(failed.data).toMatchObject([{ channel: 'webhook', delivered: false }, { delivered: true }]);
  });
});
