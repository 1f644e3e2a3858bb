import { describe, expect, it } from 'vitest';
import type { QueryLogRow } from '../../../projections/query-log/entity.ts';
import { queryLogProjection } from '../../../projections/query-log/projection.ts';
import {
  type SummarizedEntry,
  summarizeQueryLog,
} from '../../../projections/query-log/summarize-query-log.ts';
import { rowsAfter } from '../../support/fold-projection.ts';
import { type StreamEvent, secondsIn, uuidOf } from '../../support/recorded-history.ts';
import {
  answered,
  asked,
  knowledgeSearched,
  queryFailed,
  screened,
  searched,
} from '../../support/sample-events.ts';

const queryId = uuidOf(1);
const entryAfter = (...sampled: readonly StreamEvent[]): QueryLogRow | undefined =>
  rowsAfter(queryLogProjection, ...sampled).get(queryId);

describe('the query log', () => {
  it('has an entry as soon as a question is asked', () => {
    expect(entryAfter(asked(queryId))).toEqual({
      entryId: queryId,
      subject: `query:${queryId}`,
      kind: 'question',
      queryId,
      streamId: `query-${queryId}`,
      actorId: 'dr-house',
      actorRole: 'clinician',
      askedAt: secondsIn(1),
      askedPosition: 1,
      status: 'pending',
      milliseconds: null,
      searchMilliseconds: null,
      stages: [],
      found: null,
      zeroResult: false,
      cached: null,
      degraded: false,
      intent: null,
      fingerprint: null,
      concepts: [],
      protocolNumbers: [],
      model: null,
      failedComponent: null,
      failedReason: null,
    });
  });

  it('reports how a question was interpreted, searched and answered, and the duration', () => {
    const entry = entryAfter(
      asked(queryId),
      screened(queryId, []),
      searched(queryId, 3),
      answered(queryId, { degraded: true }),
    );
    expect(entry).toMatchObject({
      status: 'answered',
      milliseconds: 3000,
      searchMilliseconds: 20,
      stages: [{ source: 'dense', outcome: 'ok', found: 3, milliseconds: 12.5 }],
      found: 3,
      zeroResult: false,
      cached: true,
      degraded: true,
      intent: 'medication_dosing',
      model: 'extractive',
    });
  });

  it('marks a question without results', () => {
    expect(entryAfter(asked(queryId), searched(queryId, 0))).toMatchObject({ found: 0, zeroResult: true });
  });

  it('reports why a question failed', () => {
    expect(entryAfter(asked(queryId), queryFailed(queryId))).toMatchObject({
      status: 'failed',
      milliseconds: 1000,
      failedComponent: 'search-index',
      failedReason: 'unavailable',
    });
  });

  it('has an entry for each search, without its words', () => {
    const rows = rowsAfter(queryLogProjection, knowledgeSearched('1', 2), knowledgeSearched('2', 0));
    expect([...rows.values()]).toMatchObject([
      { kind: 'search', queryId: null, streamId: 'access-search-1', found: 2, zeroResult: false },
      { kind: 'search', queryId: null, streamId: 'access-search-2', found: 0, zeroResult: true },
    ]);
  });

  it('reports the duration of a search and the result of each search method', () => {
    const sources = [
      { source: 'dense', outcome: 'timeout', found: 0, milliseconds: 15.5 },
      { source: 'lexical', outcome: 'ok', found: 2, milliseconds: 2.25 },
    ] as const;
    const measured = knowledgeSearched('1', 2, { milliseconds: 17.6, sources: [...sources], cached: false });
    const [row] = rowsAfter(queryLogProjection, measured).values();
    expect(row).toMatchObject({ milliseconds: 18, searchMilliseconds: 18, stages: sources, degraded: true });
  });

  it('has no duration for earlier searches, which were not measured', () => {
    const [row] = rowsAfter(queryLogProjection, knowledgeSearched('1', 2)).values();
    expect(row).toMatchObject({ milliseconds: null, searchMilliseconds: null, stages: [], degraded: false });
  });

  it('contains neither the question nor the search terms', () => {
    const secret = 'Jane Doe';
    const rows = rowsAfter(
      queryLogProjection,
      asked(queryId, { question: `Is ${secret} allergic?` }),
      searched(queryId, 1),
      answered(queryId, { answer: `${secret} is [1].`, warnings: [secret] }),
      knowledgeSearched('1', 1),
    );
    const text = JSON.stringify([...rows.values()]);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('epinephrine');
  });
});

describe('a summary of the query log', () => {
  const entry = (data: Partial<SummarizedEntry> = {}): SummarizedEntry => ({
    kind: 'question',
    askedAt: secondsIn(1),
    status: 'answered',
    milliseconds: 100,
    searchMilliseconds: null,
    stages: [],
    zeroResult: false,
    cached: null,
    degraded: false,
    intent: 'treatment',
    failedComponent: null,
    failedReason: null,
    ...data,
  });

  it('is empty without entries', () => {
    expect(summarizeQueryLog([])).toMatchObject({
      entries: 0,
      latency: null,
      searchLatency: null,
      stages: [],
      intents: [],
      failures: [],
      oldestAt: null,
      newestAt: null,
    });
  });

  it('reports the duration of answers separately from that of searches', () => {
    const summary = summarizeQueryLog([
      entry({ kind: 'search', milliseconds: 5, searchMilliseconds: 5 }),
      entry({ kind: 'search', milliseconds: 3100, searchMilliseconds: 3100 }),
      entry({ milliseconds: 40, searchMilliseconds: 20 }),
      entry({ milliseconds: 60 }),
    ]);
    expect(summary).toMatchObject({
      latency: { p50: 40, p95: 60 },
      searchLatency: { p50: 20, p95: 3100 },
      slow: 1,
    });
  });

  it('counts successes and failures', () => {
    const failed = { status: 'failed', failedComponent: 'llm', failedReason: 'timeout' } as const;
    const summary = summarizeQueryLog([
      entry({ askedAt: secondsIn(9), kind: 'search', milliseconds: null, intent: null, zeroResult: true }),
      entry({ degraded: true }),
      entry({ ...failed, milliseconds: 3000 }),
      entry({ ...failed, milliseconds: 2999 }),
      entry({ ...failed, failedReason: 'unavailable' }),
      entry({ status: 'pending', milliseconds: null, intent: null }),
      entry({ intent: 'general', cached: true }),
    ]);
    expect(summary).toMatchObject({
      entries: 7,
      questions: 6,
      searches: 1,
      answered: 3,
      failed: 3,
      pending: 1,
      degraded: 1,
      zeroResult: 1,
      cached: 1,
      slow: 1,
      intents: [
        { intent: 'treatment', count: 4 },
        { intent: 'general', count: 1 },
      ],
      failures: [
        { component: 'llm', reason: 'timeout', count: 2 },
        { component: 'llm', reason: 'unavailable', count: 1 },
      ],
      newestAt: secondsIn(9),
      oldestAt: secondsIn(1),
    });
  });

  it('reports the median and the slow percentiles of the latencies by nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, n) => entry({ milliseconds: 100 - n }));
    expect(summarizeQueryLog(hundred).latency).toEqual({ p50: 50, p95: 95 });
    expect(summarizeQueryLog([entry({ milliseconds: 7 })]).latency).toEqual({ p50: 7, p95: 7 });
  });

  it('reports the same for each source, excluding cached results', () => {
    const stage = (source: string, milliseconds: number, outcome: 'ok' | 'failed' = 'ok') => ({
      source,
      outcome,
      found: 1,
      milliseconds,
    });
    const summary = summarizeQueryLog([
      entry({ stages: [stage('lexical', 1), stage('dense', 10)] }),
      entry({ stages: [stage('lexical', 3), stage('dense', 20, 'failed')] }),
      entry({ stages: [stage('lexical', 999), stage('dense', 999)], cached: true }),
    ]);
    expect(summary.stages).toEqual([
      { source: 'dense', searches: 2, failed: 1, p50: 10, p95: 20 },
      { source: 'lexical', searches: 2, failed: 0, p50: 1, p95: 3 },
    ]);
  });

  it('names ten intents at most', () => {
    const many = Array.from({ length: 30 }, (_, n) => entry({ intent: `intent-${n % 15}` }));
    expect(summarizeQueryLog(many).intents).toHaveLength(10);
  });
});
