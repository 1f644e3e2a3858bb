import { z } from 'zod';

/** Longer than any ticket for the longest accepted token. */
const MAX_TICKET = 14_000;

/** The format of a ticket in a URL. */
export const ticketText = z
  .string()
  .max(MAX_TICKET)
  .regex(/^[\w-]+\.[\w-]*(?:\.[\w-]+){3}$/);

/** For readers that cannot send a token: removed and consumed before a route sees the query. */
export const ticketField = {
  ticket: ticketText
    .optional()
    .meta({ description: 'Replaces a token, for EventSource: see issueStreamTicket.' }),
};
