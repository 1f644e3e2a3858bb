import type { AccessEvent } from '../../domain/audit/access-events.ts';
import type { BackupEvent } from '../../domain/audit/backup-events.ts';

/** What a caller is given to read. */
export type Disclosure = AccessEvent | Extract<BackupEvent, { type: 'BackupTaken' }>;
