import { z } from 'zod';
import { answerPreferencesSchema, preferencesChangeSchema } from '../consultation/answer-preferences.ts';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { sensitiveText } from '../privacy/sensitive.ts';
import { settingsChangeSchema, someSettingsSchema } from './consultation-settings.ts';

/** An admin changed how questions are answered. Only what changed is here. */
export const settingsChanged = defineEvent(
  'SettingsChanged',
  z.strictObject({
    /** The previous value, whatever its origin; absent where there was none. */
    before: someSettingsSchema,
    /** The value from now on; null where it was reset to the environment's. */
    after: settingsChangeSchema,
    /** Why, in that person's own words. */
    reason: sensitiveText(z.string().min(3).max(500)),
  }),
);

/** A person changed how they want answers. Only what changed is here; null where it was forgotten. */
export const preferencesChanged = defineEvent(
  'PreferencesChanged',
  z.strictObject({ before: answerPreferencesSchema, after: preferencesChangeSchema }),
);

export const settingsEvents = [settingsChanged, preferencesChanged] as const;
export type SettingsEvent = EventOf<typeof settingsChanged>;
export type PreferencesEvent = EventOf<typeof preferencesChanged>;
