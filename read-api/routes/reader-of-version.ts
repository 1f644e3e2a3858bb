import type { Caller } from '../../commands/runtime/caller.ts';
import { withOversight } from '../../commands/runtime/ownership/require-access.ts';
import { mayContainPhi } from '../../domain/indexing/may-contain-phi.ts';
import type { DocumentVersionDto } from '../../projections/document-versions/document-version-dto.ts';

/**
 * Who reads a version of a document, for the record. One that was withdrawn and holds PHI, declared or found, is no
 * knowledge any more and still describes people: only compliance reads it, and says why.
 *
 * @throws Failure `permission_denied` to others, `validation_error` without a reason
 */
export const readerOfVersion = (
  caller: Caller,
  version: DocumentVersionDto | undefined,
  foundPhi = false,
): Caller => (version?.withdrawn && (foundPhi || mayContainPhi(version)) ? withOversight(caller) : caller);
