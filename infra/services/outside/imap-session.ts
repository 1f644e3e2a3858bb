import type { ImapFlow } from 'imapflow';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isRecord } from '../../../domain/kernel/is-record.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { untilAborted } from '../../../ports/until-aborted.ts';
import { CERTIFICATE_ADVICE, isCertificateProblem } from '../../installation/tls/is-certificate-problem.ts';
import { traceOutside } from './outside-calls.ts';
import { refusePhi } from './refuse-phi.ts';

/** A mail server, and by whose account it is asked. */
type ImapAccount = {
  /** `imap:` or `imaps:`, without user and password. */
  readonly server: URL;
  readonly username: string;
  readonly password: string;
  /** Whether a server that offers no encryption is not used. */
  readonly requireTls: boolean;
  /** Certificates (PEM) that are trusted instead of those of this machine. */
  readonly ca?: string;
};

type ImapSession = {
  readonly account: ImapAccount;
  /** What in the commands comes from a person, screened where it leaves the premises. */
  readonly screened: readonly string[];
  readonly leavesThePremises: boolean;
  readonly metrics: Metrics;
  readonly signal: AbortSignal;
};

/** A mail server greets within seconds; searches of large mailboxes take some more. Milliseconds. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** A search may find 500,000 mails; their numbers come in one line. Bytes. */
const LINE_BYTES = 4 * 1024 * 1024;
/** Texts come in pieces of 64 kB; envelopes of a thousand recipients are longer. Bytes. */
const LITERAL_BYTES = 1024 * 1024;
const RESPONSE_BYTES = 6 * 1024 * 1024;
/** The parts of a mail: a structure of this many is an attack. */
const RESPONSE_TOKENS = 100_000;

const mailFailure = (code: 'external_api_error' | 'unavailable' | 'not_found', message: string): Failure =>
  new Failure(failure(code, message, { component: 'mail', details: { service: 'imap' } }));

/** A refusal that the client reports without an error. */
export const searchRefused = (): Failure =>
  mailFailure('external_api_error', 'The mail server refused the search.');

/** What went wrong, in words of ours: the server's own may say anything. */
const failureOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  const { authenticationFailed, serverResponseCode, mailboxMissing, responseStatus } = isRecord(error)
    ? error
    : {};
  if (authenticationFailed === true)
    return mailFailure(
      'external_api_error',
      'The mail server refused the account. Check MAIL_USERNAME and MAIL_PASSWORD.',
    );
  if (mailboxMissing === true || serverResponseCode === 'NONEXISTENT')
    return mailFailure('not_found', 'There is no such folder in your mailbox.');
  if (responseStatus === 'NO' || responseStatus === 'BAD') return searchRefused();
  if (isCertificateProblem(error))
    return mailFailure('unavailable', `The mail server cannot be asked. ${CERTIFICATE_ADVICE}`);
  return mailFailure('unavailable', 'The mail server cannot be reached, or broke off.');
};

/**
 * Opens a mailbox for as long as the work takes, and closes the connection when it is over or the signal aborts. What a server
 * sends has limits; nothing of it is logged.
 *
 * Rejects with `rule_violated` and the reason `phi_stays_local`, nothing having been sent; with `external_api_error`,
 * `not_found` for a folder that is not there, `unavailable`; with the signal's reason when it aborts.
 */
export const withImap = async <T>(
  { account, screened, leavesThePremises, metrics, signal }: ImapSession,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted();
  if (leavesThePremises)
    await refusePhi(
      screened.map((text) => [text, true] as const),
      { component: 'mail', metrics },
    );
  const { server, username, password, requireTls, ca } = account;
  const secure = server.protocol === 'imaps:';
  const { ImapFlow: Client } = await import('imapflow');
  signal.throwIfAborted();
  const client = new Client({
    host: server.hostname,
    port: server.port === '' ? (secure ? 993 : 143) : Number(server.port),
    secure,
    ...(secure ? {} : { doSTARTTLS: requireTls }),
    ...(ca === undefined ? {} : { tls: { ca } }),
    auth: { user: username, pass: password },
    clientInfo: { name: 'Anamnesis' },
    logger: false,
    disableAutoIdle: true,
    // What is compressed can grow beyond the limits on lines.
    disableCompression: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    maxLineLength: LINE_BYTES,
    maxLiteralSize: LITERAL_BYTES,
    maxResponseSize: RESPONSE_BYTES,
    maxResponseTokens: RESPONSE_TOKENS,
  });
  const broken = Promise.withResolvers<never>();
  // Without a listener it would end the process.
  client.on('error', (error) => broken.reject(error));
  client.on('close', () => broken.reject(new Error('closed')));
  broken.promise.catch(() => {});
  try {
    return await untilAborted(
      traceOutside('mail', () => Promise.race([client.connect().then(() => work(client)), broken.promise])),
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error);
  } finally {
    client.close();
  }
};
