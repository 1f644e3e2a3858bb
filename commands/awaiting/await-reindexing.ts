import { z } from 'zod';
import type { RecordedEvent, Revision } from '../../domain/kernel/event.ts';
import { reindexingStream } from '../../domain/operations/reindexing-decider.ts';
import {
  reindexingCompleted,
  reindexingProgressSchema,
  reindexingStopped,
} from '../../domain/operations/reindexing-events.ts';
import { awaitInStream } from '../runtime/await-in-stream.ts';
import type { CommandServices, Ended } from '../runtime/command-definition.ts';

/** The ways in which a re-reading run can end. */
export const reindexingEndings = [
  z.object({ outcome: z.literal('completed'), ...reindexingProgressSchema.shape }),
  z.object({ outcome: z.literal('stopped'), reason: z.string(), message: z.string() }),
] as const;
type ReindexingEnding = Ended<z.output<(typeof reindexingEndings)[number]>>;

const endOf = (
  { type, data, revision, position }: RecordedEvent,
  wanted: string,
): ReindexingEnding | undefined => {
  if (type === reindexingCompleted.type) {
    const { runId, ...progress } = reindexingCompleted.schema.parse(data);
    return runId === wanted ? { outcome: 'completed', ...progress, revision, position } : undefined;
  }
  const { runId, reason, message } = reindexingStopped.schema.parse(data);
  return runId === wanted ? { outcome: 'stopped', reason, message, revision, position } : undefined;
};

/** Waits for the end of the run that was in progress at a revision of its stream. */
export const awaitReindexing = (
  { runId, after }: { readonly runId: string; readonly after: Revision },
  services: CommandServices,
  signal: AbortSignal,
): Promise<ReindexingEnding | undefined> =>
  awaitInStream(
    {
      streamId: reindexingStream,
      after,
      types: [reindexingCompleted.type, reindexingStopped.type],
      endingOf: (event) => endOf(event, runId),
    },
    services,
    signal,
  );
