import type { AnyEvent } from '../../domain/all-events.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';

/** The meaning of each event type, for readers of the audit trail. A new event type needs its sentence. */
export const auditActions: Readonly<Record<AnyEvent['type'], string>> = {
  DocumentVersionAdded: 'Added a document version.',
  DocumentWithdrawn: 'Withdrew a document from search.',
  IndexingRequested: 'Queued a document version for indexing.',
  IndexingStarted: 'Started indexing a document version.',
  ReadingInterrupted: 'Was interrupted while reading a document version.',
  TextExtracted: 'Extracted the text of a document version.',
  TextCleaned: 'Cleaned the text of a document version.',
  ChunksCreated: 'Divided a document version into chunks.',
  ChunksEmbedded: 'Embedded chunks of a document version.',
  IndexingCompleted: 'Finished indexing a document version and made it searchable.',
  IndexingFailed: 'Failed to index a document version.',
  IndexingRetried: 'Requested another attempt to index a document version.',
  IndexingSuperseded: 'Replaced a document version by a newer one.',
  ChunksReembedded: 'Embedded the chunks of a document version with another model.',
  EmbeddingWithheld: 'Withheld a document version that holds PHI from an off-premises embedding model.',
  ConversationStarted: 'Started a conversation.',
  ClinicalContextSet: 'Set the clinical context of a conversation.',
  ConversationContinued: 'Added a question to its conversation.',
  ConversationShared: 'Shared a conversation.',
  ConversationUnshared: 'Stopped sharing a conversation.',
  VoiceSessionStarted: 'Started a voice session.',
  UtteranceTranscribed: 'Recorded an utterance in a voice session.',
  VoiceSessionEnded: 'Ended a voice session.',
  BreakGlassOpened: 'Broke the glass: opened temporary emergency access.',
  BreakGlassRequested: 'Asked for temporary emergency access, which another person must approve.',
  BreakGlassApproved: 'Approved the emergency access of another person.',
  BreakGlassReviewed: 'Reviewed a break-glass grant.',
  QueryAsked: 'Asked a question.',
  PhiScreened: 'Screened a question for protected health information.',
  QueryRouted: 'Chose the sources and the model for a question.',
  SourcesSearched: 'Searched the sources for a question.',
  ClarificationAsked: 'Asked a clarifying question.',
  ClarificationAnswered: 'Answered a clarifying question.',
  ModelCalled: 'Called a language model for an answer.',
  ModelCallEnded: 'Finished a language model call.',
  QueryAwaitsTools: 'Requested tools for an answer and is waiting for their results.',
  QueryAnswered: 'Answered a question.',
  QueryFailed: 'Failed to answer a question.',
  QueryCancelled: 'Cancelled a question.',
  FeedbackGiven: 'Gave feedback on an answer.',
  ToolCallRequested: 'Requested a tool call.',
  ToolCallRejected: 'Rejected a tool call before it ran.',
  ToolConfirmationRequested: 'Asked a person to confirm a tool call.',
  ToolConfirmed: 'Confirmed a tool call.',
  ToolDeclined: 'Declined a tool call.',
  ToolConfirmationExpired: 'Expired a tool call that was not confirmed in time.',
  ToolStarted: 'Started a tool.',
  ToolSucceeded: 'Got the result of a tool.',
  ToolFailed: 'Failed to complete a tool call.',
  ToolTimedOut: 'Stopped a tool that exceeded its time limit.',
  ToolCancelled: 'Cancelled a tool call.',
  ToolOutcomeUnknown: 'Could not determine whether a tool call took effect.',
  PhiDetectionDisputed: 'Disputed that a question holds protected health information.',
  ReviewResolved: 'Reviewed a detection of protected health information or a withheld part of an answer.',
  ProjectionResetRequested: 'Requested a rebuild of a read model.',
  ProjectionGenerationSwitched: 'Put a rebuilt read model into service.',
  ProjectionRebuildFailed: 'Failed to rebuild a read model.',
  ProjectionRebuildExamined: 'Compared a rebuilt index with the live one by known questions.',
  ProjectionRebuildAccepted: 'Accepted a rebuilt index that misses documents the live one finds.',
  ProjectionRebuildDiscarded: 'Discarded a rebuilt index that misses documents the live one finds.',
  EmbeddingModelChangeRequested: 'Requested a change of the embedding model.',
  EmbeddingModelChangeProgressed: 'Embedded more documents with the new model.',
  EmbeddingModelChanged: 'Put another embedding model into service.',
  EmbeddingModelChangeFailed: 'Failed to change the embedding model.',
  ReindexingRequested: 'Requested that documents be re-read.',
  ReindexingProgressed: 'Re-read more documents.',
  FormerReadingKept: 'Kept the existing reading of a document.',
  ReindexingCompleted: 'Finished re-reading documents.',
  ReindexingStopped: 'Stopped re-reading documents.',
  SettingsChanged: 'Changed how questions are answered.',
  PreferencesChanged: 'Changed their answer preferences.',
  ComponentFailed: 'Bypassed a component that kept failing.',
  ComponentRecovered: 'Resumed using a component that had failed.',
  ComponentFailuresRose: 'Found that a component fails too often.',
  CostLimitReached: 'Stopped calling cloud models because the cost limit was reached.',
  LogEventsLost: 'Found that the database had lost acknowledged events.',
  LogSealed: 'Signed a checkpoint of the log.',
  SealingStopped: 'Stopped signing checkpoints until a person decides.',
  SealingResumed: 'Let the signing of checkpoints begin again with a new key.',
  CheckpointWitnessed: 'Had a witness outside keep a checkpoint of the log.',
  WitnessContradicted: 'Found that a witness keeps a checkpoint that the log does not extend.',
  MasterKeyRotated: 'Wrapped every key with another master key.',
  LogVerified: 'Hashed the log again: it agrees with every checkpoint.',
  LogVerificationFailed: 'Hashed the log again: it differs from what was sealed.',
  DegradedModeEntered: 'Entered degraded mode because several critical components failed.',
  DegradedModeLeft: 'Left degraded mode.',
  EventParked: 'Parked an event after all attempts to handle it had failed.',
  ParkedEventReplayRequested: 'Requested a retry of a parked event.',
  ParkedEventResolved: 'Resolved a parked event.',
  TimerSet: 'Set a timer.',
  TimerFired: 'Fired a timer.',
  TimerCancelled: 'Cancelled a timer.',
  TokenCreated: 'Created a token for a user.',
  TokenRevoked: 'Revoked a token.',
  TokenUsed: 'Used a token.',
  SessionEnded: 'Logged out, or was logged out.',
  AnswerRead: 'Read an answer.',
  ConversationRead: 'Read a conversation.',
  ConversationsListed: 'Listed conversations.',
  ToolCallRead: 'Read a tool call.',
  ToolCallsListed: 'Listed tool calls.',
  DocumentRead: 'Read a document.',
  CatalogueRead: 'Saw the names of documents that hold protected health information.',
  QueryLogRead: 'Viewed the query log.',
  KnowledgeSearched: 'Searched the knowledge base.',
  FeedbackRead: 'Read or exported feedback on answers.',
  AuditTrailRead: 'Read or exported the audit trail.',
  AuditReviewed: 'Signed off a range of the audit trail.',
  AccessRefused: 'Was denied access.',
  BackupTaken: 'Took a backup of all data up to this event.',
  BackupRestored: 'Restored a backup; the installation continues from there.',
  SubjectErasureRequested: 'Requested the erasure of a data subject.',
  SubjectErasureConfirmed: 'Confirmed, as a second person, the erasure of a data subject.',
  SubjectErasureDeclined: 'Declined the erasure of a data subject, or let the request expire.',
  SubjectErased: 'Erased a data subject: its key is destroyed and its data is unreadable.',
  HoldPlaced: 'Placed a hold that prevents the erasure of a data subject.',
  HoldReleased: 'Released a hold on a data subject, or let it expire.',
};

type KindOf<Type extends AnyEvent['type']> = Extract<
  AnyEvent,
  { type: Type; data: { kind: string } }
>['data']['kind'];

/** The actions of events that record several: listing is not reading, and reading is not exporting. */
const actionsByKind: {
  readonly [Type in 'AuditTrailRead' | 'FeedbackRead' | 'QueryLogRead']: Readonly<
    Record<KindOf<Type>, string>
  >;
} = {
  AuditTrailRead: {
    entries: 'Listed entries of the audit trail.',
    stream: 'Read the history of one thing.',
    explanation: 'Read how an answer came about.',
    export: 'Exported the audit trail.',
    'break-glass': 'Listed break-glass grants.',
    reviews: 'Listed reviews.',
    'audit-reviews': 'Listed reviews of the audit trail.',
  },
  FeedbackRead: { list: 'Listed feedback on answers.', export: 'Exported feedback on answers.' },
  QueryLogRead: { list: 'Listed questions and searches.', top: 'Listed the most frequent questions.' },
};

const kindsOf = (type: AnyEvent['type']): Readonly<Record<string, string>> =>
  type in actionsByKind ? actionsByKind[type as keyof typeof actionsByKind] : {};

const kindIn = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'kind' in data && typeof data.kind === 'string'
    ? data.kind
    : '';

/** What an event says was done. The log contains only the system's event types. */
export const auditActionOf = ({ type, data }: DomainEvent): string =>
  kindsOf(type as AnyEvent['type'])[kindIn(data)] ?? auditActions[type as AnyEvent['type']];

/** Every sentence that describes an event of a type. */
export const auditActionsOf = (type: AnyEvent['type']): readonly string[] => [
  auditActions[type],
  ...Object.values(kindsOf(type)),
];
