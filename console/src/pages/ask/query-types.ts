import type { components } from '../../../../client/api.generated.ts';

/** A question with its answer, as the API returns it. */
export type Query = components['schemas']['Query'];
export type Citation = components['schemas']['Citation'];
export type Preferences = components['schemas']['Preferences'];
export type ClinicalContext = NonNullable<components['schemas']['Conversation']['clinicalContext']>;
export type Source = NonNullable<Preferences['preferSources']>[number];

/** The sources in words. */
export const sourceNames: Readonly<Record<Source | 'tool', string>> = {
  knowledge_base: 'Own documents',
  guidelines: 'Guidelines',
  pubmed: 'PubMed',
  openfda: 'openFDA',
  uptodate: 'UpToDate',
  openevidence: 'OpenEvidence',
  notes: 'Notes',
  tool: 'Tool',
};
