import { z } from 'zod';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import {
  effectiveSettings,
  type SettingsGround,
  settingsChangeSchema,
} from '../../../domain/operations/consultation-settings.ts';
import { consultationSettingsStream } from '../../../domain/operations/settings-decider.ts';
import { settingsChanged } from '../../../domain/operations/settings-events.ts';
import { evolveSettings, nothingChanged } from '../../../domain/operations/settings-in-force.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';
import { type EventStore, inOrder, isUnreadable, type UnreadableEvent } from '../../../ports/event-store.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { FollowedSettings } from '../../../ports/settings-reader.ts';

type Needs = {
  readonly eventStore: EventStore;
  readonly logger: Logger;
  readonly ground: SettingsGround;
};

/** A database that is silent for a moment is asked again; what was known holds until then. */
const PAUSE_MS = 1_000;

/** Ignores what a newer version of the program may have added; known fields count. */
const knownFields = z.object({
  data: z.object({ after: settingsChangeSchema.strip() }),
  metadata: z.object({ actor: z.object({ id: z.string() }) }),
});

/**
 * Reads what was changed of the settings, and follows the log for more until the signal aborts. Nothing is answered by
 * settings that are only the environment's although the log holds others: it resolves once all of it is read.
 */
export const followSettings = async (
  { eventStore, logger, ground }: Needs,
  signal: AbortSignal,
): Promise<FollowedSettings> => {
  let inForce = nothingChanged;
  let current = effectiveSettings(ground.environment, inForce.changed);

  const changesBy = (event: RecordedEvent | UnreadableEvent) => {
    if (!isUnreadable(event))
      return { after: settingsChanged.schema.parse(event.data).after, by: event.metadata.actor.id };
    const parsed = knownFields.safeParse({
      data: JSON.parse(event.data),
      metadata: JSON.parse(event.metadata),
    });
    if (parsed.success) return { after: parsed.data.data.after, by: parsed.data.metadata.actor.id };
    logger.error(
      { position: event.position, reason: event.reason },
      'A change of the settings cannot be read here, and has no effect on this node.',
    );
    return { after: {}, by: '' };
  };
  const apply = (event: RecordedEvent | UnreadableEvent): void => {
    const { revision, recordedAt } = event;
    inForce = evolveSettings(inForce, { revision, recordedAt, ...changesBy(event) });
    current = effectiveSettings(ground.environment, inForce.changed);
  };
  const refresh = async (): Promise<void> => {
    let from: number | undefined = inForce.revision + 1;
    while (from !== undefined) {
      const page = await eventStore.readStreamPage(consultationSettingsStream, { fromRevision: from });
      for (const event of inOrder(page)) apply(event);
      from = page.next;
    }
  };
  const follow = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        for await (const event of eventStore.subscribeStream(
          consultationSettingsStream,
          inForce.revision,
          signal,
        ))
          apply(event);
        // What ends a subscription by being unreadable is passed over here.
        if (!signal.aborted) await refresh();
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ error }, 'The log cannot be followed for settings at the moment.');
        await abortablePause(PAUSE_MS, signal);
        await refresh().catch(() => {});
      }
    }
  };
  await refresh();
  void follow();
  return { ground, current: () => current, inForce: () => inForce, refresh };
};
