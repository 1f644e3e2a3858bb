import { answer } from './consultation-examples.ts';
import { clinician, conversationId, docKey, queryId, second } from './ids.ts';
import type { RouteExample } from './route-example.ts';

const asks = { id: clinician, role: 'clinician' };
const answers = { id: 'system:query-orchestrator', role: 'service', onBehalfOf: clinician };

const step = (position: number, milliseconds: number, by: object = answers) => ({
  position,
  at: second(30 + milliseconds / 1000),
  milliseconds,
  by,
});

const [found = { chunkId: '', textHash: '' }] = answer.citations;

/** The question of the other examples, explained. */
export const explanationExample: RouteExample = {
  params: { id: queryId },
  answers: {
    200: {
      queryId,
      conversationId,
      status: 'answered',
      erased: false,
      asked: {
        question: 'How is hypoglycemia treated in adults?',
        clinicalContext: { patientAge: 54, patientWeight: 80, allergies: ['latex'] },
        filters: {},
        limit: 5,
        ...step(14, 0, asks),
      },
      rounds: [
        {
          round: 1,
          screened: {
            detected: true,
            kinds: ['clinical_context'],
            detector: 'patterns-8',
            mode: 'strict',
            ...step(15, 12),
          },
          routed: {
            round: 1,
            intent: 'treatment',
            confidence: 0.9,
            classifiedBy: 'rules',
            sources: [{ source: 'knowledge_base', because: 'matrix' }],
            leftOut: [{ source: 'uptodate', because: 'not_configured' }],
            routing: 'hybrid',
            model: 'none',
            because: 'no model is configured',
            ...step(16, 12),
          },
          searched: {
            interpretation: {
              searchedFor: 'how is hypoglycemia treated in adults',
              intent: 'treatment',
              expansions: [],
              corrections: [],
            },
            stages: [{ source: 'dense', outcome: 'ok', found: 3, milliseconds: 7.4 }],
            sources: [
              {
                source: 'knowledge_base',
                outcome: 'ok',
                found: 1,
                milliseconds: 9.1,
                cached: false,
                redacted: false,
              },
            ],
            index: { generation: 1, position: 13, model: 'anamnesis-hash-384-v4' },
            found: [{ chunkId: found.chunkId, docKey, version: 1, score: 0.76 }],
            ...step(17, 31),
          },
          calls: [],
          waits: [],
          askedBack: null,
          reply: null,
        },
      ],
      toolCalls: [],
      ending: { status: 'answered', ...answer, parameters: { limit: 5 }, ...step(18, 36) },
      usage: null,
      feedback: [],
      reviews: [],
      readings: [{ ...step(19, 40, asks), of: 'answer', basis: 'own', reason: null }],
      moreReadings: false,
      unreadableEvents: 0,
      findings: [
        {
          rule: 'Nothing was searched before the question was screened for PHI.',
          holds: true,
          positions: [17],
        },
      ],
      rerun: null,
      evidence: [{ n: 1, chunkId: found.chunkId, textHash: found.textHash, state: 'same', live: true }],
    },
  },
};
