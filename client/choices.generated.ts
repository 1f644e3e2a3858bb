// Generated from the OpenAPI document by "npm run client". Edit the schemas in read-api/ instead.

/** The allowed words of query parameters with a fixed choice, by operation. */
export const choices = {
  listDocuments: {
    sourceType: ['guideline', 'protocol', 'textbook', 'journal', 'drug_formulary', 'policy', 'note'],
    status: ['indexing', 'searchable', 'failed', 'withdrawn'],
  },
  listIndexingJobs: {
    state: ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'SUPERSEDED', 'pending', 'running', 'completed', 'failed', 'superseded'],
  },
  getQuery: {
    citationStyle: ['AMA', 'APA', 'Vancouver'],
    citationDisplay: ['inline', 'footnote', 'sidebar'],
    rectangles: ['true', 'false'],
  },
  listConversations: {
    mine: ['true', 'false'],
  },
  listTools: {
    format: ['json', 'openai-chat', 'openai-realtime', 'mcp'],
  },
  listToolCalls: {
    state: ['requested', 'awaiting_confirmation', 'running', 'succeeded', 'failed', 'declined', 'expired', 'rejected', 'timed_out', 'cancelled', 'unknown'],
  },
  listFeedback: {
    kind: ['helpful', 'wrong', 'outdated', 'missing'],
  },
  exportFeedback: {
    kind: ['helpful', 'wrong', 'outdated', 'missing'],
    format: ['ndjson'],
  },
  listAuditEntries: {
    order: ['asc', 'desc'],
    role: ['clinician', 'admin', 'compliance', 'service'],
    outcome: ['success', 'failure', 'refused'],
    basis: ['own', 'shared', 'oversight', 'break-glass'],
    type: ['DocumentVersionAdded', 'DocumentWithdrawn', 'IndexingRequested', 'IndexingStarted', 'ReadingInterrupted', 'TextExtracted', 'TextCleaned', 'ChunksCreated', 'ChunksEmbedded', 'IndexingCompleted', 'IndexingFailed', 'IndexingRetried', 'IndexingSuperseded', 'ChunksReembedded', 'EmbeddingWithheld', 'ConversationStarted', 'ClinicalContextSet', 'ConversationContinued', 'ConversationShared', 'ConversationUnshared', 'VoiceSessionStarted', 'UtteranceTranscribed', 'VoiceSessionEnded', 'QueryAsked', 'PhiScreened', 'QueryRouted', 'SourcesSearched', 'ClarificationAsked', 'ClarificationAnswered', 'ModelCalled', 'ModelCallEnded', 'QueryAwaitsTools', 'QueryAnswered', 'QueryFailed', 'QueryCancelled', 'FeedbackGiven', 'PhiDetectionDisputed', 'ReviewResolved', 'ToolCallRequested', 'ToolCallRejected', 'ToolConfirmationRequested', 'ToolConfirmed', 'ToolDeclined', 'ToolConfirmationExpired', 'ToolStarted', 'ToolSucceeded', 'ToolFailed', 'ToolTimedOut', 'ToolCancelled', 'ToolOutcomeUnknown', 'ProjectionResetRequested', 'ProjectionGenerationSwitched', 'ProjectionRebuildFailed', 'EventParked', 'ParkedEventReplayRequested', 'ParkedEventResolved', 'ProjectionRebuildExamined', 'ProjectionRebuildAccepted', 'ProjectionRebuildDiscarded', 'EmbeddingModelChangeRequested', 'EmbeddingModelChangeProgressed', 'EmbeddingModelChanged', 'EmbeddingModelChangeFailed', 'ReindexingRequested', 'ReindexingProgressed', 'FormerReadingKept', 'ReindexingCompleted', 'ReindexingStopped', 'SettingsChanged', 'PreferencesChanged', 'ComponentFailed', 'ComponentRecovered', 'ComponentFailuresRose', 'DegradedModeEntered', 'DegradedModeLeft', 'CostLimitReached', 'LogEventsLost', 'LogSealed', 'SealingStopped', 'SealingResumed', 'LogVerified', 'LogVerificationFailed', 'CheckpointWitnessed', 'WitnessContradicted', 'MasterKeyRotated', 'TimerSet', 'TimerFired', 'TimerCancelled', 'TokenCreated', 'TokenRevoked', 'TokenUsed', 'SessionEnded', 'AnswerRead', 'ConversationRead', 'ConversationsListed', 'ToolCallRead', 'ToolCallsListed', 'DocumentRead', 'CatalogueRead', 'QueryLogRead', 'KnowledgeSearched', 'AuditTrailRead', 'FeedbackRead', 'AccessRefused', 'AuditReviewed', 'BackupTaken', 'BackupRestored', 'SubjectErasureRequested', 'SubjectErasureConfirmed', 'SubjectErasureDeclined', 'SubjectErased', 'HoldPlaced', 'HoldReleased', 'BreakGlassOpened', 'BreakGlassRequested', 'BreakGlassApproved', 'BreakGlassReviewed'],
    category: ['document', 'indexing', 'conversation', 'query', 'tool_call', 'settings', 'projection', 'access', 'subject', 'timer', 'grant', 'operations', 'preferences'],
    phi: ['true', 'false'],
  },
  exportAudit: {
    format: ['ndjson', 'csv', 'fhir'],
  },
  explainQuery: {
    rerun: ['true', 'model'],
  },
  searchFhirAuditEvents: {
    action: ['C', 'R', 'U', 'D', 'E'],
    outcome: ['0', '4', '8'],
    _sort: ['date', '-date'],
    _format: ['json', 'application/json', 'application/fhir+json'],
  },
  searchFhirAuditEventsExplicitly: {
    action: ['C', 'R', 'U', 'D', 'E'],
    outcome: ['0', '4', '8'],
    _sort: ['date', '-date'],
    _format: ['json', 'application/json', 'application/fhir+json'],
  },
  exportSealedAudit: {
    type: ['DocumentVersionAdded', 'DocumentWithdrawn', 'IndexingRequested', 'IndexingStarted', 'ReadingInterrupted', 'TextExtracted', 'TextCleaned', 'ChunksCreated', 'ChunksEmbedded', 'IndexingCompleted', 'IndexingFailed', 'IndexingRetried', 'IndexingSuperseded', 'ChunksReembedded', 'EmbeddingWithheld', 'ConversationStarted', 'ClinicalContextSet', 'ConversationContinued', 'ConversationShared', 'ConversationUnshared', 'VoiceSessionStarted', 'UtteranceTranscribed', 'VoiceSessionEnded', 'QueryAsked', 'PhiScreened', 'QueryRouted', 'SourcesSearched', 'ClarificationAsked', 'ClarificationAnswered', 'ModelCalled', 'ModelCallEnded', 'QueryAwaitsTools', 'QueryAnswered', 'QueryFailed', 'QueryCancelled', 'FeedbackGiven', 'PhiDetectionDisputed', 'ReviewResolved', 'ToolCallRequested', 'ToolCallRejected', 'ToolConfirmationRequested', 'ToolConfirmed', 'ToolDeclined', 'ToolConfirmationExpired', 'ToolStarted', 'ToolSucceeded', 'ToolFailed', 'ToolTimedOut', 'ToolCancelled', 'ToolOutcomeUnknown', 'ProjectionResetRequested', 'ProjectionGenerationSwitched', 'ProjectionRebuildFailed', 'EventParked', 'ParkedEventReplayRequested', 'ParkedEventResolved', 'ProjectionRebuildExamined', 'ProjectionRebuildAccepted', 'ProjectionRebuildDiscarded', 'EmbeddingModelChangeRequested', 'EmbeddingModelChangeProgressed', 'EmbeddingModelChanged', 'EmbeddingModelChangeFailed', 'ReindexingRequested', 'ReindexingProgressed', 'FormerReadingKept', 'ReindexingCompleted', 'ReindexingStopped', 'SettingsChanged', 'PreferencesChanged', 'ComponentFailed', 'ComponentRecovered', 'ComponentFailuresRose', 'DegradedModeEntered', 'DegradedModeLeft', 'CostLimitReached', 'LogEventsLost', 'LogSealed', 'SealingStopped', 'SealingResumed', 'LogVerified', 'LogVerificationFailed', 'CheckpointWitnessed', 'WitnessContradicted', 'MasterKeyRotated', 'TimerSet', 'TimerFired', 'TimerCancelled', 'TokenCreated', 'TokenRevoked', 'TokenUsed', 'SessionEnded', 'AnswerRead', 'ConversationRead', 'ConversationsListed', 'ToolCallRead', 'ToolCallsListed', 'DocumentRead', 'CatalogueRead', 'QueryLogRead', 'KnowledgeSearched', 'AuditTrailRead', 'FeedbackRead', 'AccessRefused', 'AuditReviewed', 'BackupTaken', 'BackupRestored', 'SubjectErasureRequested', 'SubjectErasureConfirmed', 'SubjectErasureDeclined', 'SubjectErased', 'HoldPlaced', 'HoldReleased', 'BreakGlassOpened', 'BreakGlassRequested', 'BreakGlassApproved', 'BreakGlassReviewed'],
  },
  listBreakGlass: {
    state: ['awaiting_approval', 'open', 'awaiting_review', 'reviewed'],
  },
  listReviews: {
    kind: ['phi', 'safety'],
    state: ['open', 'resolved'],
  },
  listErasures: {
    state: ['requested', 'confirmed', 'declined', 'expired', 'erased'],
  },
  listTokens: {
    state: ['active', 'expired', 'revoked'],
  },
  listQueryLog: {
    only: ['zero-result', 'failed', 'degraded', 'slow'],
  },
  listTopQuestions: {
    only: ['all', 'zero-result', 'failed'],
  },
} as const;
