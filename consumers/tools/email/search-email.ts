import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { FoundMail, Mailbox } from '../../../ports/mailbox.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import { type ServerPlace, sendsTo } from '../sends-to.ts';

/** Both are absent when no mail server is configured. */
type MailboxServices = {
  readonly server?: ServerPlace | undefined;
  readonly mailbox?: Mailbox | undefined;
};

const NO_MAIL_SERVER = 'Set MAIL_IMAP_URL to search the e-mails of people.';
const MAX_RESULTS = 50;

/** A single line, because IMAP commands are lines. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]+$/u, 'must be one line without control characters');
const day = z.iso.date('must be a day: YYYY-MM-DD');

const argumentsSchema = z.strictObject({
  query: line(200)
    .optional()
    .describe('Words that must all be in the text or headers of an e-mail, in any case'),
  folder: line(200).default('INBOX').describe('The folder to search, e.g. INBOX or Sent'),
  from: line(200).optional().describe('Part of the sender: a name or an address'),
  to: line(200).optional().describe('Part of a recipient: a name or an address'),
  subject: line(200).optional().describe('Part of the subject'),
  since: day.optional().describe('Only e-mails received on this day or later (YYYY-MM-DD)'),
  before: day.optional().describe('Only e-mails received before this day (YYYY-MM-DD)'),
  unread_only: z.boolean().default(false).describe('Only unread e-mails'),
  max_results: z.int().min(1).max(MAX_RESULTS).default(20).describe('Maximum number of e-mails to return'),
  max_chars: z
    .int()
    .min(0)
    .max(10_000)
    .default(1000)
    .describe('Maximum number of characters from the text of each e-mail; 0 for none'),
});

const emailSchema = z.strictObject({
  email_id: z.string(),
  from: z.string(),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  subject: z.string(),
  received: z.string().describe('ISO 8601'),
  unread: z.boolean(),
  body: z.string(),
  body_truncated: z.boolean(),
  attachments: z.array(
    z.strictObject({ name: z.string(), mime_type: z.string(), size: z.int().nonnegative() }),
  ),
});

const resultSchema = z.strictObject({
  emails: z.array(emailSchema).max(MAX_RESULTS),
  total_count: z.int().nonnegative(),
  folder: z.string(),
  query: z.string().optional(),
});

const shown = (mail: FoundMail) => ({
  email_id: mail.id,
  from: mail.from,
  to: [...mail.to],
  cc: [...mail.cc],
  subject: mail.subject,
  received: mail.received,
  unread: mail.isUnread,
  body: mail.text,
  body_truncated: mail.isCut,
  attachments: mail.attachments.map(({ name, mimeType, size }) => ({ name, mime_type: mimeType, size })),
});

/** Finds e-mails of the person. */
export const searchEmail = ({ server, mailbox }: MailboxServices): RegisteredTool =>
  defineTool({
    name: 'search_email',
    category: 'email',
    description:
      "Searches the user's e-mails by words, sender, recipient, subject and date, newest first, and returns the beginning of each with a list of its attachments. Read-only: nothing is marked as read.",
    arguments: argumentsSchema,
    result: resultSchema,
    requiresPhi: true,
    requiresConfirmation: false,
    riskLevel: 'low',
    // The same as for files, which are as slow.
    rateLimit: 20,
    timeoutSeconds: 30,
    permission: 'tools:call',
    ...sendsTo(server),
    afterCrash: 'repeat',
    unavailable: mailbox === undefined ? NO_MAIL_SERVER : undefined,
    handler: async (args, { user, signal, phi }) => {
      if (mailbox === undefined) throw new Failure(failure('unavailable', NO_MAIL_SERVER));
      // No detector can be sure whom colleagues write about.
      phi();
      const { query, folder, from, to, subject, since, before } = args;
      const { mails, total } = await mailbox.search({
        user,
        folder,
        words: query === undefined ? [] : [...new Set(query.split(/\s+/))],
        ...omitUndefined({ from, to, subject, since, before }),
        unreadOnly: args.unread_only,
        limit: args.max_results,
        maxCharacters: args.max_chars,
        signal,
      });
      return { emails: mails.map(shown), total_count: total, folder, ...omitUndefined({ query }) };
    },
  });
