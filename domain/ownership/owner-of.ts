import type { Actor } from '../kernel/actor.ts';

/** The person to whom belongs what an actor begins: the one for whom a service acts, or else the actor. */
export const ownerOf = ({ id, onBehalfOf }: Pick<Actor, 'id' | 'onBehalfOf'>): string => onBehalfOf ?? id;
