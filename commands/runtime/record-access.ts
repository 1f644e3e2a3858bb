import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { searchesSubject } from '../../domain/privacy/data-subject.ts';
import type { AppendResult } from '../../ports/event-store.ts';
import type { Caller } from './caller.ts';
import type { CommandServices } from './command-definition.ts';
import { contextOf } from './context-of.ts';
import type { Disclosure } from './disclosure.ts';
import { eventMetadataOf } from './event-metadata.ts';

/** A reading, to be recorded. */
export type Access = {
  readonly what: Disclosure;
  /** Whether what they looked for holds PHI. */
  readonly phi?: boolean;
};

/** The stream of a reading: one for each thing that has an id, one for each search or listing. */
const placeOf = (what: Disclosure, newId: () => string): string => {
  switch (what.type) {
    case 'AnswerRead':
      return `query-${what.data.queryId}`;
    case 'ConversationRead':
      return `conversation-${what.data.conversationId}`;
    case 'DocumentRead':
      return `document-${what.data.docKey}`;
    case 'BackupTaken':
      return `backup-${what.data.backupId}`;
    case 'KnowledgeSearched':
      return `search-${newId()}`;
    case 'AuditTrailRead':
      return `audit-${newId()}`;
    case 'FeedbackRead':
      return `feedback-${newId()}`;
  }
};

/** The subject whose key seals the event: only accesses that name search terms have sensitive fields. */
const subjectOf = ({ type }: Disclosure, { actor }: Caller): { readonly subject?: string } =>
  type === 'KnowledgeSearched' || type === 'AuditTrailRead'
    ? // One key for all that an actor looks for keeps the vault small.
      { subject: searchesSubject(actor.id) }
    : {};

/**
 * Appends to the log who read what. Sensitive data is sent only after this has resolved, so that no disclosure is
 * without its event. Answers the position of that event.
 */
export const recordAccess = (
  caller: Caller,
  { what, phi = false }: Access,
  { eventStore, identity }: Pick<CommandServices, 'eventStore' | 'identity'>,
): Promise<AppendResult> => {
  const metadata = eventMetadataOf(contextOf(caller, { commandId: caller.requestId }), {
    phi,
    ...subjectOf(what, caller),
  });
  return eventStore.append(
    streamIdOf('access', placeOf(what, identity.newId)),
    [{ ...what, id: identity.newId(), metadata }],
    'any',
  );
};
