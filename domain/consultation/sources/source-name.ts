import type { SourceType } from '../../knowledge/source-type.ts';

/**
 * Where evidence is looked for. `guidelines` and `notes` are the knowledge base narrowed to their source types: they
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

/** The sources that other people keep. */
export const externalSources = ['pubmed', 'openfda', 'uptodate', 'openevidence'] as const;
export type ExternalSource = (typeof externalSources)[number];

export const isExternalSource = (name: SourceName): name is ExternalSource =>
  externalSources.some((external) => external === name);

/** What of the knowledge base a source in the house is; the knowledge base itself is all of it. */
export const inHouseSourceTypes: Readonly<Partial<Record<SourceName, readonly SourceType[]>>> = {
  guidelines: ['guideline', 'protocol', 'policy'],
  notes: ['note'],
};
