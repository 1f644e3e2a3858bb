/** Whether a server is on the premises. */
export type ServerPlace = { readonly onPremises: boolean };

/**
 * How far the arguments of a tool go that asks a server about people's own things: PHI in them goes to none outside. Where
 * none is set up, nothing would be sent.
 */
export const sendsTo = (
  server: ServerPlace | undefined,
): { readonly sends: 'on-premises' } | { readonly sends: 'outside'; readonly phiOutside: 'refuse' } =>
  server === undefined || server.onPremises
    ? { sends: 'on-premises' }
    : { sends: 'outside', phiOutside: 'refuse' };
