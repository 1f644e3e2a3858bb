import type { AccessEvent } from '../../domain/audit/access-events.ts';
import type { BackupEvent } from '../../domain/audit/backup-events.ts';

/** What a caller is given to read. */
export type Disclosure =
  | Exclude<AccessEvent, { type: 'AccessRefused' }>
  | Extract<BackupEvent, { type: 'BackupTaken' }>;

type DisclosureType = Disclosure['type'];

/**
 * What is put on record before an answer leaves: `nothing` where it contains neither PHI nor what can hold some, the
 * types of events, or the operation without whose record it cannot be asked for. A test holds each route to it.
 */
export type Discloses =
  | 'nothing'
  | readonly [DisclosureType, ...DisclosureType[]]
  | { readonly recordedBy: string };
