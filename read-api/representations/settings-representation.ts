import { z } from 'zod';
import { answerPreferencesSchema } from '../../domain/consultation/answer-preferences.ts';
import { sourceNames } from '../../domain/consultation/sources/source-name.ts';
import { recordFrom } from '../../domain/kernel/record-from.ts';
import {
  type SettingName,
  settingNames,
  someSettingsSchema,
} from '../../domain/operations/consultation-settings.ts';

const origin = z.object({
  from: z.enum(['default', 'environment', 'changed']),
  by: z.string().optional().meta({ description: 'Who changed it.' }),
  at: z.string().optional().meta({ description: 'When they did.' }),
});

/** How questions are answered. */
export const settingsRepresentation = z
  .object({
    settings: someSettingsSchema.meta({
      description:
        'What holds. Without a model: the one of its endpoint; without a limit: as much as it costs.',
    }),
    origins: z
      .object(recordFrom<Record<SettingName, typeof origin>>(settingNames, () => origin))
      .meta({ description: 'Where each value comes from.' }),
    configured: z
      .object({
        localModel: z.boolean(),
        cloudModel: z.boolean(),
        sources: z.array(z.enum(sourceNames)).readonly(),
      })
      .meta({ description: 'What this installation has to answer with.' }),
  })
  .meta({ id: 'Settings' });

/** The caller's preferences for answers. */
export const preferencesRepresentation = answerPreferencesSchema.meta({ id: 'Preferences' });
