import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { mailTools } from '../../../../../app/composition/mail-tools.ts';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { createTextExtractor } from '../../../../../infra/reading/text-extraction/text-extractor.ts';
import {
  chooseMailTools,
  mailToolEnvironment,
} from '../../../../../infra/services/mail/mail-tool-configuration.ts';
import { unwatchedComponents } from '../../../../../ports/component-health.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { failureOf } from '../../../../support/failure-of.ts';

const extractor = createTextExtractor({ workers: 1, tesseract: 'none' });
afterAll(() => extractor.close());

const tlsFile = (name: string): string => readFileSync(join('test/support/tls', name), 'utf8');
const parts = {
  extractor,
  metrics: silentMetrics,
  health: unwatchedComponents,
  ca: tlsFile('localhost.crt'),
};

const settings = {
  MAIL_IMAP_URL: 'imap://localhost:1',
  MAIL_SMTP_URL: 'smtp://localhost:1',
  MAIL_USERNAME: '{user}*service',
  MAIL_PASSWORD: 'secret of the service',
  MAIL_SENDER: '{user}@hospital.example',
  MAIL_ALLOWED_DOMAINS: 'hospital.example, lab.example',
  MAIL_LOCAL_DOMAINS: 'hospital.example',
};

const choose = (environment: Readonly<Record<string, string>>) =>
  chooseMailTools(z.object(mailToolEnvironment).parse(environment));

const toolsOf = (environment: Readonly<Record<string, string>>, ca = parts.ca) => {
  const choice = choose(environment);
  if (!choice.ok) throw new Error(choice.problem);
  return mailTools({ ...parts, ca, configuration: { mailTools: choice.value } });
};

const prepared = (tools: ReturnType<typeof mailTools>, name: string, input: Record<string, unknown>) => {
  const outcome = tools.find((tool) => tool.name === name)?.prepare(input);
  if (!outcome?.ok) throw new Failure(outcome?.error ?? { code: 'not_found', message: name });
  return outcome.value;
};

const mail = { to: ['bert@hospital.example'], subject: 'Rounds', body: 'At eight?\nSee you.' };

const given = process.env.TEST_MAIL_SERVERS;
const serversSchema = z.object({ imap: z.string(), imaps: z.string(), smtp: z.string(), smtps: z.string() });

describe.skipIf(given === undefined)('on real mail servers', () => {
  const servers = serversSchema.parse(
    JSON.parse(given ?? '{"imap":"imap://a","imaps":"imaps://a","smtp":"smtp://a","smtps":"smtps://a"}'),
  );
  const stamp = `r${Date.now()}`;
  const by = (imap: string, smtp: string, more: Record<string, string> = {}) => ({
    ...settings,
    MAIL_IMAP_URL: imap,
    MAIL_SMTP_URL: smtp,
    ...more,
  });
  const run = async (
    user: string,
    name: string,
    input: Record<string, unknown>,
    tools = toolsOf(by(servers.imaps, servers.smtps)),
  ) => {
    const { result } = await prepared(tools, name, input).run({
      toolCallId: 'c1',
      idempotencyKey: `${stamp} ${name} ${JSON.stringify(input)}`,
      user,
      signal: new AbortController().signal,
      partial: () => {},
      phi: () => {},
    });
    return result;
  };
  const letter = [
    'From: =?utf-8?Q?J=C3=BCrgen_Lab?= <lab@lab.example>',
    'To: anna@hospital.example',
    `Subject: =?iso-8859-1?Q?Befund_f=FCr?= ${stamp}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b1',
    '',
    '--b1',
    'Content-Type: text/html; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<html><body><p>Kalium <b>5,9</b> =FCber der Grenze.</p><script>alert(1)</script></body></html>',
    '--b1',
    'Content-Type: application/pdf',
    "Content-Disposition: attachment; filename*=utf-8''Befund%20%C3%BC.pdf",
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0=',
    '--b1--',
    '',
  ].join('\r\n');

  beforeAll(async () => {
    const { hostname, port } = new URL(servers.imaps);
    const client = new ImapFlow({
      host: hostname,
      port: Number(port),
      secure: true,
      tls: { ca: parts.ca },
      auth: { user: 'anna', pass: 'annas own' },
      logger: false,
    });
    await client.connect();
    await client.append('INBOX', letter, [], new Date('2026-03-05T12:00:00Z'));
    await client.logout();
  });

  test('an HTML e-mail is found by its owner as text, with its attachments, and stays unread', async () => {
    const found = await run('anna', 'search_email', { query: `KALIUM grenze ${stamp}` });
    expect(found).toMatchObject({
      total_count: 1,
      emails: [
        {
          from: 'Jürgen Lab <lab@lab.example>',
          subject: `Befund für ${stamp}`,
          received: '2026-03-05T12:00:00.000Z',
          unread: true,
          body: 'Kalium 5,9 über der Grenze.',
          body_truncated: false,
          attachments: [{ name: 'Befund ü.pdf', mime_type: 'application/pdf' }],
        },
      ],
    });
    expect(await run('anna', 'search_email', { query: stamp, unread_only: true })).toEqual({
      ...found,
      query: stamp,
    });
    expect(await run('bert', 'search_email', { query: stamp, folder: 'INBOX' })).toMatchObject({
      total_count: 0,
    });
  });

  test('e-mails are found by sender, subject and day', async () => {
    const count = async (input: Record<string, unknown>) =>
      (await run('anna', 'search_email', { query: stamp, ...input })).total_count;
    expect(await count({ from: 'lab.example', subject: 'für' })).toBe(1);
    expect(await count({ from: 'nobody' })).toBe(0);
    expect(await count({ since: '2026-03-05', before: '2026-03-06' })).toBe(1);
    expect(await count({ before: '2026-03-05' })).toBe(0);
    expect(await failureOf(run('anna', 'search_email', { folder: 'No such' }))).toMatchObject({
      code: 'not_found',
    });
  });

  test.each(['STARTTLS', 'implicit TLS'])('an e-mail sent by %s arrives as confirmed', async (way) => {
    const tools = toolsOf(
      way === 'STARTTLS' ? by(servers.imap, servers.smtp) : by(servers.imaps, servers.smtps),
    );
    const subject = `Übergabe ${stamp} ${way}`;
    const body = 'Kommst du?\n.\nFrom the ward\n\nGrüße 🩺';
    const sent = await run('anna', 'send_email', { to: ['bert@hospital.example'], subject, body }, tools);
    expect(sent).toMatchObject({ sent: true, accepted: ['bert@hospital.example'], rejected: [] });
    const arrived = () => run('bert', 'search_email', { subject }, tools);
    await expect.poll(async () => (await arrived()).total_count).toBe(1);
    expect(await arrived()).toMatchObject({
      emails: [{ from: 'anna@hospital.example', to: ['bert@hospital.example'], subject, body }],
    });
  });

  test("a person's own account is used to read and send e-mail", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'users-'));
    const file = join(folder, 'users.json');
    const users = { 'dr-lee': { username: 'anna', password: 'annas own' } };
    await writeFile(file, JSON.stringify(users), { mode: 0o600 });
    const { MAIL_USERNAME: _, MAIL_PASSWORD: __, ...without } = by(servers.imaps, servers.smtps);
    const own = toolsOf({ ...without, MAIL_USERS_FILE: file });
    try {
      expect(await run('dr-lee', 'search_email', { query: `Befund ${stamp}` }, own)).toMatchObject({
        total_count: 1,
      });
      const subject = `By myself ${stamp}`;
      expect(await run('dr-lee', 'send_email', { ...mail, subject }, own)).toMatchObject({ sent: true });
      const arrived = () => run('bert', 'search_email', { subject });
      await expect.poll(async () => (await arrived()).total_count).toBe(1);
      expect(await arrived()).toMatchObject({ emails: [{ from: 'anna@hospital.example' }] });
      for (const [name, input] of [
        ['search_email', {}],
        ['send_email', mail],
      ] as const)
        expect(await failureOf(run('anna', name, input, own))).toMatchObject({
          code: 'permission_denied',
          details: { reason: 'no_account' },
        });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('a recipient unknown to the server is reported', async () => {
    const input = { subject: `To two ${stamp}`, body: 'x' };
    expect(
      await run('anna', 'send_email', {
        ...input,
        to: ['bert@hospital.example', 'unknown@hospital.example'],
      }),
    ).toMatchObject({ accepted: ['bert@hospital.example'], rejected: ['unknown@hospital.example'] });
    expect(
      await failureOf(run('anna', 'send_email', { ...input, to: ['unknown@hospital.example'] })),
    ).toMatchObject({ code: 'external_api_error', details: { upstream_status: 550 } });
  });

  test('a missing mailbox, or a wrong password, is reported without quoting it', async () => {
    const wrong = toolsOf(by(servers.imaps, servers.smtps, { MAIL_PASSWORD: 'wrong password' }));
    for (const [name, input] of [
      ['search_email', {}],
      ['send_email', mail],
    ] as const) {
      const reason = await failureOf(run('anna', name, input, wrong));
      expect(reason).toMatchObject({ code: 'external_api_error' });
      expect(JSON.stringify(reason)).not.toContain('wrong password');
    }
    expect(await failureOf(run('carla', 'search_email', {}))).toMatchObject({ code: 'external_api_error' });
  });

  test('a server with a self-signed certificate receives neither password nor e-mail', async () => {
    const others = toolsOf(by(servers.imaps, servers.smtp), tlsFile('other.crt'));
    const refused = { code: 'unavailable', message: expect.stringContaining('NODE_EXTRA_CA_CERTS') };
    expect(await failureOf(run('anna', 'search_email', {}, others))).toMatchObject(refused);
    expect(await failureOf(run('anna', 'send_email', mail, others))).toMatchObject(refused);
  });
});
