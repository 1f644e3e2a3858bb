import type { FetchMessageObject, ImapFlow, MessageAddressObject, SearchObject } from 'imapflow';
import { externalText } from '../../../domain/consultation/sources/external-text.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { FoundMail, Mailbox, MailSearch } from '../../../ports/mailbox.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { TextExtractor } from '../../../ports/text-extractor.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { openAccount } from '../accounts/open-account.ts';
import { searchRefused, withImap } from '../outside/imap-session.ts';
import { judgeMailServer } from './judge-mail-server.ts';
import { mailAccounts } from './mail-accounts.ts';
import { attachmentsOf, textPartOf } from './mail-structure.ts';
import type { MailboxConfiguration } from './mail-tool-configuration.ts';

type MailboxServices = {
  readonly extractor: Pick<TextExtractor, 'extract'>;
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  /** CA certificates (PEM) to trust instead of those of this machine. */
  readonly ca?: string;
  /** Milliseconds before the retry; tests use less. */
  readonly firstPause?: number;
};

/** Milliseconds per attempt; a call has 30 s in total. */
const ATTEMPT_MS = 25_000;
/** One retry when the server could not be reached. */
const RETRIES = { attempts: 2, firstPause: 500, maxPause: 1000, maxRetryAfter: 0 };
const BULKHEAD = { concurrent: 8, queued: 32 };

/** Bytes fetched of a text; HTML is about ten times as large as its text. */
const PLAIN_BYTES = 64 * 1024;
const HTML_BYTES = 256 * 1024;
/** Limit on the characters of all texts of one search, set by what a model can read and a tool may return. */
const ALL_CHARACTERS = 60_000;
const MAX_RECIPIENTS = 20;

/** Requires all words. A search key takes one value, so further words are added as double negations. */
const textCriterion = (words: readonly string[]): SearchObject =>
  words.reduceRight<SearchObject>(
    (others, word) => ({ text: word, ...(Object.keys(others).length === 0 ? {} : { not: { not: others } }) }),
    {},
  );

const criteriaOf = ({ words, from, to, subject, since, before, unreadOnly }: MailSearch): SearchObject => {
  const criteria: SearchObject = {
    ...textCriterion(words),
    ...omitUndefined({ from, to, subject }),
    ...(since === undefined ? {} : { since: new Date(since) }),
    ...(before === undefined ? {} : { before: new Date(before) }),
    ...(unreadOnly ? { seen: false } : {}),
  };
  return Object.keys(criteria).length === 0 ? { all: true } : criteria;
};

const addressesOf = (addresses: readonly MessageAddressObject[] | undefined): readonly string[] =>
  (addresses ?? []).slice(0, MAX_RECIPIENTS).map(({ name, address }) => {
    const known = externalText(address ?? '', 254);
    return name === undefined || name === '' ? known : `${externalText(name, 100)} <${known}>`;
  });

const instantOf = (date: Date | string | undefined): string => {
  const at = date === undefined ? Number.NaN : new Date(date).getTime();
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
};

/** Keeps line breaks; removes invisible characters and those that change the text direction. */
const plainText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}|\p{Cf}/gu, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

type Text = { readonly text: string; readonly isCut: boolean };
const nothing: Text = { text: '', isCut: false };

const contentOf = async (
  client: ImapFlow,
  uid: number,
  part: string,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly isCut: boolean }> => {
  const { content } = await client.download(String(uid), part, { uid: true, maxBytes });
  const parts: Buffer[] = [];
  let length = 0;
  // The UTF-8 text can be longer than the text in the mail's encoding.
  for await (const piece of content ?? []) {
    const bytes = Buffer.from(piece);
    parts.push(bytes);
    length += bytes.length;
    if (length > maxBytes * 4) break;
  }
  return { bytes: Buffer.concat(parts), isCut: length >= maxBytes };
};

/** Opens people's mailboxes on an IMAP server (RFC 3501, RFC 9051). */
export const createImapMailbox = (
  configuration: MailboxConfiguration,
  services: MailboxServices,
): Mailbox => {
  const { server, requireTls, onPremises } = configuration;
  const { extractor, metrics, health, ca, firstPause = RETRIES.firstPause } = services;
  const guard = createGuard({
    component: 'mail',
    label: 'The mail server',
    timeoutMs: ATTEMPT_MS,
    retries: {
      ...RETRIES,
      firstPause,
      mayPass: (error) => error instanceof Failure && error.reason.code === 'unavailable',
    },
    bulkhead: BULKHEAD,
    health,
    judge: judgeMailServer,
  });

  const htmlText = async (html: Buffer, signal: AbortSignal): Promise<string> => {
    try {
      const { pages } = await extractor.extract(html, 'html', signal);
      return pages.map(({ text }) => text).join('\n\n');
    } catch (error) {
      // The part has no text: an image, or not HTML at all.
      if (error instanceof Failure && error.reason.code === 'rule_violated') return '';
      throw error;
    }
  };

  const textOf = async (
    client: ImapFlow,
    { uid, bodyStructure }: FetchMessageObject,
    maxCharacters: number,
    signal: AbortSignal,
  ): Promise<Text> => {
    const chosen = bodyStructure === undefined ? undefined : textPartOf(bodyStructure);
    if (chosen === undefined || maxCharacters === 0) return nothing;
    const { part, isHtml } = chosen;
    const { bytes, isCut } = await contentOf(client, uid, part, isHtml ? HTML_BYTES : PLAIN_BYTES);
    const text = plainText(isHtml ? await htmlText(bytes, signal) : bytes.toString());
    return {
      text: text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, ''),
      isCut: isCut || text.length > maxCharacters,
    };
  };

  const foundIn = async (
    client: ImapFlow,
    search: MailSearch,
    signal: AbortSignal,
  ): Promise<{ readonly mails: readonly FoundMail[]; readonly total: number }> => {
    const { limit } = search;
    const { uidValidity } = await client.mailboxOpen(search.folder, { readOnly: true });
    const uids = await client.search(criteriaOf(search), { uid: true });
    if (uids === undefined || uids === false) throw searchRefused();
    const newest = uids.toSorted((one, other) => other - one).slice(0, limit);
    if (newest.length === 0) return { mails: [], total: 0 };
    const heads = await client.fetchAll(
      newest.join(','),
      { uid: true, envelope: true, bodyStructure: true, internalDate: true, flags: true },
      { uid: true },
    );
    const byUid = new Map(heads.map((head) => [head.uid, head]));
    const mails: FoundMail[] = [];
    let left = ALL_CHARACTERS;
    for (const uid of newest) {
      const head = byUid.get(uid);
      if (head === undefined) continue;
      const { envelope, bodyStructure } = head;
      const { text, isCut } = await textOf(client, head, Math.min(search.maxCharacters, left), signal);
      left -= text.length;
      mails.push({
        id: `m-${uidValidity}-${uid}`,
        from: addressesOf(envelope?.from)[0] ?? '',
        to: addressesOf(envelope?.to),
        cc: addressesOf(envelope?.cc),
        subject: externalText(envelope?.subject ?? '', 500),
        received: instantOf(head.internalDate),
        isUnread: head.flags?.has('\\Seen') !== true,
        text,
        isCut: isCut || (left <= 0 && text === ''),
        attachments: bodyStructure === undefined ? [] : attachmentsOf(bodyStructure),
      });
    }
    return { mails, total: uids.length };
  };

  return {
    search: async (search) => {
      const { login } = await openAccount(configuration, search.user, mailAccounts);
      if (login === undefined)
        throw new Failure(
          failure('permission_denied', 'No mailbox is set up for you. Ask an administrator.', {
            component: 'mail',
            details: { reason: 'no_account' },
          }),
        );
      const { words, folder, from = '', to = '', subject = '' } = search;
      return guard(
        (signal) =>
          withImap(
            {
              account: { server, ...login, requireTls, ...omitUndefined({ ca }) },
              screened: [words.join(' '), folder, from, to, subject],
              leavesThePremises: !onPremises,
              metrics,
              signal,
            },
            (client) => foundIn(client, search, signal),
          ),
        search.signal,
      );
    },
  };
};
