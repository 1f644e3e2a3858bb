import { admin, docKey, fileHash, jobId, second } from './ids.ts';
import type { RouteExample } from './route-example.ts';

const version = {
  docKey,
  version: 1,
  fileName: 'hypoglycemia.docx',
  format: 'docx',
  size: 3257,
  contentHash: fileHash,
  title: 'Hypoglycemia',
  sourceType: 'guideline',
  specialty: ['endocrinology'],
  authors: [],
  organization: 'Sample County',
  publisher: null,
  publicationYear: 2025,
  effectiveDate: '2025-07-01',
  doi: null,
  pmid: null,
  agency: null,
  stateCode: null,
  protocolNumber: null,
  url: 'https://example.org/hypoglycemia',
  condition: ['Hypoglycemia'],
  lastUpdated: '2025-09-15',
  edition: null,
  chapter: null,
  drugClass: [],
  indication: [],
  county: null,
  agencyId: null,
  containsPhi: false,
  withheld: [],
  metadataSources: { title: 'file', organization: 'uploader' },
  pages: 1,
  chunks: 3,
  addedAt: second(0),
  updatedAt: second(5),
  revision: 0,
};

const document = {
  ...version,
  liveVersion: 1,
  status: 'searchable',
  lastJobState: 'COMPLETED',
  latestJobId: jobId,
};

const text = '# Hypoglycemia\n\n## Definitions\n\n- Level 1: glucose below 70 mg/dL';

const page = { page: 1, readBy: 'native', start: 0, end: text.length };

/** How pages were read and chunks embedded, of a job as it ended. */
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

/** The catalogue, what documents say, and the jobs that make them searchable. */
export const documentExamples = {
  listDocuments: {
    query: { sourceType: 'guideline', limit: 1 },
    answers: { 200: [document] },
    metadata: { ...metadata, nextCursor: 'WyJndWlkZWxpbmUtaHlwb2dseWNlbWlhIl0' },
  },
  getDocument: { params: { docKey }, answers: { 200: document }, metadata },
  listDocumentVersions: {
    params: { docKey },
    answers: {
      200: [
        {
          ...version,
          jobId,
          state: 'COMPLETED',
          superseded: false,
          supersededByVersion: null,
          withdrawn: false,
          embeddingModel: 'anamnesis-hash-384-v4',
          indexedAt: second(5),
          addedBy: admin,
        },
      ],
    },
    metadata,
  },
  listChunks: {
    params,
    answers: {
      200: [
        {
          chunkId: `${docKey}@1#0`,
          index: 0,
          live: true,
          title: 'Hypoglycemia',
          section: 'Hypoglycemia',
          contentType: 'medication',
          isTable: false,
          pages: [1],
          tokens: 21,
          start: 0,
          end: text.length,
          indexedAt: second(5),
          text,
        },
      ],
    },
    metadata,
  },
  getDocumentFile: { params },
  listDocumentPages: { params, answers: { 200: [{ ...page, characters: 80 }] }, metadata },
  getDocumentPage: {
    params: { ...params, page: 1 },
    answers: { 200: { ...page, pages: 1, text, cleanedText: text } },
    metadata,
  },
  getDocumentPageImage: {
    params: { ...params, page: 1 },
    query: { width: 1200, highlight: `${docKey}@1#0`, lines: '1-2' },
  },
  getDocumentPageMarks: {
    params: { ...params, page: 1 },
    query: { highlight: `${docKey}@1#0`, lines: '1-2' },
    answers: {
      200: {
        page: 1,
        pages: 1,
        sheet: 1,
        sheets: 1,
        markedSheets: [1],
        chunkId: `${docKey}@1#0`,
        found: true,
        rectangles: [{ page: 1, x: 0.09804, y: 0.20117, width: 0.74201, height: 0.0142 }],
        unlocated: [],
        image: `/api/documents/${docKey}/versions/1/pages/1/image?highlight=${encodeURIComponent(`${docKey}@1#0`)}&lines=1-2`,
      },
    },
    metadata,
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
    answers: { 200: { start: 0, end: text.length, length: 1295, text } },
    metadata,
  },
  listIndexingJobs: { query: { state: 'COMPLETED' }, answers: { 200: [job] }, metadata },
  getIndexingJob: { params: { id: jobId }, answers: { 200: job }, metadata },
  streamIndexingJob: {
    params: { id: jobId },
    contents: {
      'text/event-stream': { state: 'COMPLETED', stage: null, at: second(5), ...jobFigures },
    },
  },
} as const satisfies Readonly<Record<string, RouteExample>>;
