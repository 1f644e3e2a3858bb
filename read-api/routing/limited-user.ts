import type { Principal } from '../../ports/authenticator.ts';

/** Whose limits a request counts against: the person's for whom a service acts, else the bearer's of the token. */
export const limitedUser = ({ id, onBehalfOf }: Pick<Principal, 'id' | 'onBehalfOf'>): string =>
  onBehalfOf ?? id;
