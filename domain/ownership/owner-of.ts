import type { Actor } from '../kernel/actor.ts';

/** The owner of what an actor begins: the person for whom a service acts, or else the actor. */
export const ownerOf = ({ id, onBehalfOf }: Pick<Actor, 'id' | 'onBehalfOf'>): string => onBehalfOf ?? id;
