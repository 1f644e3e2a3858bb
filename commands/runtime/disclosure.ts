import type { AccessEvent } from '../../domain/audit/access-events.ts';
import type { BackupEvent } from '../../domain/audit/backup-events.ts';

/** What a response discloses to its caller. */
export type Disclosure =
  | Exclude<AccessEvent, { type: 'AccessRefused' }>
  | Extract<BackupEvent, { type: 'BackupTaken' }>;

type DisclosureType = Disclosure['type'];

/**
 * What to record before a response is sent: `nothing` when it can contain no PHI, the types of events, or the
 * operation that records the access and must precede this one. A test verifies this for each route.
 */
export type Discloses =
  | 'nothing'
  | readonly [DisclosureType, ...DisclosureType[]]
  | { readonly recordedBy: string };
