import { z } from 'zod';
import { answerPreferencesSchema, preferencesChangeSchema } from '../consultation/answer-preferences.ts';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { sensitiveText } from '../privacy/sensitive.ts';
import { partialSettingsSchema, settingsChangeSchema } from './consultation-settings.ts';

/** An admin changed the settings of answering. Holds only the changed settings. */
export const settingsChanged = defineEvent(
  'SettingsChanged',
  z.strictObject({
    /** The previous value, whatever its origin; absent if there was none. */
    before: partialSettingsSchema,
    /** The new value; null when it was reset to the environment's. */
    after: settingsChangeSchema,
    /** The reason in the admin's own words. */
    reason: sensitiveText(z.string().min(3).max(500)),
  }),
);

/** A person changed their preferences. Holds only the changed ones; null for a removed one. */
export const preferencesChanged = defineEvent(
  'PreferencesChanged',
  z.strictObject({ before: answerPreferencesSchema, after: preferencesChangeSchema }),
);

export const settingsEvents = [settingsChanged, preferencesChanged] as const;
export type SettingsEvent = EventOf<typeof settingsChanged>;
export type PreferencesEvent = EventOf<typeof preferencesChanged>;
