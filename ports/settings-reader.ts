import type { ConsultationSettings, SettingsGround } from '../domain/operations/consultation-settings.ts';
import type { SettingsInForce } from '../domain/operations/settings-in-force.ts';

/**
 * How questions are answered as of now, from memory: what the environment says with what was changed since. It follows
 * the log, so that a change counts on every node as soon as that hears of it, a poll later at the latest.
 */
export type SettingsReader = { readonly current: () => ConsultationSettings };

/** The same for those who change and show settings. */
export type FollowedSettings = SettingsReader & {
  readonly ground: SettingsGround;
  readonly inForce: () => SettingsInForce;
  /** Takes in at once what the log holds by now. */
  readonly refresh: () => Promise<void>;
};
