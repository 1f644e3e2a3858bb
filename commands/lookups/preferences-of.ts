import type { AnswerPreferences } from '../../domain/consultation/answer-preferences.ts';
import type { StreamId } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { preferencesDecider } from '../../domain/operations/preferences-decider.ts';
import type { IdentitySource } from '../../ports/identity.ts';
import type { CommandServices } from '../runtime/command-definition.ts';
import { type Loaded, loadState } from '../runtime/execute-decider.ts';

/** An arbitrary constant. */
const NAMESPACE = '0199d5a4-7c21-4b0e-8f3a-52e1c6d90b47';

/**
 * The stream of a person's preferences. Its id is derived from the person's id without revealing it, because that can
 * be a name.
 */
export const preferencesStreamOf = (person: string, identity: Pick<IdentitySource, 'derivedId'>): StreamId =>
  streamIdOf('preferences', identity.derivedId(NAMESPACE, person));

/**
 * A person's current answer preferences, read from a stream of a few events. `revision` is -1 when they never set
 * any.
 */
export const preferencesOf = (
  person: string,
  services: Pick<CommandServices, 'eventStore' | 'identity' | 'states'>,
): Promise<Loaded<AnswerPreferences>> =>
  loadState(services, preferencesDecider, preferencesStreamOf(person, services.identity));
