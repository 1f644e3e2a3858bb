import { createHash } from 'node:crypto';
import type { AnyEvent } from '../../domain/all-events.ts';
import { auditReviewsStream } from '../../domain/audit/audit-review-decider.ts';
import type { ClinicalContext } from '../../domain/consultation/clinical-context.ts';
import type { IndexingStage } from '../../domain/indexing/indexing-events.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { FoundMetadata } from '../../domain/knowledge/found-metadata/found-metadata.ts';
import { tokensStream } from '../../domain/operations/token-decider.ts';
import { type StreamEvent, uuidOf } from './recorded-history.ts';

type DataOf<Type extends AnyEvent['type']> = Extract<AnyEvent, { type: Type }>['data'];

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The id of a test document version's indexing job, the same in every run. */
export const jobIdOf = (docKey: string, version: number): string =>
  uuidOf(Number.parseInt(hashOf(`${docKey}@${version}`).slice(0, 10), 16));

const inDocument = (docKey: string, event: AnyEvent): StreamEvent => ({
  streamId: streamIdOf('document', docKey),
  event,
});
const inJob = (docKey: string, version: number, event: AnyEvent): StreamEvent => ({
  streamId: streamIdOf('indexing', jobIdOf(docKey, version)),
  event,
});
const jobData = (docKey: string, version: number) => ({ jobId: jobIdOf(docKey, version), docKey, version });

/** The title that indexing finds in a document version. */
export const titleOf = (docKey: string, version: number): string =>
  `Title of ${docKey} in edition ${version}`;

export const versionAdded = (
  docKey: string,
  version: number,
  data: Partial<DataOf<'DocumentVersionAdded'>> = {},
): StreamEvent =>
  inDocument(docKey, {
    type: 'DocumentVersionAdded',
    data: {
      ...jobData(docKey, version),
      contentHash: hashOf(`${docKey}@${version}`),
      size: 1000 + version,
      format: 'pdf',
      fileName: `${docKey}.pdf`,
      metadata: { sourceType: 'protocol', specialty: [], containsPhi: false },
      ...data,
    },
  });

export const withdrawn = (docKey: string, throughVersion: number): StreamEvent =>
  inDocument(docKey, {
    type: 'DocumentWithdrawn',
    data: { docKey, throughVersion, reason: 'replaced by a national guideline' },
  });

export const requested = (docKey: string, version: number): StreamEvent =>
  inJob(docKey, version, {
    type: 'IndexingRequested',
    data: { ...jobData(docKey, version), contentHash: hashOf(`${docKey}@${version}`) },
  });

export const started = (docKey: string, version: number, attempt = 1): StreamEvent =>
  inJob(docKey, version, { type: 'IndexingStarted', data: { ...jobData(docKey, version), attempt } });

export const extracted = (
  docKey: string,
  version: number,
  pages: number,
  unusualPages: DataOf<'TextExtracted'>['unusualPages'] = [],
): StreamEvent =>
  inJob(docKey, version, {
    type: 'TextExtracted',
    data: {
      ...jobData(docKey, version),
      blob: hashOf('extracted'),
      pages,
      characters: 100,
      unusualPages,
    },
  });

export const extractedInPart = (
  docKey: string,
  version: number,
  leftOut: NonNullable<DataOf<'TextExtracted'>['leftOut']>,
  unusualPages: DataOf<'TextExtracted'>['unusualPages'] = [],
): StreamEvent =>
  inJob(docKey, version, {
    type: 'TextExtracted',
    data: {
      ...jobData(docKey, version),
      blob: hashOf('extracted'),
      pages: 1,
      characters: 100,
      unusualPages,
      leftOut,
    },
  });

export const cleaned = (docKey: string, version: number): StreamEvent =>
  inJob(docKey, version, {
    type: 'TextCleaned',
    data: { ...jobData(docKey, version), blob: hashOf('cleaned'), characters: 90 },
  });

export const chunked = (docKey: string, version: number, chunkCount: number): StreamEvent =>
  inJob(docKey, version, {
    type: 'ChunksCreated',
    data: {
      ...jobData(docKey, version),
      title: titleOf(docKey, version),
      blob: hashOf('chunks'),
      chunkCount,
      policy: 'protocol',
    },
  });

export const embedded = (
  docKey: string,
  version: number,
  chunkCount: number,
  data: Partial<DataOf<'ChunksEmbedded'>> = {},
): StreamEvent =>
  inJob(docKey, version, {
    type: 'ChunksEmbedded',
    data: {
      ...jobData(docKey, version),
      blob: hashOf('embeddings'),
      model: 'local',
      dimensions: 384,
      chunkCount,
      cost: 0,
      ...data,
    },
  });

export const withheldFromModel = (docKey: string, version: number, model = 'cloud'): StreamEvent =>
  inJob(docKey, version, {
    type: 'EmbeddingWithheld',
    data: {
      ...jobData(docKey, version),
      phiScreen: { rules: 'sample', passages: 9, passagesWithPhi: 1, kinds: ['name'] },
      model,
      dimensions: 3,
      reason: 'screened',
    },
  });

export const reembedded = (
  docKey: string,
  version: number,
  data: Partial<DataOf<'ChunksReembedded'>> = {},
): StreamEvent =>
  inJob(docKey, version, {
    type: 'ChunksReembedded',
    data: {
      ...jobData(docKey, version),
      blob: hashOf('other embeddings'),
      model: 'other',
      dimensions: 3,
      chunkCount: 9,
      cost: 0,
      ...data,
    },
  });

export const completed = (
  docKey: string,
  version: number,
  pages = 3,
  { chunkCount = 7, found }: { readonly chunkCount?: number; readonly found?: FoundMetadata } = {},
): StreamEvent =>
  inJob(docKey, version, {
    type: 'IndexingCompleted',
    data: {
      ...jobData(docKey, version),
      title: titleOf(docKey, version),
      protocolNumber: `${version}-P`,
      ...omitUndefined({ found }),
      pages,
      chunkCount,
      chunksBlob: hashOf('chunks'),
      embeddingsBlob: hashOf('embeddings'),
      model: 'local',
      dimensions: 384,
    },
  });

export const failed = (
  docKey: string,
  version: number,
  stage: IndexingStage = 'extract',
  data: Partial<DataOf<'IndexingFailed'>> = {},
): StreamEvent =>
  inJob(docKey, version, {
    type: 'IndexingFailed',
    data: {
      ...jobData(docKey, version),
      stage,
      reason: 'encrypted_pdf',
      message: 'The PDF is protected by a password.',
      ...data,
    },
  });

export const retried = (docKey: string, version: number, retryCount: number): StreamEvent =>
  inJob(docKey, version, { type: 'IndexingRetried', data: { ...jobData(docKey, version), retryCount } });

export const superseded = (docKey: string, version: number, byVersion: number): StreamEvent =>
  inJob(docKey, version, {
    type: 'IndexingSuperseded',
    data: { ...jobData(docKey, version), byVersion, byJobId: jobIdOf(docKey, byVersion) },
  });

export const conversationStarted = (conversationId: string, title?: string): StreamEvent => ({
  streamId: streamIdOf('conversation', conversationId),
  event: {
    type: 'ConversationStarted',
    data: { conversationId, ...omitUndefined({ title }) },
  },
});

export const contextSet = (conversationId: string, clinicalContext: ClinicalContext): StreamEvent => ({
  streamId: streamIdOf('conversation', conversationId),
  event: { type: 'ClinicalContextSet', data: { conversationId, clinicalContext } },
});

export const shared = (
  conversationId: string,
  sharee: DataOf<'ConversationShared'>['with'],
  expiresAt?: string,
): StreamEvent => ({
  streamId: streamIdOf('conversation', conversationId),
  event: {
    type: 'ConversationShared',
    data: { conversationId, with: sharee, level: 'read', ...omitUndefined({ expiresAt }) },
  },
});

export const unshared = (
  conversationId: string,
  sharee: DataOf<'ConversationUnshared'>['with'],
): StreamEvent => ({
  streamId: streamIdOf('conversation', conversationId),
  event: { type: 'ConversationUnshared', data: { conversationId, with: sharee } },
});

export const glassBroken = (grantId: string, conversationId: string, minutes = 60): StreamEvent => ({
  streamId: streamIdOf('grant', 'dr-house'),
  event: {
    type: 'BreakGlassOpened',
    data: { grantId, target: { conversationId }, reason: 'Unconscious.', minutes },
  },
});

export const glassRequested = (grantId: string, conversationId: string, minutes = 60): StreamEvent => ({
  streamId: streamIdOf('grant', 'dr-house'),
  event: {
    type: 'BreakGlassRequested',
    data: { grantId, target: { conversationId }, reason: 'Unconscious.', minutes },
  },
});

export const glassApproved = (grantId: string): StreamEvent => ({
  streamId: streamIdOf('grant', 'dr-house'),
  event: { type: 'BreakGlassApproved', data: { grantId } },
});

export const glassReviewed = (grantId: string): StreamEvent => ({
  streamId: streamIdOf('grant', 'dr-house'),
  event: { type: 'BreakGlassReviewed', data: { grantId, outcome: 'justified', note: 'Seen.' } },
});

export const auditReviewed = (reviewId: string, from: number, to: number): StreamEvent => ({
  streamId: auditReviewsStream,
  event: { type: 'AuditReviewed', data: { reviewId, from, to, note: 'Read in full.' } },
});

const inQuery = (queryId: string, event: AnyEvent): StreamEvent => ({
  streamId: streamIdOf('query', queryId),
  event,
});

export const asked = (queryId: string, data: Partial<DataOf<'QueryAsked'>> = {}): StreamEvent =>
  inQuery(queryId, {
    type: 'QueryAsked',
    data: { queryId, question: 'How much epinephrine?', filters: {}, limit: 5, ...data },
  });

export const screened = (queryId: string, kinds: string[]): StreamEvent =>
  inQuery(queryId, {
    type: 'PhiScreened',
    data: { queryId, detected: kinds.length > 0, kinds, detector: 'rules' },
  });

export const routed = (queryId: string, data: Partial<DataOf<'QueryRouted'>> = {}): StreamEvent =>
  inQuery(queryId, {
    type: 'QueryRouted',
    data: {
      queryId,
      round: 1,
      intent: 'drug_info',
      confidence: 0.9,
      classifiedBy: 'rules',
      sources: [{ source: 'knowledge_base', because: 'matrix' }],
      leftOut: [{ source: 'pubmed', because: 'disabled' }],
      routing: 'hybrid',
      model: 'none',
      because: 'no model is configured',
      ...data,
    },
  });

export const clarificationAsked = (queryId: string): StreamEvent =>
  inQuery(queryId, {
    type: 'ClarificationAsked',
    data: {
      queryId,
      question: 'Which type of diabetes?',
      options: [
        { id: 'type-1', label: 'Type 1', readAs: 'type 1 diabetes treatment' },
        { id: 'type-2', label: 'Type 2', readAs: 'type 2 diabetes treatment' },
      ],
      because: 'ambiguous_term',
    },
  });

export const clarificationAnswered = (queryId: string): StreamEvent =>
  inQuery(queryId, {
    type: 'ClarificationAnswered',
    data: { queryId, option: 'type-1', readAs: 'type 1 diabetes treatment' },
  });

export const queryCancelled = (queryId: string): StreamEvent =>
  inQuery(queryId, { type: 'QueryCancelled', data: { queryId, by: 'dr-house' } });

/** A call of a cloud model that costs a dollar at most. */
export const modelCalled = (
  queryId: string,
  data: Partial<Extract<AnyEvent, { type: 'ModelCalled' }>['data']> = {},
): StreamEvent =>
  inQuery(queryId, {
    type: 'ModelCalled',
    data: {
      queryId,
      attempt: 1,
      model: 'gpt-4.1',
      where: 'cloud',
      prompt: [{ role: 'user', content: 'Which dose of epinephrine?' }],
      parameters: { temperature: 0.3, maxTokens: 2000 },
      mostUsd: 1,
      evidence: [],
      ...data,
    },
  });

/** The end of that call, at a quarter of the cost. */
export const modelCallEnded = (
  queryId: string,
  data: Partial<Extract<AnyEvent, { type: 'ModelCallEnded' }>['data']> = {},
): StreamEvent =>
  inQuery(queryId, {
    type: 'ModelCallEnded',
    data: {
      queryId,
      attempt: 1,
      outcome: 'completed',
      text: 'Give 0.3 mg [1].',
      promptTokens: 3000,
      completionTokens: 200,
      costUsd: 0.25,
      milliseconds: 900,
      ...data,
    },
  });

export const searched = (queryId: string, found: number): StreamEvent =>
  inQuery(queryId, {
    type: 'SourcesSearched',
    data: {
      queryId,
      interpretation: {
        searchedFor: 'epinephrine dose',
        intent: 'medication_dosing',
        expansions: [],
        corrections: [],
      },
      stages: [{ source: 'dense', outcome: 'ok', found, milliseconds: 12.5 }],
      sources: [
        {
          source: 'knowledge_base',
          outcome: 'ok',
          found,
          milliseconds: 12.5,
          cached: false,
          redacted: false,
        },
      ],
      index: { generation: 1, position: 4, model: 'local' },
      cached: true,
      milliseconds: 20.4,
      found: Array.from({ length: found }, (_, n) => ({
        chunkId: `protocol-1219@1#${n}`,
        docKey: 'protocol-1219',
        version: 1,
        score: 1 / (n + 1),
      })),
    },
  });

export const answered = (queryId: string, data: Partial<DataOf<'QueryAnswered'>> = {}): StreamEvent =>
  inQuery(queryId, {
    type: 'QueryAnswered',
    data: {
      queryId,
      answer: 'See the protocol [1].',
      citations: [
        {
          n: 1,
          chunkId: 'protocol-1219@1#0',
          docKey: 'protocol-1219',
          version: 1,
          fileName: 'protocol-1219.pdf',
          title: 'Allergy',
          sourceType: 'protocol',
          pages: [2],
          section: 'Treatment',
          excerpt: 'The sample says so.',
          textHash: hashOf('passage'),
          score: 0.75,
        },
      ],
      warnings: [],
      model: 'extractive',
      parameters: {},
      degraded: false,
      ...data,
    },
  });

export const queryFailed = (queryId: string, data: Partial<DataOf<'QueryFailed'>> = {}): StreamEvent =>
  inQuery(queryId, {
    type: 'QueryFailed',
    data: {
      queryId,
      component: 'search-index',
      reason: 'unavailable',
      message: 'The search index cannot be reached.',
      ...data,
    },
  });

export const feedbackGiven = (
  queryId: string,
  givenBy: string,
  data: Partial<DataOf<'FeedbackGiven'>> = {},
): StreamEvent =>
  inQuery(queryId, { type: 'FeedbackGiven', data: { queryId, givenBy, kind: 'helpful', ...data } });

export const detectionDisputed = (queryId: string): StreamEvent =>
  inQuery(queryId, { type: 'PhiDetectionDisputed', data: { queryId, comment: 'It is a burn chart.' } });

export const reviewResolved = (queryId: string, data: Partial<DataOf<'ReviewResolved'>> = {}): StreamEvent =>
  inQuery(queryId, {
    type: 'ReviewResolved',
    data: { queryId, kind: 'phi', verdict: 'false_alarm', reason: 'An eponym.', ...data },
  });

const inConsumer = (consumer: string, event: AnyEvent): StreamEvent => ({
  streamId: streamIdOf('projection', consumer),
  event,
});

export const parked = (consumer: string, eventId: string, attempts = 5): StreamEvent =>
  inConsumer(consumer, {
    type: 'EventParked',
    data: {
      consumer,
      eventId,
      eventType: 'IndexingRequested',
      streamId: 'indexing-1',
      position: 17,
      attempts,
      reason: 'timeout',
      message: 'The extractor did not answer.',
    },
  });

export const replayRequested = (consumer: string, eventId: string): StreamEvent =>
  inConsumer(consumer, {
    type: 'ParkedEventReplayRequested',
    data: { consumer, eventId, position: 17 },
  });

export const resolved = (consumer: string, eventId: string): StreamEvent =>
  inConsumer(consumer, { type: 'ParkedEventResolved', data: { consumer, eventId, position: 17 } });

const inToolCall = (toolCallId: string, event: AnyEvent): StreamEvent => ({
  streamId: streamIdOf('tool_call', toolCallId),
  event,
});
const toolData = (toolCallId: string) => ({ toolCallId, tool: 'book_room' });

/** The possible courses of a tool call, each in order. */
export const toolCallStories = {
  requested: (toolCallId: string): StreamEvent =>
    inToolCall(toolCallId, {
      type: 'ToolCallRequested',
      data: {
        ...toolData(toolCallId),
        arguments: { room: 'of Jane Doe' },
        requestedBy: 'dr-house',
        origin: 'query',
        queryId: uuidOf(1),
      },
    }),
  toConfirm: (toolCallId: string): StreamEvent =>
    inToolCall(toolCallId, {
      type: 'ToolConfirmationRequested',
      data: {
        ...toolData(toolCallId),
        arguments: { room: 'of Jane Doe', seats: 4 },
        prompt: 'Book the room of Jane Doe?',
        expiresAt: '2025-01-01T00:01:00.000Z',
      },
    }),
  confirmed: (toolCallId: string): StreamEvent =>
    inToolCall(toolCallId, { type: 'ToolConfirmed', data: { ...toolData(toolCallId), by: 'dr-house' } }),
  started: (toolCallId: string): StreamEvent =>
    inToolCall(toolCallId, {
      type: 'ToolStarted',
      data: { ...toolData(toolCallId), attempt: 1, idempotencyKey: uuidOf(9), redacted: false },
    }),
  rejected: (toolCallId: string): StreamEvent =>
    inToolCall(toolCallId, {
      type: 'ToolCallRejected',
      data: {
        ...toolData(toolCallId),
        because: 'validation_error',
        message: 'The arguments are not valid.',
        issues: [{ path: 'seats', message: 'must be at least 1' }],
      },
    }),
  failed: (toolCallId: string): StreamEvent =>
    inToolCall(toolCallId, {
      type: 'ToolFailed',
      data: {
        ...toolData(toolCallId),
        code: 'external_api_error',
        message: 'The service failed.',
        details: { service: 'rooms', upstream_status: 503 },
        executionTimeMs: 40,
        fallback: { tool: 'list_rooms', phi: true, result: { rooms: ['of Jane Doe'] }, citations: [] },
      },
    }),
  succeeded: (toolCallId: string): StreamEvent =>
    inToolCall(toolCallId, {
      type: 'ToolSucceeded',
      data: {
        ...toolData(toolCallId),
        result: { said: 'Booked the room of Jane Doe' },
        citations: [{ text: 'Room of Jane Doe', sourceType: 'rooms', sourceTitle: 'Rooms' }],
        executionTimeMs: 12.5,
        phi: true,
      },
    }),
};

export const answerRead = (queryId: string): StreamEvent => ({
  streamId: streamIdOf('access', queryId),
  event: { type: 'AnswerRead', data: { queryId } },
});

export const documentRead = (docKey: string): StreamEvent => ({
  streamId: streamIdOf('access', `document-${docKey}`),
  event: { type: 'DocumentRead', data: { docKey, version: 1, part: 'text', page: 3 } },
});

export const knowledgeSearched = (
  searchId: string,
  found: number,
  more: Partial<DataOf<'KnowledgeSearched'>> = {},
): StreamEvent => ({
  streamId: streamIdOf('access', `search-${searchId}`),
  event: {
    type: 'KnowledgeSearched',
    data: {
      query: 'epinephrine',
      filters: {},
      found: Array.from({ length: found }, (_, n) => ({
        chunkId: `protocol-1219@1#${n}`,
        score: 1 / (n + 1),
      })),
      ...more,
    },
  },
});

export const feedbackRead = (readingId: string): StreamEvent => ({
  streamId: streamIdOf('access', `feedback-${readingId}`),
  event: { type: 'FeedbackRead', data: { kind: 'list', parameters: { kind: 'wrong' } } },
});

const inTimer = (timerId: string, event: AnyEvent): StreamEvent => ({
  streamId: streamIdOf('timer', timerId),
  event,
});
const timerFacts = (timerId: string) => ({
  timerId,
  purpose: 'review',
  about: streamIdOf('query', timerId),
});

export const timerSet = (timerId: string, due: DataOf<'TimerSet'>['due']): StreamEvent =>
  inTimer(timerId, { type: 'TimerSet', data: { ...timerFacts(timerId), due } });

export const timerFired = (timerId: string): StreamEvent =>
  inTimer(timerId, { type: 'TimerFired', data: timerFacts(timerId) });

export const timerCancelled = (timerId: string): StreamEvent =>
  inTimer(timerId, { type: 'TimerCancelled', data: timerFacts(timerId) });

const inTokens = (event: AnyEvent): StreamEvent => ({ streamId: tokensStream, event });

export const tokenCreated = (
  tokenId: string,
  name: string,
  more: Partial<DataOf<'TokenCreated'>> = {},
): StreamEvent =>
  inTokens({
    type: 'TokenCreated',
    data: {
      tokenId,
      name,
      hash: hashOf(tokenId),
      roles: ['clinician'],
      teams: [],
      expiresAt: '2099-01-01T00:00:00.000Z',
      ...more,
    },
  });

export const tokenRevoked = (tokenId: string, name: string): StreamEvent =>
  inTokens({ type: 'TokenRevoked', data: { tokenId, name, reason: 'revoked' } });

export const tokenUsed = (tokenId: string): StreamEvent => ({
  streamId: streamIdOf('access', `token-${tokenId}`),
  event: { type: 'TokenUsed', data: { tokenId } },
});

export const sessionEnded = (jti: string): StreamEvent => ({
  streamId: streamIdOf('settings', `session-${jti}`),
  event: { type: 'SessionEnded', data: { session: `jti:${jti}`, until: '2099-01-01T00:00:00.000Z' } },
});

const inSubject = (subject: string, event: AnyEvent): StreamEvent => ({
  streamId: streamIdOf('subject', hashOf(subject).slice(0, 32)),
  event,
});

export const erasureRequested = (erasureId: string, subject: string): StreamEvent =>
  inSubject(subject, {
    type: 'SubjectErasureRequested',
    data: { erasureId, subject, reason: 'asked for by letter', basis: 'gdpr_art_17', requestedBy: 'okafor' },
  });

export const erasureConfirmed = (erasureId: string, subject: string): StreamEvent =>
  inSubject(subject, {
    type: 'SubjectErasureConfirmed',
    data: { erasureId, subject, confirmedBy: 'moreau' },
  });

export const erasureDeclined = (
  erasureId: string,
  subject: string,
  cause: 'declined' | 'expired' = 'declined',
): StreamEvent => inSubject(subject, { type: 'SubjectErasureDeclined', data: { erasureId, subject, cause } });

export const subjectErased = (erasureId: string, subject: string): StreamEvent =>
  inSubject(subject, {
    type: 'SubjectErased',
    data: {
      erasureId,
      subject,
      basis: 'gdpr_art_17',
      requestedBy: 'okafor',
      confirmedBy: 'moreau',
      keyId: hashOf(subject),
      effects: [{ place: 'subject_key', count: 1, effect: 'removed' }],
      notReached: ['exports'],
    },
  });
