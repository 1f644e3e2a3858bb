import type { AnswerPreferences } from '../../domain/consultation/answer-preferences.ts';
import type { StreamId } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { preferencesDecider } from '../../domain/operations/preferences-decider.ts';
import type { IdentitySource } from '../../ports/identity.ts';
import type { CommandServices } from '../runtime/command-definition.ts';
import { type Loaded, loadState } from '../runtime/execute-decider.ts';

/** Any id will do, as long as it is always the same. */
const NAMESPACE = '0199d5a4-7c21-4b0e-8f3a-52e1c6d90b47';

/** The stream of a person's preferences. Its id follows from theirs, and does not show it: an id can be a name. */
export const preferencesStreamOf = (person: string, identity: Pick<IdentitySource, 'derivedId'>): StreamId =>
  streamIdOf('preferences', identity.derivedId(NAMESPACE, person));

/**
 * How a person wants answers, as the log says now: one read of a stream that is a few events long. `revision` is -1
 * where they never said.
 */
export const preferencesOf = (
  person: string,
  services: Pick<CommandServices, 'eventStore' | 'identity' | 'states'>,
): Promise<Loaded<AnswerPreferences>> =>
  loadState(services, preferencesDecider, preferencesStreamOf(person, services.identity));
