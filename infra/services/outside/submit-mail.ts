import { Readable } from 'node:stream';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isRecord } from '../../../domain/kernel/is-record.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { CERTIFICATE_ADVICE, isCertificateProblem } from '../../installation/tls/is-certificate-problem.ts';
import { refusePhi } from './refuse-phi.ts';

/** A person's mail and the server that sends it. */
export type Submission = {
  /** `smtp:` or `smtps:`, without user and password. */
  readonly server: URL;
  readonly login?: { readonly username: string; readonly password: string };
  /** Whether to send nothing to a server that offers no encryption. */
  readonly requireTls: boolean;
  /** CA certificates (PEM) to trust instead of those of this machine. */
  readonly ca?: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Includes angle brackets. */
  readonly messageId: string;
  /** Whether a recipient is outside the premises; the mail is then screened. */
  readonly leavesThePremises: boolean;
  readonly metrics: Metrics;
};

type Submitted = { readonly accepted: readonly string[]; readonly rejected: readonly string[] };

/** Milliseconds. A mail server sends its greeting within seconds; spam filters take longer for the text. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** Size limit of one server response, in bytes. */
const RESPONSE_BYTES = 64 * 1024;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

const problem = (
  code: 'unavailable' | 'external_api_error',
  message: string,
  details: Readonly<Record<string, string | number>> = {},
): Failure =>
  new Failure(
    failure(code, message, { component: 'mail-sending', details: { service: 'smtp', ...details } }),
  );

/** Returns the status of a refusal (RFC 5321, section 4.2: with 4xx and 5xx nothing was accepted). */
const statusOf = (error: unknown): number | undefined => {
  const { responseCode } = isRecord(error) ? error : {};
  return typeof responseCode === 'number' && responseCode >= 400 ? responseCode : undefined;
};

/** Converts an error before the text was sent, or a refusal, into a failure: the mail was not accepted. */
const refusalOf = (error: unknown): Failure => {
  const { code } = isRecord(error) ? error : {};
  const answered = statusOf(error);
  const status = answered === undefined ? {} : { upstream_status: answered };
  if (code === 'EAUTH')
    return problem(
      'external_api_error',
      'The mail server refused the account. Check MAIL_USERNAME and MAIL_PASSWORD.',
      status,
    );
  if (answered === undefined && isCertificateProblem(error))
    return problem('unavailable', `Nothing was sent to the mail server. ${CERTIFICATE_ADVICE}`);
  if (code === 'ETLS')
    return problem('unavailable', 'The mail server offers no trusted encryption; nothing was sent.');
  if (code === 'EENVELOPE')
    return problem('external_api_error', 'The mail server accepts no mail for these recipients.', status);
  return answered === undefined
    ? problem('unavailable', 'The mail server cannot be reached or closed the connection; nothing was sent.')
    : problem('external_api_error', `The mail server did not accept the mail (${answered}).`, status);
};

const unknown = (): Failure =>
  problem('unavailable', 'The mail server closed the connection; the mail may or may not have been sent.', {
    outcome: 'unknown',
  });

const compose = async ({ from, to, cc, subject, text, messageId }: Submission): Promise<Buffer> => {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  return new MailComposer({ from, to: [...to], cc: [...cc], subject, text, messageId }).compile().build();
};

/**
 * Submits a person's mail to a server, once: nothing is retried. Rejects with `rule_violated` and the reason
 * `phi_stays_local`; with `external_api_error` or `unavailable` when the mail was certainly not accepted;
 * with `unavailable` and the detail `outcome: 'unknown'` when the connection ended, or the signal aborted,
 * after the text was sent; with the signal's reason when it aborts earlier. Errors contain neither the
 * password nor the server's text.
 */
export const submitMail = async (mail: Submission, signal: AbortSignal): Promise<Submitted> => {
  const { server, login, requireTls, ca, from, to, cc, subject, text, metrics } = mail;
  if (mail.leavesThePremises)
    await refusePhi(
      [
        [subject, true],
        [text, true],
      ],
      { component: 'mail', metrics },
    );
  const content = await compose(mail);
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  signal.throwIfAborted();
  const secure = server.protocol === 'smtps:';
  const connection = new SMTPConnection({
    host: server.hostname,
    port: server.port === '' ? (DEFAULT_PORTS[server.protocol] ?? 587) : Number(server.port),
    secure,
    requireTLS: requireTls,
    ...(ca === undefined ? {} : { tls: { ca } }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    maxResponseSize: RESPONSE_BYTES,
    logger: false,
  });
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  // Errors outside any command are emitted as events, and would crash the process without a listener.
  connection.on('error', failed.reject);
  connection.on('end', () => failed.reject(new Error('closed')));
  const onAbort = (): void => {
    failed.reject(signal.reason);
    connection.close();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  /** Whether the text was requested: from then on only the server knows the outcome. */
  let isGiven = false;
  const given = async function* (): AsyncGenerator<Buffer> {
    isGiven = true;
    yield content;
  };
  const step = <T>(begin: (done: (error: unknown, value: T) => void) => void): Promise<T> =>
    Promise.race([
      new Promise<T>((resolve, reject) => {
        begin((error, value) => (error ? reject(error) : resolve(value)));
      }),
      failed.promise,
    ]);
  try {
    await step<void>((done) => connection.connect((error) => done(error, undefined)));
    if (login !== undefined) {
      const credentials = { user: login.username, pass: login.password };
      await step<void>((done) => connection.login({ credentials }, (error) => done(error, undefined)));
    }
    const sent = await step<Submitted | undefined>((done) =>
      connection.send({ from, to: [...to, ...cc] }, Readable.from(given()), (error, info) =>
        done(error, info ?? undefined),
      ),
    );
    connection.quit();
    return { accepted: sent?.accepted ?? [], rejected: sent?.rejected ?? [] };
  } catch (error) {
    if (isGiven && statusOf(error) === undefined) throw unknown();
    signal.throwIfAborted();
    throw refusalOf(error);
  } finally {
    signal.removeEventListener('abort', onAbort);
    connection.close();
  }
};
