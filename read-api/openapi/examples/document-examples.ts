import { docKey, jobId, second } from './ids.ts';
import type { RouteExample } from './route-example.ts';

const text = '# Hypoglycemia\n\n## Definitions\n\n- Level 1: glucose below 70 mg/dL';

/** The reading and embedding facts of a finished job. */
export const jobFigures = {
  retryCount: 0,
  pages: 1,
  ocrPages: [],
  ocrPageCount: 0,
  failedPages: [],
  failedPageCount: 0,
  lowestOcrConfidence: null,
  totalChunks: 3,
  processedChunks: 3,
  costUsd: 0,
};

const job = {
  jobId,
  docKey,
  version: 1,
  fileName: 'hypoglycemia.docx',
  state: 'COMPLETED',
  stage: null,
  createdAt: second(0),
  startedAt: second(1),
  completedAt: second(5),
  failedAt: null,
  errorMessage: null,
  errorReason: null,
  ...jobFigures,
  maxRetries: 3,
  canRetry: false,
  withheld: [],
  warnings: [],
  supersededBy: null,
  updatedAt: second(5),
  revision: 6,
};

const metadata = { position: 8, generation: 1 };
const params = { docKey, version: 1 };

/** Example calls for the catalogue, the contents of documents, and indexing jobs. */
export const documentExamples = {
  listDocuments: {
    query: { sourceType: 'guideline', status: 'searchable', limit: 1 },
  },
  searchDocuments: { body: { title: 'hypoglycemia', limit: 1 } },
  getDocument: { params: { docKey } },
  listDocumentVersions: {
    params: { docKey },
  },
  listChunks: {
    params,
  },
  getDocumentFile: { params },
  listDocumentPages: { params },
  getDocumentPage: {
    params: { ...params, page: 1 },
  },
  getDocumentPageImage: {
    params: { ...params, page: 1 },
    query: { width: 1200, highlight: `${docKey}@1#0`, lines: '1-2' },
  },
  getDocumentPageMarks: {
    params: { ...params, page: 1 },
    query: { highlight: `${docKey}@1#0`, lines: '1-2' },
  },
  listDocumentFigures: {
    params,
    answers: {
      200: [
        {
          figure: 1,
          page: 1,
          kind: 'flow_chart',
          caption: 'Figure 1. What to do at a low blood sugar',
          width: 1240,
          height: 900,
          box: { x: 0.1, y: 0.42, width: 0.8, height: 0.4 },
          url: `/api/documents/${docKey}/versions/1/figures/1`,
        },
      ],
    },
    metadata,
  },
  getDocumentFigure: { params: { ...params, figure: 1 } },
  getDocumentText: {
    params,
    query: { start: 0, end: text.length },
  },
  listIndexingJobs: { query: { state: 'COMPLETED' }, answers: { 200: [job] }, metadata },
  getIndexingJob: { params: { id: jobId } },
  streamIndexingJob: {
    params: { id: jobId },
    contents: {
      'text/event-stream': { state: 'COMPLETED', stage: null, at: second(5), ...jobFigures },
    },
  },
} as const satisfies Readonly<Record<string, RouteExample>>;
