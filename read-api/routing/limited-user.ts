import type { Principal } from '../../ports/authenticator.ts';

/**
 * The user whose limits a request counts against: the person for whom a service acts, else the bearer of the token.
 */
export const limitedUser = ({ id, onBehalfOf }: Pick<Principal, 'id' | 'onBehalfOf'>): string =>
  onBehalfOf ?? id;
