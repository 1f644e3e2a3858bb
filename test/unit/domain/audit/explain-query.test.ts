import { describe, expect, it } from 'vitest';
import { explainQuery } from '../../../../domain/audit/explanation/explain-query.ts';
import type { QueryEvent } from '../../../../domain/consultation/query-events.ts';
import type { RecordedEvent } from '../../../../domain/kernel/event.ts';
import { createHistory, type StreamEvent, uuidOf } from '../../../support/recorded-history.ts';
import {
  answered,
  asked,
  clarificationAnswered,
  clarificationAsked,
  detectionDisputed,
  feedbackGiven,
  modelCallEnded,
  modelCalled,
  queryCancelled,
  queryFailed,
  routed,
  screened,
  searched,
} from '../../../support/sample-events.ts';

const queryId = uuidOf(7);

/** The log, ending with who read the answer. */
const explain = (...events: readonly StreamEvent[]) => explainAs((event) => event, events);

/** An event as the log reads once its key is destroyed. */
const asErased = (event: RecordedEvent): RecordedEvent => {
  const { data } = event as RecordedEvent<QueryEvent>;
  return {
    ...event,
    erased: true,
    data: {
      ...data,
      ...('clinicalContext' in data ? { clinicalContext: {} } : {}),
      ...('question' in data ? { question: '[erased]' } : {}),
      ...('answer' in data ? { answer: '[erased]', citations: [] } : {}),
    },
  };
};

const explainAs = (read: (event: RecordedEvent) => RecordedEvent, events: readonly StreamEvent[]) => {
  const history = createHistory();
  for (const event of events) history.record(event);
  const reading = history.record(
    {
      streamId: `access-query-${queryId}`,
      event: { type: 'AnswerRead', data: { queryId, basis: 'oversight', reason: 'complaint 12' } },
    },
    { actor: { id: 'lee', role: 'compliance' } },
  );
  const ofQuery = history.events.filter(({ streamId }) => streamId.startsWith('query-')).map(read);
  return explainQuery(ofQuery as readonly RecordedEvent<QueryEvent>[], [reading] as never);
};

const broken = (explained: ReturnType<typeof explain>): readonly string[] =>
  (explained?.findings ?? []).flatMap(({ rule, holds }) => (holds === false ? [rule] : []));

describe('the explanation of a question', () => {
  it('lists each step in order, with its time and who recorded it', () => {
    const explained = explain(
      asked(queryId),
      screened(queryId, []),
      routed(queryId),
      searched(queryId, 2),
      answered(queryId),
      feedbackGiven(queryId, 'dr-house'),
    );
    expect(explained).toMatchObject({
      queryId,
      conversationId: null,
      status: 'answered',
      asked: { question: 'How much epinephrine?', milliseconds: 0, by: { id: 'dr-house' } },
      rounds: [
        {
          round: 1,
          screened: { detected: false, milliseconds: 1000, position: 2 },
          routed: { intent: 'drug_info', position: 3 },
          searched: { found: [{ chunkId: 'protocol-1219@1#0' }, {}], position: 4 },
          calls: [],
          askedBack: null,
        },
      ],
      ending: { status: 'answered', answer: 'See the protocol [1].', milliseconds: 4000 },
      feedback: [{ kind: 'helpful', givenBy: 'dr-house' }],
      readings: [{ of: 'answer', basis: 'oversight', reason: 'complaint 12', by: { id: 'lee' } }],
    });
    expect(broken(explained)).toEqual([]);
    expect(explained?.findings.length).toBeGreaterThan(3);
  });

  it('starts another round with the reply to a clarifying question', () => {
    const explained = explain(
      asked(queryId),
      screened(queryId, []),
      routed(queryId),
      searched(queryId, 2),
      clarificationAsked(queryId),
      clarificationAnswered(queryId),
      screened(queryId, ['name']),
      routed(queryId, { round: 2 }),
      searched(queryId, 1),
      answered(queryId),
    );
    expect(explained?.rounds).toMatchObject([
      { askedBack: { question: 'Which type of diabetes?' }, reply: { option: 'type-1' } },
      { round: 2, screened: { kinds: ['name'] }, searched: { position: 9 }, askedBack: null },
    ]);
    expect(broken(explained)).toEqual([]);
  });

  it('shows a model call next to its end, or as open when nothing more is known', () => {
    const explained = explain(
      asked(queryId),
      screened(queryId, []),
      routed(queryId),
      searched(queryId, 1),
      modelCalled(queryId, { attempt: 1 }),
      modelCalled(queryId, { attempt: 2 }),
      modelCallEnded(queryId, { attempt: 2, outcome: 'completed' }),
      answered(queryId),
    );
    expect(explained?.rounds[0]?.calls).toMatchObject([
      { attempt: 1, ended: null },
      { attempt: 2, ended: { outcome: 'completed' } },
    ]);
  });

  it.each([
    ['failed', queryFailed(queryId)],
    ['cancelled', queryCancelled(queryId)],
  ])('reports that it %s, and judges no answer', (status, ending) => {
    const explained = explain(asked(queryId), screened(queryId, []), ending);
    expect(explained).toMatchObject({ status, ending: { status }, usage: null });
    expect(broken(explained)).toEqual([]);
  });

  it('names who disputed a detection', () => {
    const explained = explain(asked(queryId), screened(queryId, ['name']), detectionDisputed(queryId));
    expect(explained?.reviews).toMatchObject([{ what: 'disputed', comment: 'It is a burn chart.' }]);
  });

  it('omits reads from before there was an answer', () => {
    expect(explain(asked(queryId), screened(queryId, []))).toMatchObject({ status: 'pending', readings: [] });
  });

  it('is empty for a stream that is not that of a question', () => {
    expect(explainQuery([], [])).toBeUndefined();
  });
});

describe('the explanation of an erased question', () => {
  const steps = [screened(queryId, []), routed(queryId), searched(queryId, 1)];
  const unknown = (explained: ReturnType<typeof explain>): readonly string[] =>
    (explained?.findings ?? []).flatMap(({ rule, holds }) => (holds === null ? [rule] : []));

  it('judges what the log still says, and reports what only the erased content says as unknown', () => {
    const explained = explainAs(asErased, [asked(queryId), ...steps, answered(queryId)]);
    expect(explained).toMatchObject({ erased: true, ending: { erased: true, answer: '[erased]' } });
    expect(broken(explained)).toEqual([]);
    expect(unknown(explained)).toEqual([
      'Each citation refers to something that was found.',
      'Each number in the answer refers to a citation.',
    ]);
    expect(explained?.findings.filter(({ holds }) => holds).length).toBeGreaterThan(1);
  });

  it('does not claim that a question without a known clinical context was about no one', () => {
    const cloud = modelCalled(queryId, { where: 'cloud' });
    const withContext = asked(queryId, { clinicalContext: { patientAge: 4 } });
    const rule = 'No cloud model was called about a question with PHI or clinical context.';
    expect(unknown(explainAs(asErased, [withContext, ...steps, cloud]))).toEqual([rule]);
    expect(unknown(explainAs(asErased, [asked(queryId), ...steps, cloud]))).toEqual([]);
    const detected = [withContext, screened(queryId, ['name']), ...steps.slice(1), cloud];
    expect(broken(explainAs(asErased, detected))).toEqual([rule]);
  });
});

describe('the explanation reports a broken rule', () => {
  it('when a search ran without screening', () => {
    const explained = explain(asked(queryId), searched(queryId, 1), answered(queryId));
    expect(broken(explained)).toEqual(['Nothing was searched before the question was screened for PHI.']);
  });

  it('when a cloud model was called about a question with PHI', () => {
    const steps = [routed(queryId), searched(queryId, 1), modelCalled(queryId, { where: 'cloud' })];
    expect(broken(explain(asked(queryId), screened(queryId, ['name']), ...steps))).toEqual([
      'No cloud model was called about a question with PHI or clinical context.',
    ]);
    expect(broken(explain(asked(queryId), screened(queryId, []), ...steps))).toEqual([]);
    expect(
      broken(
        explain(asked(queryId, { clinicalContext: { patientAge: 4 } }), screened(queryId, []), ...steps),
      ),
    ).toEqual(['No cloud model was called about a question with PHI or clinical context.']);
  });

  it('when a model was called more often than allowed', () => {
    const calls = [1, 2, 3].map((attempt) => modelCalled(queryId, { attempt, where: 'local' }));
    expect(
      broken(explain(asked(queryId), screened(queryId, []), routed(queryId), searched(queryId, 1), ...calls)),
    ).toEqual([
      'No model was called more than 2 times in a round, or before it received the results of its tools.',
    ]);
  });

  it('when the whole question was sent to an external source although it held PHI', () => {
    const { event, streamId } = searched(queryId, 1);
    if (event.type !== 'SourcesSearched') throw new Error('another event');
    const sent = (redacted: boolean): StreamEvent => ({
      streamId,
      event: {
        type: 'SourcesSearched',
        data: {
          ...event.data,
          sources: [{ source: 'pubmed', outcome: 'ok', found: 1, milliseconds: 1, cached: false, redacted }],
        },
      },
    });
    const rule = 'If the question contained PHI, external sources received only the redacted text.';
    expect(broken(explain(asked(queryId), screened(queryId, ['name']), sent(false)))).toEqual([rule]);
    expect(broken(explain(asked(queryId), screened(queryId, ['name']), sent(true)))).toEqual([]);
  });

  it('when the answer cites a source that was not found, or a citation number without a source', () => {
    const steps = [asked(queryId), screened(queryId, []), routed(queryId)];
    expect(broken(explain(...steps, searched(queryId, 0), answered(queryId)))).toEqual([
      'Each citation refers to something that was found.',
    ]);
    expect(
      broken(
        explain(...steps, searched(queryId, 1), answered(queryId, { answer: 'So it is [1], and so [4].' })),
      ),
    ).toEqual(['Each number in the answer refers to a citation.']);
  });
});
