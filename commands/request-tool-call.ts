import { z } from 'zod';
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
import {
  awaitToolCall,
  toolCallDisclosure,
  toolCallEndings,
  toolCallFailures,
} from './awaiting/await-tool-call.ts';
import type { CommandContext } from './runtime/command-context.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider, loadState, notStarted } from './runtime/execute-decider.ts';
import { type ToolCallServices, toolCallServicesOf } from './runtime/tool-call-services.ts';
import { isOutcomeTooLarge, outcomeTooLarge } from './tool-calls/outcome-too-large.ts';
import { prepareForSending, type RejectionFacts } from './tool-calls/prepare-for-sending.ts';
import { runInstantTool } from './tool-calls/run-instant-tool.ts';
import { toolCallIdOf } from './tool-calls/tool-call-id.ts';

/** A requested tool call, from any interface. */
export type ToolCallRequest = Pick<
  DataOf<'ToolCallRequested'>,
  'origin' | 'queryId' | 'conversationId' | 'sessionId' | 'modelCallId'
> & {
  readonly tool: string;
  readonly arguments: JsonObject;
  /** The patient, as the hospital's own pseudonym; only outside questions and conversations. */
  readonly subject?: string | undefined;
};

/** A requested call, with its current state. */
export type RequestedToolCall = {
  readonly toolCallId: string;
  readonly streamId: StreamId;
  readonly revision: Revision;
  readonly position: Position;
  readonly state: ToolCall;
};

/** The most bytes of arguments stored for a rejected call; no tool accepts more. */
const MAX_KEPT_BYTES = 32 * 1024;
const RATE_WINDOW_SECONDS = 60;

/** Models invent ids: an invalid one is replaced by an opaque id derived from it. */
const keptId = (id: string | undefined, { identity }: ToolCallServices): string | undefined =>
  id === undefined || externalIdSchema.safeParse(id).success ? id : identity.derivedId(id, 'foreign id');

/** The id of a call. A model's call has the same id however often it is announced. */
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

/** The subject whose key seals the call, and whether its question or conversation holds PHI. */
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

const isPermitted = (
  tool: RegisteredTool,
  { actor, roles }: CommandContext,
  { tools }: ToolCallServices,
): boolean => tools.mayCall(tool, { person: responsibleUserId(actor), roles: roles ?? [actor.role] });

/** The rejection when the person has called the tool too often. An unreachable limiter allows the call. */
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

/** The most rejected calls recorded for one person per minute. */
const REFUSALS = { name: 'tool-refusals', points: 30, window: RATE_WINDOW_SECONDS };

/**
 * Bounds what a client that keeps sending bad requests adds to the log. The number of rounds already bounds the calls
 * of a question.
 *
 * @throws Failure `rate_limit_exceeded`; nothing is recorded
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

/**
 * Suggests the tool that was probably meant, but does not repeat the requested name: a model may have made it from a
 * patient's name.
 */
const unknownTool = (asked: string, { tools }: ToolCallServices): string => {
  const nearest = nearestName(
    asked,
    tools.all().map(({ name }) => name),
  );
  return `There is no tool with this name.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`;
};

/** The decision on a request, whether its arguments hold PHI, and the prepared call of an instant tool. */
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
  if (!isPermitted(tool, context, services))
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

/** The arguments to store; those too large for any tool are too large for the log. */
const keptArguments = (given: JsonObject): JsonObject =>
  Buffer.byteLength(JSON.stringify(given)) > MAX_KEPT_BYTES ? {} : given;

type RecordCall<Recorded> = (admission: Admission, phi: boolean) => Promise<Recorded>;

/** Records a call with its end. An end that is too large for the log is recorded as a failure. */
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
 * Requests a tool call. A rejection is not an error: it is recorded, and returned as the call's state. An instant
 * tool has run by the time this resolves, and the state has its outcome. A call that its model id identifies as
 * already requested is not requested again.
 *
 * @throws Failure `conflict` when the id was used for a different call, `not_found` when its question or
 *   conversation does not exist, `rate_limit_exceeded` when too many of the person's calls were rejected
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
  // Looked up before counting and screening: a call announced twice is one call. An id derived from this command can
  // only exist already when the command is repeated, which the append detects.
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
  // Nothing is judged, counted or run again when an earlier execution of this command recorded the call.
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

/** Stored and shown unsealed, so spaces are not allowed: it must not hold a description of a person. */
const clientSessionId = externalIdSchema.regex(
  /^[\w.:/+=@-]+$/,
  'must be an id of letters, digits and . : / + = @ - _',
);

/** The command by which people and programs request a tool call. */
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
    /** Validated by the schema of the tool; see `GET /api/tools`. */
    arguments: z.record(z.string().max(200), z.unknown()).default({}),
    /** The conversation whose clinical context is passed to the tool. */
    conversationId: uuidSchema.optional(),
    /** Only outside a conversation, which has its own subject. */
    subject: subjectSchema.optional(),
    /** The client session in which a model called the tool. */
    sessionId: clientSessionId.optional(),
    /** The model's id for this call: sent twice with the same session, it is one call. */
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
    failures: toolCallFailures,
    optional: false,
    awaitEnd: awaitToolCall,
    disclosureOf: toolCallDisclosure,
  },
});
