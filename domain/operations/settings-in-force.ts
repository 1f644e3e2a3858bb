import { applyChange } from '../kernel/apply-change.ts';
import type { RecordedEvent, Revision } from '../kernel/event.ts';
import { type SettingName, type SomeSettings, settingNames } from './consultation-settings.ts';
import type { SettingsEvent } from './settings-events.ts';

/** Who gave a setting its value, and when. */
type SettingOrigin = { readonly by: string; readonly at: string };

/** What was changed of the settings and holds, with who did it. */
export type SettingsInForce = {
  readonly changed: SomeSettings;
  readonly origins: ReadonlyMap<SettingName, SettingOrigin>;
  /** Of the stream; -1 before the first change. */
  readonly revision: Revision;
};

export const nothingChanged: SettingsInForce = { changed: {}, origins: new Map(), revision: -1 };

/** What is read of an event that records a change. */
type SettingRecord = Pick<RecordedEvent, 'revision' | 'recordedAt'> &
  Pick<SettingsEvent['data'], 'after'> & { readonly by: string };

/** The same after a change; an event that is known already changes nothing. */
export const evolveSettings = (state: SettingsInForce, event: SettingRecord): SettingsInForce => {
  const { after, by, recordedAt, revision } = event;
  if (revision <= state.revision) return state;
  const origins = new Map(state.origins);
  for (const name of settingNames) {
    if (after[name] === null) origins.delete(name);
    else if (after[name] !== undefined) origins.set(name, { by, at: recordedAt });
  }
  return { changed: applyChange(state.changed, after), origins, revision };
};
