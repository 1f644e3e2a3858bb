import { createHash } from 'node:crypto';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { MailSender } from '../../../ports/mail-sender.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { loginOfUser } from '../accounts/fill-in-user.ts';
import { openAccount } from '../accounts/open-account.ts';
import { traceExternalCall } from '../outside/external-calls.ts';
import { submitMail } from '../outside/submit-mail.ts';
import { judgeMailServer } from './judge-mail-server.ts';
import { mailAccounts } from './mail-accounts.ts';
import type { SendingConfiguration } from './mail-tool-configuration.ts';

type SenderServices = {
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  /** CA certificates (PEM) to trust instead of those of this machine. */
  readonly ca?: string;
};

/**
 * Milliseconds. The call has its own time limit and reports the outcome of the mail; this one only frees the
 * slot of a call that hangs nevertheless.
 */
const LEFT_BEHIND_MS = 120_000;
const BULKHEAD = { concurrent: 4, queued: 16 };

/** An address that every server accepts. */
const addressPattern = /^[A-Za-z0-9._+-]+@[A-Za-z0-9.-]+$/;

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

/** Returns the sender's address. The account's name may already be the whole address. */
const senderOf = (template: string, name: string): string => {
  const domain = template.slice(template.lastIndexOf('@'));
  return loginOfUser(template, name.endsWith(domain) ? name.slice(0, -domain.length) : name);
};

/** Creates a sender of people's mail through an SMTP server. */
export const createSmtpMailSender = (
  configuration: SendingConfiguration,
  { metrics, health, ca }: SenderServices,
): MailSender => {
  const { server, requireTls, onPremises, sender, allowedDomains, localDomains } = configuration;
  const guard = createGuard({
    component: 'mail-sending',
    label: 'The mail server',
    timeoutMs: LEFT_BEHIND_MS,
    bulkhead: BULKHEAD,
    health,
    judge: judgeMailServer,
  });

  return {
    send: async ({ user, to, cc, subject, text, idempotencyKey, signal }) => {
      const recipients = [...to, ...cc];
      if (recipients.some((address) => !allowedDomains.includes(domainOf(address))))
        throw new Failure(
          failure('permission_denied', 'A recipient is outside the allowed domains.', {
            component: 'mail-sending',
            details: { reason: 'recipient_not_allowed' },
          }),
        );
      const { name, login } = await openAccount(configuration, user, mailAccounts);
      const from = senderOf(sender, name);
      if (!addressPattern.test(from))
        throw new Failure(
          failure('permission_denied', 'No e-mail address to send from can be made from your user id.', {
            component: 'mail-sending',
            details: { reason: 'no_account' },
          }),
        );
      const id = createHash('sha256').update(`mail\n${idempotencyKey}`).digest('hex').slice(0, 40);
      const messageId = `<${id}@${domainOf(from)}>`;
      const isLocal = onPremises && recipients.every((address) => localDomains.includes(domainOf(address)));
      // Ignores the guard's signal: only the code below knows whether the mail reached the server.
      const { accepted, rejected } = await guard(() =>
        traceExternalCall('mail', () =>
          submitMail(
            {
              server,
              requireTls,
              from,
              to,
              cc,
              subject,
              text,
              messageId,
              leavesThePremises: !isLocal,
              metrics,
              ...omitUndefined({ ca, login }),
            },
            signal,
          ),
        ),
      );
      return { messageId, accepted, rejected };
    },
  };
};
