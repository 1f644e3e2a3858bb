import { createHmac } from 'node:crypto';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Alert, AlertChannel } from '../../../ports/alerts.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { sendExternalRequest } from '../outside/send-external-request.ts';
import { sendMail } from '../outside/send-mail.ts';
import type { AlertConfiguration, MailConfiguration } from './alert-configuration.ts';

/** Time limit for a receiver to accept a post, in milliseconds. */
const POST_MS = 10_000;

const problem = (code: 'timeout' | 'external_api_error' | 'unavailable', message: string): Failure =>
  new Failure(failure(code, message, { component: 'alerts' }));

/**
 * Posts alerts as JSON. The header `X-Anamnesis-Signature` is `t=<seconds>,v1=<hex>`: the HMAC-SHA256 of the
 * seconds, a dot and the body. A receiver that checks the signature and the age of the seconds rejects forged
 * and replayed alerts.
 */
const createWebhook = (
  { url, secret }: NonNullable<AlertConfiguration['webhook']>,
  metrics: Metrics,
): AlertChannel => ({
  name: 'webhook',
  send: async (alert, { signal }) => {
    const seconds = Math.floor(Date.now() / 1000);
    // Both contain digits that the PHI screen could mistake for an identifier.
    const { id, at, ...body } = alert;
    const sent = JSON.stringify({ ...body, id, at });
    const signature = createHmac('sha256', secret).update(`${seconds}.${sent}`).digest('hex');
    const late = AbortSignal.timeout(POST_MS);
    let response: Response;
    try {
      response = await sendExternalRequest({
        url,
        body,
        unscreened: { id, at },
        headers: { 'x-anamnesis-signature': `t=${seconds},v1=${signature}` },
        questions: [],
        leavesThePremises: true,
        component: 'alerts',
        signal: anySignal([signal, late]),
        metrics,
      });
      await response.body?.cancel();
    } catch (error) {
      if (error instanceof Failure) throw error;
      signal.throwIfAborted();
      throw late.aborted
        ? problem('timeout', 'The receiver of alerts did not answer in time.')
        : problem('unavailable', 'The receiver of alerts cannot be reached. Check ALERT_WEBHOOK_URL.');
    }
    if (!response.ok)
      throw problem(
        'external_api_error',
        `The receiver of alerts answered with an error (${response.status}). Check ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET.`,
      );
  },
});

const subjectOf = ({ severity, component, kind }: Alert): string =>
  `[Anamnesis] ${severity}: ${kind.replaceAll('_', ' ')}${component === undefined ? '' : ` (${component})`}`;

const createMail = ({ url, from, to, requireTls }: MailConfiguration): AlertChannel => ({
  name: 'email',
  send: (alert, { signal }) =>
    sendMail(
      {
        server: url,
        requireTls,
        from,
        to,
        subject: subjectOf(alert),
        text: `${alert.text}\n\nAt ${alert.at}.\n`,
        id: alert.id,
      },
      signal,
    ),
});

/** Creates the configured alert channels; without any, only logs and metrics report. */
export const createAlertChannels = (
  { webhook, mail }: AlertConfiguration,
  { metrics }: { readonly metrics: Metrics },
): readonly AlertChannel[] => [
  ...(webhook ? [createWebhook(webhook, metrics)] : []),
  ...(mail ? [createMail(mail)] : []),
];
