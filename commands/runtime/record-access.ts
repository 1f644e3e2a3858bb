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

/** An access to record. */
export type Access = {
  readonly what: Disclosure;
  /** The subjects whose content was shown; may contain duplicates. */
  readonly subjects?: readonly string[];
  /** The subject of a search, if its caller named one: the search terms are erased with that person. */
  readonly about?: string;
  /** Whether the content shown or the search terms hold PHI. */
  readonly phi?: boolean;
};

/** The stream of an access: one for each resource with an id, one for each search or listing. */
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
 * The subject whose key seals the event, and the other subjects, which its data names. Search terms without a
 * subject, and a reason that covers several people, are sealed with one key per actor, which keeps the vault small. So
 * is the reason of a compliance officer: it must outlive the person whose data they read.
 */
const sealingOf = (
  { what, subjects = [], about }: Access,
  { actor, access }: Caller,
  reason: string | undefined,
): Sealing => {
  const isOfficers = reason !== undefined && access?.basis === 'oversight';
  const looksFor = what.type === 'KnowledgeSearched' || what.type === 'AuditTrailRead';
  const [only, ...others] = new Set(subjects);
  if (only !== undefined && others.length === 0 && !looksFor && !isOfficers) return { subject: only };
  const named = only === undefined ? {} : { subjects: [only, ...others].slice(0, MAX_READ_SUBJECTS) };
  if (looksFor && about !== undefined) return { subject: about, ...named };
  return looksFor || reason !== undefined ? { subject: searchesSubject(actor.id), ...named } : named;
};

/**
 * Records in the log who read what, about whom, on what grounds and why. Send sensitive data only after this has
 * resolved, so that no disclosure lacks its event. Returns the position of that event.
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
    // A subject of the content was erased meanwhile: the access and its reason are recorded all the same. Search
    // terms about that person would outlive them under another key, so those are refused.
    if (!isSubjectErased(error) || sealing.subject === undefined || access.about !== undefined) throw error;
    return append({ subject: searchesSubject(caller.actor.id), subjects: [sealing.subject] });
  }
};
