import { describe, expect, test } from 'vitest';
import type { CommandOf } from '../../../../domain/consultation/query-commands.ts';
import { queryDecider } from '../../../../domain/consultation/query-decider.ts';
import { type QueryEvent, sourcesSearched } from '../../../../domain/consultation/query-events.ts';
import { given } from '../../../support/given.ts';

type DataOfFeedback = Extract<QueryEvent, { type: 'FeedbackGiven' }>['data'];

const queryId = '00000000-0000-7000-8000-000000000001';
const conversationId = '00000000-0000-7000-8000-000000000002';
const question = { queryId, conversationId, question: 'Dose of epinephrine?', filters: {}, limit: 5 };
const screening = { detected: false, kinds: [], detector: 'patterns' };
const search = {
  interpretation: {
    searchedFor: 'epinephrine dose',
    intent: 'medication_dosing',
    expansions: [],
    corrections: [],
  },
  stages: [{ source: 'dense', outcome: 'ok' as const, found: 1, milliseconds: 2 }],
  sources: [
    {
      source: 'knowledge_base' as const,
      outcome: 'ok' as const,
      found: 1,
      milliseconds: 2,
      cached: false,
      redacted: false,
    },
  ],
  index: { generation: 1, position: 9, model: 'local' },
  found: [],
};
const answer = {
  answer: 'See [1].',
  citations: [],
  warnings: [],
  model: 'extractive',
  parameters: {},
  degraded: false,
};
const failure = {
  component: 'search-index',
  reason: 'timeout',
  message: 'The index did not answer in time.',
};

const ask = { type: 'AskQuery', ...question } as const;
const routing: Omit<CommandOf<'RecordRouting'>, 'type'> = {
  intent: 'drug_info',
  confidence: 0.9,
  classifiedBy: 'words',
  sources: [{ source: 'knowledge_base', because: 'matrix' }],
  leftOut: [],
  routing: 'hybrid',
  model: 'cloud',
  because: 'nothing keeps it from the cloud',
};
const clarification = {
  question: 'Which route?',
  options: [{ id: 'im', label: 'Intramuscular', readAs: 'dose of epinephrine IM' }],
  because: 'ambiguous_term' as const,
};
const call: Omit<CommandOf<'RecordModelCall'>, 'type'> = {
  attempt: 1,
  model: 'sample-model',
  where: 'cloud',
  prompt: [],
  parameters: { temperature: 0.3 },
  evidence: [],
};
const callEnd: Omit<CommandOf<'RecordModelCallEnd'>, 'type'> = {
  attempt: 1,
  outcome: 'completed',
  text: 'See [1].',
  milliseconds: 900,
};

const screen = { type: 'RecordPhiScreening', ...screening } as const;
const route = { type: 'RecordRouting', ...routing } as const;
const searchSources = { type: 'RecordSourcesSearched', ...search } as const;
const answerIt = { type: 'AnswerQuery', ...answer } as const;
const chooseClarification = { type: 'AskBack', ...clarification } as const;
const reply = { type: 'AnswerClarification', option: 'im' } as const;
const callModel = { type: 'RecordModelCall', ...call } as const;
const endCall = { type: 'RecordModelCallEnd', ...callEnd } as const;
const cancel = { type: 'CancelQuery', by: 'dr-house' } as const;
const failIt = { type: 'FailQuery', ...failure } as const;

const asked: QueryEvent = { type: 'QueryAsked', data: question };
const screened: QueryEvent = { type: 'PhiScreened', data: { queryId, ...screening } };
const routed: QueryEvent = { type: 'QueryRouted', data: { queryId, round: 1, ...routing } };
const routedAgain: QueryEvent = { type: 'QueryRouted', data: { queryId, round: 2, ...routing } };
const searched: QueryEvent = { type: 'SourcesSearched', data: { queryId, ...search } };
const clarificationAsked: QueryEvent = {
  type: 'ClarificationAsked',
  data: { queryId, conversationId, ...clarification },
};
const replied: QueryEvent = {
  type: 'ClarificationAnswered',
  data: { queryId, conversationId, option: 'im', readAs: 'dose of epinephrine IM' },
};
const called = (attempt: number, where: 'cloud' | 'local' = 'cloud'): QueryEvent => ({
  type: 'ModelCalled',
  data: { queryId, ...call, attempt, where },
});
const callEnded: QueryEvent = { type: 'ModelCallEnded', data: { queryId, ...callEnd } };
const cancelled: QueryEvent = { type: 'QueryCancelled', data: { queryId, conversationId, by: 'dr-house' } };
const answered: QueryEvent = { type: 'QueryAnswered', data: { queryId, conversationId, ...answer } };
const failed: QueryEvent = { type: 'QueryFailed', data: { queryId, conversationId, ...failure } };

describe('an unknown question', () => {
  test('is asked', () => {
    given(queryDecider).when(ask).thenEvents(asked);
  });

  test.each([
    screen,
    route,
    searchSources,
    chooseClarification,
    reply,
    callModel,
    endCall,
    answerIt,
    failIt,
    cancel,
  ])('refuses $type', (command) => {
    given(queryDecider).when(command).thenRefused('not_found');
  });

  test.each([screened, searched, answered, failed])('is not created by $type', (event) => {
    expect(given(queryDecider, event).state()).toEqual({ status: 'unknown' });
  });
});

describe('a question', () => {
  test('records how many sentences of its answer were struck, a count that survives erasure', () => {
    const struck = ['One.', 'Two.'].map((sentence) => ({ sentence, because: 'unsupported' }));
    const checks = { struck, marked: [], invented: [], contradictions: [] };
    given(queryDecider, asked, screened, routed, searched)
      .when({ ...answerIt, checks })
      .thenEvents({
        type: 'QueryAnswered',
        data: { queryId, conversationId, ...answer, checks, sentencesStruck: 2 },
      });
  });

  test('goes from asked to answered in order', () => {
    const end = given(queryDecider)
      .when(ask)
      .thenEvents(asked)
      .when(screen)
      .thenEvents(screened)
      .when(route)
      .thenEvents(routed)
      .when(searchSources)
      .thenEvents(searched)
      .when(answerIt)
      .thenEvents(answered);
    expect(end.state()).toMatchObject({
      status: 'answered',
      asked: question,
      screening,
      routing,
      search,
      answer: { answer: 'See [1].' },
    });
  });

  test('can be answered and can fail without a conversation', () => {
    const { conversationId: _, ...lone } = question;
    const loneAsked: QueryEvent = { type: 'QueryAsked', data: lone };
    given(queryDecider, loneAsked, screened, searched)
      .when(answerIt)
      .thenEvents({ type: 'QueryAnswered', data: { queryId, ...answer } });
    given(queryDecider, loneAsked)
      .when(failIt)
      .thenEvents({ type: 'QueryFailed', data: { queryId, ...failure } });
  });

  test('is asked once: a repeat does nothing, and another question under its id is a conflict', () => {
    given(queryDecider, asked).when(ask).thenNothing();
    given(queryDecider, asked, screened).when(ask).thenNothing();
    given(queryDecider, asked)
      .when({ ...ask, question: 'Something else?' })
      .thenRefused('conflict');
  });

  test('is not routed before it is screened, searched before it is routed, or answered before it is searched', () => {
    given(queryDecider, asked)
      .when(route)
      .thenRefused('rule_violated', /screened/);
    given(queryDecider, asked)
      .when(searchSources)
      .thenRefused('rule_violated', /screened/);
    given(queryDecider, asked, screened)
      .when(searchSources)
      .thenRefused('rule_violated', /routed/);
    given(queryDecider, asked)
      .when(answerIt)
      .thenRefused('rule_violated', /searched/);
    given(queryDecider, asked, screened)
      .when(answerIt)
      .thenRefused('rule_violated', /searched/);
  });

  test.each([
    ['asked', [asked]],
    ['screened', [asked, screened]],
    ['searched', [asked, screened, searched]],
  ] as const)('can fail when it is %s', (_, history) => {
    given(queryDecider, ...history)
      .when(failIt)
      .thenEvents(failed);
  });

  test('accepts each record once', () => {
    given(queryDecider, asked, screened).when(screen).thenNothing();
    given(queryDecider, asked, screened, searched).when(screen).thenNothing();
    given(queryDecider, asked, screened, searched).when(searchSources).thenNothing();
  });
});

describe.each([
  ['answered', [asked, screened, searched, answered]],
  ['failed', [asked, screened, failed]],
  ['cancelled', [asked, screened, cancelled]],
] as const)('a question that is %s', (_, history) => {
  test.each([ask, screen, route, searchSources, chooseClarification, callModel, answerIt, failIt])(
    'accepts $type without an event',
    (command) => {
      given(queryDecider, ...history)
        .when(command)
        .thenNothing();
    },
  );
});

describe('a question started by an earlier version', () => {
  test('continues from its state: screened but not routed, or searched without routing', () => {
    given(queryDecider, asked, screened)
      .when(route)
      .thenEvents(routed)
      .when(searchSources)
      .thenEvents(searched);
    given(queryDecider, asked, screened, searched).when(answerIt).thenEvents(answered);
  });
});

describe('a clarifying question', () => {
  const clarifying = [asked, screened, routed, searched, clarificationAsked] as const;

  test('is asked after the sources were searched, and blocks the answer meanwhile', () => {
    given(queryDecider, asked, screened, routed)
      .when(chooseClarification)
      .thenRefused('rule_violated', /searched/);
    given(queryDecider, asked, screened, routed, searched)
      .when(chooseClarification)
      .thenEvents(clarificationAsked)
      .when(chooseClarification)
      .thenNothing()
      .when(answerIt)
      .thenNothing()
      .when(failIt)
      .thenNothing();
  });

  test('starts a second round when answered, which is screened, routed and searched again', () => {
    const begun = given(queryDecider, ...clarifying)
      .when(reply)
      .thenEvents(replied);
    expect(begun.state()).toMatchObject({ status: 'asked', round: 2 });
    begun.when(searchSources).thenRefused('rule_violated', /screened/);
    given(queryDecider, ...clarifying, replied)
      .when(screen)
      .thenEvents(screened)
      .when(route)
      .thenEvents(routedAgain)
      .when(searchSources)
      .thenEvents(searched)
      .when(answerIt)
      .thenEvents(answered);
    given(queryDecider, ...clarifying, replied, screened, routedAgain, searched)
      .when(chooseClarification)
      .thenRefused('rule_violated', /only once/);
  });

  test('can be answered in other words, which are read with the question', () => {
    given(queryDecider, ...clarifying)
      .when({ type: 'AnswerClarification', text: 'intravenous' })
      .thenEvents({
        type: 'ClarificationAnswered',
        data: {
          queryId,
          conversationId,
          text: 'intravenous',
          readAs: 'Dose of epinephrine?, intravenous',
        },
      });
  });

  test('accepts one reply: one of the offered options, or a text', () => {
    given(queryDecider, ...clarifying)
      .when({ type: 'AnswerClarification', option: 'iv' })
      .thenRefused('validation_error', /option/);
    given(queryDecider, ...clarifying)
      .when({ type: 'AnswerClarification' })
      .thenRefused('validation_error');
    given(queryDecider, ...clarifying, replied)
      .when(reply)
      .thenNothing();
    given(queryDecider, ...clarifying, replied)
      .when({ type: 'AnswerClarification', text: 'intravenous' })
      .thenRefused('rule_violated');
    given(queryDecider, asked, screened, routed, searched).when(reply).thenRefused('rule_violated');
  });
});

describe('model calls', () => {
  const ready = [asked, screened, routed, searched] as const;

  test('are recorded before and after, each once', () => {
    given(queryDecider, asked, screened, routed)
      .when(callModel)
      .thenRefused('rule_violated', /searched/);
    given(queryDecider, ...ready)
      .when(endCall)
      .thenRefused('rule_violated');
    given(queryDecider, ...ready)
      .when(callModel)
      .thenEvents(called(1))
      .when(callModel)
      .thenNothing()
      .when(endCall)
      .thenEvents(callEnded)
      .when(endCall)
      .thenNothing();
  });

  test('are limited to two per location in a round, whether their end is known or not', () => {
    given(queryDecider, ...ready, called(1))
      .when({ ...callModel, attempt: 2 })
      .thenEvents(called(2));
    given(queryDecider, ...ready, called(1), called(2))
      .when({ ...callModel, attempt: 3 })
      .thenRefused('rule_violated', /at most \d+ times/);
    given(queryDecider, ...ready, called(1))
      .when({ ...callModel, attempt: 3 })
      .thenRefused('rule_violated');
  });

  test('may be made by the local model after the cloud failed', () => {
    const local = { ...callModel, attempt: 3, where: 'local' } as const;
    given(queryDecider, ...ready, called(1), called(2))
      .when(local)
      .thenEvents(called(3, 'local'));
  });

  test('restart from zero in a second round', () => {
    given(
      queryDecider,
      ...ready,
      called(1),
      called(2),
      clarificationAsked,
      replied,
      screened,
      routedAgain,
      searched,
    )
      .when({ ...callModel, attempt: 3 })
      .thenEvents(called(3));
  });

  test('may end after the question was cancelled, which is still recorded', () => {
    given(queryDecider, ...ready, called(1), cancelled)
      .when(endCall)
      .thenEvents(callEnded);
  });
});

describe('cancelling a question', () => {
  test.each([
    ['asked', [asked]],
    ['routed', [asked, screened, routed]],
    ['searched', [asked, screened, routed, searched]],
    ['clarifying', [asked, screened, routed, searched, clarificationAsked]],
  ] as const)('ends it while it is %s', (_, history) => {
    given(queryDecider, ...history)
      .when(cancel)
      .thenEvents(cancelled)
      .when(cancel)
      .thenNothing();
  });

  test.each([
    ['answered', [asked, screened, searched, answered]],
    ['failed', [asked, failed]],
  ] as const)('is refused when it is %s', (_, history) => {
    given(queryDecider, ...history)
      .when(cancel)
      .thenRefused('rule_violated', /end/);
  });
});

describe('a search recorded before there were external sources', () => {
  test('reports its stages as stages, and the knowledge base as its only source', () => {
    const { stages, sources: _, ...others } = search;
    const lifted = sourcesSearched.upcasters[1]?.({ queryId, ...others, sources: stages, milliseconds: 3 });
    expect(sourcesSearched.schema.parse(lifted)).toMatchObject({
      stages,
      sources: [{ source: 'knowledge_base', outcome: 'ok', found: 0, milliseconds: 3, cached: false }],
    });
  });
});

test('a late event of an earlier stage does not move a question backwards', () => {
  expect(given(queryDecider, asked, screened, searched, screened).state().status).toBe('searched');
  expect(given(queryDecider, asked, screened, failed, searched, answered).state().status).toBe('failed');
});

describe('feedback on an answer', () => {
  const passage = { chunkId: 'protocol-1219@1#0', docKey: 'protocol-1219', version: 1, score: 0.9 };
  const searchedWithResult: QueryEvent = {
    type: 'SourcesSearched',
    data: { queryId, ...search, found: [passage] },
  };
  const history = [asked, screened, searchedWithResult, answered] as const;
  const give = { type: 'GiveFeedback', givenBy: 'dr-house', kind: 'helpful' } as const;
  const givenFeedback = (data: Omit<DataOfFeedback, 'queryId'>): QueryEvent => ({
    type: 'FeedbackGiven',
    data: { queryId, ...data },
  });

  test('is refused for a question that does not exist', () => {
    given(queryDecider).when(give).thenRefused('not_found');
  });

  test.each([
    ['asked', [asked]],
    ['searched', [asked, screened, searchedWithResult]],
    ['failed', [asked, screened, failed]],
  ] as const)('is refused while there is no answer: %s', (_, before) => {
    given(queryDecider, ...before)
      .when(give)
      .thenRefused('rule_violated', /no answer/);
  });

  test('is accepted, even from several people', () => {
    given(queryDecider, ...history)
      .when({ ...give, comment: 'Just what I needed.' })
      .thenEvents(givenFeedback({ givenBy: 'dr-house', kind: 'helpful', comment: 'Just what I needed.' }))
      .when({ ...give, givenBy: 'dr-wilson', kind: 'wrong' })
      .thenEvents(givenFeedback({ givenBy: 'dr-wilson', kind: 'wrong' }));
  });

  test('is recorded once when the same person repeats it', () => {
    given(queryDecider, ...history)
      .when({ ...give, docKey: 'protocol-1219' })
      .thenEvents(givenFeedback({ givenBy: 'dr-house', kind: 'helpful', docKey: 'protocol-1219' }))
      .when({ ...give, docKey: 'protocol-1219' })
      .thenNothing();
  });

  test('replaces the previous feedback of the same person, and names it', () => {
    const changed = givenFeedback({
      givenBy: 'dr-house',
      kind: 'outdated',
      docKey: 'protocol-1219',
      replaces: { kind: 'helpful' },
    });
    given(queryDecider, ...history, givenFeedback({ givenBy: 'dr-house', kind: 'helpful' }))
      .when({ ...give, kind: 'outdated', docKey: 'protocol-1219' })
      .thenEvents(changed)
      .when({ ...give, kind: 'outdated', docKey: 'protocol-1219' })
      .thenNothing()
      .when({ ...give, kind: 'wrong' })
      .thenEvents(
        givenFeedback({
          givenBy: 'dr-house',
          kind: 'wrong',
          replaces: { kind: 'outdated', docKey: 'protocol-1219' },
        }),
      );
  });

  test('on a passage names the document that holds it', () => {
    given(queryDecider, ...history)
      .when({ ...give, chunkId: passage.chunkId })
      .thenEvents(
        givenFeedback({
          givenBy: 'dr-house',
          kind: 'helpful',
          chunkId: passage.chunkId,
          docKey: 'protocol-1219',
        }),
      );
  });

  test('must name a passage found for the question', () => {
    const when = (command: Partial<Pick<DataOfFeedback, 'kind' | 'docKey' | 'chunkId'>>) =>
      given(queryDecider, ...history).when({ ...give, ...command });
    when({ chunkId: 'other@1#0' }).thenRefused('rule_violated', /passage/);
    when({ chunkId: passage.chunkId, docKey: 'other' }).thenRefused('rule_violated', /another document/);
    when({ docKey: 'other' }).thenRefused('rule_violated', /document/);
    when({ docKey: 'other', kind: 'missing' }).thenEvents(
      givenFeedback({ givenBy: 'dr-house', kind: 'missing', docKey: 'other' }),
    );
    when({ docKey: 'note-mrn-4711-0815', kind: 'missing' }).thenRefused(
      'rule_violated',
      /identifies a person/,
    );
  });

  test('is refused after 500 changes', () => {
    const many = Array.from({ length: 500 }, (_, n) =>
      givenFeedback({ givenBy: 'dr-house', kind: n % 2 === 0 ? 'helpful' : 'wrong' }),
    );
    given(queryDecider, ...history, ...many.slice(1))
      .when({ ...give, kind: 'missing' })
      .thenEvents(givenFeedback({ givenBy: 'dr-house', kind: 'missing', replaces: { kind: 'wrong' } }));
    given(queryDecider, ...history, ...many)
      .when({ ...give, kind: 'missing' })
      .thenRefused('rule_violated', /500/);
  });

  test('leaves the question finished', () => {
    given(queryDecider, ...history, givenFeedback({ givenBy: 'dr-house', kind: 'wrong' }))
      .when(answerIt)
      .thenNothing();
  });
});

describe('waiting for tools', () => {
  const ready = [asked, screened, routed, searched] as const;
  const idOf = (n: number): string => `00000000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`;
  const wait = (...numbers: readonly number[]) =>
    ({
      type: 'AwaitTools',
      calls: numbers.map((n) => ({
        toolCallId: idOf(n),
        tool: 'search_pubmed',
        arguments: { query: 'epinephrine' },
        modelCallId: `1/call-${n}`,
      })),
      timeLeftMs: 30_000,
    }) as const;
  const waits = (toolRound: number, ...numbers: readonly number[]): QueryEvent => {
    const { type: _, ...data } = wait(...numbers);
    return {
      type: 'QueryAwaitsTools',
      data: { queryId, conversationId, toolRound, toolCallIds: numbers.map(idOf), ...data },
    };
  };
  const called = (attempt: number): QueryEvent => ({
    type: 'ModelCalled',
    data: { queryId, ...call, attempt },
  });
  const ended = (attempt: number): QueryEvent => ({
    type: 'ModelCallEnded',
    data: { queryId, ...callEnd, attempt },
  });

  test('records the calls and the remaining time, and starts after the sources were searched', () => {
    given(queryDecider, ...ready)
      .when(wait(1, 2))
      .thenEvents(waits(1, 1, 2));
    given(queryDecider, asked)
      .when(wait(1))
      .thenRefused('rule_violated', /searched/);
  });

  test('covers one request at a time: a later request for the same has been overtaken', () => {
    given(queryDecider, ...ready, waits(1, 1))
      .when(wait(1))
      .thenNothing();
    given(queryDecider, ...ready, waits(1, 1))
      .when(wait(2))
      .thenNothing();
  });

  test('ends when a model is called again, and may start again', () => {
    given(queryDecider, ...ready, waits(1, 1), called(1), ended(1))
      .when(wait(2))
      .thenEvents(waits(2, 2));
  });

  test('covers eight calls at most, in four rounds', () => {
    const eight = [1, 2, 3, 4, 5, 6, 7, 8];
    given(queryDecider, ...ready)
      .when(wait(...eight))
      .thenEvents(waits(1, ...eight));
    given(queryDecider, ...ready)
      .when(wait(...eight, 9))
      .thenRefused('rule_violated', /8 calls in all/);
    given(queryDecider, ...ready, waits(1, ...eight), called(1), ended(1))
      .when(wait(9))
      .thenRefused('rule_violated');
    const rounds = [1, 2, 3, 4].flatMap((n) => [waits(n, n), called(n), ended(n)]);
    given(queryDecider, ...ready, ...rounds)
      .when(wait(5))
      .thenRefused('rule_violated', /4 rounds/);
  });

  test('for no permitted call counts as a round, so that a model cannot ask for ever', () => {
    given(queryDecider, ...ready)
      .when(wait())
      .thenEvents(waits(1));
  });

  test('does not start for a question that has ended or awaits clarification', () => {
    given(queryDecider, ...ready, cancelled)
      .when(wait(1))
      .thenNothing();
    given(queryDecider, ...ready, clarificationAsked)
      .when(wait(1))
      .thenNothing();
  });

  test('ends with the answer, and does not prevent cancellation', () => {
    given(queryDecider, ...ready, waits(1, 1))
      .when({ type: 'CancelQuery', by: 'dr-house' })
      .thenEvents(cancelled);
    given(queryDecider, ...ready, waits(1, 1))
      .when(answerIt)
      .thenEvents(answered);
  });
});

describe('erasing the subject of a question', () => {
  const erase = { type: 'EndForErasure' } as const;
  const erased: QueryEvent = {
    type: 'QueryFailed',
    data: {
      queryId,
      conversationId,
      component: 'erasure',
      reason: 'rule_violated',
      message: 'The data that this question is about has been erased, so it is not answered.',
    },
  };

  test.each([
    ['asked', [asked]],
    ['screened', [asked, screened]],
    ['routed', [asked, screened, routed]],
    ['searched', [asked, screened, routed, searched]],
    [
      'awaiting clarification, which nothing else ends',
      [asked, screened, routed, searched, clarificationAsked],
    ],
    ['in its second round', [asked, screened, routed, searched, clarificationAsked, replied]],
  ])('ends it when it was %s, once, and nothing follows', (_, history) => {
    given(queryDecider, ...history)
      .when(erase)
      .thenEvents(erased)
      .when(erase)
      .thenNothing();
    given(queryDecider, ...history, erased)
      .when(answerIt)
      .thenNothing();
  });

  test.each([
    ['answered', answered],
    ['failed', failed],
    ['cancelled', cancelled],
  ])('keeps its outcome: %s', (_, end) => {
    given(queryDecider, asked, screened, routed, searched, end).when(erase).thenNothing();
  });
});
