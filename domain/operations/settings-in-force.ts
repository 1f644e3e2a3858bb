import { applyChange } from '../kernel/apply-change.ts';
import type { RecordedEvent, Revision } from '../kernel/event.ts';
import { type PartialSettings, type SettingName, settingNames } from './consultation-settings.ts';
import type { SettingsEvent } from './settings-events.ts';

/** Who gave a setting its value, and when. */
type SettingOrigin = { readonly by: string; readonly at: string };

/** The changed settings in force, each with its author. */
export type SettingsInForce = {
  readonly changed: PartialSettings;
  readonly origins: ReadonlyMap<SettingName, SettingOrigin>;
  /** The revision of the stream; -1 before the first change. */
  readonly revision: Revision;
};

export const nothingChanged: SettingsInForce = { changed: {}, origins: new Map(), revision: -1 };

/** The fields read from an event that records a change. */
type SettingRecord = Pick<RecordedEvent, 'revision' | 'recordedAt'> &
  Pick<SettingsEvent['data'], 'after'> & { readonly by: string };

/** The settings after a change; an event that is already included changes nothing. */
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
