import type { Caller } from '../../commands/runtime/caller.ts';
import { withOversight } from '../../commands/runtime/ownership/require-access.ts';
import { mayContainPhi } from '../../domain/indexing/may-contain-phi.ts';
import type { DocumentVersionDto } from '../../projections/document-versions/document-version-dto.ts';

/**
 * The reader of a document version, for the access record. A withdrawn version with PHI, declared or found, is no
 * longer knowledge but still describes people: only compliance may read it, with a reason.
 *
 * @throws Failure `permission_denied` to others, `validation_error` without a reason
 */
export const readerOfVersion = (
  caller: Caller,
  version: DocumentVersionDto | undefined,
  foundPhi = false,
): Caller => (version?.withdrawn && (foundPhi || mayContainPhi(version)) ? withOversight(caller) : caller);
