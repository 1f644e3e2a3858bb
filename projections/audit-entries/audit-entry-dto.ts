import type { AuditEntryRow } from './entity.ts';

/** An entry of the audit trail as the API shows it; instants are ISO 8601 UTC. */
export type AuditEntryDto = Readonly<AuditEntryRow>;

/** A row as the API shows it: a plain object of its own. */
export const toAuditEntryDto = (row: AuditEntryRow): AuditEntryDto => ({ ...row });
