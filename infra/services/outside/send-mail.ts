import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { findPatientIdentifiers } from '../../../domain/privacy/find-patient-identifiers.ts';
import { untilAborted } from '../../../ports/until-aborted.ts';

type Mail = {
  /** `smtp:` or `smtps:`, with user and password if the server requires them. */
  readonly server: URL;
  /** Whether to send nothing to a server that offers no encryption. */
  readonly requireTls: boolean;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Mail programs show two mails with the same id as one. */
  readonly id: string;
};

/** Milliseconds. A mail server sends its greeting within seconds; spam filters take longer for the text. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/**
 * Sends one mail through a server. Rejects with `unavailable` when it is not accepted, with `rule_violated`
 * when its text seems to identify a person, and with the signal's reason when it aborts. Errors contain
 * neither the password nor the server's text.
 */
export const sendMail = async (mail: Mail, signal: AbortSignal): Promise<void> => {
  const { server } = mail;
  if (findPatientIdentifiers(`${mail.subject}\n${mail.text}`).length > 0)
    throw new Failure(
      failure('rule_violated', 'The mail seems to identify a person and was not sent.', {
        details: { reason: 'phi_stays_local' },
      }),
    );
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: server.hostname,
    port: server.port === '' ? (DEFAULT_PORTS[server.protocol] ?? 587) : Number(server.port),
    secure: server.protocol === 'smtps:',
    requireTLS: mail.requireTls,
    ...(server.username === ''
      ? {}
      : {
          auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) },
        }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Restricts the library to the given text: no files, no addresses to fetch from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const { from, subject, text } = mail;
    const messageId = `<${mail.id}@${from.slice(from.lastIndexOf('@') + 1)}>`;
    await untilAborted(transport.sendMail({ from, to: [...mail.to], subject, text, messageId }), signal);
  } catch (error) {
    signal.throwIfAborted();
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const named = typeof code === 'string' && /^[A-Z]{2,20}$/.test(code) ? ` (${code})` : '';
    throw new Failure(
      failure('unavailable', `The mail server did not accept the mail${named}. Check SMTP_URL.`, {
        component: 'alerts',
      }),
    );
  } finally {
    transport.close();
  }
};
