/** The request that a ticket authorises. */
export type TicketHolder = {
  /** The bearer token with which it was asked for: what that may no longer do, neither may the ticket. */
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
 * Short-lived tickets in the place of a token, for those who cannot send a header: a browser's `EventSource`.
 *
 * A ticket opens one stream once, on any node. It reveals nothing to those who see it.
 */
export type StreamTickets = {
  readonly issue: (path: string, holder: TicketHolder) => Promise<StreamTicket>;
  /** Uses a ticket up; `undefined` when it is none, has run out, was used before, or is for another path. */
  readonly redeem: (path: string, ticket: string) => Promise<TicketHolder | undefined>;
};
