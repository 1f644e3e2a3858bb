import type { ConsultationSettings, SettingsBasis } from '../domain/operations/consultation-settings.ts';
import type { SettingsInForce } from '../domain/operations/settings-in-force.ts';

/**
 * The current settings for answering questions, from memory: the environment with later changes. It follows the log,
 * so that a change applies on every node as soon as it arrives, one poll later at the latest.
 */
export type SettingsReader = { readonly current: () => ConsultationSettings };

/** The same for commands and views of settings. */
export type FollowedSettings = SettingsReader & {
  readonly ground: SettingsBasis;
  readonly inForce: () => SettingsInForce;
  /** Applies all events in the log so far. */
  readonly refresh: () => Promise<void>;
};
