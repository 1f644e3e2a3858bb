import type { RecordedEvent, StreamId } from '../kernel/event.ts';
import { documentSubject } from '../privacy/data-subject.ts';
import type { SubjectEvent } from '../privacy/subject-events.ts';
import type { AccessEvent } from './access-events.ts';
import type { BackupEvent } from './backup-events.ts';

/** Stands for all subjects: an export or a backup holds the data of everyone. */
export const ALL_SUBJECTS = '*';

type Reading = RecordedEvent<AccessEvent | BackupEvent>;

const documentOf = (chunkId: string): string => documentSubject(chunkId.slice(0, chunkId.lastIndexOf('@')));

/** The content that a reading showed, besides the subjects that it names. */
const shownBy = (event: Reading): readonly string[] => {
  switch (event.type) {
    case 'AnswerRead':
      return [`query:${event.data.queryId}`];
    case 'ConversationRead':
      return [`conversation:${event.data.conversationId}`];
    case 'ConversationsListed':
      return event.data.conversationIds.map((id) => `conversation:${id}`);
    case 'ToolCallRead':
      return [`tool_call:${event.data.toolCallId}`];
    case 'ToolCallsListed':
      return event.data.toolCallIds.map((id) => `tool_call:${id}`);
    case 'DocumentRead':
      return [documentSubject(event.data.docKey)];
    case 'CatalogueRead':
      return event.data.docKeys.map(documentSubject);
    case 'KnowledgeSearched':
      return event.data.found.map(({ chunkId }) => documentOf(chunkId));
    case 'AuditTrailRead':
    case 'FeedbackRead':
      return event.data.kind === 'export' ? [ALL_SUBJECTS] : [];
    case 'BackupTaken':
      return [ALL_SUBJECTS];
    default:
      return [];
  }
};

const namedIn = ({ data }: Reading | RecordedEvent<SubjectEvent>): readonly string[] => {
  if ('subjects' in data) return data.subjects ?? [];
  return 'subject' in data ? [data.subject] : [];
};

/**
 * The subjects of an event, without repeats: its subject, and for a reading everything that it showed, as `person:…`,
 * `document:…`, `query:…`, `conversation:…`, `tool_call:…`, or `*` for everyone. The readings of one thing are found by
 * these. Only pseudonyms and keys, so they stay when a subject is erased.
 */
export const disclosedSubjects = (event: RecordedEvent): readonly string[] => {
  const { subject } = event.metadata;
  // The log has validated each event against the schema of its type; events of other types show nothing.
  const reading = event as Reading;
  return [
    ...new Set([...(subject === undefined ? [] : [subject]), ...namedIn(reading), ...shownBy(reading)]),
  ];
};

const subjectStream = /^(document|query|conversation|tool_call)-(.+)$/;

/** The subjects of a reading of a stream's content; undefined for streams that are only read by replaying them. */
export const disclosedStreamSubject = (streamId: StreamId): string | undefined => {
  const [, category, id] = subjectStream.exec(streamId) ?? [];
  return category === undefined || id === undefined ? undefined : `${category}:${id}`;
};
