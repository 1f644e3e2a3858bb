import { z } from 'zod';
import type { RecordedEvent, Revision } from '../../domain/kernel/event.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import {
  projectionGenerationSwitched,
  projectionRebuildFailed,
} from '../../domain/operations/projection-events.ts';
import { awaitInStream } from '../runtime/await-in-stream.ts';
import type { CommandServices, Ended } from '../runtime/command-definition.ts';

const generation = z.int();

/** The ways in which the rebuild of a generation can end. */
export const rebuildEndings = [
  z.object({ outcome: z.literal('switched'), generation }),
  z.object({ outcome: z.literal('failed'), generation, message: z.string() }),
] as const;

type RebuildEnd = Ended<z.output<(typeof rebuildEndings)[number]>>;

/** How an event ends a generation's rebuild; `undefined` when it concerns another generation or does not end it. */
const endOf = ({ type, data, revision, position }: RecordedEvent, built: number): RebuildEnd | undefined => {
  if (type === projectionGenerationSwitched.type) {
    const { generation } = projectionGenerationSwitched.schema.parse(data);
    return generation === built ? { outcome: 'switched', generation, revision, position } : undefined;
  }
  const { generation, message } = projectionRebuildFailed.schema.parse(data);
  return generation === built ? { outcome: 'failed', generation, message, revision, position } : undefined;
};

/** Waits until a generation takes over or is abandoned. A generation awaiting a person's decision does neither. */
export const awaitRebuild = (
  built: { readonly projection: string; readonly generation: number; readonly after: Revision },
  services: Pick<CommandServices, 'eventStore'>,
  signal: AbortSignal,
): Promise<RebuildEnd | undefined> =>
  awaitInStream(
    {
      streamId: streamIdOf('projection', built.projection),
      after: built.after,
      types: [projectionGenerationSwitched.type, projectionRebuildFailed.type],
      endingOf: (event) => endOf(event, built.generation),
    },
    services,
    signal,
  );
