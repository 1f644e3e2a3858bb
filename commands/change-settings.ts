import { z } from 'zod';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { plainGround, settingsChangeSchema } from '../domain/operations/consultation-settings.ts';
import { consultationSettingsStream, settingsDecider } from '../domain/operations/settings-decider.ts';
import { settingsSubject } from '../domain/privacy/data-subject.ts';
import type { FollowedSettings } from '../ports/settings-reader.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

const input = settingsChangeSchema
  .extend({
    reason: statedReason({ min: 3, max: 500 }).meta({
      description: 'Why, for those who review it. Encrypted in the log.',
    }),
  })
  .refine(
    ({ reason: _, ...change }) => Object.values(change).some((value) => value !== undefined),
    'must change a setting at least',
  );
const ids = z.object({});

/** What a change is held against, and what takes it in at once. */
export type SettingsTerms = Pick<FollowedSettings, 'ground' | 'refresh'>;

/** Nothing is configured, and nobody follows. */
export const plainTerms: SettingsTerms = { ground: plainGround, refresh: async () => {} };

/** The command that changes how questions are answered, from the next one on. */
export const createChangeSettings = ({
  ground,
  refresh,
}: SettingsTerms): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'ChangeSettings',
    summary:
      'Changes how questions are answered, from the next one on: routing, models, sources, limits. null gives a value back to the environment.',
    permission: 'settings:change',
    acceptsFile: false,
    ownership: 'none',
    discloses: 'nothing',
    input,
    ids,
    handle: async ({ reason, ...change }, context, services) => {
      const { streamId, revision, position } = await executeDecider({
        decider: settingsDecider,
        streamId: consultationSettingsStream,
        commands: [{ type: 'ChangeSettings', change, reason, ground }],
        context,
        services,
        subject: settingsSubject,
      });
      await refresh();
      return { streamId, revision, position, ids: {} };
    },
  });
