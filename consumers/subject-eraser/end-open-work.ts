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

/** What may still be open of a data subject, as a survey of the log has found it. */
type OpenWork = { readonly streamIds: Iterable<StreamId>; readonly timers: Iterable<string> };

/** It has fired already, and what it was for is settled. */
const isTooLate = (error: unknown): boolean => error instanceof Failure && error.reason.code === 'conflict';

/** A stream of which an event is lost can be ended by no one. It must not stop the erasure: the key is gone already. */
const unlessUnreadable = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!isUnreadableFailure(error)) throw error;
  }
};

/**
 * Ends what would otherwise wait for ever: the work on a question or a call of a tool can record nothing more
 * once the key is gone, and what waits for a person shows nothing that could be answered. Nothing here needs the key, and
 * what has ended stays as it ended, so all of it may be repeated.
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
