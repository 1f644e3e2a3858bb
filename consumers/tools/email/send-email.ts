import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { decodeEncodedWords, mayContainEncodedWord } from '../../../domain/language/decode-encoded-words.ts';
import { confirmationText } from '../../../domain/tools/confirmation-text.ts';
import type { MailSender } from '../../../ports/mail-sender.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import { sendsTo } from '../sends-to.ts';

const NO_MAIL_SERVER = 'Set MAIL_SMTP_URL, MAIL_SENDER and MAIL_ALLOWED_DOMAINS to send e-mails.';
/** Recipients of each kind: as many as a person reads through before confirming. */
const MAX_RECIPIENTS = 20;
/** At three bytes each they stay below the size limit of a call. */
const MAX_BODY = 9000;

/** The permitted recipients, and whether mails that identify patients may be sent. */
export type SendingTerms = {
  readonly allowedDomains: readonly string[];
  readonly localDomains: readonly string[];
  readonly onPremises: boolean;
};

/** Both are absent when no mail server is configured. */
type SendingServices = {
  readonly terms?: SendingTerms | undefined;
  readonly mailSender?: MailSender | undefined;
};

/** Plain addresses only: no quotes, no display names, no look-alike letters. */
const addressPattern =
  /^[A-Za-z0-9](?:[A-Za-z0-9._+-]{0,62}[A-Za-z0-9])?@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z0-9-]{2,63}$/;

const isAllowed = (address: string, { allowedDomains }: SendingTerms): boolean =>
  allowedDomains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase());

const argumentsFor = (terms: SendingTerms) => {
  const recipient = z
    .string()
    .max(254)
    .regex(addressPattern, 'must be a plain e-mail address')
    .refine((address) => isAllowed(address, terms), 'is outside the domains that may be written to');
  return z
    .strictObject({
      to: z.array(recipient).min(1).max(MAX_RECIPIENTS).describe('Addresses of the recipients'),
      cc: z.array(recipient).max(MAX_RECIPIENTS).default([]).describe('Addresses that receive a copy'),
      // The text that recipients see is the text that is screened and confirmed.
      subject: z
        .string()
        .overwrite(decodeEncodedWords)
        .trim()
        .min(1)
        .max(200)
        .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u, 'must be one line of signs that are seen')
        .refine(
          (text) => !mayContainEncodedWord(text),
          'must not hold encoded words that only some programs can read',
        )
        .describe('The subject'),
      body: z
        .string()
        .min(1)
        .max(MAX_BODY)
        .regex(/^(?:[^\p{Cc}]|[\t\n\r])+$/u, 'must be plain text')
        .describe('The whole text, as plain text'),
    })
    .refine(
      ({ to, cc }) =>
        new Set([...to, ...cc].map((address) => address.toLowerCase())).size === to.length + cc.length,
      { error: 'must name each recipient once', path: ['to'] },
    );
};

const resultSchema = z.strictObject({
  message_id: z.string(),
  sent: z.literal(true),
  accepted: z.array(z.string()).describe('Recipients that the mail server accepted'),
  rejected: z.array(z.string()).describe('Recipients that it refused; they receive nothing'),
  subject: z.string(),
  message: z.string(),
});

const noRecipients: SendingTerms = { allowedDomains: [], localDomains: [], onPremises: true };

/**
 * Sends an e-mail in the name of the person, who has confirmed its exact content. It is sent at most once: if the
 * connection breaks, the outcome stays unknown.
 */
export const sendEmail = ({ terms, mailSender }: SendingServices): RegisteredTool =>
  defineTool({
    name: 'send_email',
    category: 'email',
    description:
      "Sends a plain-text e-mail in the user's name, after the user has seen all of it and confirmed it. Only to addresses in the allowed domains.",
    arguments: argumentsFor(terms ?? noRecipients),
    result: resultSchema,
    requiresPhi: true,
    requiresConfirmation: true,
    riskLevel: 'high',
    // The same as for calendars, which are also written to.
    rateLimit: 10,
    timeoutSeconds: 30,
    permission: 'tools:call',
    // The recipients decide; the mail itself is screened where it is sent.
    ...sendsTo(terms && { onPremises: terms.onPremises && terms.localDomains.length > 0 }),
    // SMTP has no idempotency keys by which a server could recognize a repeated mail.
    afterCrash: 'unknown',
    unavailable: mailSender === undefined ? NO_MAIL_SERVER : undefined,
    confirmationPrompt: ({ to, cc, subject, body }) =>
      confirmationText("I'd like to send this e-mail:", {
        To: to.join(', '),
        Cc: cc.length === 0 ? undefined : cc.join(', '),
        Subject: subject,
        Text: `\n${body}`,
      }),
    handler: async ({ to, cc, subject, body }, { user, idempotencyKey, signal }) => {
      if (mailSender === undefined) throw new Failure(failure('unavailable', NO_MAIL_SERVER));
      const { messageId, accepted, rejected } = await mailSender.send({
        user,
        to,
        cc,
        subject,
        text: body,
        idempotencyKey,
        signal,
      });
      return {
        message_id: messageId,
        sent: true as const,
        accepted: [...accepted],
        rejected: [...rejected],
        subject,
        message:
          rejected.length === 0
            ? 'The e-mail was handed to the mail server for all recipients.'
            : 'The e-mail was handed to the mail server, which refused some of the recipients.',
      };
    },
  });
