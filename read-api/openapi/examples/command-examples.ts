import { answer } from './consultation-examples.ts';
import { jobFigures } from './document-examples.ts';
import { conversationId, docKey, eventId, grantId, jobId, queryId, second, tokenId } from './ids.ts';
import type { RouteExample } from './route-example.ts';

const indexed = {
  state: 'COMPLETED',
  stage: null,
  errorReason: null,
  errorMessage: null,
  ...jobFigures,
  canRetry: false,
  supersededBy: null,
};

const ingested = {
  streamId: `document-${docKey}`,
  revision: 0,
  docKey,
  version: 1,
  jobId,
  unchanged: false,
};

const retried = { streamId: `indexing-${jobId}`, jobId, state: 'PENDING', retryCount: 1 };
const retryAnswers = {
  200: { ...retried, ...indexed, retryCount: 1, revision: 12, position: 61 },
  202: { ...retried, revision: 7, position: 56 },
};
const cancelled = {
  200: { streamId: `indexing-${jobId}`, revision: 3, position: 12, jobId, state: 'FAILED' },
};
const inConversation = { streamId: `conversation-${conversationId}`, conversationId };
const reindexed = { streamId: 'settings-reindexing', runId: eventId, documents: 153, passages: 4120 };
const reindexedCounts = { total: 153, done: 152, failed: 1, skipped: 0 };
const aboutModel = { streamId: 'settings-embedding', model: 'text-embedding-3-small' };
const replayed = { streamId: 'projection-indexing-worker', consumer: 'indexing-worker', eventId };
const replayAnswers = {
  200: { ...replayed, revision: 5, position: 73, outcome: 'handled' },
  202: { ...replayed, revision: 4, position: 72 },
};
const rebuilt = { streamId: 'projection-documents', projection: 'documents', generation: 2 };
const decidedRebuild = { streamId: 'projection-search.check', projection: 'search', generation: 4 };
const grants = { streamId: 'grant-5f0c1d2e-8c1f-7b60-9b5e-0f4a5f6b7c8d' };
const asked = { streamId: `query-${queryId}`, queryId };

/** Example calls of the commands. */
export const commandExamples = {
  BreakGlass: {
    body: { conversationId, reason: 'Patient unconscious in the emergency room, colleague unreachable.' },
    answers: { 200: { ...grants, grantId, minutes: 60, awaitsApproval: false, revision: 0, position: 23 } },
  },
  ApproveBreakGlass: {
    body: { grantId, holder: 'dr-chen' },
    answers: { 200: { ...grants, grantId, revision: 3, position: 52 } },
  },
  ReviewBreakGlass: {
    body: { grantId, outcome: 'justified', note: 'Confirmed with the shift lead.' },
    answers: { 200: { ...grants, grantId, revision: 1, position: 41 } },
  },
  ShareConversation: {
    body: {
      conversationId,
      with: { team: 'Diabetes Team' },
      level: 'contribute',
      expiresAt: '2099-12-31',
    },
  },
  UnshareConversation: {
    body: { conversationId, with: { user: 'dr-chen' } },
    answers: { 200: { ...inConversation, revision: 3, position: 22 } },
  },
  IngestDocument: {
    body: { file: '(the bytes of hypoglycemia.docx)', sourceType: 'guideline', specialty: ['endocrinology'] },
    answers: { 200: { ...ingested, position: 8, ...indexed }, 202: { ...ingested, position: 1 } },
  },
  RetryIndexing: { body: { jobId }, answers: retryAnswers },
  retryIndexingJob: { params: { id: jobId }, answers: retryAnswers },
  CancelIndexing: { body: { jobId }, answers: cancelled },
  cancelIndexingJob: { params: { id: jobId }, answers: cancelled },
  WithdrawDocument: {
    body: { docKey, reason: 'Replaced by the guideline of 2026.' },
    answers: { 200: { streamId: `document-${docKey}`, revision: 1, position: 48, docKey } },
  },
  StartConversation: {
    body: { title: 'Hypoglycemia', clinicalContext: { patientAge: 54, patientWeight: 80 } },
  },
  SetClinicalContext: {
    body: { conversationId, clinicalContext: { patientAge: 54, patientWeight: 80, allergies: ['latex'] } },
  },
  AskQuery: {
    body: { question: 'How is hypoglycemia treated in adults?', conversationId, limit: 2 },
    answers: {
      202: { ...asked, revision: 0, position: 15 },
    },
  },
  AnswerClarification: {
    body: { queryId, option: '2' },
    answers: {
      200: {
        ...asked,
        revision: 9,
        position: 24,
        status: 'answered',
        conversationId,
        ...answer,
        parameters: { limit: 2 },
      },
      202: { ...asked, revision: 5, position: 20 },
    },
  },
  CancelQuery: { body: { queryId }, answers: { 200: { ...asked, revision: 4, position: 25 } } },
  GiveFeedback: {
    body: { queryId, kind: 'helpful' },
  },
  DisputePhiDetection: {
    body: { queryId, comment: 'Browder is the name of a burn chart.' },
    answers: { 200: { ...asked, revision: 5, position: 26 } },
  },
  ResolveReview: {
    body: { reviewId: `phi-${queryId}`, verdict: 'false_alarm', reason: 'An eponym, not a person’s name.' },
    answers: {
      200: { streamId: `query-${queryId}`, revision: 6, position: 27, reviewId: `phi-${queryId}` },
    },
  },
  ResetProjection: {
    body: { projection: 'documents', reason: 'The list lacks a document that was added.' },
    answers: {
      200: { ...rebuilt, revision: 1, position: 28, outcome: 'switched' },
      202: { ...rebuilt, revision: 0, position: 27 },
    },
  },
  ResumeSealing: {
    body: { reason: 'The installation was restored from the backup of 3 May.' },
    answers: { 200: { streamId: 'operations-sealing', revision: 5, position: 27 } },
  },
  ReviewAudit: {
    body: {
      from: '2026-11-01',
      to: '2026-11-07',
      note: 'Read in full; two accesses were queried and explained.',
    },
    answers: {
      200: {
        streamId: 'operations-audit-reviews',
        reviewId: eventId,
        from: 1,
        to: 26,
        revision: 0,
        position: 27,
      },
    },
  },
  AcceptRebuild: {
    body: { projection: 'search', generation: 4, reason: 'The protocols it does not find were withdrawn.' },
    answers: {
      200: { ...decidedRebuild, revision: 1, position: 28, outcome: 'switched' },
      202: { ...decidedRebuild, revision: 1, position: 27 },
    },
  },
  DiscardRebuild: {
    body: { projection: 'search', reason: 'The embedding model was not installed.' },
    answers: {
      200: {
        ...decidedRebuild,
        revision: 1,
        position: 28,
        outcome: 'failed',
        message: 'It was discarded because it misses documents that the live one finds.',
      },
      202: { ...decidedRebuild, revision: 1, position: 27 },
    },
  },
  ReplayParkedEvent: { body: { consumer: 'indexing-worker', eventId }, answers: replayAnswers },
  replayParkedEventOf: { params: { consumer: 'indexing-worker', eventId }, answers: replayAnswers },
  ChangeEmbeddingModel: {
    body: { model: aboutModel.model },
    answers: {
      200: { ...aboutModel, revision: 2, position: 84, outcome: 'changed', generation: 3 },
      202: { ...aboutModel, revision: 0, position: 80 },
    },
  },
  RevertEmbeddingModel: {
    body: {},
    answers: {
      200: { streamId: 'settings-embedding', revision: 1, position: 81 },
      202: { ...aboutModel, revision: 3, position: 85 },
    },
  },
  ReindexDocuments: {
    body: { all: false },
    answers: {
      200: { ...reindexed, revision: 2, position: 88, outcome: 'completed', ...reindexedCounts },
      202: { ...reindexed, revision: 0, position: 80 },
    },
  },
  CancelReindexing: {
    body: {},
    answers: { 200: { streamId: reindexed.streamId, revision: 3, position: 90, runId: eventId } },
  },
  ChangeSettings: {
    body: {
      routing: 'local-only',
      temperature: 0.2,
      maxTokens: null,
      reason: 'Trial of the local model on the ward, agreed with IT.',
    },
    answers: { 200: { streamId: 'settings-consultation', revision: 4, position: 88 } },
  },
  ChangePreferences: {
    body: { citationStyle: 'Vancouver', citationDisplay: 'footnote', excludeSources: ['pubmed'] },
  },
  CreateToken: {
    body: { name: 'alice', roles: ['clinician'], days: 30 },
    answers: {
      200: {
        streamId: 'settings-tokens',
        revision: 0,
        position: 90,
        tokenId,
        name: 'alice',
        expiresAt: second(30 * 24 * 60 * 60),
        token: 'anm_…',
      },
    },
  },
  RevokeToken: {
    body: { tokenId },
    answers: { 200: { streamId: 'settings-tokens', revision: 1, position: 91, tokenId } },
  },
  LogOut: { body: {}, answers: { 200: { streamId: 'settings-tokens', revision: 2, position: 92 } } },
} as const satisfies Readonly<Record<string, RouteExample>>;
