import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { alertOf } from '../../../../../domain/operations/alert-of.ts';
import type { AlertConfiguration } from '../../../../../infra/services/alerts/alert-configuration.ts';
import { createAlertChannels } from '../../../../../infra/services/alerts/create-alert-channels.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { startSmtpServer } from '../../../../support/smtp-server.ts';
import { startWebhookServer } from '../../../../support/webhook-server.ts';

const secret = 'a shared secret of some length';
const alert = {
  id: '0190f3a2-0000-7000-8000-000000000001',
  at: '2026-01-02T03:04:05.678Z',
  ...alertOf({
    type: 'ComponentFailed',
    data: {
      component: 'cloud-model',
      node: 'ward-server-2.hospital.example:4711',
      reason: 'timeout',
      at: '2026-01-02T03:04:05.678Z',
    },
  }),
};
const never = AbortSignal.any([]);

const channelOf = (configuration: AlertConfiguration) => {
  const [channel] = createAlertChannels(configuration, { metrics: silentMetrics });
  if (!channel) throw new Error('There is no channel.');
  return channel;
};
describe('an alert by webhook', () => {
  it('is posted as JSON with a signature that only the holder of the key can make', async () => {
    await using server = await startWebhookServer();
    await channelOf({ webhook: { url: server.url, secret } }).send(alert, { signal: never });
    const [post] = server.posts;
    expect(JSON.parse(post?.body ?? '')).toEqual({
      ...alert,
      severity: 'critical',
      kind: 'component_failed',
      component: 'cloud-model',
    });
    const [, seconds, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(post?.headers['x-anamnesis-signature'])) ?? [];
    expect(signature).toBe(createHmac('sha256', secret).update(`${seconds}.${post?.body}`).digest('hex'));
    expect(JSON.stringify(post)).not.toContain(secret);
  });

  it.each([
    ['refuses it', 403, 'external_api_error'],
    ['fails', 500, 'external_api_error'],
    ['redirects it', 307, 'unavailable'],
  ])('counts as undelivered when the receiver %s', async (_, status, code) => {
    await using server = await startWebhookServer();
    server.state.status = status;
    server.state.location = 'http://127.0.0.1:1/';
    const { send } = channelOf({ webhook: { url: server.url, secret } });
    const reason = await failureOf(send(alert, { signal: never }));
    expect(reason).toMatchObject({ code });
    expect(server.posts).toHaveLength(1);
  });

  it('stops with the signal of its sender', async () => {
    await using server = await startWebhookServer();
    server.state.status = 'hang';
    const stop = new AbortController();
    const outcome = failureOf(
      channelOf({ webhook: { url: server.url, secret } }).send(alert, { signal: stop.signal }),
    );
    await expect.poll(() => server.posts.length, { timeout: 60_000 }).toBe(1);
    stop.abort('stopped');
    expect(await outcome).toBe('stopped');
  });

  it('is not sent when it seems to identify a person', async () => {
    await using server = await startWebhookServer();
    const { send } = channelOf({ webhook: { url: server.url, secret } });
    const identifying = { ...alert, text: 'Jane Roe, MRN 4711234, born 01/02/1950' };
    expect(await failureOf(send(identifying, { signal: never }))).toMatchObject({ code: 'rule_violated' });
    expect(server.posts).toEqual([]);
  });
});

const mailTo = (url: URL, requireTls = false) =>
  channelOf({
    mail: { url, to: ['a@ops.example', 'b@ops.example'], from: 'anamnesis@hospital.example', requireTls },
  });

describe('an alert by e-mail', () => {
  it('is handed to the mail server for all recipients, under an id that stays the same when repeated', async () => {
    await using server = await startSmtpServer();
    const { send } = mailTo(server.url);
    await send(alert, { signal: never });
    await send(alert, { signal: never });
    const [first, second] = server.mails;
    expect(first?.to).toEqual(['a@ops.example', 'b@ops.example']);
    expect(first?.text).toContain('Subject: [Anamnesis] critical: component failed (cloud-model)');
    expect(first?.text).toContain('Answers come from the local model');
    const idOf = (text = ''): string | undefined => /^Message-ID: .*$/m.exec(text)?.[0];
    expect(idOf(first?.text)).toContain(alert.id);
    expect(idOf(second?.text)).toBe(idOf(first?.text));
  });

  it('is not sent to a server without encryption, unless that is on the premises', async () => {
    await using server = await startSmtpServer();
    expect(await failureOf(mailTo(server.url, true).send(alert, { signal: never }))).toMatchObject({
      code: 'unavailable',
    });
    expect(server.mails).toEqual([]);
    expect(server.commands.some((line) => line.startsWith('AUTH'))).toBe(false);
  });

  it.each([
    ['rejects the sender', { AUTH: '535 who are you, very secret?' }],
    ['rejects the recipient', { RCPT: '550 absent here' }],
    ['accepts nothing', { DATA: '451 later' }],
  ])(
    'counts as undelivered when the server %s, without quoting the server or the password',
    async (_, answers) => {
      await using server = await startSmtpServer();
      server.behave({ answers });
      const reason = await failureOf(mailTo(server.url).send(alert, { signal: never }));
      expect(reason).toMatchObject({ code: 'unavailable' });
      expect(JSON.stringify(reason)).not.toMatch(/secret|absent|later/);
    },
  );

  it('stops with the signal of its sender', async () => {
    await using server = await startSmtpServer();
    server.behave({ answers: { DATA: 'silent' } });
    const stop = new AbortController();
    const outcome = failureOf(mailTo(server.url).send(alert, { signal: stop.signal }));
    await expect.poll(() => server.commands, { timeout: 60_000 }).toContain('DATA');
    stop.abort('stopped');
    expect(await outcome).toBe('stopped');
  });
});
