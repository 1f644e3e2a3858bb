import { z } from 'zod';
import type { AnswerPreferences } from '../../domain/consultation/answer-preferences.ts';
import type { ClinicalContext } from '../../domain/consultation/clinical-context.ts';
import type { FeedbackKind } from '../../domain/consultation/feedback-kind.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { SettingName } from '../../domain/operations/consultation-settings.ts';
import type { VariationChoice } from '../../domain/retrieval/query/query-variations.ts';
import type { SearchFiltersInput } from '../../domain/retrieval/search-filters.ts';
import type { TopQuestionKind } from '../../projections/query-log/top-questions.ts';
import { commandAnswerSchema } from '../../read-api/commands/command-answer.ts';
import {
  auditEntryRepresentation,
  streamReplayRepresentation,
} from '../../read-api/representations/audit-representation.ts';
import { backupStartRepresentation } from '../../read-api/representations/backup-representation.ts';
import { conversationRepresentation } from '../../read-api/representations/conversation-representation.ts';
import { costsRepresentation } from '../../read-api/representations/costs-representation.ts';
import { observationRepresentation } from '../../read-api/representations/doctor-representation.ts';
import { documentPageRepresentation } from '../../read-api/representations/document-page-representation.ts';
import { documentRepresentation } from '../../read-api/representations/document-representation.ts';
import { explanationRepresentation } from '../../read-api/representations/explanation-representation.ts';
import { figureRepresentation } from '../../read-api/representations/figure-representation.ts';
import { indexCheckRepresentation } from '../../read-api/representations/index-health-representation.ts';
import { indexingJobRepresentation } from '../../read-api/representations/indexing-job-representation.ts';
import {
  embeddingRepresentation,
  nodesRepresentation,
  parkedEventRepresentation,
  projectionRepresentation,
} from '../../read-api/representations/operations-representation.ts';
import {
  queryLogRepresentation,
  queryLogSummaryRepresentation,
  topQuestionsRepresentation,
} from '../../read-api/representations/query-log-representation.ts';
import { queryRepresentation } from '../../read-api/representations/query-representation.ts';
import {
  reindexingPlanRepresentation,
  reindexingRepresentation,
} from '../../read-api/representations/reindexing-representation.ts';
import {
  reviewDetailsRepresentation,
  reviewRepresentation,
} from '../../read-api/representations/review-representation.ts';
import { searchRepresentation } from '../../read-api/representations/search-representation.ts';
import {
  preferencesRepresentation,
  settingsRepresentation,
} from '../../read-api/representations/settings-representation.ts';
import {
  certificateRepresentation,
  erasureRepresentation,
  subjectRepresentation,
} from '../../read-api/representations/subject-representation.ts';
import { tokenRepresentation } from '../../read-api/representations/token-representation.ts';
import {
  toolCallRepresentation,
  toolConfirmationRepresentation,
} from '../../read-api/representations/tool-call-representation.ts';
import { toolRepresentation } from '../../read-api/representations/tool-representation.ts';
import { verificationRepresentation } from '../../read-api/representations/verification-representation.ts';
import { alertTestRepresentation } from '../../read-api/routes/alert-route.ts';
import { CliError } from '../cli-error.ts';
import { type QueryFrame, queryFrameOf } from './query-frame.ts';
import { readEventStream, type StreamItem } from './read-event-stream.ts';
import { readLines } from './read-lines.ts';
import { type ApiAccess, type ApiRequest, connectionProblem, sendRequest } from './send-request.ts';
import { type ToolCallFrame, toolCallFrameOf } from './tool-call-frame.ts';
import { uploadBody } from './upload-body.ts';

export type IndexingJob = z.output<typeof indexingJobRepresentation>;
export type DocumentFigure = z.output<typeof figureRepresentation>;
export type DocumentSummary = z.output<typeof documentRepresentation>;
export type Costs = z.output<typeof costsRepresentation>;
export type ReindexingPlan = z.output<typeof reindexingPlanRepresentation>;
export type ReindexingRun = NonNullable<z.output<typeof reindexingRepresentation>['run']>;
export type EmbeddingInfo = z.output<typeof embeddingRepresentation>;
export type NodeInfo = z.output<typeof nodesRepresentation>['nodes'][number];
export type ProjectionInfo = z.output<typeof projectionRepresentation>;
export type ParkedEventInfo = z.output<typeof parkedEventRepresentation>;
export type ReviewInfo = z.output<typeof reviewRepresentation>;
export type ReviewDetails = z.output<typeof reviewDetailsRepresentation>;
export type TokenInfo = z.output<typeof tokenRepresentation>;
export type AnsweredQuery = z.output<typeof queryRepresentation>;
type Observed = z.output<typeof observationRepresentation>;
export type Verified = z.output<typeof verificationRepresentation>;
export type SearchAnswer = z.output<typeof searchRepresentation>;
export type QueryLogEntry = z.output<typeof queryLogRepresentation>;
export type TopQuestions = z.output<typeof topQuestionsRepresentation>;
export type QueryLogFigures = z.output<typeof queryLogSummaryRepresentation>;
export type IndexCheckInfo = z.output<typeof indexCheckRepresentation>;
export type SettingsInfo = z.output<typeof settingsRepresentation>;
export type PreferencesInfo = z.output<typeof preferencesRepresentation>;
export type Conversation = z.output<typeof conversationRepresentation>;
export type ErasureInfo = z.output<typeof erasureRepresentation>;
export type SubjectInfo = z.output<typeof subjectRepresentation>;
export type AuditEntry = z.output<typeof auditEntryRepresentation>;
export type ExplainedQuery = z.output<typeof explanationRepresentation>;
export type StreamReplay = z.output<typeof streamReplayRepresentation>;

export type ToolInfo = z.output<typeof toolRepresentation>;
export type ToolCallInfo = z.output<typeof toolCallRepresentation>;

/** One page of a list. */
export type Page<Item> = { readonly items: readonly Item[]; readonly nextCursor: string | undefined };

const createdTokenSchema = commandAnswerSchema.extend({
  tokenId: uuidSchema,
  expiresAt: z.string(),
  token: z.string(),
});

const ingestAnswerSchema = commandAnswerSchema.extend({
  docKey: z.string(),
  version: z.int(),
  jobId: uuidSchema,
  unchanged: z.boolean(),
});
export type IngestAnswer = z.output<typeof ingestAnswerSchema>;

const askAnswerSchema = commandAnswerSchema.extend({
  queryId: uuidSchema,
  /** Present when the answer was there in time; `position` is then that of its event. */
  status: z.enum(['answered', 'failed', 'clarifying', 'cancelled']).optional(),
});

/** A question that was sent. */
export type Asked = {
  readonly queryId: string;
  /** The log position that was reached: its end, where that is there. */
  readonly position: number;
  readonly finishedAt: number | undefined;
};

const toolOutcomeSchema = commandAnswerSchema.extend({
  toolCallId: uuidSchema,
  /** Absent where it has neither ended nor asked in time. */
  status: toolCallRepresentation.shape.status.optional(),
  result: toolCallRepresentation.shape.result.optional(),
  confirmation: toolConfirmationRepresentation.optional(),
});
export type ToolOutcome = z.output<typeof toolOutcomeSchema>;

const erasureAnswerSchema = commandAnswerSchema.extend({ erasureId: uuidSchema, subject: z.string() });
const confirmAnswerSchema = erasureAnswerSchema.extend({ outcome: z.literal('erased').optional() });
const holdAnswerSchema = commandAnswerSchema.extend({ holdId: uuidSchema, subject: z.string() });
const startAnswerSchema = commandAnswerSchema.extend({ conversationId: uuidSchema });
const reindexingAnswerSchema = commandAnswerSchema.extend({ runId: uuidSchema });
const resetAnswerSchema = commandAnswerSchema.extend({ projection: z.string(), generation: z.int() });

/** A file to send, with the input of the command. */
type Upload = {
  readonly path: string;
  readonly fileName: string;
  readonly input: unknown;
  /** Makes a repeat of the same upload harmless. */
  readonly idempotencyKey: string;
  readonly onBytes: (sent: number) => void;
};

type SearchInput = {
  readonly query: string;
  readonly filters?: SearchFiltersInput;
  readonly limit?: number;
  readonly threshold?: number;
  readonly variations?: VariationChoice;
  readonly clinicalContext?: { readonly specialty: readonly string[] };
  readonly narrowToSpecialty?: boolean;
  readonly debug?: boolean;
  readonly groupByDocument?: boolean;
};

const envelopeSchema = z.object({
  success: z.literal(true),
  data: z.unknown(),
  metadata: z.object({ nextCursor: z.string().optional() }),
});

/** What needs no model and no tool is answered by then; of everything else it is followed what comes. */
const ASK_WAIT_SECONDS = 5;
/** Longest wait in seconds that the server grants. */
const MAX_WAIT_SECONDS = 60;
/** A little more than a check may take. */
const CHECK_TIMEOUT_MS = 130_000;
const WAIT_TIMEOUT_MS = (MAX_WAIT_SECONDS + 15) * 1000;
/** A server gives a request five minutes to arrive; its refusal should come before ours. */
const UPLOAD_TIMEOUT_MS = 330_000;

/**
 * The HTTP API as functions. Every answer is checked against the schemas that the server itself answers by.
 *
 * Each function throws a CliError: the server's refusal as a sentence, or why there was no answer.
 */
/** Whoever has pressed Ctrl-C does not wait for long. */
const CANCEL_TIMEOUT_MS = 3000;

export const createApiClient = (access: ApiAccess, signal: AbortSignal) => {
  const envelope = async <Schema extends z.ZodType>(schema: Schema, request: Omit<ApiRequest, 'signal'>) => {
    const response = await sendRequest(access, { ...request, signal });
    const text = await response.text().catch((error: unknown) => {
      throw connectionProblem(error, access.url, signal);
    });
    try {
      const { data, metadata } = envelopeSchema.parse(JSON.parse(text));
      return { data: schema.parse(data), metadata };
    } catch (cause) {
      throw new CliError(`The answer of ${access.url} to ${request.path} is not what was expected.`, {
        hint: 'Use the command line of the same version as the server.',
        cause,
      });
    }
  };
  const read = async <Schema extends z.ZodType>(schema: Schema, request: Omit<ApiRequest, 'signal'>) =>
    (await envelope(schema, request)).data;
  const readPage = async <Schema extends z.ZodType>(
    item: Schema,
    path: string,
    query: Readonly<Record<string, string | number | undefined>>,
  ): Promise<Page<z.output<Schema>>> => {
    const { data, metadata } = await envelope(z.array(item), { method: 'GET', path, query });
    return { items: data, nextCursor: metadata.nextCursor };
  };
  async function* readBody(body: Response['body']): AsyncGenerator<Uint8Array> {
    try {
      if (body) yield* body;
    } catch (error) {
      throw connectionProblem(error, access.url, signal);
    }
  }
  async function* download(
    path: string,
    query: Readonly<Record<string, string | number | undefined>>,
  ): AsyncGenerator<Uint8Array> {
    const { body } = await sendRequest(access, { method: 'GET', path, query, signal });
    yield* readBody(body);
  }
  /** A page as a picture, and whether what is to be marked was found on it. */
  const picture = async (
    path: string,
    query: Readonly<Record<string, string | number | undefined>>,
  ): Promise<{
    readonly image: Uint8Array;
    readonly highlighted: 'marked' | 'partly' | 'not-found' | undefined;
  }> => {
    const { body, headers } = await sendRequest(access, { method: 'GET', path, query, signal });
    const told = z.enum(['marked', 'partly', 'not-found']).safeParse(headers.get('x-highlight'));
    return { image: Buffer.concat(await Array.fromAsync(readBody(body))), highlighted: told.data };
  };
  const command = <Schema extends z.ZodType>(
    name: string,
    schema: Schema,
    json: unknown,
    extra: Pick<ApiRequest, 'headers' | 'timeout'> = {},
  ) => read(schema, { method: 'POST', path: `/api/commands/${name}`, json, ...extra });

  const askAndWait = async (name: string, input: unknown, wait: boolean): Promise<Asked> => {
    const waiting = { headers: { Prefer: `wait=${ASK_WAIT_SECONDS}` }, timeout: WAIT_TIMEOUT_MS };
    const { queryId, status, position } = await command(name, askAnswerSchema, input, wait ? waiting : {});
    return { queryId, position, finishedAt: status === undefined ? undefined : position };
  };

  return {
    url: access.url,
    ingest: async ({ path, fileName, input, idempotencyKey, onBytes }: Upload): Promise<IngestAnswer> => {
      const { stream, headers } = await uploadBody(path, fileName, input, onBytes);
      return read(ingestAnswerSchema, {
        method: 'POST',
        path: '/api/commands/IngestDocument',
        headers: { ...headers, 'Idempotency-Key': idempotencyKey },
        stream,
        timeout: UPLOAD_TIMEOUT_MS,
      });
    },

    createToken: (input: {
      readonly name: string;
      readonly roles: readonly string[];
      readonly teams?: readonly string[];
      readonly days?: number;
      readonly onBehalfOf?: string;
      readonly replace?: boolean;
    }) => command('CreateToken', createdTokenSchema, input),
    revokeToken: (which: { readonly tokenId: string } | { readonly jti: string }) =>
      command('RevokeToken', commandAnswerSchema, which),
    tokens: (query: {
      readonly state?: TokenInfo['state'];
      readonly name?: string;
      readonly limit?: number;
      readonly cursor?: string;
    }) => readPage(tokenRepresentation, '/api/admin/tokens', query),

    retryIndexing: (jobId: string) => command('RetryIndexing', commandAnswerSchema, { jobId }),
    cancelIndexing: (jobId: string) => command('CancelIndexing', commandAnswerSchema, { jobId }),
    withdraw: (docKey: string, reason: string) =>
      command('WithdrawDocument', commandAnswerSchema, { docKey, reason }),
    giveFeedback: (input: {
      readonly queryId: string;
      readonly kind: FeedbackKind;
      readonly docKey?: string;
      readonly chunkId?: string;
    }) => command('GiveFeedback', commandAnswerSchema, input),
    disputePhiDetection: (input: { readonly queryId: string; readonly comment?: string }) =>
      command('DisputePhiDetection', commandAnswerSchema, input),
    resolveReview: (input: {
      readonly reviewId: string;
      readonly verdict: string;
      readonly reason: string;
    }) => command('ResolveReview', commandAnswerSchema, input),
    replayParked: (consumer: string, eventId: string) =>
      command('ReplayParkedEvent', commandAnswerSchema, { consumer, eventId }),
    resetProjection: (projection: string) => command('ResetProjection', resetAnswerSchema, { projection }),
    decideRebuild: (
      decision: 'accept' | 'discard',
      projection: string,
      reason: string,
      generation: number | undefined,
    ) =>
      command(decision === 'accept' ? 'AcceptRebuild' : 'DiscardRebuild', resetAnswerSchema, {
        projection,
        reason,
        ...omitUndefined({ generation }),
      }),

    eraseSubject: (input: { readonly subject: string; readonly reason: string; readonly basis: string }) =>
      command('EraseSubject', erasureAnswerSchema, input),
    /** Confirms and waits until it is done, up to a minute. */
    confirmErasure: (subject: string, erasureId: string) =>
      command(
        'ConfirmErasure',
        confirmAnswerSchema,
        { subject, erasureId },
        { headers: { Prefer: `wait=${MAX_WAIT_SECONDS}` }, timeout: WAIT_TIMEOUT_MS },
      ),
    declineErasure: (subject: string, erasureId: string, reason?: string) =>
      command('DeclineErasure', erasureAnswerSchema, { subject, erasureId, ...omitUndefined({ reason }) }),
    placeHold: (input: { readonly subject: string; readonly reason: string; readonly until?: string }) =>
      command('PlaceHold', holdAnswerSchema, input),
    releaseHold: (subject: string, holdId: string, reason: string) =>
      command('ReleaseHold', holdAnswerSchema, { subject, holdId, reason }),
    subject: (subject: string) =>
      read(subjectRepresentation, { method: 'GET', path: `/api/subjects/${encodeURIComponent(subject)}` }),
    erasures: (query: { readonly state?: string; readonly limit?: number; readonly cursor?: string }) =>
      readPage(erasureRepresentation, '/api/erasures', query),
    erasureCertificate: (erasureId: string) =>
      read(certificateRepresentation, { method: 'GET', path: `/api/erasures/${erasureId}/certificate` }),

    changeEmbedding: (model: string) => command('ChangeEmbeddingModel', commandAnswerSchema, { model }),
    revertEmbedding: () => command('RevertEmbeddingModel', commandAnswerSchema, {}),
    embedding: () => read(embeddingRepresentation, { method: 'GET', path: '/api/admin/embedding' }),

    reindex: (scope: { readonly all: boolean; readonly docKeys?: readonly string[] }) =>
      command('ReindexDocuments', reindexingAnswerSchema, scope),
    cancelReindexing: () => command('CancelReindexing', commandAnswerSchema, {}),
    reindexing: () => read(reindexingRepresentation, { method: 'GET', path: '/api/admin/reindexing' }),
    reindexingPlan: () =>
      read(reindexingPlanRepresentation, { method: 'GET', path: '/api/admin/reindexing/plan' }),

    settings: () => read(settingsRepresentation, { method: 'GET', path: '/api/admin/settings' }),
    changeSettings: (change: Readonly<Partial<Record<SettingName | 'reason', unknown>>>) =>
      command('ChangeSettings', commandAnswerSchema, change),
    preferences: () => read(preferencesRepresentation, { method: 'GET', path: '/api/preferences' }),
    changePreferences: (change: Readonly<Partial<Record<keyof AnswerPreferences, unknown>>>) =>
      command('ChangePreferences', commandAnswerSchema, change),

    /** Asks; `wait` waits for an end that comes within some seconds. */
    ask: (
      input: {
        readonly question: string;
        readonly conversationId?: string;
        readonly filters?: SearchFiltersInput;
        readonly limit?: number;
        readonly preferences?: AnswerPreferences;
      },
      wait = true,
    ) => askAndWait('AskQuery', input, wait),
    /** Says how a question is meant that was asked back. */
    answerClarification: (
      input: { readonly queryId: string; readonly option?: string; readonly text?: string },
      wait: boolean,
    ) => askAndWait('AnswerClarification', input, wait),
    /** Goes through although nobody waits any more: that is when it is asked for. */
    cancelQuery: async (queryId: string): Promise<void> => {
      const { body } = await sendRequest(access, {
        method: 'POST',
        path: '/api/commands/CancelQuery',
        json: { queryId },
        signal: AbortSignal.timeout(CANCEL_TIMEOUT_MS),
      });
      await body?.cancel();
    },
    /** What happens to one query, from an id on; ends when the server closes the stream or `until` aborts. */
    followQuery: async function* (
      queryId: string,
      lastEventId: string,
      until: AbortSignal,
    ): AsyncGenerator<{ readonly id: string; readonly frame?: QueryFrame }> {
      const both = AbortSignal.any([signal, until]);
      const { body } = await sendRequest(access, {
        method: 'GET',
        path: `/api/queries/${queryId}/stream`,
        headers: { Accept: 'text/event-stream', 'Last-Event-ID': lastEventId },
        signal: both,
      });
      try {
        if (!body) return;
        for await (const item of readEventStream(body))
          yield {
            id: item.id,
            ...(item.kind === 'message' ? omitUndefined({ frame: queryFrameOf(item) }) : {}),
          };
      } catch (error) {
        throw connectionProblem(error, access.url, both);
      }
    },
    /** All tools, with what switches on those that are not configured. */
    tools: () =>
      read(z.array(toolRepresentation), { method: 'GET', path: '/api/tools', query: { format: 'json' } }),
    /** Calls a tool; waits for its end, or for what is to be confirmed, up to a minute. */
    callTool: (input: {
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly conversationId?: string;
    }) =>
      command(
        'RequestToolCall',
        toolOutcomeSchema,
        { ...input, origin: 'cli' },
        { headers: { Prefer: `wait=${MAX_WAIT_SECONDS}` }, timeout: WAIT_TIMEOUT_MS },
      ),
    confirmTool: (toolCallId: string, approved: boolean) =>
      command(
        'ConfirmTool',
        toolOutcomeSchema,
        { toolCallId, approved },
        { headers: { Prefer: `wait=${MAX_WAIT_SECONDS}` }, timeout: WAIT_TIMEOUT_MS },
      ),
    /** Confirms or declines, and does not wait for what comes of it. */
    answerToolCall: (toolCallId: string, approved: boolean) =>
      command('ConfirmTool', toolOutcomeSchema, { toolCallId, approved }),
    cancelToolCall: (toolCallId: string) => command('CancelToolCall', commandAnswerSchema, { toolCallId }),
    toolCalls: (query: {
      readonly state?: string;
      readonly tool?: string;
      readonly limit?: number;
      readonly cursor?: string;
    }) => readPage(toolCallRepresentation, '/api/tool-calls', query),
    toolCall: (toolCallId: string) =>
      read(toolCallRepresentation, { method: 'GET', path: `/api/tool-calls/${toolCallId}` }),
    /** What is to be confirmed and what becomes of calls, from an id on; ends when the server closes the stream. */
    followToolCalls: async function* (
      lastEventId: string | undefined,
    ): AsyncGenerator<{ readonly id: string; readonly frame?: ToolCallFrame }> {
      const { body } = await sendRequest(access, {
        method: 'GET',
        path: '/api/tool-calls/stream',
        headers: {
          Accept: 'text/event-stream',
          ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
        },
        signal,
      });
      try {
        if (!body) return;
        for await (const item of readEventStream(body))
          yield {
            id: item.id,
            ...(item.kind === 'message' ? omitUndefined({ frame: toolCallFrameOf(item) }) : {}),
          };
      } catch (error) {
        throw connectionProblem(error, access.url, signal);
      }
    },
    startConversation: (input: { readonly clinicalContext?: ClinicalContext }) =>
      command('StartConversation', startAnswerSchema, input),
    /** Replaces what is known about the patient. */
    setClinicalContext: (conversationId: string, clinicalContext: ClinicalContext) =>
      command('SetClinicalContext', commandAnswerSchema, { conversationId, clinicalContext }),
    conversations: (query: {
      /** `true` for those alone that belong to whoever asks. */
      readonly mine?: string;
      readonly limit?: number;
      readonly cursor?: string;
      readonly after?: number;
    }) => readPage(conversationRepresentation, '/api/conversations', query),
    conversation: (conversationId: string) =>
      read(conversationRepresentation, { method: 'GET', path: `/api/conversations/${conversationId}` }),
    query: (queryId: string, after?: number) =>
      read(queryRepresentation, { method: 'GET', path: `/api/queries/${queryId}`, query: { after } }),
    search: (input: SearchInput, after?: number) =>
      read(searchRepresentation, { method: 'POST', path: '/api/search', json: input, query: { after } }),

    documents: (query: {
      readonly status?: string;
      readonly title?: string;
      readonly limit?: number;
      readonly cursor?: string;
    }) => readPage(documentRepresentation, '/api/documents', query),
    document: (docKey: string, after?: number) =>
      read(documentRepresentation, { method: 'GET', path: `/api/documents/${docKey}`, query: { after } }),
    documentPage: (docKey: string, version: number, page: number) =>
      read(documentPageRepresentation, {
        method: 'GET',
        path: `/api/documents/${docKey}/versions/${version}/pages/${page}`,
      }),
    /** A page as a picture (PNG). */
    documentPageImage: (
      docKey: string,
      version: number,
      page: number,
      query: { readonly highlight?: string; readonly lines?: string; readonly width?: number },
    ) => picture(`/api/documents/${docKey}/versions/${version}/pages/${page}/image`, query),
    /** The picture that a citation links. */
    citedPageImage: (link: string, query: { readonly width?: number }) => {
      const [path = '', marked = ''] = link.split('?');
      return picture(path, { ...Object.fromEntries(new URLSearchParams(marked)), ...query });
    },
    documentFigures: (docKey: string, version: number) =>
      read(z.array(figureRepresentation), {
        method: 'GET',
        path: `/api/documents/${docKey}/versions/${version}/figures`,
      }),
    /** The picture of a figure (PNG). */
    documentFigure: (docKey: string, version: number, figure: number) =>
      download(`/api/documents/${docKey}/versions/${version}/figures/${figure}`, {}),
    /** The file as it was uploaded; a broken connection ends it with an error. */
    documentFile: (docKey: string, version: number) =>
      download(`/api/documents/${docKey}/versions/${version}/file`, {}),
    jobs: (query: { readonly state?: string; readonly limit?: number; readonly cursor?: string }) =>
      readPage(indexingJobRepresentation, '/api/admin/kb/jobs', query),
    job: (jobId: string, after?: number) =>
      read(indexingJobRepresentation, {
        method: 'GET',
        path: `/api/admin/kb/jobs/${jobId}`,
        query: { after },
      }),

    replayStream: async (
      streamId: string,
      query: { readonly asOf?: string; readonly limit?: number; readonly cursor?: string },
    ): Promise<StreamReplay & { readonly nextCursor: string | undefined }> => {
      const path = `/api/audit/streams/${encodeURIComponent(streamId)}`;
      const { data, metadata } = await envelope(streamReplayRepresentation, { method: 'GET', path, query });
      return { ...data, nextCursor: metadata.nextCursor };
    },
    explainQuery: async (queryId: string, query: { readonly rerun?: string } = {}) =>
      read(explanationRepresentation, {
        method: 'GET',
        path: `/api/audit/queries/${encodeURIComponent(queryId)}/explain`,
        query,
      }),
    auditEntries: (query: Readonly<Record<string, string | number | undefined>>) =>
      readPage(auditEntryRepresentation, '/api/audit/entries', query),
    /** The export as it comes; a broken connection ends it with an error. */
    exportAudit: (query: { readonly format: string; readonly from?: string; readonly to?: string }) =>
      download('/api/audit/export', query),
    /** The same of labelled pairs. */
    exportFeedback: (query: { readonly format: string; readonly kind?: string; readonly docKey?: string }) =>
      download('/api/admin/feedback/export', query),
    /** The same of verdicts on detections of PHI. */
    exportReviews: () => download('/api/reviews/export', {}),
    reviews: (query: {
      readonly kind?: string;
      readonly state?: string;
      readonly limit?: number;
      readonly cursor?: string;
    }) => readPage(reviewRepresentation, '/api/reviews', query),
    review: (reviewId: string) =>
      read(reviewDetailsRepresentation, { method: 'GET', path: `/api/reviews/${reviewId}` }),

    /** Begins a backup; what it consists of can then be read for a day. */
    beginBackup: () => read(backupStartRepresentation, { method: 'POST', path: '/api/admin/backups' }),
    backupEvents: (backupId: string, after: number) =>
      download(`/api/admin/backups/${backupId}/events`, { after }),
    backupBlob: (backupId: string, sha256: string) =>
      download(`/api/admin/backups/${backupId}/blobs/${sha256}`, {}),
    backupClaims: (backupId: string) => download(`/api/admin/backups/${backupId}/claims`, {}),
    backupKeys: (backupId: string) => download(`/api/admin/backups/${backupId}/keys`, {}),

    queryLog: (query: {
      readonly only?: string;
      readonly from?: string;
      readonly to?: string;
      readonly limit?: number;
      readonly cursor?: string;
    }) => readPage(queryLogRepresentation, '/api/admin/query-log', query),
    topQuestions: (query: {
      readonly only: TopQuestionKind;
      readonly limit: string;
      readonly from?: string;
      readonly to?: string;
    }) => read(topQuestionsRepresentation, { method: 'GET', path: '/api/admin/query-log/top', query }),
    costs: (query: { readonly month?: string }) =>
      read(costsRepresentation, { method: 'GET', path: '/api/admin/costs', query }),
    queryLogSummary: (query: { readonly from?: string; readonly to?: string }) =>
      read(queryLogSummaryRepresentation, { method: 'GET', path: '/api/admin/query-log/summary', query }),

    /** What is found as it is found; complete with a last line of the kind `end`. */
    examine: async function* (wishes: {
      readonly deep: boolean;
      readonly repair: boolean;
      readonly olderThanHours: number;
      readonly formerInstallation?: string;
    }): AsyncGenerator<Observed> {
      const { body } = await sendRequest(access, {
        method: 'POST',
        path: '/api/admin/doctor',
        json: wishes,
        signal,
      });
      try {
        if (body) yield* readLines(body, observationRepresentation);
      } catch (error) {
        throw connectionProblem(error, access.url, signal);
      }
    },

    /** Lines of progress, and a last one with the result or why there is none. */
    verifyProjection: async function* (name: string): AsyncGenerator<Verified> {
      const path = `/api/admin/projections/${encodeURIComponent(name)}/verify`;
      const { body } = await sendRequest(access, { method: 'POST', path, signal });
      try {
        if (body) yield* readLines(body, verificationRepresentation);
      } catch (error) {
        throw connectionProblem(error, access.url, signal);
      }
    },

    /** Asks the index the known questions; with two indexes to load that may take a while. */
    checkProjection: (name: string) =>
      read(indexCheckRepresentation, {
        method: 'POST',
        path: `/api/admin/projections/${encodeURIComponent(name)}/check`,
        timeout: CHECK_TIMEOUT_MS,
      }),

    /** Sends a test alert by every channel. */
    testAlerts: () =>
      read(z.array(alertTestRepresentation), { method: 'POST', path: '/api/admin/alerts/test' }),

    nodes: () => read(nodesRepresentation, { method: 'GET', path: '/api/admin/nodes' }),
    projections: () =>
      read(z.array(projectionRepresentation), { method: 'GET', path: '/api/admin/projections' }),
    parked: (query: { readonly consumer?: string; readonly limit?: number; readonly cursor?: string }) =>
      readPage(parkedEventRepresentation, '/api/admin/consumers/parked', query),

    /** Notifications from the log; ends when the server closes the stream or `until` aborts. */
    events: async function* (
      query: { readonly categories?: string; readonly types?: string; readonly lastEventId?: string },
      until: AbortSignal,
    ): AsyncGenerator<StreamItem> {
      const both = AbortSignal.any([signal, until]);
      const { body } = await sendRequest(access, {
        method: 'GET',
        path: '/api/stream',
        query,
        headers: { Accept: 'text/event-stream' },
        signal: both,
      });
      try {
        if (body) yield* readEventStream(body);
      } catch (error) {
        throw connectionProblem(error, access.url, both);
      }
    },
  };
};
export type ApiClient = ReturnType<typeof createApiClient>;
