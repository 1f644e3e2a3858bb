import type { AccessEvent } from '../domain/audit/access-events.ts';
import type { BackupEvent } from '../domain/audit/backup-events.ts';
import { streamIdOf } from '../domain/kernel/identifiers.ts';
import type { AppendResult, EventStore } from '../ports/event-store.ts';
import type { IdentitySource } from '../ports/identity.ts';
import type { RouteRequest } from './routing/define-route.ts';

type ReadingOf<Type extends AccessEvent['type']> = Extract<AccessEvent, { type: Type }>['data'];

/**
 * Puts into the log who read what. Reads that disclose something sensitive are answered only after this is durable:
 * a disclosure that nobody can find out about later must not happen.
 */
export type AccessRecorder = {
  readonly answerRead: (request: RouteRequest, queryId: string) => Promise<AppendResult>;
  readonly conversationRead: (request: RouteRequest, conversationId: string) => Promise<AppendResult>;
  readonly knowledgeSearched: (
    request: RouteRequest,
    reading: ReadingOf<'KnowledgeSearched'>,
    phi: boolean,
  ) => Promise<AppendResult>;
  readonly documentRead: (request: RouteRequest, reading: ReadingOf<'DocumentRead'>) => Promise<AppendResult>;
  readonly auditTrailRead: (
    request: RouteRequest,
    reading: ReadingOf<'AuditTrailRead'>,
  ) => Promise<AppendResult>;
  /** Answers where the backup ends. */
  readonly backupTaken: (request: RouteRequest, backupId: string) => Promise<AppendResult>;
  readonly feedbackRead: (request: RouteRequest, reading: ReadingOf<'FeedbackRead'>) => Promise<AppendResult>;
};

type Needs = { readonly eventStore: EventStore; readonly identity: IdentitySource };

export const createAccessRecorder = ({ eventStore, identity }: Needs): AccessRecorder => {
  const record = (
    request: RouteRequest,
    id: string,
    event: AccessEvent | BackupEvent,
    sensitivity: { readonly phi: boolean; readonly sealed: boolean },
  ): Promise<AppendResult> => {
    const streamId = streamIdOf('access', id);
    const metadata = {
      correlationId: request.requestId,
      causationId: request.requestId,
      actor: request.caller.actor,
      traceparent: request.trace.traceparent,
      client: request.client,
      phi: sensitivity.phi,
      // Whom a search was about is not known. One key for all that an actor looks for keeps the vault small.
      ...(sensitivity.sealed ? { subject: `searches-of:${request.caller.actor.id}` } : {}),
    };
    return eventStore.append(streamId, [{ ...event, id: identity.newId(), metadata }], 'any');
  };
  const open = { phi: false, sealed: false };
  return {
    answerRead: (request, queryId) =>
      record(request, `query-${queryId}`, { type: 'AnswerRead', data: { queryId } }, open),
    conversationRead: (request, conversationId) =>
      record(
        request,
        `conversation-${conversationId}`,
        { type: 'ConversationRead', data: { conversationId } },
        open,
      ),
    documentRead: (request, data) =>
      record(request, `document-${data.docKey}`, { type: 'DocumentRead', data }, open),
    knowledgeSearched: (request, data, phi) =>
      record(
        request,
        `search-${identity.newId()}`,
        { type: 'KnowledgeSearched', data },
        { phi, sealed: true },
      ),
    auditTrailRead: (request, data) =>
      record(
        request,
        `audit-${identity.newId()}`,
        { type: 'AuditTrailRead', data },
        { phi: false, sealed: true },
      ),
    backupTaken: (request, backupId) =>
      record(request, `backup-${backupId}`, { type: 'BackupTaken', data: { backupId } }, open),
    feedbackRead: (request, data) =>
      record(request, `feedback-${identity.newId()}`, { type: 'FeedbackRead', data }, open),
  };
};
