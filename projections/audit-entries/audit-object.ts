import { ALL_SUBJECTS } from '../../domain/audit/disclosed-subjects.ts';
import type { AuditEntryRow } from './entity.ts';

const isThing = (named: string): boolean => named !== ALL_SUBJECTS && !/^(person|searches-of):/.test(named);

/** The thing that an entry concerns: what was read, or the stream that was added to. Null for none or several. */
export const auditObjectOf = ({
  category,
  about,
  streamId,
}: Pick<AuditEntryRow, 'category' | 'about' | 'streamId'>): string | null => {
  if (category !== 'access') return streamId;
  const [thing, ...others] = about.filter(isThing);
  return thing === undefined || others.length > 0 ? null : thing;
};
