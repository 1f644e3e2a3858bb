import { z } from 'zod';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { bearerToken } from '../routing/sign-in.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The path of the stream to open, without a query string. */
const streamPath = z
  .string()
  .max(200)
  .regex(
    new RegExp(
      `^/api/(?:stream|voice|tool-calls/stream|queries/${UUID}/stream|admin/kb/jobs/${UUID}/stream)$`,
    ),
    'must be the path of a stream, such as /api/stream',
  );

const issued = z
  .object({
    ticket: z.string().meta({ description: 'Send it as `?ticket=` to open the stream.' }),
    path: streamPath,
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'StreamTicket' });

/** Issues a ticket that a browser's `EventSource` can send instead of a token. */
export const streamTicketRoute = ({ streamTickets }: Pick<HttpApiServices, 'streamTickets'>): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/stream-tickets',
    access: 'authenticated',
    tag: 'Streams',
    operationId: 'issueStreamTicket',
    summary:
      'A ticket that opens one stream once, within 30 seconds, for clients that cannot send headers. The stream ends with the token and has the same rights.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: z.strictObject({ path: streamPath }),
    response: issued,
    handle: async ({ body: { path } }, request) => {
      const token = bearerToken(request.credentials.authorization);
      if (token === undefined) throw new Error('A caller was accepted without a token.');
      const { reason } = request.caller;
      return answerData({
        path,
        ...(await streamTickets.issue(path, { token, ...omitUndefined({ reason }) })),
      });
    },
  });
