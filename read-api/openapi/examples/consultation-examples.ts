import { summaryNotice } from '../../../domain/consultation/summarize-text.ts';
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

const source = { source: 'dense', outcome: 'ok', found: 3, milliseconds: 7.4 };

export const answer = {
  answer: `[1] Hypoglycemia, page 1, Doses:\n${excerpt}`,
  citations: [citation],
  warnings: [],
  model: 'extractive',
  degraded: false,
};

const query = {
  queryId,
  conversationId,
  actorId: clinician,
  status: 'answered',
  question: 'How is hypoglycemia treated in adults?',
  ...answer,
  interpretation: {
    searchedFor: 'how is hypoglycemia treated in adults',
    intent: 'treatment',
    expansions: [],
    corrections: [],
    depth: 'quick_lookup',
    population: 'adult',
    protocolNumbers: [],
    entities: { drugs: [], conditions: ['hypoglycemia'], procedures: [], routes: [], stages: [] },
    specialties: ['endocrinology'],
    suggestions: [],
  },
  references: {
    style: 'AMA',
    display: 'footnote',
    items: [
      {
        n: 1,
        formatted: 'Sample County. Hypoglycemia. Sample County; date unknown.',
        mark: '1(p1)',
        pages: 'p 1',
        italic: 'Hypoglycemia',
      },
    ],
  },
  preferences: { citationDisplay: 'footnote' },
  phi: { detected: true, kinds: ['clinical_context'] },
  intent: 'treatment',
  confidence: 0.9,
  route: {
    routing: 'hybrid',
    model: 'none',
    because: 'not_configured',
    sources: [{ source: 'knowledge_base', because: 'matrix' }],
    leftOut: [{ source: 'uptodate', because: 'not_configured' }],
  },
  sources: [
    {
      source: 'knowledge_base',
      outcome: 'ok',
      found: 3,
      milliseconds: 41.2,
      cached: false,
      redacted: false,
    },
  ],
  stages: [source],
  clarification: null,
  checks: null,
  usage: null,
  toolCalls: [],
  askedAt: second(30),
  finishedAt: second(30.32),
  milliseconds: 320,
  error: null,
  revision: 3,
};

const conversation = {
  conversationId,
  title: 'Hypoglycemia',
  clinicalContext: { patientAge: 54, patientWeight: 80, allergies: ['latex'] },
  startedAt: second(20),
  startedBy: clinician,
  owner: clinician,
  updatedAt: second(30),
  queryCount: 1,
  revision: 2,
};

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

const { n: _, excerpt: __, textHash: ___, ...passage } = citation;

const found = {
  results: [{ ...passage, specialty: ['endocrinology'], text: excerpt, tokens: 48, indexedAt: second(5) }],
  interpretation: {
    original: 'dextrose IV 8 year old 25 kg',
    searchedFor: 'dextrose intravenous 8 year old 25kg',
    intent: 'pediatric_specific',
    depth: 'quick_lookup',
    confidence: 0.9,
    expansions: [{ from: 'iv', to: 'intravenous' }],
    corrections: [],
    suggestions: [],
    protocolNumbers: [],
    population: 'pediatric',
    entities: {
      drugs: ['dextrose'],
      conditions: [],
      procedures: [],
      routes: ['intravenous'],
      ages: [{ value: 8, unit: 'years' }],
      weights: [{ value: 25, unit: 'kg' }],
      doses: [],
      stages: [],
    },
    specialties: ['endocrinology'],
    variations: [],
  },
  sources: [source],
  warnings: [],
  cached: false,
  milliseconds: 36.6,
};

const metadata = { position: 18, generation: 1 };

/** Searching, asking, and what people say of answers. */
export const consultationExamples = {
  search: {
    body: { query: 'dextrose IV 8 year old 25 kg', filters: { sourceType: 'guideline' }, limit: 5 },
    answers: { 200: found },
    metadata,
  },
  summarize: {
    body: {
      query: 'glucagon dose adult',
      content: 'Hypoglycemia\n\nGlucagon 1 mg IM if no IV access.\n\nCall the base.',
      protocolTitle: 'Hypoglycemia',
    },
    answers: {
      200: {
        found: true,
        summary: `Glucagon 1 mg IM if no IV access.\n\n${summaryNotice}`,
        excerpts: [{ section: '', text: 'Glucagon 1 mg IM if no IV access.', notes: [] }],
        warnings: [],
      },
    },
  },
  getQuery: { params: { id: queryId }, answers: { 200: query }, metadata },
  listConversations: { query: { limit: 20 }, answers: { 200: [conversation] }, metadata },
  getConversation: {
    params: { id: conversationId },
    answers: {
      200: {
        ...conversation,
        queries: [query],
        lastMessages: [
          { queryId, role: 'user', text: query.question, at: query.askedAt },
          { queryId, role: 'assistant', text: query.answer, at: query.finishedAt },
        ],
      },
    },
    metadata,
  },
  listFeedback: { query: { kind: 'helpful' }, answers: { 200: [feedback] }, metadata },
  exportFeedback: {
    query: { format: 'ndjson' },
    contents: {
      'application/x-ndjson': {
        queryId,
        question: query.question,
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
