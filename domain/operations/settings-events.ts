import { z } from 'zod';
import { answerPreferencesSchema, preferencesChangeSchema } from '../consultation/answer-preferences.ts';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { sensitiveText } from '../privacy/sensitive.ts';
import { settingsChangeSchema, someSettingsSchema } from './consultation-settings.ts';

/** An admin changed how questions are answered. Only what changed is here. */
export const settingsChanged = defineEvent(
  'SettingsChanged',
  z.strictObject({
    /** What held until now, whoever had set it; absent where there was none. */
    before: someSettingsSchema,
    /** What holds from now on; null where it was given back to the environment. */
    after: settingsChangeSchema,
    /** Why, in the words of whoever did it. */
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
