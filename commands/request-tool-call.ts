import { z } from 'zod';
import { isAllowed } from '../domain/kernel/actor.ts';
import type { DomainEvent, Position, RecordedEvent, Revision, StreamId } from '../domain/kernel/event.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import type { JsonObject } from '../domain/kernel/json-object.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { responsibleUserId } from '../domain/kernel/responsible-user-id.ts';
import { nearestName } from '../domain/language/nearest-name.ts';
import { subjectSchema, toolCallSubject } from '../domain/privacy/data-subject.ts';
import { rejectionFailure } from '../domain/tools/rejection-failure.ts';
import { type Admission, toolCallDecider } from '../domain/tools/tool-call-decider.ts';
import { externalIdSchema, type ToolCallEvent, UNKNOWN_TOOL } from '../domain/tools/tool-call-events.ts';
import {
  type DataOf,
  evolveToolCall,
  type ToolCall,
  type ToolCallState,
} from '../domain/tools/tool-call-state.ts';
import type { PreparedToolCall, RegisteredTool } from '../ports/tool.ts';
import { awaitToolCall, toolCallDisclosure, toolCallEndings } from './awaiting/await-tool-call.ts';
import type { CommandContext } from './runtime/command-context.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider, loadState, notStarted } from './runtime/execute-decider.ts';
import { type ToolCallServices, toolCallServicesOf } from './runtime/tool-call-services.ts';
import { isOutcomeTooLarge, outcomeTooLarge } from './tool-calls/outcome-too-large.ts';
import { prepareForSending, type RejectionFacts } from './tool-calls/prepare-for-sending.ts';
import { runInstantTool } from './tool-calls/run-instant-tool.ts';
import { toolCallIdOf } from './tool-calls/tool-call-id.ts';

/** A call that somebody wants, by whatever door. */
export type ToolCallRequest = Pick<
  DataOf<'ToolCallRequested'>,
  'origin' | 'queryId' | 'conversationId' | 'sessionId' | 'modelCallId'
> & {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Whom it is about, as the hospital's own pseudonym; only outside of questions and conversations. */
  readonly subject?: string | undefined;
};

/** A requested call: the state says what became of it. */
export type RequestedToolCall = {
  readonly toolCallId: string;
  readonly streamId: StreamId;
  readonly revision: Revision;
  readonly position: Position;
  readonly state: ToolCall;
};

/** Bytes of arguments that are kept of a call that is rejected; more is what no tool takes. */
const MAX_KEPT_BYTES = 32 * 1024;
const RATE_WINDOW_SECONDS = 60;

/** Models make ids up: what is none is kept as an id that it always leads to, and cannot be read. */
const keptId = (id: string | undefined, { identity }: ToolCallServices): string | undefined =>
  id === undefined || externalIdSchema.safeParse(id).success ? id : identity.derivedId(id, 'foreign id');

/** The same call of a model, however often it is announced, is one call. */
const idFor = (
  { modelCallId, queryId, sessionId, conversationId }: ToolCallRequest,
  { actor, commandId }: CommandContext,
  { identity }: ToolCallServices,
): string =>
  modelCallId === undefined
    ? identity.derivedId(commandId, 'tool call')
    : toolCallIdOf(
        {
          of: queryId ?? sessionId ?? conversationId ?? commandId,
          modelCallId,
          person: responsibleUserId(actor),
        },
        identity,
      );

/** Whose key seals the call, and whether it holds PHI by what it belongs to. */
const settingOf = async (
  { queryId, conversationId, subject }: ToolCallRequest,
  toolCallId: string,
  { eventStore }: ToolCallServices,
): Promise<{ readonly subject: string; readonly phi: boolean }> => {
  const own = toolCallSubject(toolCallId, subject);
  const streamId =
    queryId !== undefined
      ? streamIdOf('query', queryId)
      : conversationId !== undefined
        ? streamIdOf('conversation', conversationId)
        : undefined;
  if (streamId === undefined) return { subject: own, phi: false };
  const { events } = await eventStore.readStreamPage(streamId, { limit: 1 });
  const [first] = events;
  if (!first) throw new Failure(failure('not_found', 'There is no question or conversation with this id.'));
  return { subject: first.metadata.subject ?? own, phi: first.metadata.phi };
};

const rejected = (facts: RejectionFacts): Admission => ({ kind: 'rejected', ...facts });

const isPermitted = ({ facts }: RegisteredTool, { actor, roles }: CommandContext): boolean =>
  isAllowed(roles ?? [actor.role], facts.permission);

/** Whether the person has called the tool too often; a limiter that cannot be reached lets pass. */
const tooOften = async (
  { name, facts }: RegisteredTool,
  person: string,
  { rateLimiter }: ToolCallServices,
): Promise<RejectionFacts | undefined> => {
  const limit = { name: `tool-${name.replaceAll('_', '-')}`, points: facts.rateLimit };
  const state = await rateLimiter
    .take({ ...limit, window: RATE_WINDOW_SECONDS }, person)
    .catch(() => undefined);
  if (state === undefined || state.allowed) return undefined;
  return {
    because: 'rate_limit_exceeded',
    message: `Rate limit exceeded for tool '${name}': ${facts.rateLimit} calls in a minute.`,
    retryAfter: Math.max(1, Math.ceil(state.retryAfter / 1000)),
  };
};

/** Calls that are rejected and recorded for one person in a minute. */
const REFUSALS = { name: 'tool-refusals', points: 30, window: RATE_WINDOW_SECONDS };

/**
 * Bounds what a client that goes on asking wrongly puts into the log. The calls of a question are bounded by its rounds.
 *
 * @throws Failure `rate_limit_exceeded`, and nothing is recorded
 */
const boundRefusals = async (
  { origin }: ToolCallRequest,
  { actor }: CommandContext,
  { rateLimiter }: ToolCallServices,
): Promise<void> => {
  if (origin === 'query' || origin === 'voice') return;
  const state = await rateLimiter.take(REFUSALS, responsibleUserId(actor)).catch(() => undefined);
  if (state === undefined || state.allowed) return;
  throw new Failure(
    failure('rate_limit_exceeded', 'Too many of your calls were refused. Correct them, and wait a moment.', {
      details: { limit: REFUSALS.name },
      retryAfter: Math.max(1, Math.ceil(state.retryAfter / 1000)),
    }),
  );
};

/** Names the tool that was probably meant, and nothing that was asked for: a model may have made it of a patient's name. */
const unknownTool = (asked: string, { tools }: ToolCallServices): string => {
  const nearest = nearestName(
    asked,
    tools.all().map(({ name }) => name),
  );
  return `There is no tool with this name.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`;
};

/** What becomes of a request, whether what it asks with holds PHI, and the call where it can be made at once. */
type Judgement = {
  readonly admission: Admission;
  readonly phi: boolean;
  readonly instant?: { readonly tool: RegisteredTool; readonly call: PreparedToolCall };
};

const judge = async (
  request: ToolCallRequest,
  context: CommandContext,
  services: ToolCallServices,
): Promise<Judgement> => {
  const tool = services.tools.find(request.tool);
  if (!tool)
    return {
      admission: rejected({ because: 'unknown_tool', message: unknownTool(request.tool, services) }),
      phi: true,
    };
  const without = (facts: RejectionFacts, phi = true) => ({ admission: rejected(facts), phi });
  if (!isPermitted(tool, context))
    return without({
      because: 'permission_denied',
      message: `User does not have permission to call tool '${tool.name}'.`,
    });
  if (tool.unavailable !== undefined)
    return without({ because: 'not_configured', message: tool.unavailable.slice(0, 500) });
  const ready = await prepareForSending(tool, request.arguments, services);
  if (!ready.ok) return without(ready.error);
  const { call, phi: found } = ready.value;
  const phi = found || tool.facts.requiresPhi;
  const late = await tooOften(tool, responsibleUserId(context.actor), services);
  if (late) return without(late, phi);
  if (!tool.facts.requiresConfirmation)
    return {
      admission: { kind: 'accepted' },
      phi,
      ...(tool.facts.instant ? { instant: { tool, call } } : {}),
    };
  const expiresAt = new Date(Date.parse(services.clock.now()) + services.confirmationTime).toISOString();
  const { arguments: shown, prompt = '' } = call;
  return { admission: { kind: 'to-confirm', arguments: shown, prompt, expiresAt }, phi };
};

/** What is kept of the arguments; what is too large for any tool is too large for the log. */
const keptArguments = (given: JsonObject): JsonObject =>
  Buffer.byteLength(JSON.stringify(given)) > MAX_KEPT_BYTES ? {} : given;

type RecordCall<Recorded> = (admission: Admission, phi: boolean) => Promise<Recorded>;

/** Records a call with its end. An end that the log does not take is recorded as one. */
const recordMade = async <Recorded>(
  { admission, phi }: Awaited<ReturnType<typeof runInstantTool>>,
  record: RecordCall<Recorded>,
): Promise<Recorded> => {
  try {
    return await record(admission, phi);
  } catch (error) {
    if (!isOutcomeTooLarge(error)) throw error;
    return record({ ...admission, outcome: outcomeTooLarge(error) }, phi);
  }
};

/** The call as an earlier execution of this command recorded it. */
const requestedBefore = (
  call: Pick<RequestedToolCall, 'toolCallId' | 'streamId'>,
  recorded: readonly RecordedEvent[],
): RequestedToolCall => {
  const last = recorded.at(-1);
  const state = recorded.reduce<ToolCallState>(
    // The log validates each event against the schema of its type, and a category holds one decider's events.
    (before, event) => evolveToolCall(before, event as DomainEvent as ToolCallEvent),
    { status: 'none' },
  );
  if (!last || state.status === 'none') throw new Error('A requested tool call has no state.');
  return { ...call, revision: last.revision, position: last.position, state };
};

/**
 * Asks for a tool to be called. A rejection is no error here: it is in the log, and in the state that is answered. So
 * does the end of a call of an instant tool, which has been made when this answers. A call that has been asked for already,
 * by the id that a model gave it, is not asked for again.
 *
 * @throws Failure `conflict` when the same id came with something else, `not_found` without its question or conversation,
 * `rate_limit_exceeded` when too many calls of the person were rejected
 */
export const requestToolCall = async (
  request: ToolCallRequest,
  context: CommandContext,
  services: ToolCallServices,
): Promise<RequestedToolCall> => {
  const toolCallId = idFor(request, context, services);
  const streamId = streamIdOf('tool_call', toolCallId);
  const requested: DataOf<'ToolCallRequested'> = {
    toolCallId,
    tool: services.tools.find(request.tool) ? request.tool : UNKNOWN_TOOL,
    arguments: keptArguments(request.arguments),
    requestedBy: responsibleUserId(context.actor),
    origin: request.origin,
    ...omitUndefined({
      queryId: request.queryId,
      conversationId: request.conversationId,
      sessionId: keptId(request.sessionId, services),
      modelCallId: keptId(request.modelCallId, services),
    }),
  };
  // Looked for before anything is counted or screened: what was announced twice is one call. An id that was made for this
  // command alone names a call only where the very command is repeated, which the append finds out.
  const known =
    request.modelCallId === undefined
      ? notStarted(toolCallDecider)
      : await loadState(services, toolCallDecider, streamId);
  if (known.state.status !== 'none') {
    const decided = toolCallDecider.decide(
      { type: 'RequestToolCall', requested, admission: { kind: 'accepted' } },
      known.state,
    );
    if (!decided.ok) throw new Failure(decided.error);
    return { toolCallId, streamId, revision: known.revision, position: known.position, state: known.state };
  }
  // Nor is anything judged, counted or made again where this very command had recorded it before.
  const recorded = await services.recordedBefore?.(streamId);
  if (recorded?.length) return requestedBefore({ toolCallId, streamId }, recorded);
  const setting = await settingOf(request, toolCallId, services);
  const { admission, instant, ...judged } = await judge(request, context, services);
  if (admission.kind === 'rejected') await boundRefusals(request, context, services);
  const record = (admitted: Admission, phi: boolean) =>
    executeDecider({
      decider: toolCallDecider,
      streamId,
      commands: [{ type: 'RequestToolCall', requested, admission: admitted }],
      context,
      services,
      seen: notStarted(toolCallDecider),
      subject: setting.subject,
      phi,
    });
  const phi = judged.phi || setting.phi;
  const { revision, position, state } = await (instant
    ? recordMade(await runInstantTool({ ...instant, requested, phi }, services), record)
    : record(admission, phi));
  if (state.status === 'none') throw new Error('A requested tool call has no state.');
  return { toolCallId, streamId, revision, position, state };
};

/** It is stored and shown unsealed: no blanks, so that it cannot contain a description of the person it is about. */
const clientSessionId = externalIdSchema.regex(
  /^[\w.:/+=@-]+$/,
  'must be an id of letters, digits and . : / + = @ - _',
);

/** The command by which people and programs ask for a tool to be called. */
export const requestToolCallCommand = defineCommand({
  name: 'RequestToolCall',
  summary:
    'Requests a tool call. It runs in the background, after confirmation where that is needed; `Prefer: wait` waits for its end or for the confirmation prompt.',
  permission: 'tools:call',
  acceptsFile: false,
  ownership: 'contribute',
  target: ({ conversationId }) =>
    conversationId === undefined ? undefined : { kind: 'conversation', id: conversationId },
  discloses: ['ToolCallRead'],
  ids: z.object({ toolCallId: uuidSchema }),
  input: z.strictObject({
    tool: z.string().min(1).max(64),
    /** By the schema of the tool; see `GET /api/tools`. */
    arguments: z.record(z.string().max(200), z.unknown()).default({}),
    /** The patient's context of the conversation is given to the tool. */
    conversationId: uuidSchema.optional(),
    /** Only outside a conversation, which has its own subject. */
    subject: subjectSchema.optional(),
    /** The session of a client in which a model called the tool. */
    sessionId: clientSessionId.optional(),
    /** What the model calls this call: sent twice with the same session, it is one call. */
    modelCallId: externalIdSchema.optional(),
    origin: z.enum(['api', 'cli']).default('api'),
  }),
  handle: async (input, context, services) => {
    const { toolCallId, streamId, revision, position, state } = await requestToolCall(
      input,
      context,
      toolCallServicesOf(services),
    );
    if (state.end?.type === 'ToolCallRejected') throw new Failure(rejectionFailure(state.end.data));
    return {
      streamId,
      revision,
      position,
      ids: { toolCallId },
      startedAt: `/api/tool-calls/${toolCallId}`,
    };
  },
  process: {
    endings: toolCallEndings,
    optional: false,
    awaitEnd: awaitToolCall,
    disclosureOf: toolCallDisclosure,
  },
});
