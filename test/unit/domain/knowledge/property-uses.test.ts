import { expect, it } from 'vitest';
import { passageProperties } from '../../../../domain/knowledge/property-uses.ts';

/**
 * Passages are stored as JSON text, and a rebuilt index is compared with its predecessor byte for byte: when
 * this list changes, the version of the search projection is raised with it.
 */
it('the properties of passages keep the order in which the search index has stored them since version 12', () => {
  expect(passageProperties).toEqual([
    'title',
    'sourceType',
    'specialty',
    'agency',
    'stateCode',
    'organization',
    'publicationYear',
    'publisher',
    'authors',
    'doi',
    'pmid',
    'effectiveDate',
    'protocolNumber',
    'url',
    'condition',
    'lastUpdated',
    'edition',
    'chapter',
    'drugClass',
    'indication',
    'county',
    'agencyId',
  ]);
});
