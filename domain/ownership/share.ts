import { z } from 'zod';
import { careTeamSchema } from './care-team.ts';

/** The permission of a share: `contribute` includes `read`. */
export const shareLevels = ['read', 'contribute'] as const;
type ShareLevel = (typeof shareLevels)[number];

/** The recipient of a share: one person by the id in their token, or everyone in a care team. */
export const shareeSchema = z.union([
  z.strictObject({ user: z.string().min(1).max(256) }),
  z.strictObject({ team: careTeamSchema }),
]);
export type Sharee = z.output<typeof shareeSchema>;

/** A share as stored in the log. */
export type Share = {
  readonly with: Sharee;
  readonly level: ShareLevel;
  /** The instant of its expiry, ISO 8601 UTC with milliseconds; absent when it lasts until revoked. */
  readonly expiresAt?: string | undefined;
};

/** The key of a recipient; a team and a person of the same name differ. */
export const shareeKey = (sharee: Sharee): string =>
  'user' in sharee ? `user:${sharee.user}` : `team:${sharee.team}`;
