import { Failure } from '../../../domain/kernel/failure.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { readLimitedText } from '../../resilience/read-limited-text.ts';
import { type ExternalRequest, sendExternalRequest } from '../outside/send-external-request.ts';
import type { FhirConfiguration } from './fhir-configuration.ts';
import { fhirFailure } from './fhir-failure.ts';
import { type BundlePage, readBundle, refusalOf } from './read-answer.ts';
import { createSmartTokens } from './smart-token.ts';

/** A request for one page. */
export type PageRequest = Pick<ExternalRequest, 'url' | 'as' | 'body'>;

/** Size limit of a page; a hundred observations have 200 kB. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** Requests a page from a FHIR server, without retries. Replaces a SMART token that the server rejects. */
export const createPageRequests = (
  { base, token, smart }: FhirConfiguration,
  metrics: Metrics,
): ((request: PageRequest, signal: AbortSignal) => Promise<BundlePage>) => {
  const tokens =
    smart && createSmartTokens({ base, client: smart, metrics, elapsed: () => performance.now() });

  const send = async (
    request: PageRequest,
    signal: AbortSignal,
  ): Promise<{ readonly response: Response; readonly text: string | undefined }> => {
    try {
      const apiKey = token ?? (await tokens?.token(signal));
      const response = await sendExternalRequest({
        ...request,
        apiKey,
        questions: [],
        // Only servers on the premises are configured.
        leavesThePremises: false,
        component: 'patient-records',
        headers: { accept: 'application/fhir+json' },
        metrics,
        signal,
      });
      return { response, text: await readLimitedText(response, PAGE_BYTES) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Failure) throw error;
      throw fhirFailure(
        'unavailable',
        'The server of patient records cannot be reached or closed the connection.',
      );
    }
  };

  const attempt = async (
    request: PageRequest,
    signal: AbortSignal,
    isSecond = false,
  ): Promise<BundlePage> => {
    const { response, text } = await send(request, signal);
    if (response.status === 401 && tokens !== undefined && !isSecond) {
      tokens.forget();
      return attempt(request, signal, true);
    }
    if (!response.ok) throw refusalOf(response, text ?? '');
    if (text === undefined)
      throw fhirFailure(
        'external_api_error',
        'The server of patient records returned a response that is too large.',
      );
    return readBundle(text);
  };

  return (request, signal) => attempt(request, signal);
};
