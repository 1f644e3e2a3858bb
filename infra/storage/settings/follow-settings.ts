import { z } from 'zod';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import {
  effectiveSettings,
  type SettingsBasis,
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
  readonly ground: SettingsBasis;
};

/** The pause before another attempt; until then the known settings stay in force. */
const PAUSE_MS = 1_000;

/** Reads the known fields, and ignores those that a newer version of the program may have added. */
const knownFields = z.object({
  data: z.object({ after: settingsChangeSchema.strip() }),
  metadata: z.object({ actor: z.object({ id: z.string() }) }),
});

/**
 * Reads the changes of the settings, and follows the log for more until the signal aborts. It resolves only when all
 * existing changes are read, so that no request is served with the settings of the environment alone.
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
        // An unreadable event ends a subscription; `refresh` skips it.
        if (!signal.aborted) await refresh();
      } catch (error) {
        if (signal.aborted) return;
        logger.warn({ error }, 'The settings cannot be followed in the log at the moment.');
        await abortablePause(PAUSE_MS, signal);
        await refresh().catch(() => {});
      }
    }
  };
  await refresh();
  void follow();
  return { ground, current: () => current, inForce: () => inForce, refresh };
};
