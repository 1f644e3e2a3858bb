import type { Caller } from '../../commands/runtime/caller.ts';
import { recordListing } from '../../commands/runtime/record-listing.ts';
import type { HttpApiServices } from '../http-api-services.ts';

/**
 * Records that a person saw catalogue entries of documents with PHI. Reads of other entries are not recorded, because
 * their names are open to all.
 */
export const recordCatalogueRead = (
  kind: 'documents' | 'versions' | 'jobs',
  shownWithPhi: readonly { readonly docKey: string }[],
  caller: Caller,
  services: Pick<HttpApiServices, 'eventStore' | 'identity'>,
): Promise<void> => {
  const docKeys = [...new Set(shownWithPhi.map(({ docKey }) => docKey))];
  return recordListing(
    docKeys,
    caller,
    { what: { type: 'CatalogueRead', data: { kind, docKeys } }, phi: true },
    services,
  );
};
