/** The request that a ticket authorises. */
type TicketHolder = {
  /** The bearer token that requested it: the ticket permits nothing that the token no longer does. */
  readonly token: string;
  /** Why a person follows a stream that is not theirs. */
  readonly reason?: string;
};

type StreamTicket = {
  readonly ticket: string;
  /** ISO 8601 UTC. */
  readonly expiresAt: string;
};

/**
 * Short-lived tickets in place of a token, for clients that cannot send a header: a browser's `EventSource`.
 *
 * A ticket opens one stream once, on any node. It reveals nothing to those who see it.
 */
export type StreamTickets = {
  readonly issue: (path: string, holder: TicketHolder) => Promise<StreamTicket>;
  /** Redeems a ticket; `undefined` when it is invalid, expired, used already, or for another path. */
  readonly redeem: (path: string, ticket: string) => Promise<TicketHolder | undefined>;
};
