import { searchEmail } from '../../consumers/tools/email/search-email.ts';
import { sendEmail } from '../../consumers/tools/email/send-email.ts';
import { createImapMailbox } from '../../infra/services/mail/imap-mailbox.ts';
import { createSmtpMailSender } from '../../infra/services/mail/smtp-mail-sender.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { TextExtractor } from '../../ports/text-extractor.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import type { Configuration } from '../configuration/configuration.ts';

type MailToolParts = {
  readonly configuration: Pick<Configuration, 'mailTools'>;
  readonly extractor: TextExtractor;
  readonly metrics: Metrics;
  readonly health: ComponentMonitor;
  /** Certificates (PEM) to trust instead of those of this machine. */
  readonly ca?: string;
};

/** The tools for people's e-mails. */
export const mailTools = ({
  configuration: {
    mailTools: { mailbox, sending },
  },
  ...services
}: MailToolParts): readonly RegisteredTool[] => [
  searchEmail({ server: mailbox, mailbox: mailbox && createImapMailbox(mailbox, services) }),
  sendEmail({ terms: sending, mailSender: sending && createSmtpMailSender(sending, services) }),
];
