import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { StreamTickets } from '../../../ports/stream-tickets.ts';
import { createOneTimeSeal, type OneTimeSealServices } from './one-time-seal.ts';

/** Long enough to receive the ticket and open the stream over a slow connection. */
const LIFE_SECONDS = 30;

const content = z.object({ path: z.string(), token: z.string(), reason: z.string().optional() });

/** Issues tickets as sealed texts: one seen in an address reveals neither the token nor the person. */
export const createStreamTickets = (services: OneTimeSealServices): StreamTickets => {
  const tickets = createOneTimeSeal(services, {
    purpose: 'stream-ticket',
    lifeSeconds: LIFE_SECONDS,
    content,
  });
  return {
    issue: async (path, { token, reason }) => {
      const { text: ticket, expiresAt } = await tickets.seal({ path, token, ...omitUndefined({ reason }) });
      return { ticket, expiresAt };
    },
    redeem: async (path, ticket) => {
      const opened = await tickets.open(ticket);
      if (opened?.path !== path || !(await tickets.use(opened))) return undefined;
      return { token: opened.token, ...omitUndefined({ reason: opened.reason }) };
    },
  };
};
