/** Whether a server is on the premises. */
export type ServerPlace = { readonly onPremises: boolean };

/**
 * How far the arguments of a tool travel that uses a server of people's own data: PHI in them must not leave the
 * premises. Without a server, nothing is sent.
 */
export const sendsTo = (
  server: ServerPlace | undefined,
): { readonly sends: 'on-premises' } | { readonly sends: 'outside'; readonly phiOutside: 'refuse' } =>
  server === undefined || server.onPremises
    ? { sends: 'on-premises' }
    : { sends: 'outside', phiOutside: 'refuse' };
