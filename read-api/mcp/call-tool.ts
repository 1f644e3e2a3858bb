import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { awaitToolCallEnd } from '../../commands/awaiting/await-tool-call.ts';
import { requestToolCall } from '../../commands/request-tool-call.ts';
import { actorFor } from '../../commands/runtime/authorize.ts';
import type { Caller } from '../../commands/runtime/caller.ts';
import { contextOf } from '../../commands/runtime/context-of.ts';
import { runCommand } from '../../commands/runtime/run-command.ts';
import { toolCallServicesOf } from '../../commands/runtime/tool-call-services.ts';
import type { Permission } from '../../domain/kernel/actor.ts';
import type { DomainEvent, Revision, StreamId } from '../../domain/kernel/event.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import type { JsonObject } from '../../domain/kernel/json-object.ts';
import { endContainsPhi } from '../../domain/tools/end-contains-phi.ts';
import { rejectionFailure } from '../../domain/tools/rejection-failure.ts';
import type { ToolCallEvent } from '../../domain/tools/tool-call-events.ts';
import { type DataOf, isToolCallEnd } from '../../domain/tools/tool-call-state.ts';
import type { ToolResult } from '../../domain/tools/tool-result.ts';
import { anySignal } from '../../ports/any-signal.ts';
import { publicFailureReason } from '../failure-response.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import type { RouteRequest } from '../routing/define-route.ts';
import { recordToolCallRead } from '../tools/record-tool-call-read.ts';
import { askPersonToConfirm, type Elicit } from './ask-person.ts';

/** One `tools/call` message. */
type McpCall = {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly sessionId: string;
  readonly messageId: string | number;
  /** Whether the client can prompt its user. */
  readonly canElicit: boolean;
  readonly elicit: Elicit;
  /** Aborts when the client cancels the call, or the session ends. */
  readonly cancelled: AbortSignal;
  readonly isClosed: () => boolean;
};

type Confirmation = DataOf<'ToolConfirmationRequested'>;

/** Milliseconds in addition to those of the person and the tool: for the log, and for queueing on a busy node. */
const SLACK_MS = 30_000;

const textOf = (text: string, isError: boolean): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError,
});

/** A refusal as text for a model, with corrections if possible. */
export const failedToolResult = (error: unknown): CallToolResult => {
  const { code, message, details, retryAfter } = publicFailureReason(error);
  const issues = Array.isArray(details?.issues)
    ? details.issues.map((issue) =>
        typeof issue === 'string' ? issue : `\n- ${issue.path}: ${issue.message}`,
      )
    : [];
  const later = retryAfter === undefined ? '' : ` Try again in ${Math.ceil(retryAfter)} s.`;
  return textOf(`${message}${later}${issues.join('')} (${code})`, true);
};

/** Tells the model that a person must confirm the call first, and how. */
const waitsForPerson = ({ toolCallId, tool, expiresAt }: Confirmation): CallToolResult => ({
  ...textOf(
    [
      `Nothing has been done yet: ${tool} waits for the person to confirm it, until ${expiresAt}.`,
      `They confirm it in their front end, with "npx anamnesis tools confirm ${toolCallId}",`,
      `or by POST /api/commands/ConfirmTool {"toolCallId":"${toolCallId}","approved":true}.`,
    ].join(' '),
    false,
  ),
  structuredContent: { toolCallId, tool, status: 'awaiting_confirmation', expiresAt },
});

const as = (request: RouteRequest, permission: Permission, requestId: string): Caller => ({
  ...request.caller,
  actor: actorFor(request.principal, permission),
  requestId,
  access: { basis: 'own' },
});

/** Whether the caller may confirm calls. */
const mayConfirm = ({ principal }: RouteRequest): boolean => {
  try {
    actorFor(principal, 'tools:confirm');
    return true;
  } catch {
    return false;
  }
};

type NamedCommand = {
  readonly name: 'ConfirmTool' | 'CancelToolCall';
  readonly input: object;
  readonly permission: Permission;
};

const runNamed = async (
  { name, input, permission }: NamedCommand,
  request: RouteRequest,
  services: HttpApiServices,
): Promise<void> => {
  const definition = services.commands.find((command) => command.name === name);
  if (!definition) throw new Error(`The command ${name} is not registered.`);
  const caller = as(request, permission, services.identity.newId());
  await runCommand({ definition, caller, input, signal: services.stopping }, services);
};

const recordShown = (toolCallId: string, request: RouteRequest, services: HttpApiServices): Promise<void> =>
  recordToolCallRead(toolCallId, as(request, 'tools:read', services.identity.newId()), services);

/** Whether the end of a call contains PHI; an unreadable end is treated as if it does. */
const recordedEndContainsPhi = async (
  streamId: StreamId,
  fromRevision: Revision | undefined,
  { eventStore }: HttpApiServices,
): Promise<boolean> => {
  if (fromRevision === undefined) return true;
  const [event] = (await eventStore.readStreamPage(streamId, { fromRevision, limit: 1 })).events;
  if (!event) return true;
  // The log validates each event against the schema of its type, and a category holds one decider's events.
  const end = event as DomainEvent as ToolCallEvent;
  return !isToolCallEnd(end) || endContainsPhi(end);
};

/** The end of a call as a client receives it; only models approved for PHI receive it. */
const resultOf = (
  toolCallId: string,
  result: ToolResult,
  phi: boolean,
  { mcpGivesPhi }: HttpApiServices,
): CallToolResult => {
  if (phi && mcpGivesPhi !== true && result.result !== null)
    return {
      ...textOf(
        `The result contains health information about a person and is not given to a model here (MCP_GIVES_PHI). The person can read it with "npx anamnesis tools calls ${toolCallId}" or GET /api/tool-calls/${toolCallId}.`,
        !result.success,
      ),
      structuredContent: { toolCallId, ...result, result: null, citations: null, withheld: true },
    };
  return {
    content: [
      ...(result.error === null ? [] : [{ type: 'text' as const, text: result.error }]),
      ...(result.result === null ? [] : [{ type: 'text' as const, text: JSON.stringify(result.result) }]),
    ],
    structuredContent: { toolCallId, ...result },
    isError: !result.success,
  };
};

/**
 * Asks the person for confirmation through their client. Returns the text for the model if no one confirmed or
 * declined, there or elsewhere; `undefined` when the call continues or has ended.
 */
const confirmByClient = async (
  { confirmation, waiting }: { readonly confirmation: Confirmation; readonly waiting: Promise<unknown> },
  call: McpCall,
  request: RouteRequest,
  services: HttpApiServices,
): Promise<CallToolResult | undefined> => {
  const { toolCallId } = confirmation;
  if (!call.canElicit || !mayConfirm(request)) return waitsForPerson(confirmation);
  await recordShown(toolCallId, request, services);
  const ended = new AbortController();
  waiting.finally(() => ended.abort()).catch(() => {});
  const approved = await askPersonToConfirm(confirmation, call, ended.signal, services);
  if (approved === undefined)
    return ended.signal.aborted || call.cancelled.aborted ? undefined : waitsForPerson(confirmation);
  await runNamed(
    { name: 'ConfirmTool', input: { toolCallId, approved }, permission: 'tools:confirm' },
    request,
    services,
  );
  return undefined;
};

/**
 * Calls a tool for a client of the Model Context Protocol, in the same way as any other call: confirmation is
 * requested through the client or reported as pending, and nothing runs without it.
 */
export const callTool = async (
  call: McpCall,
  request: RouteRequest,
  services: HttpApiServices,
): Promise<CallToolResult> => {
  const { identity, commandServices, stopping } = services;
  const caller = as(request, 'tools:call', identity.newId());
  const tools = toolCallServicesOf(commandServices);
  const requested = await requestToolCall(
    {
      tool: call.tool,
      arguments: call.arguments,
      origin: 'mcp',
      sessionId: call.sessionId,
      // A number and a string of its digits are different ids.
      modelCallId: JSON.stringify(call.messageId).slice(0, 256),
    },
    contextOf(caller, { commandId: caller.requestId }),
    tools,
  );
  const { toolCallId, streamId, state } = requested;
  if (state.end?.type === 'ToolCallRejected')
    return failedToolResult(new Failure(rejectionFailure(state.end.data)));

  const over = new AbortController();
  const cancel = (): void => {
    // A disconnected client has not cancelled the call.
    if (call.isClosed() || over.signal.aborted) return;
    runNamed(
      { name: 'CancelToolCall', input: { toolCallId }, permission: 'tools:call' },
      request,
      services,
    ).catch(() => {});
  };
  if (call.cancelled.aborted) cancel();
  else call.cancelled.addEventListener('abort', cancel, { once: true });

  const timeoutSeconds = services.tools.find(call.tool)?.facts.timeoutSeconds ?? 0;
  const longest = tools.confirmationTime + timeoutSeconds * 1000 + SLACK_MS;
  const patience = anySignal([over.signal, stopping, AbortSignal.timeout(longest)]);
  const waiting = awaitToolCallEnd(requested, commandServices, patience);
  // Awaited below, or not needed.
  waiting.catch(() => {});
  try {
    if (state.status === 'awaiting_confirmation' && state.confirmation) {
      const unanswered = await confirmByClient(
        { confirmation: state.confirmation, waiting },
        call,
        request,
        services,
      );
      if (unanswered !== undefined) return unanswered;
    }
    const end = await waiting;
    if (end === undefined || !('result' in end))
      return textOf(
        `The call is still running. Read its result with GET /api/tool-calls/${toolCallId}.`,
        false,
      );
    await recordShown(toolCallId, request, services);
    const phi = await recordedEndContainsPhi(streamId, end.revision, services);
    return resultOf(toolCallId, end.result, phi, services);
  } finally {
    over.abort();
    call.cancelled.removeEventListener('abort', cancel);
  }
};
