import { describe, expect, test } from 'vitest';
import { queryDecider } from '../../../../domain/consultation/query-decider.ts';
import type { QueryEvent } from '../../../../domain/consultation/query-events.ts';
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
  sources: [{ source: 'dense', outcome: 'ok' as const, found: 1, milliseconds: 2 }],
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
const screen = { type: 'RecordPhiScreening', ...screening } as const;
const searchSources = { type: 'RecordSourcesSearched', ...search } as const;
const answerIt = { type: 'AnswerQuery', ...answer } as const;
const failIt = { type: 'FailQuery', ...failure } as const;

const asked: QueryEvent = { type: 'QueryAsked', data: question };
const screened: QueryEvent = { type: 'PhiScreened', data: { queryId, ...screening } };
const searched: QueryEvent = { type: 'SourcesSearched', data: { queryId, ...search } };
const answered: QueryEvent = { type: 'QueryAnswered', data: { queryId, conversationId, ...answer } };
const failed: QueryEvent = { type: 'QueryFailed', data: { queryId, conversationId, ...failure } };

describe('an unknown query', () => {
  test('is asked', () => {
    given(queryDecider).when(ask).thenEvents(asked);
  });

  test.each([screen, searchSources, answerIt, failIt])('refuses $type', (command) => {
    given(queryDecider).when(command).thenRefused('not_found');
  });

  test.each([screened, searched, answered, failed])('is not brought into being by $type', (event) => {
    expect(given(queryDecider, event).state()).toEqual({ status: 'unknown' });
  });
});

describe('a query', () => {
  test('goes from question to answer in order', () => {
    const end = given(queryDecider)
      .when(ask)
      .thenEvents(asked)
      .when(screen)
      .thenEvents(screened)
      .when(searchSources)
      .thenEvents(searched)
      .when(answerIt)
      .thenEvents(answered);
    expect(end.state()).toMatchObject({
      status: 'answered',
      asked: question,
      screening,
      search,
      answer: { answer: 'See [1].' },
    });
  });

  test('without a conversation is answered and failed without one', () => {
    const { conversationId: _, ...lone } = question;
    const loneAsked: QueryEvent = { type: 'QueryAsked', data: lone };
    given(queryDecider, loneAsked, screened, searched)
      .when(answerIt)
      .thenEvents({ type: 'QueryAnswered', data: { queryId, ...answer } });
    given(queryDecider, loneAsked)
      .when(failIt)
      .thenEvents({ type: 'QueryFailed', data: { queryId, ...failure } });
  });

  test('is asked once: a repeat does nothing and another question under its id is a conflict', () => {
    given(queryDecider, asked).when(ask).thenNothing();
    given(queryDecider, asked, screened).when(ask).thenNothing();
    given(queryDecider, asked)
      .when({ ...ask, question: 'Something else?' })
      .thenRefused('conflict');
  });

  test('is not searched before it is screened, nor answered before it is searched', () => {
    given(queryDecider, asked)
      .when(searchSources)
      .thenRefused('rule_violated', /screened/);
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
  ] as const)('can fail once it is %s', (_, history) => {
    given(queryDecider, ...history)
      .when(failIt)
      .thenEvents(failed);
  });

  test('takes each recording once', () => {
    given(queryDecider, asked, screened).when(screen).thenNothing();
    given(queryDecider, asked, screened, searched).when(screen).thenNothing();
    given(queryDecider, asked, screened, searched).when(searchSources).thenNothing();
  });
});

describe.each([
  ['answered', [asked, screened, searched, answered]],
  ['failed', [asked, screened, failed]],
] as const)('a query that is %s', (_, history) => {
  test.each([ask, screen, searchSources, answerIt, failIt])('accepts $type without an event', (command) => {
    given(queryDecider, ...history)
      .when(command)
      .thenNothing();
  });
});

test('a late event of an earlier stage does not move a query backwards', () => {
  expect(given(queryDecider, asked, screened, searched, screened).state().status).toBe('searched');
  expect(given(queryDecider, asked, screened, failed, searched, answered).state().status).toBe('failed');
});

describe('the feedback on an answer', () => {
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

  test('is refused for a query that does not exist', () => {
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

  test('is taken, also from several people', () => {
    given(queryDecider, ...history)
      .when({ ...give, comment: 'Just what I needed.' })
      .thenEvents(givenFeedback({ givenBy: 'dr-house', kind: 'helpful', comment: 'Just what I needed.' }))
      .when({ ...give, givenBy: 'dr-wilson', kind: 'wrong' })
      .thenEvents(givenFeedback({ givenBy: 'dr-wilson', kind: 'wrong' }));
  });

  test('is taken once when the same person says the same again', () => {
    given(queryDecider, ...history)
      .when({ ...give, docKey: 'protocol-1219' })
      .thenEvents(givenFeedback({ givenBy: 'dr-house', kind: 'helpful', docKey: 'protocol-1219' }))
      .when({ ...give, docKey: 'protocol-1219' })
      .thenNothing();
  });

  test('takes the place of what the same person said before, and says of what', () => {
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

  test('is about what was found for the question', () => {
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

  test('ends after 500 changes', () => {
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
