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

describe('source selection', () => {
  test.each<readonly [Request['intent'], readonly SourceName[]]>([
    ['diagnosis', ['knowledge_base', 'uptodate', 'openevidence']],
    ['treatment', ['uptodate', 'openevidence', 'knowledge_base']],
    ['drug_info', ['knowledge_base', 'uptodate', 'openevidence']],
    ['guideline', ['guidelines', 'uptodate', 'knowledge_base']],
    ['case_consultation', ['knowledge_base', 'uptodate', 'openevidence']],
    ['general', ['uptodate', 'openevidence', 'knowledge_base']],
  ])('%s: with all sources available, selects the top three', (intent, expected) => {
    expect(names({ intent, configured: sourceNames })).toEqual(expected);
  });

  test.each<readonly [Request['intent'], readonly SourceName[]]>([
    ['diagnosis', ['knowledge_base', 'pubmed', 'guidelines']],
    ['treatment', ['guidelines', 'knowledge_base', 'pubmed']],
    ['drug_info', ['knowledge_base', 'openfda', 'pubmed']],
    ['guideline', ['guidelines', 'knowledge_base']],
    ['case_consultation', ['knowledge_base', 'pubmed', 'notes']],
    ['general', ['knowledge_base', 'pubmed', 'guidelines']],
  ])('%s: without licensed references, selects the sources behind them', (intent, expected) => {
    expect(names({ intent })).toEqual(expected);
  });

  test('selects no external source unless it is enabled', () => {
    const { chosen, leftOut } = select({
      settings: { enabledSources: ['knowledge_base', 'guidelines', 'notes'] },
    });
    expect(chosen.map(({ source }) => source)).toEqual(['knowledge_base', 'guidelines']);
    expect(leftOut).toContainEqual({ source: 'pubmed', because: 'disabled' });
  });

  test('puts preferred sources first, and omits excluded ones', () => {
    const preferences = { preferSources: ['pubmed'], excludeSources: ['openfda'] } as const;
    const { chosen, leftOut } = select({ intent: 'drug_info', preferences });
    expect(chosen).toEqual([
      { source: 'pubmed', because: 'preferred' },
      { source: 'knowledge_base', because: 'matrix' },
    ]);
    expect(leftOut).toContainEqual({ source: 'openfda', because: 'excluded' });
  });

  test('keeps the place of the knowledge base however many others are preferred', () => {
    const preferences = { preferSources: ['pubmed', 'openfda', 'notes'] } as const;
    expect(names({ preferences })).toEqual(['pubmed', 'openfda', 'notes', 'knowledge_base']);
  });

  test('omits the knowledge base when it is excluded by name', () => {
    expect(names({ preferences: { excludeSources: ['knowledge_base'] } })).toEqual(['pubmed', 'guidelines']);
  });

  test('searches only the sources requested for one question, unless they are unavailable', () => {
    const { chosen, leftOut } = select({ wanted: ['openfda', 'uptodate'] });
    expect(chosen).toEqual([{ source: 'openfda', because: 'wanted' }]);
    expect(leftOut).toContainEqual({ source: 'uptodate', because: 'not_configured' });
    expect(leftOut).toContainEqual({ source: 'knowledge_base', because: 'not_wanted' });
  });

  test('falls back on the knowledge base when no requested source can be searched', () => {
    const { chosen, leftOut } = select({ wanted: ['uptodate'] });
    expect(chosen).toEqual([{ source: 'knowledge_base', because: 'fallback' }]);
    expect(leftOut).toContainEqual({ source: 'uptodate', because: 'not_configured' });
    expect(names({ wanted: ['uptodate'], preferences: { excludeSources: ['knowledge_base'] } })).toEqual([]);
  });

  test('searches every available source when the intent is unknown', () => {
    expect(names({ intent: undefined })).toEqual([
      'knowledge_base',
      'guidelines',
      'pubmed',
      'openfda',
      'notes',
    ]);
  });

  test('lists every source once, as selected or as excluded with a reason', () => {
    for (const intent of ['diagnosis', 'drug_info', undefined] as const) {
      const { chosen, leftOut } = select({ intent, preferences: { preferSources: ['notes', 'notes'] } });
      expect([...chosen, ...leftOut].map(({ source }) => source).toSorted()).toEqual(sourceNames.toSorted());
    }
  });
});
