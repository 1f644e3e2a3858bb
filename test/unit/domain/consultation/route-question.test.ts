import { describe, expect, it } from 'vitest';
import { routeQuestion } from '../../../../domain/consultation/route-question.ts';
import { sourceNames } from '../../../../domain/consultation/sources/source-name.ts';

type Input = Parameters<typeof routeQuestion>[0];

const routed = (changes: Partial<Input> = {}) =>
  routeQuestion({
    classified: { intent: 'guideline', confidence: 0.8, by: 'words' },
    phi: false,
    clinicalContext: false,
    settings: { routing: 'hybrid', enabledSources: sourceNames },
    hasLocal: true,
    hasCloud: true,
    configured: sourceNames,
    ...changes,
  });
const chosen = ({ sources }: ReturnType<typeof routed>) => sources.map(({ source }) => source);

describe('the route of a question', () => {
  it('records the intent and its signal, the sources searched, and the permitted model', () => {
    expect(routed()).toMatchObject({
      intent: 'guideline',
      confidence: 0.8,
      classifiedBy: 'words',
      sources: [{ source: 'guidelines' }, { source: 'uptodate' }, { source: 'knowledge_base' }],
      routing: 'hybrid',
      model: 'cloud',
      because: 'no_phi',
    });
  });

  it('names every source once: as selected, or as excluded with the reason', () => {
    const { sources, leftOut } = routed({
      configured: ['knowledge_base', 'guidelines', 'notes', 'pubmed'],
      preferences: { excludeSources: ['pubmed'] },
    });
    expect([...sources, ...leftOut].map(({ source }) => source).sort()).toEqual([...sourceNames].sort());
    expect(leftOut).toContainEqual({ source: 'pubmed', because: 'excluded' });
    expect(leftOut).toContainEqual({ source: 'uptodate', because: 'not_configured' });
  });

  it.each(['default', 'failure'] as const)('excludes no source when its intent comes from %s', (by) => {
    const { sources, leftOut, ...route } = routed({
      classified: { intent: 'general', confidence: 0, by },
    });
    expect(route).toMatchObject({ intent: 'general', classifiedBy: by });
    expect(sources).toHaveLength(sourceNames.length);
    expect(leftOut).toEqual([]);
  });

  it('searches the sources named by the question, for any intent', () => {
    expect(chosen(routed({ sourcesWanted: ['pubmed'] }))).toEqual(['pubmed']);
  });

  it.each([
    [{ phi: true }, 'local', 'phi'],
    [{ clinicalContext: true }, 'local', 'clinical_context'],
    [{ phi: true, hasLocal: false }, 'none', 'phi_without_local_model'],
    [
      { phi: true, settings: { routing: 'cloud-only', enabledSources: sourceNames } },
      'none',
      'phi_without_local_model',
    ],
    [{ hasLocal: false, hasCloud: false }, 'none', 'no_model'],
  ] as const)('goes to no model in the cloud: %o', (changes, model, because) => {
    expect(routed(changes)).toMatchObject({ model, because });
  });

  it('searches the same sources with PHI, since each source filters what it sends', () => {
    expect(chosen(routed({ phi: true }))).toEqual(chosen(routed()));
  });
});
