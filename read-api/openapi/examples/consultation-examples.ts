import { clinician, conversationId, docKey, queryId, second } from './ids.ts';
import type { RouteExample } from './route-example.ts';

const excerpt =
  '| Drug | Adult | Child |\n| --- | --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) | 0.5 to 1 g/kg (5 to 10 mL/kg) |';

const citation = {
  n: 1,
  chunkId: `${docKey}@1#1`,
  docKey,
  version: 1,
  fileName: 'hypoglycemia.docx',
  title: 'Hypoglycemia',
  sourceType: 'guideline',
  pages: [1],
  section: 'Hypoglycemia > Treatment > Doses',
  excerpt,
  textHash: 'd2ff530caf0f07c6891b5361c6b814cbeb74b626add7b541239b192784bfb5d5',
  score: 0.76,
  organization: 'Sample County',
};

export const answer = {
  answer: `[1] Hypoglycemia, page 1, Doses:\n${excerpt}`,
  citations: [citation],
  warnings: [],
  model: 'extractive',
  degraded: false,
};

const question = 'How is hypoglycemia treated in adults?';

const feedback = {
  queryId,
  givenBy: clinician,
  actorRole: 'clinician',
  kind: 'helpful',
  docKey: null,
  chunkId: null,
  comment: null,
  commentWithheld: false,
  givenAt: second(60),
  timesGiven: 1,
};

const metadata = { position: 18, generation: 1 };

/** Example calls for searching, asking and feedback. */
export const consultationExamples = {
  search: {
    body: { query: 'dextrose IV 8 year old 25 kg', filters: { sourceType: 'guideline' }, limit: 5 },
  },
  summarize: {
    body: {
      query: 'glucagon dose adult',
      content: 'Hypoglycemia\n\nGlucagon 1 mg IM if no IV access.\n\nCall the base.',
      protocolTitle: 'Hypoglycemia',
    },
  },
  getQuery: { params: { id: queryId } },
  listConversations: { query: { limit: 20 } },
  getConversation: {
    params: { id: conversationId },
  },
  listFeedback: { query: { kind: 'helpful' }, answers: { 200: [feedback] }, metadata },
  exportFeedback: {
    query: { format: 'ndjson' },
    contents: {
      'application/x-ndjson': {
        queryId,
        question: question,
        docKey: null,
        chunkId: null,
        label: 'helpful',
        givenAt: second(60),
      },
    },
  },
  getDocumentFeedback: {
    params: { docKey },
    answers: { 200: { docKey, helpful: 3, wrong: 0, outdated: 1, missing: 0 } },
    metadata,
  },
  streamQuery: {
    params: { id: queryId },
    contents: { 'text/event-stream': { queryId, ...answer } },
  },
} as const satisfies Readonly<Record<string, RouteExample>>;
