import type { EmbeddingModelName } from '../domain/operations/embedding-model-events.ts';
import type { FindDocumentOfJob } from '../ports/find-document-of-job.ts';
import { answerClarification } from './answer-clarification.ts';
import { createApproveBreakGlass } from './approve-break-glass.ts';
import { askQuery } from './ask-query.ts';
import { createBreakGlass } from './break-glass.ts';
import { createCancelIndexing } from './cancel-indexing.ts';
import { cancelQuery } from './cancel-query.ts';
import { cancelReindexing } from './cancel-reindexing.ts';
import { cancelToolCall } from './cancel-tool-call.ts';
import { createChangeEmbeddingModel } from './change-embedding-model.ts';
import { changePreferences } from './change-preferences.ts';
import { createChangeSettings, plainTerms, type SettingsTerms } from './change-settings.ts';
import { confirmErasure } from './confirm-erasure.ts';
import { confirmTool } from './confirm-tool.ts';
import { createCreateToken } from './create-token.ts';
import { createAcceptRebuild, createDiscardRebuild } from './decide-rebuild.ts';
import { declineErasure } from './decline-erasure.ts';
import { disputePhiDetection } from './dispute-phi-detection.ts';
import { eraseSubject } from './erase-subject.ts';
import { giveFeedback } from './give-feedback.ts';
import { ingestDocument } from './ingest-document.ts';
import { createLogOut } from './log-out.ts';
import { createPlaceHold } from './place-hold.ts';
import { createReindexDocuments } from './reindex-documents.ts';
import { releaseHold } from './release-hold.ts';
import { replayParkedEvent } from './replay-parked-event.ts';
import { requestToolCallCommand } from './request-tool-call.ts';
import { createResetProjection } from './reset-projection.ts';
import { resolveReview } from './resolve-review.ts';
import { resumeSealing } from './resume-sealing.ts';
import { retryIndexing } from './retry-indexing.ts';
import { revertEmbeddingModel } from './revert-embedding-model.ts';
import { createReviewAudit } from './review-audit.ts';
import { createReviewBreakGlass, type FindGrant } from './review-break-glass.ts';
import { createRevokeToken } from './revoke-token.ts';
import type { CommandDefinition } from './runtime/command-definition.ts';
import { setClinicalContext } from './set-clinical-context.ts';
import { createShareConversation } from './share-conversation.ts';
import { startConversation } from './start-conversation.ts';
import type { TokenIssue } from './token-issue.ts';
import { unshareConversation } from './unshare-conversation.ts';
import { withdrawDocument } from './withdraw-document.ts';

/** The duration of a break-glass grant, and how to find one. */
type BreakGlassSettings = { readonly minutes: number; readonly findGrant: FindGrant };

/** The configuration on which commands depend. */
type CommandTerms = {
  readonly findDocumentOfJob: FindDocumentOfJob;
  readonly tokenIssue: TokenIssue;
  /** The selectable embedding models; none by default. */
  readonly embeddingModels?: readonly EmbeddingModelName[];
  readonly breakGlass?: BreakGlassSettings;
  readonly settings?: SettingsTerms;
  /** The version of the file reader. */
  readonly reader?: number | undefined;
};

/** Every command of the system, given the names of the projections that can be reset. */
export const createCommandRegistry = (
  projections: readonly string[],
  {
    findDocumentOfJob,
    tokenIssue,
    embeddingModels = [],
    breakGlass = { minutes: 60, findGrant: async () => undefined },
    settings = plainTerms,
    reader,
  }: CommandTerms,
): readonly CommandDefinition[] => [
  ingestDocument,
  retryIndexing,
  createCancelIndexing(findDocumentOfJob),
  withdrawDocument,
  startConversation,
  setClinicalContext,
  askQuery,
  createShareConversation(tokenIssue.clock),
  unshareConversation,
  createBreakGlass(breakGlass.minutes),
  createApproveBreakGlass(breakGlass.findGrant),
  createReviewBreakGlass(breakGlass.findGrant),
  answerClarification,
  cancelQuery,
  giveFeedback,
  requestToolCallCommand,
  confirmTool,
  cancelToolCall,
  disputePhiDetection,
  resolveReview,
  createResetProjection(projections),
  createAcceptRebuild(projections),
  createDiscardRebuild(projections),
  replayParkedEvent,
  createChangeEmbeddingModel(embeddingModels),
  revertEmbeddingModel,
  createReindexDocuments(reader),
  cancelReindexing,
  createChangeSettings(settings),
  changePreferences,
  createCreateToken(tokenIssue),
  createRevokeToken(tokenIssue),
  createLogOut(tokenIssue),
  eraseSubject,
  confirmErasure,
  declineErasure,
  createPlaceHold(tokenIssue.clock),
  releaseHold,
  resumeSealing,
  createReviewAudit(tokenIssue.clock),
];
