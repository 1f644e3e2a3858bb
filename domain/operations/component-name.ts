/**
 * The components that an answer can use and do without, as the failure matrix names them, and those that everything
 * depends on. Each external source is a separate component: `external-sources:pubmed`.
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
  | 'vector-writing'
  | 'witnesses';
