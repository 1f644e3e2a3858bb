import { MAX_READ_SUBJECTS } from '../../domain/audit/access-events.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { searchesSubject } from '../../domain/privacy/data-subject.ts';
import { isSubjectErased } from '../../domain/privacy/is-subject-erased.ts';
import type { AppendResult } from '../../ports/event-store.ts';
import type { Caller } from './caller.ts';
import type { CommandServices } from './command-definition.ts';
import { contextOf } from './context-of.ts';
import type { Disclosure } from './disclosure.ts';
import { eventMetadataOf } from './event-metadata.ts';

/** A reading, to be recorded. */
export type Access = {
  readonly what: Disclosure;
  /** Whose content was shown, with repeats or without. */
  readonly subjects?: readonly string[];
  /** Whom a search is about, where its caller says so: what was looked for goes when that person is erased. */
  readonly about?: string;
  /** Whether what was shown, or looked for, holds PHI. */
  readonly phi?: boolean;
};

/** The stream of a reading: one for each thing that has an id, one for each search or listing. */
const placeOf = (what: Disclosure, newId: () => string): string => {
  switch (what.type) {
    case 'AnswerRead':
      return `query-${what.data.queryId}`;
    case 'ConversationRead':
      return `conversation-${what.data.conversationId}`;
    case 'ToolCallRead':
      return `tool_call-${what.data.toolCallId}`;
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
    case 'ConversationsListed':
    case 'ToolCallsListed':
    case 'CatalogueRead':
    case 'QueryLogRead':
      return `list-${newId()}`;
  }
};

type Sealing = { readonly subject?: string; readonly subjects?: readonly string[] };

/**
 * The subject whose key seals the event, and the others that it names in its data. What an actor looks for without saying
 * about whom, and a reason that goes for several people, is sealed with one key for each actor: that keeps the vault small.
 */
const sealingOf = (
  { what, subjects = [], about }: Access,
  { actor }: Caller,
  reason: string | undefined,
): Sealing => {
  const looksFor = what.type === 'KnowledgeSearched' || what.type === 'AuditTrailRead';
  const [only, ...others] = new Set(subjects);
  if (only !== undefined && others.length === 0 && !looksFor) return { subject: only };
  const named = only === undefined ? {} : { subjects: [only, ...others].slice(0, MAX_READ_SUBJECTS) };
  if (looksFor && about !== undefined) return { subject: about, ...named };
  return looksFor || reason !== undefined ? { subject: searchesSubject(actor.id), ...named } : named;
};

/**
 * Appends to the log who read what, of whom, on what grounds and why. Sensitive data is sent only after this has
 * resolved, so that no disclosure is without its event. Answers the position of that event.
 */
export const recordAccess = async (
  caller: Caller,
  access: Access,
  { eventStore, identity }: Pick<CommandServices, 'eventStore' | 'identity'>,
): Promise<AppendResult> => {
  const { what, phi = false } = access;
  const { basis, grantId } = caller.access ?? {};
  const reason = caller.access?.reason ?? caller.reason;
  const place = streamIdOf('access', placeOf(what, identity.newId));
  const id = identity.newId();
  const append = ({ subject, subjects }: Sealing): Promise<AppendResult> => {
    const metadata = eventMetadataOf(contextOf(caller, { commandId: caller.requestId }), {
      phi,
      ...omitUndefined({ subject }),
    });
    const grounds = what.type === 'BackupTaken' ? {} : omitUndefined({ subjects, reason, basis, grantId });
    return eventStore.append(
      place,
      [{ type: what.type, data: { ...what.data, ...grounds }, id, metadata }],
      'any',
    );
  };
  const sealing = sealingOf(access, caller, reason);
  try {
    return await append(sealing);
  } catch (error) {
    // A person was erased whose name is still in what was read: the reading and its reason are recorded all the same.
    // What is looked for about them would outlive them under another key: that is refused.
    if (!isSubjectErased(error) || sealing.subject === undefined || access.about !== undefined) throw error;
    return append({ subject: searchesSubject(caller.actor.id), subjects: [sealing.subject] });
  }
};
