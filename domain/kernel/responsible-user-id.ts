import type { Actor } from './actor.ts';

/** The person who answers for what an actor does: for whom a service acts, or the actor. */
export const responsibleUserId = ({ id, onBehalfOf }: Pick<Actor, 'id' | 'onBehalfOf'>): string =>
  onBehalfOf ?? id;
