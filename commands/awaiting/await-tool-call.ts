import { z } from 'zod';
import type { DomainEvent, RecordedEvent } from '../../domain/kernel/event.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { type ToolCallEvent, toolConfirmationRequested } from '../../domain/tools/tool-call-events.ts';
import { toolCallFailure } from '../../domain/tools/tool-call-failure.ts';
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
  /** What to show the person who confirms or declines the call. */
  confirmation: toolConfirmationSchema,
});

/** The outcomes that can be waited for: the end of a call, or the request to confirm it. */
export const toolCallEndings = [ended, asked] as const;

/** The failures in which a call can end that came to nothing; see `toolCallFailure`. */
export const toolCallFailures = ['external_api_error', 'timeout'] as const;

type ToolCallEnding = z.output<(typeof toolCallEndings)[number]>;

const endingOf = (event: RecordedEvent): Ended<ToolCallEnding> | undefined => {
  const { revision, position, recordedAt } = event;
  // The log validates each event against the schema of its type, and a category holds one decider's events.
  const happened = event as DomainEvent as ToolCallEvent;
  if (isToolCallEnd(happened))
    return {
      status: statusOfEnd(happened),
      result: toolResultOf(happened, recordedAt),
      revision,
      position,
      failure: toolCallFailure(happened),
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
 * Returns a function that waits for the end of a call, including an end recorded before the command. It returns
 * `undefined` when the signal aborted first.
 *
 * @param types events, besides the ends, that stop the waiting
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

/** Waits for the end of a call, or until a person is asked to confirm it: the call cannot proceed before they do. */
export const awaitToolCall = awaitCall([toolConfirmationRequested.type]);

/** Waits for the end of a call that a person has confirmed or declined. */
export const awaitToolCallEnd = awaitCall([]);

/** A caller that receives the end of a call, or its confirmation prompt, has read the call. */
export const toolCallDisclosure = ({ ids: { toolCallId } }: Pick<CommandOutcome, 'ids'>): Disclosure => ({
  type: 'ToolCallRead',
  data: { toolCallId: uuidSchema.parse(toolCallId) },
});
