import type { CommandContext } from '../../commands/runtime/command-context.ts';
import { executeDecider } from '../../commands/runtime/execute-decider.ts';
import { cancelTimer } from '../../commands/set-timer.ts';
import { queryDecider } from '../../domain/consultation/query-decider.ts';
import type { StreamId } from '../../domain/kernel/event.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { categoryOf } from '../../domain/kernel/identifiers.ts';
import { toolCallDecider } from '../../domain/tools/tool-call-decider.ts';
import { isUnreadableFailure } from '../../ports/event-store.ts';
import type { Delivery } from '../runner/delivery.ts';
import type { SubjectEraserServices } from './subject-eraser-services.ts';

/** The streams and timers of a data subject that may still be open, from a survey of the log. */
type OpenWork = { readonly streamIds: Iterable<StreamId>; readonly timers: Iterable<string> };

/** True when the timer has already fired, which settles its purpose. */
const isTooLate = (error: unknown): boolean => error instanceof Failure && error.reason.code === 'conflict';

/** A stream with an unreadable event cannot be ended, but must not stop the erasure: the key is already destroyed. */
const unlessUnreadable = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!isUnreadableFailure(error)) throw error;
  }
};

/**
 * Ends work that would otherwise wait forever: once the key is destroyed, a question or a tool call can record nothing
 * more, and a request to a person shows nothing to answer. None of this needs the key, and ended work stays as it ended,
 * so all of it may be repeated.
 */
export const endOpenWork = async (
  { streamIds, timers }: OpenWork,
  subject: string,
  context: (step: string) => CommandContext,
  { services, delivery }: { readonly services: SubjectEraserServices; readonly delivery: Delivery },
): Promise<void> => {
  for (const streamId of streamIds) {
    delivery.signal.throwIfAborted();
    const about = { streamId, context: context(`end/${streamId}`), services, subject };
    const category = categoryOf(streamId);
    const commands = [{ type: 'EndForErasure' }] as const;
    if (category === 'query')
      await unlessUnreadable(executeDecider({ ...about, decider: queryDecider, commands }));
    if (category === 'tool_call')
      await unlessUnreadable(executeDecider({ ...about, decider: toolCallDecider, commands }));
    delivery.progress();
  }
  for (const timerId of timers) {
    delivery.signal.throwIfAborted();
    try {
      await cancelTimer(timerId, context(`timer/${timerId}`), services);
    } catch (error) {
      if (!isTooLate(error)) throw error;
    }
    delivery.progress();
  }
};
