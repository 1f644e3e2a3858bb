import { type RequestedToolCall, requestToolCall } from '../../commands/request-tool-call.ts';
import type { Caller } from '../../commands/runtime/caller.ts';
import { contextOf } from '../../commands/runtime/context-of.ts';
import { runCommand } from '../../commands/runtime/run-command.ts';
import { toolCallServicesOf } from '../../commands/runtime/tool-call-services.ts';
import { isAllowed } from '../../domain/kernel/actor.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { isNestedWithin } from '../../domain/kernel/is-nested-within.ts';
import { isRecord } from '../../domain/kernel/is-record.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import { endContainsPhi } from '../../domain/tools/end-contains-phi.ts';
import { resultLines } from '../../domain/tools/result-lines.ts';
import type { ToolCallEvent } from '../../domain/tools/tool-call-events.ts';
import { isToolCallEnd, statusOfEnd } from '../../domain/tools/tool-call-state.ts';
import { toolConfirmationOf } from '../../domain/tools/tool-confirmation.ts';
import { type ToolResult, toolResultOf } from '../../domain/tools/tool-result.ts';
import { neverAborts } from '../../ports/any-signal.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { callableTools } from '../tools/list-tools.ts';
import { recordToolCallRead } from '../tools/record-tool-call-read.ts';
import { askDocuments, askDocumentsTool } from './ask-documents.ts';
import type { VoiceToolResult, VoiceTools } from './voice-tools.ts';

type VoiceToolParts = {
  readonly services: HttpApiServices;
  /** The person who speaks. */
  readonly caller: Caller;
  readonly conversationId: string;
  readonly sessionId: string;
  /** Whether the model runs outside the premises, so that patient data must not reach it. */
  readonly leavesThePremises: boolean;
};

const shownOnly: VoiceToolResult = {
  output: JSON.stringify({
    success: true,
    note: 'The result holds data of a patient. It is shown on the screen of the person and is not repeated here.',
  }),
};

/** A result as evidence for checking speech: its lines, with the sources that it quotes. */
const readableText = ({ result, citations }: ToolResult): string =>
  [
    // Times of day are not checked (`judge-spoken.ts`), so the zone does not matter.
    resultLines(result ?? {}, { timeZone: 'UTC' }),
    ...(citations ?? []).map(({ text }) => text),
  ].join('\n');

/** Several times deeper than the arguments of any tool. */
const MOST_LEVELS = 32;

/** Parses a model's arguments; a value that is not an object is refused like any other wrong argument. */
const argumentsOf = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return isRecord(value) && isNestedWithin(value, MOST_LEVELS)
      ? { ...value }
      : { arguments: 'must be an object, and not nested deep' };
  } catch {
    return { arguments: 'must be JSON' };
  }
};

/**
 * The tools of a voice session: the question to the documents, and the configured tools that the person may call, with the
 * person's rights. A result with PHI is shown to the person and withheld from a model outside the premises.
 */
export const openVoiceTools = (parts: VoiceToolParts): VoiceTools => {
  const { services, caller, conversationId, sessionId, leavesThePremises } = parts;
  const { identity, eventStore, commandServices } = services;
  const toolCalls = toolCallServicesOf(commandServices);
  const roles = caller.roles ?? [caller.actor.role];
  const mayCall = isAllowed(roles, 'tools:call');
  /** Each action in the session has its own id. */
  const asNow = (): Caller => ({ ...caller, requestId: identity.newId() });

  const run = async (name: string, input: object): Promise<void> => {
    const definition = services.commands.find((command) => command.name === name);
    if (definition === undefined) throw new Failure(failure('not_found', 'There is no such command.'));
    await runCommand(
      {
        definition,
        caller: asNow(),
        input: definition.input.parse(input),
        signal: neverAborts,
      },
      services,
    );
  };

  /** The end of a call, or its confirmation, counts as read by the person shown it. */
  const recordReading = ({ toolCallId }: RequestedToolCall): Promise<void> =>
    recordToolCallRead(toolCallId, asNow(), services);

  const endOf = async (
    requested: RequestedToolCall,
    send: (frame: object) => void,
    signal: AbortSignal,
  ): Promise<{ readonly result: ToolResult; readonly phi: boolean }> => {
    const { toolCallId, streamId } = requested;
    for await (const event of eventStore.subscribeStream(streamId, -1, signal)) {
      // The log validates each event against the schema of its type, and a category holds one decider's events.
      const happened = event as DomainEvent as ToolCallEvent;
      if (happened.type === 'ToolConfirmationRequested') {
        await recordReading(requested);
        send(toolConfirmationOf(happened.data));
      } else if (happened.type === 'ToolStarted')
        send({ type: 'tool_call', toolCallId, tool: happened.data.tool, status: 'running' });
      else if (isToolCallEnd(happened)) {
        const result = toolResultOf(happened, event.recordedAt);
        await recordReading(requested);
        send({
          type: 'tool_call',
          toolCallId,
          tool: happened.data.tool,
          status: statusOfEnd(happened),
          result,
        });
        return { result, phi: endContainsPhi(happened) };
      }
    }
    throw new Failure(failure('unavailable', 'The session ended before the call did.'));
  };

  return {
    offered: [
      askDocumentsTool,
      ...callableTools(toolCalls.tools, {
        person: responsibleUserId(caller.actor),
        roles,
      }).map(({ name, facts, argumentsSchema }) => ({
        name,
        description: facts.description,
        parameters: argumentsSchema,
      })),
    ],
    call: async ({ callId, name, arguments: given }, send, signal) => {
      if (name === askDocumentsTool.name) {
        const asked = await askDocuments(
          argumentsOf(given),
          { services, caller: asNow(), conversationId, leavesThePremises },
          send,
          signal,
        );
        return asked === 'shown_only' ? shownOnly : asked;
      }
      if (!mayCall) throw new Failure(failure('permission_denied', 'This needs the permission tools:call.'));
      const now = asNow();
      const requested = await requestToolCall(
        {
          tool: name,
          arguments: argumentsOf(given),
          origin: 'voice',
          conversationId,
          sessionId,
          modelCallId: callId,
        },
        contextOf(now, { commandId: now.requestId }),
        toolCalls,
      );
      const { result, phi } = await endOf(requested, send, signal);
      if (phi && leavesThePremises) return shownOnly;
      return {
        output: JSON.stringify(result),
        evidence: [{ title: name, source: name, text: readableText(result) }],
      };
    },
    confirm: (toolCallId, approved) => run('ConfirmTool', { toolCallId, approved }),
    cancel: (toolCallId) => run('CancelToolCall', { toolCallId }),
  };
};
