import { describe, expect, test } from 'vitest';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { createImapMailbox } from '../../../../../infra/services/mail/imap-mailbox.ts';
import { createSmtpMailSender } from '../../../../../infra/services/mail/smtp-mail-sender.ts';
import { unwatchedComponents } from '../../../../../ports/component-health.ts';
import type { MailSearch } from '../../../../../ports/mailbox.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { type ImapReply, startImapServer } from '../../../../support/imap-server.ts';
import { startSmtpServer } from '../../../../support/smtp-server.ts';

const services = { metrics: silentMetrics, health: unwatchedComponents };
const never = new AbortController().signal;

const usual = (command: string): ImapReply => {
  const [verb = ''] = command.split(' ');
  switch (verb.toUpperCase()) {
    case 'CAPABILITY':
      return ['* CAPABILITY IMAP4rev1', '% OK done'];
    case 'LIST':
      return ['* LIST () "/" INBOX', '% OK done'];
    case 'EXAMINE':
      return ['* 2 EXISTS', '* OK [UIDVALIDITY 7] fine', '* OK [UIDNEXT 9] fine', '% OK [READ-ONLY] done'];
    case 'UID':
      return command.startsWith('UID SEARCH') ? ['* SEARCH', '% OK done'] : ['% OK done'];
    default:
      return ['% OK done'];
  }
};

const instead =
  (verb: string, reply: ImapReply) =>
  (command: string): ImapReply =>
    command.toUpperCase().startsWith(verb) ? reply : usual(command);

const everything: Omit<MailSearch, 'user' | 'signal'> = {
  folder: 'INBOX',
  words: [],
  unreadOnly: false,
  limit: 5,
  maxCharacters: 100,
};

const searched = async (
  reply: (command: string) => ImapReply,
  search: Partial<MailSearch> = {},
  more: { readonly requireTls?: boolean; readonly onPremises?: boolean; readonly greeting?: string } = {},
) => {
  await using server = await startImapServer(reply, more.greeting);
  const mailbox = createImapMailbox(
    {
      server: server.url,
      login: { username: '{user}*service', password: 'very secret' },
      requireTls: more.requireTls ?? false,
      onPremises: more.onPremises ?? true,
    },
    {
      ...services,
      firstPause: 1,
      extractor: { extract: () => Promise.reject(new Error('no HTML in this test')) },
    },
  );
  const outcome = await mailbox
    .search({ ...everything, user: 'anna', signal: never, ...search })
    .catch((error: unknown) => (error instanceof Failure ? error.reason : error));
  return { outcome, commands: server.commands };
};

describe('a mail server being searched', () => {
  test('is asked on behalf of the person, in a read-only folder, for all words', async () => {
    const { outcome, commands } = await searched(usual, {
      words: ['dose', 'schlüssel'],
      since: '2026-03-01',
      before: '2026-03-09',
      unreadOnly: true,
    });
    expect(outcome).toEqual({ mails: [], total: 0 });
    expect(commands.some((command) => command.includes('anna*service'))).toBe(true);
    expect(commands).toContain('EXAMINE INBOX');
    const search = commands.find((command) => command.startsWith('UID SEARCH')) ?? '';
    expect(search).toMatch(
      /^UID SEARCH CHARSET UTF-8 TEXT dose NOT NOT TEXT \{10\}\r\n[\s\S]{10} SINCE 0?1-Mar-2026 BEFORE 0?9-Mar-2026 UNSEEN$/,
    );
  });

  test.each([
    ['"x" ALL', 'UID SEARCH TEXT "\\"x\\" ALL"'],
    ['a) (ALL', 'UID SEARCH TEXT "a) (ALL"'],
    ['{3}', 'UID SEARCH TEXT "{3}"'],
  ])('reads %j as a word', async (word, command) => {
    const { commands } = await searched(usual, { words: [word] });
    expect(commands).toContain(command);
  });

  test.each([
    [
      'refuses the login',
      instead('LOGIN', ['% NO [AUTHENTICATIONFAILED] no anna here']),
      'external_api_error',
    ],
    ['has no such folder', instead('EXAMINE', ['% NO [NONEXISTENT] no folder of anna']), 'not_found'],
    ['refuses the search', instead('UID SEARCH', ['% NO not today, anna']), 'external_api_error'],
    ['ends midway', instead('UID SEARCH', 'close'), 'unavailable'],
    ['sends an endless line', instead('UID SEARCH', 'endless'), 'unavailable'],
    ['announces a huge literal', instead('UID SEARCH', ['* 1 FETCH (BODY[] {900000000}']), 'unavailable'],
  ] as const)('that %s is reported without its message', async (_, reply, code) => {
    const { outcome } = await searched(reply);
    expect(outcome).toMatchObject({ code, details: { service: 'imap' } });
    expect(JSON.stringify(outcome)).not.toMatch(/anna|secret/);
  });

  test('without encryption receives no password', async () => {
    const { outcome, commands } = await searched(usual, {}, { requireTls: true });
    expect(outcome).toMatchObject({ code: 'unavailable' });
    expect(commands.join()).not.toContain('secret');
    const preauth = await searched(usual, {}, { requireTls: true, greeting: '* PREAUTH welcome' });
    expect(preauth.outcome).toMatchObject({ code: 'unavailable' });
  });

  test('that hangs is abandoned when the caller leaves', async () => {
    const asking = new AbortController();
    const { outcome } = await searched(
      (command) => {
        if (!command.startsWith('UID SEARCH')) return usual(command);
        asking.abort(new Error('gone'));
        return 'silent';
      },
      { signal: asking.signal },
    );
    expect(outcome).toEqual(new Error('gone'));
  });

  test.each(['bert*service', '..', 'a b', 'a\r\nb LOGOUT', ''])(
    'is not asked on behalf of the user %j',
    async (user) => {
      const { outcome, commands } = await searched(usual, { user });
      expect(outcome).toMatchObject({ code: 'permission_denied' });
      expect(commands).toEqual([]);
    },
  );

  test('is not skipped for others because one person has no mailbox', async () => {
    await using server = await startImapServer((command) =>
      command.includes('carla') ? ['% NO [AUTHENTICATIONFAILED] no'] : usual(command),
    );
    const mailbox = createImapMailbox(
      {
        server: server.url,
        login: { username: '{user}', password: 'very secret' },
        requireTls: false,
        onPremises: true,
      },
      { ...services, extractor: { extract: () => Promise.reject(new Error('no HTML in this test')) } },
    );
    for (let times = 0; times < 6; times += 1)
      expect(await failureOf(mailbox.search({ ...everything, user: 'carla', signal: never }))).toMatchObject({
        code: 'external_api_error',
      });
    expect(await mailbox.search({ ...everything, user: 'anna', signal: never })).toMatchObject({ total: 0 });
  });

  test('off the premises receives no query that identifies a patient', async () => {
    const { outcome, commands } = await searched(
      usual,
      { words: ['patient', 'John', 'Doe', 'MRN', '12345678'] },
      { onPremises: false },
    );
    expect(outcome).toMatchObject({ code: 'rule_violated', details: { reason: 'phi_stays_local' } });
    expect(commands).toEqual([]);
  });
});

const mail = {
  user: 'anna',
  to: ['bert@hospital.example'],
  cc: ['carla@lab.example'],
  subject: 'Übergabe morgen',
  text: 'Um acht?\n.\nGrüße',
  idempotencyKey: 'call-1',
  signal: never,
};

const senderAt = (url: URL, more: Partial<Parameters<typeof createSmtpMailSender>[0]> = {}) =>
  createSmtpMailSender(
    {
      server: new URL(`${url.protocol}//${url.host}`),
      login: { username: '{user}*service', password: 'very secret' },
      requireTls: false,
      onPremises: true,
      sender: '{user}@hospital.example',
      allowedDomains: ['hospital.example', 'lab.example'],
      localDomains: ['hospital.example'],
      ...more,
    },
    services,
  );

describe('an e-mail of a person', () => {
  test("goes to all recipients in the person's name, under an id derived from the call", async () => {
    await using server = await startSmtpServer();
    const first = await senderAt(server.url).send(mail);
    const again = await senderAt(server.url).send(mail);
    expect(first).toEqual({
      messageId: expect.stringMatching(/^<[0-9a-f]{40}@hospital\.example>$/),
      accepted: ['bert@hospital.example', 'carla@lab.example'],
      rejected: [],
    });
    expect(again.messageId).toBe(first.messageId);
    const other = await senderAt(server.url).send({ ...mail, idempotencyKey: 'call-2' });
    expect(other.messageId).not.toBe(first.messageId);
    const [sent] = server.mails;
    expect(sent?.to).toEqual(['bert@hospital.example', 'carla@lab.example']);
    expect(sent?.text).toContain('From: anna@hospital.example\r\n');
    expect(sent?.text).toContain(`Message-ID: ${first.messageId}\r\n`);
  });

  test('gains no header from its subject', async () => {
    await using server = await startSmtpServer();
    await senderAt(server.url).send({
      ...mail,
      cc: [],
      subject: 'x\r\nBcc: eve@evil.example\r\n\r\nother text',
    });
    const [sent] = server.mails;
    expect(sent?.to).not.toContain('eve@evil.example');
    expect(sent?.text).not.toMatch(/^Bcc:/im);
  });

  test.each([
    [['eve@evil.example'], []],
    [['bert@hospital.example'], ['eve@hospital.example.evil.example']],
    [['bert@nothospital.example'], []],
  ])('to %j and %j is not sent', async (to, cc) => {
    await using server = await startSmtpServer();
    expect(await failureOf(senderAt(server.url).send({ ...mail, to, cc }))).toMatchObject({
      code: 'permission_denied',
      details: { reason: 'recipient_not_allowed' },
    });
    expect(server.commands).toEqual([]);
  });

  test('that identifies a patient goes only to recipients on the premises', async () => {
    await using server = await startSmtpServer();
    const text = 'Patient John Doe, MRN 12345678, born 03/04/1961, is ready for discharge.';
    expect(await failureOf(senderAt(server.url).send({ ...mail, text }))).toMatchObject({
      code: 'rule_violated',
      details: { reason: 'phi_stays_local' },
    });
    expect(
      await failureOf(senderAt(server.url, { onPremises: false }).send({ ...mail, cc: [], text })),
    ).toMatchObject({ code: 'rule_violated' });
    expect(server.mails).toEqual([]);
    await senderAt(server.url).send({ ...mail, cc: [], text });
    expect(server.mails).toHaveLength(1);
  });

  test('accepted for some recipients is reported with the refused ones', async () => {
    await using server = await startSmtpServer();
    let times = 0;
    const answers = Object.defineProperty({}, 'RCPT', {
      get: () => {
        times += 1;
        return times === 1 ? '250 ok' : '550 no such mailbox';
      },
    });
    server.behave({ answers });
    expect(await senderAt(server.url).send(mail)).toMatchObject({
      accepted: ['bert@hospital.example'],
      rejected: ['carla@lab.example'],
    });
  });

  test.each([
    ['refuses the login', { answers: { AUTH: '535 wrong, anna' } }, 'external_api_error'],
    ['refuses all recipients', { answers: { RCPT: '550 unknown' } }, 'external_api_error'],
    ['refuses to take a text', { answers: { DATA: '451 later' } }, 'external_api_error'],
    ['refuses the text', { afterText: '554 spam, anna' }, 'external_api_error'],
    ['asks to retry later', { afterText: '451 greylisted' }, 'external_api_error'],
  ] as const)('is certainly unsent when the server %s', async (_, script, code) => {
    await using server = await startSmtpServer();
    server.behave(script);
    const reason = await failureOf(senderAt(server.url).send(mail));
    expect(reason).toMatchObject({ code, details: { service: 'smtp' } });
    expect(reason).not.toHaveProperty('details.outcome');
    expect(JSON.stringify(reason)).not.toMatch(/anna|secret/);
  });

  test('has an unknown outcome when the server disconnects after the text', async () => {
    await using server = await startSmtpServer();
    server.behave({ afterText: 'close' });
    const reason = await failureOf(senderAt(server.url).send(mail));
    expect(reason).toMatchObject({ code: 'unavailable', details: { outcome: 'unknown' } });
    expect(server.mails).toHaveLength(1);
  });

  test('has an unknown outcome when cancelled after the text, just before the connection ends', async () => {
    await using server = await startSmtpServer();
    const calling = new AbortController();
    server.behave({ afterText: 'silent', onText: () => calling.abort(new Error('cancelled')) });
    const reason = await failureOf(senderAt(server.url).send({ ...mail, signal: calling.signal }));
    expect(reason).toMatchObject({ code: 'unavailable', details: { outcome: 'unknown' } });
  });

  test('is unsent when cancelled earlier', async () => {
    await using server = await startSmtpServer();
    const calling = new AbortController();
    const answers = Object.defineProperty({}, 'MAIL', {
      get: () => {
        calling.abort(new Error('cancelled'));
        return 'silent';
      },
    });
    server.behave({ answers });
    expect(await failureOf(senderAt(server.url).send({ ...mail, signal: calling.signal }))).toEqual(
      new Error('cancelled'),
    );
    expect(server.mails).toEqual([]);
  });

  test('is not given to a server without encryption, nor is the password', async () => {
    await using server = await startSmtpServer();
    server.behave({ answers: { STARTTLS: '502 not here' } });
    const reason = await failureOf(senderAt(server.url, { requireTls: true }).send(mail));
    expect(reason).toMatchObject({ code: 'unavailable' });
    expect(reason).not.toHaveProperty('details.outcome');
    expect(server.mails).toEqual([]);
    expect(server.commands.some((command) => command.startsWith('AUTH'))).toBe(false);
  });

  test.each(['anna@evil.example', 'ännä', 'a b', 'anna\r\nRCPT TO:<x@y.example>'])(
    'is not sent on behalf of the user %j',
    async (user) => {
      await using server = await startSmtpServer();
      expect(await failureOf(senderAt(server.url).send({ ...mail, user }))).toMatchObject({
        code: 'permission_denied',
      });
      expect(server.commands).toEqual([]);
    },
  );
});
