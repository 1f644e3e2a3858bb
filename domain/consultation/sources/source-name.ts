import type { SourceType } from '../../knowledge/source-type.ts';

/**
 * The sources of evidence. `guidelines` and `notes` are the knowledge base narrowed to their source types, so they
 * need no network.
 */
export const sourceNames = [
  'knowledge_base',
  'guidelines',
  'pubmed',
  'openfda',
  'uptodate',
  'openevidence',
  'notes',
] as const;
export type SourceName = (typeof sourceNames)[number];

/** The sources outside the hospital. */
export const externalSources = ['pubmed', 'openfda', 'uptodate', 'openevidence'] as const;
export type ExternalSource = (typeof externalSources)[number];

export const isExternalSource = (name: SourceName): name is ExternalSource =>
  externalSources.some((external) => external === name);

/** The source types of each internal source; the knowledge base itself has all. */
export const inHouseSourceTypes: Readonly<Partial<Record<SourceName, readonly SourceType[]>>> = {
  guidelines: ['guideline', 'protocol', 'policy'],
  notes: ['note'],
};
