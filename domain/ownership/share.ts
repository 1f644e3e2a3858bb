import { z } from 'zod';
import { careTeamSchema } from './care-team.ts';

/** What somebody may do with what is shared with them: `contribute` includes to `read`. */
export const shareLevels = ['read', 'contribute'] as const;
type ShareLevel = (typeof shareLevels)[number];

/** With whom something is shared: one person by the id in their token, or everybody in a care team. */
export const shareeSchema = z.union([
  z.strictObject({ user: z.string().min(1).max(256) }),
  z.strictObject({ team: careTeamSchema }),
]);
export type Sharee = z.output<typeof shareeSchema>;

/** One share as the log has it. */
export type Share = {
  readonly with: Sharee;
  readonly level: ShareLevel;
  /** The instant from which it no longer holds, ISO 8601 UTC with milliseconds; absent for until it is taken back. */
  readonly expiresAt?: string | undefined;
};

/** One word for a sharee: a team and a person of the same name are two. */
export const shareeKey = (sharee: Sharee): string =>
  'user' in sharee ? `user:${sharee.user}` : `team:${sharee.team}`;
