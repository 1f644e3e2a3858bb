import type { ImapFlow } from 'imapflow';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isRecord } from '../../../domain/kernel/is-record.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { untilAborted } from '../../../ports/until-aborted.ts';
import { CERTIFICATE_ADVICE, isCertificateProblem } from '../../installation/tls/is-certificate-problem.ts';
import { traceExternalCall } from './external-calls.ts';
import { refusePhi } from './refuse-phi.ts';

/** A mail server and the account to use. */
type ImapAccount = {
  /** `imap:` or `imaps:`, without user and password. */
  readonly server: URL;
  readonly username: string;
  readonly password: string;
  /** Whether to refuse a server that offers no encryption. */
  readonly requireTls: boolean;
  /** CA certificates (PEM) to trust instead of those of this machine. */
  readonly ca?: string;
};

type ImapSession = {
  readonly account: ImapAccount;
  /** Arguments of the commands that come from a person, screened if they leave the premises. */
  readonly screened: readonly string[];
  readonly leavesThePremises: boolean;
  readonly metrics: Metrics;
  readonly signal: AbortSignal;
};

/**
 * Milliseconds. A mail server sends its greeting within seconds; searches of large mailboxes take somewhat
 * longer.
 */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** In bytes: a search may find 500,000 mails, whose numbers arrive in one line. */
const LINE_BYTES = 4 * 1024 * 1024;
/** In bytes: texts arrive in chunks of 64 kB; envelopes of a thousand recipients are longer. */
const LITERAL_BYTES = 1024 * 1024;
const RESPONSE_BYTES = 6 * 1024 * 1024;
/** Limits the parts of a mail: a structure with this many is an attack. */
const RESPONSE_TOKENS = 100_000;

const mailFailure = (code: 'external_api_error' | 'unavailable' | 'not_found', message: string): Failure =>
  new Failure(failure(code, message, { component: 'mail', details: { service: 'imap' } }));

/** Creates the failure for a refusal that the client reports without an error. */
export const searchRefused = (): Failure =>
  mailFailure('external_api_error', 'The mail server refused the search.');

/** Converts an error to a failure with our own message, as the server's text is untrusted. */
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
    return mailFailure('unavailable', `The mail server cannot be used. ${CERTIFICATE_ADVICE}`);
  return mailFailure('unavailable', 'The mail server cannot be reached or closed the connection.');
};

/**
 * Opens a mailbox while `work` runs, and closes the connection when it is done or the signal aborts. Limits
 * what the server may send, and logs none of it.
 *
 * Rejects with `rule_violated` and the reason `phi_stays_local` before anything is sent; with
 * `external_api_error`, `unavailable`, or `not_found` for an unknown folder; with the signal's reason when it
 * aborts.
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
    // Compressed data can expand beyond the limits on lines.
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
  // An error without a listener would crash the process.
  client.on('error', (error) => broken.reject(error));
  client.on('close', () => broken.reject(new Error('closed')));
  broken.promise.catch(() => {});
  try {
    return await untilAborted(
      traceExternalCall('mail', () =>
        Promise.race([client.connect().then(() => work(client)), broken.promise]),
      ),
      signal,
    );
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error);
  } finally {
    client.close();
  }
};
