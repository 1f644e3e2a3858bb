import { expect, test } from 'vitest';
import { chooseMailTools } from '../../../../../infra/services/mail/mail-tool-configuration.ts';

const imap = { MAIL_IMAP_URL: new URL('imaps://mail.example') };
const account = { MAIL_USERNAME: '{user}*anamnesis', MAIL_PASSWORD: 'very secret' };

test.each([
  ['MAIL_USERNAME', account],
  ['MAIL_USERS_FILE', { MAIL_USERS_FILE: '/run/secrets/mail.json' }],
  ['MAIL_LOCAL', { MAIL_LOCAL: true }],
  ['MAIL_SENDER', { ...imap, ...account, MAIL_SENDER: '{user}@hospital.example' }],
  ['MAIL_ALLOWED_DOMAINS', { ...imap, ...account, MAIL_ALLOWED_DOMAINS: ['hospital.example'] }],
  ['MAIL_SMTP_PASSWORD', { ...imap, ...account, MAIL_SMTP_PASSWORD: 'very secret' }],
])('%s without its server is rejected at startup', (name, environment) => {
  const choice = chooseMailTools({ MAIL_ALLOW_PLAINTEXT: false, ...environment });
  expect(choice).toMatchObject({
    ok: false,
    problem: expect.stringMatching(`^${name} has no effect without MAIL_`),
  });
  expect(JSON.stringify(choice)).not.toContain('very secret');
});

test('without settings no mail server is called, and a server for reading alone is enough', () => {
  expect(chooseMailTools({ MAIL_ALLOW_PLAINTEXT: false })).toEqual({ ok: true, value: {} });
  const reading = chooseMailTools({ MAIL_ALLOW_PLAINTEXT: false, ...imap, ...account });
  expect(reading).toMatchObject({ ok: true, value: { mailbox: { onPremises: false } } });
});
