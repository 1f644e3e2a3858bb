import { z } from 'zod';
import { preferencesChangeSchema } from '../domain/consultation/answer-preferences.ts';
import { responsibleUserId } from '../domain/kernel/responsible-user-id.ts';
import { preferencesDecider } from '../domain/operations/preferences-decider.ts';
import { preferencesStreamOf } from './lookups/preferences-of.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

export const changePreferences = defineCommand({
  name: 'ChangePreferences',
  summary:
    "Changes the caller's answer preferences: citation style and placement, sources. null removes a preference.",
  permission: 'queries:ask',
  acceptsFile: false,
  ownership: 'self',
  discloses: 'nothing',
  input: preferencesChangeSchema.refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'must change at least one preference',
  ),
  ids: z.object({}),
  handle: async (change, context, services) => {
    const { streamId, revision, position } = await executeDecider({
      decider: preferencesDecider,
      streamId: preferencesStreamOf(responsibleUserId(context.actor), services.identity),
      commands: [{ type: 'ChangePreferences', change }],
      context,
      services,
    });
    return { streamId, revision, position, ids: {} };
  },
});
