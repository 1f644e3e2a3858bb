import type { Actor } from '../kernel/actor.ts';

/** The owner of the things that an actor begins: the person for whom a service acts, otherwise the actor. */
export const ownerOf = ({ id, onBehalfOf }: Pick<Actor, 'id' | 'onBehalfOf'>): string => onBehalfOf ?? id;
