/**
 * What an answer can need and be without, as the failure matrix names it, and what everything depends on. Of the external
 * sources each is one by itself: `external-sources:pubmed`.
 */
export type ComponentName =
  | 'knowledge-search'
  | `external-sources:${string}`
  | 'phi-detector'
  | 'intent-classifier'
  | 'cloud-model'
  | 'local-model'
  | 'safety-filter'
  | 'reranker'
  | 'embedding'
  | 'calendar'
  | 'database'
  | 'cache'
  | 'redis'
  | 'blob-store'
  | 'files'
  | 'mail'
  | 'mail-sending'
  | 'patient-records'
  | 'kafka'
  | 'vector-writing';
