import { describe, expect, test } from 'vitest';
import { selectSources } from '../../../../../domain/consultation/sources/select-sources.ts';
import { type SourceName, sourceNames } from '../../../../../domain/consultation/sources/source-name.ts';

type Request = Parameters<typeof selectSources>[0];

const select = (request: Partial<Request> = {}) =>
  selectSources({
    intent: 'general',
    settings: { enabledSources: sourceNames },
    configured: ['knowledge_base', 'guidelines', 'notes', 'pubmed', 'openfda'],
    ...request,
  });
const names = (request: Partial<Request> = {}) => select(request).chosen.map(({ source }) => source);

describe('the choice of sources', () => {
  test.each<readonly [Request['intent'], readonly SourceName[]]>([
    ['diagnosis', ['knowledge_base', 'uptodate', 'openevidence']],
    ['treatment', ['uptodate', 'openevidence', 'knowledge_base']],
    ['drug_info', ['knowledge_base', 'uptodate', 'openevidence']],
    ['guideline', ['guidelines', 'uptodate', 'knowledge_base']],
    ['case_consultation', ['knowledge_base', 'uptodate', 'openevidence']],
    ['general', ['uptodate', 'openevidence', 'knowledge_base']],
  ])('%s: where everything is there, the three that stand first', (intent, expected) => {
    expect(names({ intent, configured: sourceNames })).toEqual(expected);
  });

  test.each<readonly [Request['intent'], readonly SourceName[]]>([
    ['diagnosis', ['knowledge_base', 'pubmed', 'guidelines']],
    ['treatment', ['guidelines', 'knowledge_base', 'pubmed']],
    ['drug_info', ['knowledge_base', 'openfda', 'pubmed']],
    ['guideline', ['guidelines', 'knowledge_base']],
    ['case_consultation', ['knowledge_base', 'pubmed', 'notes']],
    ['general', ['knowledge_base', 'pubmed', 'guidelines']],
  ])('%s: without licensed references, the sources behind them', (intent, expected) => {
    expect(names({ intent })).toEqual(expected);
  });

  test('no external source is asked unless it was enabled', () => {
    const { chosen, leftOut } = select({
      settings: { enabledSources: ['knowledge_base', 'guidelines', 'notes'] },
    });
    expect(chosen.map(({ source }) => source)).toEqual(['knowledge_base', 'guidelines']);
    expect(leftOut).toContainEqual({ source: 'pubmed', because: 'disabled' });
  });

  test('what a person prefers comes first, and what is excluded not at all', () => {
    const preferences = { preferSources: ['pubmed'], excludeSources: ['openfda'] } as const;
    const { chosen, leftOut } = select({ intent: 'drug_info', preferences });
    expect(chosen).toEqual([
      { source: 'pubmed', because: 'preferred' },
      { source: 'knowledge_base', because: 'matrix' },
    ]);
    expect(leftOut).toContainEqual({ source: 'openfda', because: 'excluded' });
  });

  test('the knowledge base keeps its place however many others are preferred', () => {
    const preferences = { preferSources: ['pubmed', 'openfda', 'notes'] } as const;
    expect(names({ preferences })).toEqual(['pubmed', 'openfda', 'notes', 'knowledge_base']);
  });

  test('the knowledge base is left out where it is excluded by name', () => {
    expect(names({ preferences: { excludeSources: ['knowledge_base'] } })).toEqual(['pubmed', 'guidelines']);
  });

  test('sources wanted for one question are all that is searched, unless they cannot be', () => {
    const { chosen, leftOut } = select({ wanted: ['openfda', 'uptodate'] });
    expect(chosen).toEqual([{ source: 'openfda', because: 'wanted' }]);
    expect(leftOut).toContainEqual({ source: 'uptodate', because: 'not_configured' });
    expect(leftOut).toContainEqual({ source: 'knowledge_base', because: 'not_wanted' });
  });

  test('the knowledge base replaces requested sources of which none can be searched', () => {
    const { chosen, leftOut } = select({ wanted: ['uptodate'] });
    expect(chosen).toEqual([{ source: 'knowledge_base', because: 'fallback' }]);
    expect(leftOut).toContainEqual({ source: 'uptodate', because: 'not_configured' });
    expect(names({ wanted: ['uptodate'], preferences: { excludeSources: ['knowledge_base'] } })).toEqual([]);
  });

  test('where the intent is unknown, every available source is searched', () => {
    expect(names({ intent: undefined })).toEqual([
      'knowledge_base',
      'guidelines',
      'pubmed',
      'openfda',
      'notes',
    ]);
  });

  test('every source is either chosen or left out with a reason, once', () => {
    for (const intent of ['diagnosis', 'drug_info', undefined] as const) {
      const { chosen, leftOut } = select({ intent, preferences: { preferSources: ['notes', 'notes'] } });
      expect([...chosen, ...leftOut].map(({ source }) => source).toSorted()).toEqual(sourceNames.toSorted());
    }
  });
});
