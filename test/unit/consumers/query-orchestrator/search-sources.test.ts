import { describe, expect, it } from 'vitest';
import { resolveQuestion } from '../../../../consumers/query-orchestrator/resolve-question.ts';
import { searchSources } from '../../../../consumers/query-orchestrator/search-sources.ts';
import type { TimeLeft } from '../../../../consumers/query-orchestrator/time-left.ts';
import type { SourceSearch } from '../../../../consumers/source-search/search-sources.ts';
import type { KnownQuery } from '../../../../domain/consultation/query-state.ts';
import { routeQuestion } from '../../../../domain/consultation/route-question.ts';
import type { Evidence } from '../../../../domain/consultation/sources/evidence.ts';
import { type SourceName, sourceNames } from '../../../../domain/consultation/sources/source-name.ts';
import type { SourceOutcome } from '../../../../domain/consultation/sources/source-outcome.ts';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import type { SourceType } from '../../../../domain/knowledge/source-type.ts';
import { effectiveSettings } from '../../../../domain/operations/consultation-settings.ts';
import type { KnowledgeSearch } from '../../../../ports/knowledge-search.ts';
import { fixedSearch } from '../../../support/fixed-search.ts';
import { uuidOf } from '../../../support/recorded-history.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';

const outcomeOf = (source: SourceName, found: number): SourceOutcome => ({
  source,
  outcome: found > 0 ? 'ok' : 'failed',
  found,
  milliseconds: 1,
  cached: false,
  redacted: false,
});
const evidenceOf = (source: Evidence['source']): Evidence => ({
  source,
  id: '1',
  kind: 'review',
  title: `Of ${source}`,
  text: 'Epinephrine is given.',
});
const down = (): never => {
  throw new Failure(failure('unavailable', 'The index is away.', { details: { retryable: true } }));
};

type Wishes = {
  readonly search?: KnowledgeSearch['search'];
  readonly sourcesWanted?: readonly SourceName[];
  readonly specialty?: string[];
  readonly excluded?: readonly SourceName[];
  readonly enabled?: readonly SourceName[];
  readonly configured?: readonly SourceName[];
  readonly sourceTypes?: readonly SourceType[];
  /** External sources with results. */
  readonly answering?: readonly SourceName[];
  readonly forSlowWork?: number;
  readonly signal?: AbortSignal;
  readonly searched?: { readonly evidence: Evidence[]; readonly sources: SourceOutcome[] };
};

/** Searches for a question about a dose; also returns the queries of each source. */
const searchFor = async (wishes: Wishes = {}) => {
  const { sourcesWanted, excluded = [], answering = sourceNames, sourceTypes } = wishes;
  const { enabled = sourceNames, configured = sourceNames } = wishes;
  const signal = wishes.signal ?? new AbortController().signal;
  const time: TimeLeft = {
    forSlowWork: () => wishes.forSlowWork ?? 4000,
    within: (_bounds, work) => work(signal),
    signal,
  };
  const asked = {
    queryId: uuidOf(1),
    question: 'epinephrine dose',
    filters: sourceTypes === undefined ? {} : { sourceType: [...sourceTypes] },
    limit: 5,
    ...(sourcesWanted === undefined ? {} : { sourcesWanted: [...sourcesWanted] }),
    ...(wishes.specialty === undefined ? {} : { clinicalContext: { specialty: wishes.specialty } }),
  };
  const { type: _, ...routing } = routeQuestion({
    classified: { intent: 'drug_info', confidence: 0.9, by: 'words' },
    phi: false,
    clinicalContext: false,
    preferences: { excludeSources: [...excluded] },
    sourcesWanted,
    settings: { routing: 'hybrid', enabledSources: enabled },
    hasLocal: false,
    hasCloud: false,
    configured,
  });
  const known = {
    asked,
    round: 1,
    calls: [],
    toolRounds: [],
    screening: { queryId: asked.queryId, detected: false, kinds: [], detector: 'test' },
    routing: { queryId: asked.queryId, round: 1, ...routing },
  };
  const query = (
    wishes.searched === undefined
      ? { ...known, status: 'routed' }
      : { ...known, status: 'searched', search: wishes.searched }
  ) as Extract<KnownQuery, { status: 'routed' | 'searched' }>;
  const knowledgeAsked: Parameters<KnowledgeSearch['search']>[0][] = [];
  const outsideAsked: Parameters<SourceSearch>[0][] = [];
  const result = searchSources(
    {
      question: resolveQuestion(query, emptyVocabulary),
      query,
      metadata: { actor: { id: 'alice', role: 'clinician' } },
      time,
    },
    {
      search: {
        ...fixedSearch,
        search: async (request) => {
          knowledgeAsked.push(request);
          return (wishes.search ?? fixedSearch.search)(request);
        },
      },
      sourceSearch: async (request) => {
        outsideAsked.push(request);
        const { chosen } = request;
        return {
          evidence: chosen
            .filter((name) => answering.includes(name))
            .map((name) => evidenceOf(name as Evidence['source'])),
          outcomes: chosen.map((name) => outcomeOf(name, answering.includes(name) ? 1 : 0)),
          warnings: [],
        };
      },
      settings: { current: () => effectiveSettings({}, {}) },
    },
  );
  return { result, knowledgeAsked, outsideAsked };
};
const found = async (wishes?: Wishes) => {
  const { result, ...asked } = await searchFor(wishes).then(async (all) => ({
    ...all,
    result: await all.result,
  }));
  if (!result.ok) throw new Error('The search was refused.');
  return { ...result.value, ...asked };
};

describe('a search of the chosen sources', () => {
  it('passes the knowledge base the specialty of the question when its clinical context names one', async () => {
    const { knowledgeAsked } = await found({ specialty: ['cardiology'] });
    expect(knowledgeAsked).toMatchObject([{ specialties: ['cardiology'], filters: {} }]);
    expect((await found()).knowledgeAsked[0]).not.toHaveProperty('specialties');
  });

  it('asks the knowledge base and external sources, and reports the status of each', async () => {
    const { knowledge, evidence, outcomes, outsideAsked } = await found();
    expect(knowledge.results).toHaveLength(1);
    expect(outsideAsked).toMatchObject([
      {
        chosen: ['uptodate', 'openevidence'],
        question: 'epinephrine dose',
        intent: 'drug_info',
        timeoutMs: 4000,
      },
    ]);
    expect(evidence.map(({ source }) => source)).toEqual(['uptodate', 'openevidence']);
    expect(outcomes.map(({ source, outcome }) => [source, outcome])).toEqual([
      ['knowledge_base', 'ok'],
      ['uptodate', 'ok'],
      ['openevidence', 'ok'],
    ]);
  });

  it('restricts the knowledge base to the selected sources in it', async () => {
    const narrowed = await found({ sourcesWanted: ['notes', 'pubmed'] });
    expect(narrowed.knowledgeAsked).toMatchObject([{ filters: { sourceType: ['note'] } }]);
    const { knowledgeAsked, outcomes } = await found({
      sourcesWanted: ['guidelines'],
      sourceTypes: ['guideline', 'textbook'],
    });
    expect(knowledgeAsked).toMatchObject([{ filters: { sourceType: ['guideline'] } }]);
    expect(outcomes).toMatchObject([{ source: 'guidelines', found: 1 }]);
  });

  it('skips the knowledge base when none of its sources is selected', async () => {
    const { knowledgeAsked, knowledge, outcomes } = await found({ sourcesWanted: ['pubmed'] });
    expect(knowledgeAsked).toEqual([]);
    expect(knowledge.results).toEqual([]);
    expect(outcomes.map(({ source }) => source)).toEqual(['pubmed']);
  });

  it('asks no external source after the deadline, nor again after a crash', async () => {
    expect((await found({ forSlowWork: 0 })).outsideAsked).toEqual([]);
    const evidence = [evidenceOf('pubmed')];
    const again = await found({ searched: { evidence, sources: [outcomeOf('pubmed', 1)] } });
    expect(again.outsideAsked).toEqual([]);
    expect(again.evidence).toEqual(evidence);
  });
});

describe('a failing knowledge base', () => {
  it('is replaced by all permitted external sources, not only the first few', async () => {
    const { evidence, warnings, outcomes, outsideAsked } = await found({ search: down });
    expect(outsideAsked.map(({ chosen }) => chosen)).toEqual([
      ['uptodate', 'openevidence'],
      ['pubmed', 'openfda'],
    ]);
    expect(evidence).toHaveLength(4);
    expect(warnings[0]).toContain('sources outside alone');
    expect(outcomes.map(({ source, outcome }) => [source, outcome])).toEqual([
      ['knowledge_base', 'failed'],
      ['uptodate', 'ok'],
      ['openevidence', 'ok'],
      ['pubmed', 'ok'],
      ['openfda', 'ok'],
    ]);
  });

  it('is not replaced by sources that are excluded, disabled or not configured, nor by any beyond those named for the question', async () => {
    const { outsideAsked } = await found({
      search: down,
      excluded: ['openfda'],
      enabled: sourceNames.filter((name) => name !== 'openevidence'),
      configured: sourceNames.filter((name) => name !== 'uptodate'),
    });
    expect(outsideAsked.flatMap(({ chosen }) => chosen)).toEqual(['pubmed']);
    const named = await found({ search: down, sourcesWanted: ['knowledge_base', 'openfda'] });
    expect(named.outsideAsked.flatMap(({ chosen }) => chosen)).toEqual(['openfda']);
  });

  it('fails the search when no external source has results either', async () => {
    const { result } = await searchFor({ search: down, answering: [] });
    await expect(result).rejects.toThrow('The index is away.');
  });

  it('asks nothing for a worker that no longer owns the work', async () => {
    const left = new AbortController();
    const { result, outsideAsked } = await searchFor({
      search: async () => {
        left.abort(new Error('handed over'));
        return down();
      },
      signal: left.signal,
    });
    await expect(result).rejects.toThrow('handed over');
    expect(outsideAsked.flatMap(({ chosen }) => chosen)).toEqual(['uptodate', 'openevidence']);
  });

  it('reports a source that refuses the question, since retrying does not help', async () => {
    const { result } = await searchFor({
      search: async () => {
        throw new Failure(failure('validation_error', 'There is no such kind.'));
      },
    });
    expect(await result).toMatchObject({ ok: false, error: { code: 'validation_error' } });
  });
});
