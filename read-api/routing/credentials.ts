import type { IncomingMessage } from 'node:http';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { ticketText } from '../request/ticket-field.ts';
import { type SetHeaders, takeFromLimit } from './limit-rate.ts';
import { readSessionCookie } from './session-cookie.ts';

/** What a request proves its caller with. */
export type RequestCredentials = {
  /** The value of the header `Authorization`, or what it would be. */
  readonly authorization: string | undefined;
  /** Whether the browser added it by itself. */
  readonly byCookie: boolean;
  /** Why its caller reads what is not theirs, if a ticket says so. */
  readonly reason?: string;
};

type CredentialRequest = {
  readonly incoming: IncomingMessage;
  readonly path: string;
  readonly ticket: unknown;
  /** The group that shares a limit; see `addressGroup`. */
  readonly addressGroup: string;
  readonly setHeaders: SetHeaders;
};

/**
 * The credentials of a request: the header `Authorization`, else for a stream the ticket, else the session's cookie.
 *
 * @throws Failure `unauthenticated` for a wrong ticket, which counts as a failed sign-in like a wrong token
 */
export const credentialsOf = async (
  { incoming, path, ticket, addressGroup, setHeaders }: CredentialRequest,
  route: { readonly tag: string; readonly method: string } | undefined,
  services: HttpApiServices,
): Promise<RequestCredentials> => {
  const { authorization } = incoming.headers;
  if (authorization !== undefined) return { authorization, byCookie: false };
  if (ticket === undefined || route?.tag !== 'Streams' || route.method !== 'GET') {
    const cookie = readSessionCookie(incoming, services.trustProxy ?? false);
    return cookie === undefined
      ? { authorization: undefined, byCookie: false }
      : { authorization: `Bearer ${cookie}`, byCookie: true };
  }
  const shown = ticketText.safeParse(ticket);
  const holder = shown.success ? await services.streamTickets.redeem(path, shown.data) : undefined;
  if (holder !== undefined) {
    const { token, ...rest } = holder;
    return { authorization: `Bearer ${token}`, byCookie: false, ...rest };
  }
  await takeFromLimit(services, { name: 'failed-sign-ins', key: addressGroup, setHeaders });
  throw new Failure(
    failure(
      'unauthenticated',
      'The ticket was used, has expired, or is for another stream. Get a new one for each connection.',
    ),
  );
};
