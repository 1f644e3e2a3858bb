import { describe, expect, it } from 'vitest';
import { emptySettingsBasis } from '../../../../../domain/operations/consultation-settings.ts';
import { consultationSettingsStream } from '../../../../../domain/operations/settings-decider.ts';
import { followSettings } from '../../../../../infra/storage/settings/follow-settings.ts';
import type { UnreadableEvent } from '../../../../../ports/event-store.ts';
import { type Logger, silentLogger } from '../../../../../ports/logger.ts';
import { createInMemoryEventStore } from '../../../../support/in-memory-event-store.ts';

const unreadable = (data: unknown): UnreadableEvent => ({
  position: 9,
  streamId: consultationSettingsStream,
  revision: 0,
  id: 'e',
  type: 'SettingsChanged',
  schemaVersion: 2,
  recordedAt: '2026-11-22T10:00:00.000Z',
  data: JSON.stringify(data),
  metadata: JSON.stringify({ actor: { id: 'adam', role: 'admin' }, region: 'new here' }),
  reason: 'newer_version',
  message: 'A newer version wrote it.',
});

/** Follows a stream whose one event this version cannot read. */
const follow = async (event: UnreadableEvent) => {
  const errors: unknown[] = [];
  const logger: Logger = {
    ...silentLogger,
    error: (facts) => {
      errors.push(facts);
    },
  };
  const stopped = new AbortController();
  const log = createInMemoryEventStore();
  const settings = await followSettings(
    {
      eventStore: {
        ...log,
        readStreamPage: async (_, { fromRevision = 0 } = {}) => ({
          events: [],
          unreadable: fromRevision === 0 ? [event] : [],
        }),
      },
      logger,
      ground: emptySettingsBasis,
    },
    stopped.signal,
  );
  stopped.abort();
  return { settings, errors };
};

describe('settings changed by a newer version of the program', () => {
  it('apply as far as this version knows them, with who changed them', async () => {
    const { settings, errors } = await follow(
      unreadable({ before: {}, after: { routing: 'local-only', colour: 'blue' }, reason: { sealed: 'x' } }),
    );
    expect(settings.current().routing).toBe('local-only');
    expect(settings.inForce().origins.get('routing')?.by).toBe('adam');
    expect(errors).toEqual([]);
  });

  it('keep their values when the change cannot be parsed, which is reported to operators', async () => {
    const { settings, errors } = await follow(unreadable({ after: { routing: 'everywhere' } }));
    expect(settings.current().routing).toBe('hybrid');
    expect(settings.inForce().revision).toBe(0);
    expect(errors).toEqual([{ position: 9, reason: 'newer_version' }]);
  });
});
