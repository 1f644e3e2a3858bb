import { z } from 'zod';
import { describeError } from '../../domain/kernel/describe-error.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

/** The outcome of a test alert on one channel. */
const alertTestRepresentation = z.strictObject({
  channel: z.enum(['webhook', 'email']),
  delivered: z.boolean(),
  message: z.string().optional().describe('Why it was not delivered.'),
});

const PATIENCE_MS = 30_000;

/** Sends a test alert through all channels, so that an operator sees whether they work before they are needed. */
export const alertTestRoute = ({
  alertChannels,
  identity,
  clock,
}: Pick<HttpApiServices, 'alertChannels' | 'identity' | 'clock'>): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/admin/alerts/test',
    access: 'doctor:run',
    tag: 'Operations',
    operationId: 'testAlerts',
    summary: 'Sends a test alert to every configured channel, and reports which delivered it.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: z.array(alertTestRepresentation).readonly(),
    handle: async () => {
      const alert = {
        id: identity.newId(),
        kind: 'test',
        severity: 'info',
        text: 'This is a test: alerts arrive.',
        at: clock.now(),
      } as const;
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const outcomes = await Promise.all(
        alertChannels.map(async ({ name, send }) => {
          try {
            await send(alert, { signal });
            return { channel: name, delivered: true };
          } catch (error) {
            return { channel: name, delivered: false, message: describeError(error).message };
          }
        }),
      );
      return answerData(outcomes);
    },
  });
