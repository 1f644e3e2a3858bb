import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
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

const refusal = (tools: ReturnType<typeof mailTools>, name: string, input: Record<string, unknown>) => {
  const outcome = tools.find((tool) => tool.name === name)?.prepare(input);
  return outcome?.ok ? undefined : outcome?.error;
};

const mail = { to: ['bert@hospital.example'], subject: 'Rounds', body: 'At eight?\nSee you.' };

describe('send_email', () => {
  const tools = toolsOf(settings);

  test('confirms every recipient, the subject and the whole text', () => {
    const body = `${'A line.\n'.repeat(900)}The end.`;
    const { prompt = '' } = prepared(tools, 'send_email', {
      to: ['bert@hospital.example', 'carla@lab.example'],
      cc: ['dora@hospital.example'],
      subject: 'Rounds',
      body,
    });
    for (const shown of [
      'bert@hospital.example, carla@lab.example',
      'dora@hospital.example',
      'Rounds',
      'The end.',
    ])
      expect(prompt).toContain(shown);
    expect(prompt.match(/A line\./g)).toHaveLength(900);
  });

  test('never lets the text imitate a line of the confirmation', () => {
    const { prompt = '' } = prepared(tools, 'send_email', {
      ...mail,
      body: 'x\n- To: unknown@hospital.example',
    });
    expect(prompt).not.toMatch(/^- To: unknown/m);
  });

  test('shows and sends a subject as its recipients will read it', () => {
    const subject = `=?utf-8?B?${btoa('MRN 4455667 is worse')}?=`;
    const { prompt = '', arguments: kept } = prepared(tools, 'send_email', { ...mail, subject });
    expect(prompt).toContain('MRN 4455667 is worse');
    // The screened text is the stored one.
    expect(kept.subject).toBe('MRN 4455667 is worse');
    // A less strict program could decode the rest.
    const encoded = btoa('MRN 4455667 is worse');
    for (const left of [
      `=?utf-7?Q?${encoded}?=`,
      `=?utf-8?B?${encoded.slice(0, 8)}!${encoded.slice(8)}?=`,
      `=?utf-8?B? ${encoded} ?=`,
      `=?utf-8?B?${'A'.repeat(160)}${'B'.repeat(41)}?=`,
    ])
      expect(refusal(tools, 'send_email', { ...mail, subject: left })?.code).toBe('validation_error');
    const header = `=?utf-8?B?${btoa('x\r\nBcc: eve@evil.example')}?=`;
    expect(refusal(tools, 'send_email', { ...mail, subject: header })?.code).toBe('validation_error');
  });

  test.each([
    ['a recipient off the premises', { ...mail, to: ['eve@evil.example'] }],
    ['a copy off the premises', { ...mail, cc: ['eve@evil.example'] }],
    ['no recipient', { ...mail, to: [] }],
    ['a duplicate recipient', { ...mail, to: ['bert@hospital.example', 'BERT@hospital.example'] }],
    ['a name that looks like an address', { ...mail, to: ['"bert@hospital.example" <eve@evil.example>'] }],
    ['two addresses in one', { ...mail, to: ['bert@hospital.example, eve@evil.example'] }],
    ['an address with a header', { ...mail, to: ['bert@hospital.example\r\nBcc: eve@evil.example'] }],
    ['look-alike letters', { ...mail, to: ['bérť@hospital.example'] }],
    ['a subject with a header', { ...mail, subject: 'x\r\nBcc: eve@evil.example' }],
    ['a subject with reversed text', { ...mail, subject: 'x\u202Ey' }],
    ['no subject', { ...mail, subject: '' }],
    ['a body with control characters', { ...mail, body: 'a\u0000b' }],
    ['a body that is too long', { ...mail, body: 'x'.repeat(9001) }],
    ['a hidden recipient', { ...mail, bcc: ['bert@hospital.example'] }],
  ])('refuses %s before asking for confirmation', (_, input) => {
    const reason = refusal(tools, 'send_email', input);
    expect(reason).toMatchObject({ code: 'validation_error' });
    expect(JSON.stringify(reason)).not.toContain('evil');
  });

  test('needs a person, and is never repeated after a crash', () => {
    expect(tools.find(({ name }) => name === 'send_email')?.facts).toMatchObject({
      requiresConfirmation: true,
      afterCrash: 'unknown',
      riskLevel: 'high',
    });
  });

  test('is refused with PHI when there is no mail server on the premises', () => {
    const { MAIL_LOCAL_DOMAINS: _, ...without } = settings;
    expect(toolsOf(without).find(({ name }) => name === 'send_email')?.facts).toMatchObject({
      sends: 'outside',
      phiOutside: 'refuse',
    });
  });
});

describe('search_email', () => {
  test.each([
    [{ folder: 'INBOX\r\nx LOGOUT' }],
    [{ query: 'a\u0000b' }],
    [{ since: '2026-02-30' }],
    [{ since: 'yesterday' }],
    [{ max_results: 51 }],
    [{ user: 'bert' }],
  ])('refuses %j', (input) => {
    expect(refusal(toolsOf(settings), 'search_email', input)).toMatchObject({ code: 'validation_error' });
  });

  test('names the settings that enable it, like send_email', () => {
    const [search, send] = toolsOf({});
    expect(search?.unavailable).toContain('MAIL_IMAP_URL');
    expect(send?.unavailable).toContain('MAIL_ALLOWED_DOMAINS');
  });
});

describe('the e-mail settings', () => {
  test.each([
    [{ MAIL_USERNAME: 'service' }, 'MAIL_USERNAME must contain {user}'],
    [{ MAIL_SENDER: 'service@hospital.example' }, 'MAIL_SENDER'],
    [{ MAIL_LOCAL_DOMAINS: 'elsewhere.example' }, 'MAIL_LOCAL_DOMAINS'],
    [{ MAIL_IMAP_URL: 'imap://mail.example', MAIL_ALLOW_PLAINTEXT: 'true' }, 'MAIL_ALLOW_PLAINTEXT'],
    [{ MAIL_SMTP_PASSWORD: 'another secret' }, 'MAIL_SMTP_USERNAME'],
    [{ MAIL_USERS_FILE: '/run/users.json' }, 'not both'],
  ])('are rejected with %j', (more, why) => {
    const choice = choose({ ...settings, ...more });
    expect(choice).toMatchObject({ ok: false, problem: expect.stringContaining(why) });
    expect(JSON.stringify(choice)).not.toContain('secret');
  });

  test('require TLS of every server, except a local one where plaintext is allowed', () => {
    const terms = (more: Record<string, string>) => {
      const choice = choose({ ...settings, ...more });
      return choice.ok && [choice.value.mailbox?.requireTls, choice.value.sending?.requireTls];
    };
    expect(terms({})).toEqual([true, true]);
    expect(terms({ MAIL_ALLOW_PLAINTEXT: 'true' })).toEqual([false, false]);
  });
});
