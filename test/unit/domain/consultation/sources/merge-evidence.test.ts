import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../../../../domain/consultation/sources/evidence.ts';
import { mergeEvidence } from '../../../../../domain/consultation/sources/merge-evidence.ts';

const piece = (id: string, more: Partial<Evidence> = {}): Evidence => ({
  source: 'pubmed',
  id,
  kind: 'article',
  title: `Title ${id}`,
  text: 'Text.',
  ...more,
});
const merged = (...found: readonly (readonly Evidence[])[]) => mergeEvidence(found).map(({ id }) => id);

describe('merged evidence of several sources', () => {
  test('is ordered by the weight of its kind: guidelines, textbooks, references, recent trials', () => {
    expect(
      merged(
        [
          piece('article'),
          piece('old', { kind: 'trial', published: '1999-02' }),
          piece('new', { kind: 'trial', published: '2024' }),
          piece('book', { kind: 'textbook' }),
        ],
        [piece('label', { source: 'openfda', kind: 'label' }), piece('guideline', { kind: 'guideline' })],
      ),
    ).toEqual(['guideline', 'book', 'label', 'new', 'old', 'article']);
  });

  test('appears once, by its DOI, its identifier or its title', () => {
    expect(
      merged(
        [piece('1', { doi: '10.1/a' }), piece('2'), piece('3', { title: 'The Same: Title' })],
        [
          piece('4', { source: 'openevidence', doi: '10.1/a' }),
          piece('2', { title: 'Another title' }),
          piece('5', { source: 'uptodate', title: 'the same title.' }),
        ],
      ),
    ).toEqual(['1', '2', '3']);
  });

  test('keeps labels of one drug by several makers apart', () => {
    const label = { source: 'openfda', kind: 'label', title: 'Naloxone' } as const;
    expect(merged([piece('a', label), piece('b', label)])).toEqual(['a', 'b']);
  });

  test('is limited, and takes the first of each source before the last of any', () => {
    const many = (prefix: string, source: Evidence['source']) =>
      Array.from({ length: 15 }, (_, at) => piece(`${prefix}${at}`, { source }));
    const ids = merged(many('p', 'pubmed'), many('u', 'uptodate'));
    expect(ids).toHaveLength(20);
    expect(ids.slice(0, 4)).toEqual(['p0', 'u0', 'p1', 'u1']);
  });

  test('is empty when nothing was found', () => {
    expect(merged()).toEqual([]);
    expect(merged([], [])).toEqual([]);
  });
});
