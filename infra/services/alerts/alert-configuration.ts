import { z } from 'zod';
import type { Choice } from '../../installation/environment/choice.ts';
import { isPrivateHost } from '../../installation/environment/is-private-host.ts';
import { serverAddress } from '../../installation/environment/server-address.ts';

const address = z.email('must be an e-mail address').max(254);

/** Environment variables that configure alerts to operators. */
export const alertEnvironment = {
  ALERT_WEBHOOK_URL: serverAddress
    .optional()
    .describe('address to which alerts are posted as JSON, signed with ALERT_WEBHOOK_SECRET'),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .min(16, 'must have at least 16 characters')
    .max(256)
    .optional()
    .describe('key for the signature (HMAC-SHA256) by which the receiver verifies an alert'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' })
    .transform((value) => new URL(value))
    .optional()
    .describe(
      'mail server for alerts, with user and password, e.g. `smtps://user:password@mail.example:465`; smtp:// upgrades to TLS with STARTTLS, which only a server on the premises may omit',
    ),
  ALERT_EMAIL_TO: z
    .string()
    .max(2000)
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(address).min(1).max(20))
    .optional()
    .describe('recipients of alerts by e-mail: up to 20 addresses, comma-separated'),
  ALERT_EMAIL_FROM: address.optional().describe('sender of alerts by e-mail'),
} as const;

type AlertEnvironment = z.output<z.ZodObject<typeof alertEnvironment>>;

export type MailConfiguration = {
  readonly url: URL;
  readonly to: readonly string[];
  readonly from: string;
  /** Whether to refuse a server that offers no encryption. */
  readonly requireTls: boolean;
};

/** The configured alert channels. */
export type AlertConfiguration = {
  readonly webhook?: { readonly url: URL; readonly secret: string };
  readonly mail?: MailConfiguration;
};

/** Returns the configuration, or a sentence that names the missing variable. */
export const chooseAlerts = (env: AlertEnvironment): Choice<AlertConfiguration> => {
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = env;
  const { SMTP_URL: smtp, ALERT_EMAIL_TO: to, ALERT_EMAIL_FROM: from } = env;
  if ((url === undefined) !== (secret === undefined))
    return { ok: false, problem: 'ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET must be set together' };
  if (smtp === undefined && (to !== undefined || from !== undefined))
    return { ok: false, problem: 'ALERT_EMAIL_TO and ALERT_EMAIL_FROM have no effect without SMTP_URL' };
  if (smtp !== undefined && (to === undefined || from === undefined))
    return { ok: false, problem: 'SMTP_URL needs ALERT_EMAIL_TO and ALERT_EMAIL_FROM' };
  return {
    ok: true,
    value: {
      ...(url !== undefined && secret !== undefined ? { webhook: { url, secret } } : {}),
      ...(smtp !== undefined && to !== undefined && from !== undefined
        ? { mail: { url: smtp, to, from, requireTls: !isPrivateHost(smtp) } }
        : {}),
    },
  };
};
