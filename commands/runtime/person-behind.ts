import type { Actor } from '../../domain/kernel/actor.ts';

/** The person who answers for what an actor does: for whom a service acts, or the actor. */
export const personBehind = ({ id, onBehalfOf }: Actor): string => onBehalfOf ?? id;
