import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Choice } from '../../installation/environment/choice.ts';
import { flag } from '../../installation/environment/flag.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { accountsProblem } from '../accounts/accounts-problem.ts';
import { loginOfUser, USER_PLACEHOLDER } from '../accounts/fill-in-user.ts';
import type { Accounts } from '../accounts/open-account.ts';

const login = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[^\p{Cc}]+$/u, 'must not contain control characters');
const secret = z.string().min(1).max(1000);
const domainPattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const domains = z
  .string()
  .max(4000)
  .transform((value) => value.split(',').map((part) => part.trim().toLowerCase()))
  .pipe(z.array(z.string().regex(domainPattern, 'must be domains, separated by commas')).min(1).max(100));
const server = (protocol: RegExp, error: string) =>
  z
    .url({ protocol, error })
    .transform((value) => new URL(value))
    .refine(
      ({ username, password }) => `${username}${password}` === '',
      'must not contain a password; see MAIL_PASSWORD',
    );

/** Environment variables for people's mailboxes. */
export const mailToolEnvironment = {
  MAIL_IMAP_URL: server(/^imaps?$/, 'must be an imap:// or imaps:// URL')
    .optional()
    .describe(
      'mail server for reading, e.g. `imaps://mail.example`; imap:// upgrades to TLS with STARTTLS; enables search_email',
    ),
  MAIL_SMTP_URL: server(/^smtps?$/, 'must be an smtp:// or smtps:// URL')
    .optional()
    .describe(
      'mail server for sending, e.g. `smtps://mail.example`; smtp:// upgrades to TLS with STARTTLS; enables send_email',
    ),
  MAIL_USERNAME: login
    .optional()
    .describe(
      "login that opens a person's mailbox, with `{user}` for the person's id, e.g. `{user}*anamnesis` with a Dovecot master user",
    ),
  MAIL_PASSWORD: secret.optional().describe("its password (the master user's)"),
  MAIL_USERS_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      'file (JSON, 0600) with each person\'s account at both servers, if no account may open all mailboxes: `{"<person>": {"username": "…", "password": "…"}}`; read at each call',
    ),
  MAIL_SMTP_USERNAME: login
    .optional()
    .describe('login at `MAIL_SMTP_URL`, which may contain `{user}`; default: `MAIL_USERNAME`'),
  MAIL_SMTP_PASSWORD: secret.optional().describe('its password; default: `MAIL_PASSWORD`'),
  MAIL_SENDER: z
    .string()
    .max(254)
    .optional()
    .describe("a person's address as the sender, with `{user}`, e.g. `{user}@hospital.example`"),
  MAIL_ALLOWED_DOMAINS: domains
    .optional()
    .describe('permitted recipient domains, comma-separated; all others are refused'),
  MAIL_LOCAL_DOMAINS: domains
    .optional()
    .describe(
      'those whose mailboxes are on the premises: mail only to them may identify patients; default: none',
    ),
  MAIL_LOCAL: flag
    .optional()
    .describe(
      'declares whether the mail servers are on the premises, so that search terms may contain PHI; default: true for this machine or private addresses',
    ),
  MAIL_ALLOW_PLAINTEXT: flag
    .default(false)
    .describe('allows imap:// and smtp:// without TLS if the host is this machine or a private address'),
} as const;

type MailEnvironment = z.output<z.ZodObject<typeof mailToolEnvironment>>;

/** How to search people's mailboxes. */
export type MailboxConfiguration = Accounts & {
  readonly server: URL;
  readonly requireTls: boolean;
  readonly onPremises: boolean;
};

/** How to send people's mail. */
export type SendingConfiguration = Accounts & {
  readonly server: URL;
  readonly requireTls: boolean;
  readonly onPremises: boolean;
  /** Contains `{user}`. */
  readonly sender: string;
  readonly allowedDomains: readonly string[];
  /** Domains whose mail stays on the premises. */
  readonly localDomains: readonly string[];
};

export type MailToolConfiguration = {
  readonly mailbox?: MailboxConfiguration;
  readonly sending?: SendingConfiguration;
};

const holdsUser = (template: string): boolean => template.includes(USER_PLACEHOLDER);

/** Settings that need a server setting to take effect. */
const ofServers = [
  'MAIL_USERNAME',
  'MAIL_PASSWORD',
  'MAIL_USERS_FILE',
  'MAIL_LOCAL',
] as const satisfies readonly (keyof MailEnvironment)[];
const ofSending = [
  'MAIL_SENDER',
  'MAIL_ALLOWED_DOMAINS',
  'MAIL_LOCAL_DOMAINS',
  'MAIL_SMTP_USERNAME',
  'MAIL_SMTP_PASSWORD',
] as const satisfies readonly (keyof MailEnvironment)[];

const unreadProblem = (env: MailEnvironment): string | undefined => {
  const { MAIL_IMAP_URL: imap, MAIL_SMTP_URL: smtp } = env;
  const without = (names: readonly (keyof MailEnvironment)[], servers: string): string | undefined => {
    const unread = names.find((name) => env[name] !== undefined);
    return unread === undefined ? undefined : `${unread} has no effect without ${servers}`;
  };
  return (
    (smtp === undefined ? without(ofSending, 'MAIL_SMTP_URL') : undefined) ??
    (smtp === undefined && imap === undefined
      ? without(ofServers, 'MAIL_IMAP_URL or MAIL_SMTP_URL')
      : undefined)
  );
};

/** Returns the problem with the accounts, for either server. */
const accountProblem = (env: MailEnvironment): string | undefined => {
  const { MAIL_USERNAME: username, MAIL_PASSWORD: password, MAIL_USERS_FILE: usersFile } = env;
  if (usersFile !== undefined && env.MAIL_SMTP_USERNAME !== undefined)
    return 'Set MAIL_SMTP_USERNAME or MAIL_USERS_FILE, not both';
  return accountsProblem('MAIL', { username, password, usersFile });
};

const mailboxProblem = (env: MailEnvironment): string | undefined => {
  const { MAIL_USERNAME: username } = env;
  if (username === undefined)
    return env.MAIL_USERS_FILE === undefined
      ? 'MAIL_IMAP_URL needs MAIL_USERNAME and MAIL_PASSWORD, or MAIL_USERS_FILE'
      : undefined;
  // Otherwise all people would read the same mailbox.
  if (!holdsUser(username))
    return `MAIL_USERNAME must contain ${USER_PLACEHOLDER}, for the id of the mailbox’s owner`;
  return undefined;
};

const sendingProblem = (env: MailEnvironment): string | undefined => {
  const { MAIL_SENDER: sender, MAIL_ALLOWED_DOMAINS: allowed } = env;
  const { MAIL_SMTP_USERNAME: username, MAIL_SMTP_PASSWORD: password } = env;
  if (sender === undefined || allowed === undefined)
    return 'MAIL_SMTP_URL needs MAIL_SENDER and MAIL_ALLOWED_DOMAINS';
  if (!holdsUser(sender) || !z.email().safeParse(loginOfUser(sender, 'a')).success)
    return `MAIL_SENDER must be an e-mail address that contains ${USER_PLACEHOLDER}`;
  if ((username === undefined) !== (password === undefined))
    return 'MAIL_SMTP_USERNAME and MAIL_SMTP_PASSWORD must be set together';
  const other = env.MAIL_LOCAL_DOMAINS?.find((domain) => !allowed.includes(domain));
  if (other !== undefined) return 'MAIL_LOCAL_DOMAINS must be among MAIL_ALLOWED_DOMAINS';
  return undefined;
};

/** Chooses the mail servers of the tools; each is absent unless its URL is set. */
export const chooseMailTools = (env: MailEnvironment): Choice<MailToolConfiguration> => {
  const { MAIL_IMAP_URL: imap, MAIL_SMTP_URL: smtp, MAIL_ALLOW_PLAINTEXT: plaintext } = env;
  const problem =
    unreadProblem(env) ??
    accountProblem(env) ??
    (imap === undefined ? undefined : mailboxProblem(env)) ??
    (smtp === undefined ? undefined : sendingProblem(env));
  if (problem !== undefined) return { ok: false, problem };
  const exposed = plaintext && [imap, smtp].some((url) => url !== undefined && !isPrivateHost(url));
  if (exposed)
    return {
      ok: false,
      problem: 'MAIL_ALLOW_PLAINTEXT is allowed only if the hosts are this machine or private addresses',
    };
  const terms = (url: URL) => ({
    server: url,
    requireTls: !plaintext,
    onPremises: env.MAIL_LOCAL ?? isPrivateHost(url),
    ...omitUndefined({ usersFile: env.MAIL_USERS_FILE }),
  });
  const { MAIL_USERNAME: username, MAIL_PASSWORD: password, MAIL_SENDER: sender } = env;
  const login = username === undefined || password === undefined ? undefined : { username, password };
  const own =
    env.MAIL_SMTP_USERNAME === undefined || env.MAIL_SMTP_PASSWORD === undefined
      ? login
      : { username: env.MAIL_SMTP_USERNAME, password: env.MAIL_SMTP_PASSWORD };
  return {
    ok: true,
    value: {
      ...(imap === undefined ? {} : { mailbox: { ...terms(imap), ...omitUndefined({ login }) } }),
      ...(smtp === undefined || sender === undefined || env.MAIL_ALLOWED_DOMAINS === undefined
        ? {}
        : {
            sending: {
              ...terms(smtp),
              sender,
              allowedDomains: env.MAIL_ALLOWED_DOMAINS,
              localDomains: env.MAIL_LOCAL_DOMAINS ?? [],
              ...(own === undefined ? {} : { login: own }),
            },
          }),
    },
  };
};
