import { z } from 'zod';
import type { DomainEvent, RecordedEvent } from '../../domain/kernel/event.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { type ToolCallEvent, toolConfirmationRequested } from '../../domain/tools/tool-call-events.ts';
import {
  isToolCallEnd,
  statusOfEnd,
  toolCallEndStatuses,
  toolCallEndTypes,
} from '../../domain/tools/tool-call-state.ts';
import { toolConfirmationOf, toolConfirmationSchema } from '../../domain/tools/tool-confirmation.ts';
import { toolResultOf, toolResultSchema } from '../../domain/tools/tool-result.ts';
import { awaitInStream } from '../runtime/await-in-stream.ts';
import type { CommandOutcome, CommandServices, Ended } from '../runtime/command-definition.ts';
import type { Disclosure } from '../runtime/disclosure.ts';

const ended = z.object({ status: z.enum(toolCallEndStatuses), result: toolResultSchema });

const asked = z.object({
  status: z.literal('awaiting_confirmation'),
  /** What the person has to be shown before they confirm or decline. */
  confirmation: toolConfirmationSchema,
});

/** What can be waited for: the end of a call, or that a person is asked to confirm it. */
export const toolCallEndings = [ended, asked] as const;

type ToolCallEnding = z.output<(typeof toolCallEndings)[number]>;

const endingOf = (event: RecordedEvent): Ended<ToolCallEnding> | undefined => {
  const { revision, position, recordedAt } = event;
  // The log has validated each event against the schema of its type, and a category holds one decider's events.
  const happened = event as DomainEvent as ToolCallEvent;
  if (isToolCallEnd(happened))
    return {
      status: statusOfEnd(happened),
      result: toolResultOf(happened, recordedAt),
      revision,
      position,
    };
  if (happened.type !== 'ToolConfirmationRequested') return undefined;
  return {
    status: 'awaiting_confirmation',
    confirmation: toolConfirmationOf(happened.data),
    revision,
    position,
  };
};

/**
 * Makes what waits for the end of a call, also one that came before the command. `undefined` when the signal aborted first.
 *
 * @param types beside the ends: what else ends the waiting
 */
const awaitCall =
  (types: readonly string[]) =>
  (
    { streamId, position }: Pick<CommandOutcome, 'streamId' | 'position'>,
    services: Pick<CommandServices, 'eventStore'>,
    signal: AbortSignal,
  ): Promise<Ended<ToolCallEnding> | undefined> =>
    awaitInStream(
      { streamId, after: -1, reaches: position, types: [...types, ...toolCallEndTypes], endingOf },
      services,
      signal,
    );

/** Waits for the end of a call, or until a person is asked to confirm it: nothing goes on before they do. */
export const awaitToolCall = awaitCall([toolConfirmationRequested.type]);

/** Waits for the end of a call whose confirmation was answered. */
export const awaitToolCallEnd = awaitCall([]);

/** A caller that receives the end of a call, or what is to be confirmed, has read it. */
export const toolCallDisclosure = ({ ids: { toolCallId } }: Pick<CommandOutcome, 'ids'>): Disclosure => ({
  type: 'ToolCallRead',
  data: { toolCallId: uuidSchema.parse(toolCallId) },
});
