import type { Actor } from './actor.ts';

/** The person responsible for an actor: the one for whom a service acts, or the actor. */
export const responsibleUserId = ({ id, onBehalfOf }: Pick<Actor, 'id' | 'onBehalfOf'>): string =>
  onBehalfOf ?? id;
