import type { HttpApiServices } from '../http-api-services.ts';
import type { RouteRequest } from '../routing/define-route.ts';
import { liveSignal } from '../routing/live-signal.ts';
import type { StreamAnswer } from '../routing/route-answer.ts';
import { SSE_CONTENT_TYPE } from './server-sent-events.ts';
import type { StreamSlots } from './stream-slots.ts';

/**
 * The response of a Server-Sent Events route: it occupies one of the caller's slots while it is open, and ends with
 * their token.
 *
 * @throws Failure when the caller has too many streams open
 */
export const sseResponse = (
  { principal }: Pick<RouteRequest, 'principal'>,
  slots: StreamSlots,
  { clock }: Pick<HttpApiServices, 'clock'>,
  content: StreamAnswer['content'],
): StreamAnswer => ({
  kind: 'stream',
  live: true,
  contentType: SSE_CONTENT_TYPE,
  onClose: slots.take(principal.id),
  content: (signal) => content(liveSignal(signal, principal, clock)),
});
