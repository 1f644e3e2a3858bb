import { z } from 'zod';
import { answerPreferencesSchema } from '../../domain/consultation/answer-preferences.ts';
import { sourceNames } from '../../domain/consultation/sources/source-name.ts';
import { recordFrom } from '../../domain/kernel/record-from.ts';
import {
  partialSettingsSchema,
  type SettingName,
  settingNames,
} from '../../domain/operations/consultation-settings.ts';

const origin = z.object({
  from: z.enum(['default', 'environment', 'changed']),
  by: z.string().optional().meta({ description: 'Who changed it.' }),
  at: z.string().optional().meta({ description: 'When it was changed.' }),
});

/** The settings for answering questions. */
export const settingsRepresentation = z
  .object({
    settings: partialSettingsSchema.meta({
      description:
        "The values in force. Without a model, the endpoint's default; without a limit, costs are unlimited.",
    }),
    origins: z
      .object(recordFrom<Record<SettingName, typeof origin>>(settingNames, () => origin))
      .meta({ description: 'The origin of each value.' }),
    configured: z
      .object({
        localModel: z.boolean(),
        cloudModel: z.boolean(),
        sources: z.array(z.enum(sourceNames)).readonly(),
      })
      .meta({ description: 'The models and sources available to this installation.' }),
  })
  .meta({ id: 'Settings' });

/** The caller's preferences for answers. */
export const preferencesRepresentation = answerPreferencesSchema.meta({ id: 'Preferences' });
