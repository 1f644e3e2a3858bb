import { describe, expect, it } from 'vitest';
import type { AnswerPreferences } from '../../../../../domain/consultation/answer-preferences.ts';
import type { Citation } from '../../../../../domain/consultation/citation.ts';
import { presentReferences } from '../../../../../domain/consultation/references/present-references.ts';

const accessed = '2026-11-22T10:00:00.000Z';

const cited = (more: Partial<Citation>): Citation => ({
  n: 1,
  chunkId: 'c',
  docKey: 'protocol-77',
  version: 1,
  fileName: 'scan0042.pdf',
  title: 'Frostbite of the hand',
  sourceType: 'protocol',
  pages: [],
  section: '',
  excerpt: 'x',
  textHash: 'a'.repeat(64),
  score: 1,
  ...more,
});
const article = cited({
  source: 'pubmed',
  docKey: 'pubmed-41000001',
  title: 'Rewarming after frostbite: a cohort study.',
  authors: ['Okafor NB', 'Perrin JL'],
  journal: 'J Cold Med',
  publicationYear: 2021,
  doi: 'https://doi.org/10.5555/jcm.2021.7',
  pmid: '41000001',
});
const protocol = cited({
  agency: 'Northlake County EMS Agency',
  protocolNumber: '77-P',
  publicationYear: 2023,
  effectiveDate: '2024-07-01',
  pages: [3, 4, 5, 8],
});
const nameless = cited({});

const one = (citation: Citation, citationStyle: NonNullable<AnswerPreferences['citationStyle']>) => {
  const [reference] = presentReferences([citation], { citationStyle }, accessed).items;
  return reference;
};
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => `Author${'abcdefghijklmnopqrstuvwxyz'[at]} A`);

describe('a reference to an article', () => {
  it.each([
    [
      'AMA',
      'Okafor NB, Perrin JL. Rewarming after frostbite: a cohort study. J Cold Med. 2021. doi:10.5555/jcm.2021.7',
    ],
    [
      'APA',
      'Okafor, N. B., & Perrin, J. L. (2021). Rewarming after frostbite: a cohort study. J Cold Med. https://doi.org/10.5555/jcm.2021.7',
    ],
    [
      'Vancouver',
      'Okafor NB, Perrin JL. Rewarming after frostbite: a cohort study. J Cold Med. 2021. doi: 10.5555/jcm.2021.7. PubMed PMID: 41000001.',
    ],
  ] as const)('has the elements that %s requires, as far as they are known', (style, expected) => {
    expect(one(article, style)?.formatted).toBe(expected);
  });

  it.each([
    ['AMA', 'Cold hands? J Cold Med. Date unknown. Accessed November 22, 2026. https://evidence.example/9'],
    ['APA', 'Cold hands? (n.d.). J Cold Med. https://evidence.example/9'],
    [
      'Vancouver',
      'Cold hands? J Cold Med [Internet]. [date unknown] [cited 2026 Nov 22]. Available from: https://evidence.example/9',
    ],
  ] as const)(
    'states by the rules of %s that author and date are unknown, and where it was seen',
    (style, expected) => {
      const found = cited({ title: 'Cold hands?', journal: 'J Cold Med', url: 'https://evidence.example/9' });
      expect(one(found, style)?.formatted).toBe(expected);
    },
  );

  it.each([
    ['AMA', 6, 'Authora A, Authorb A, Authorc A, Authord A, Authore A, Authorf A. '],
    ['AMA', 7, 'Authora A, Authorb A, Authorc A, et al. '],
    ['Vancouver', 6, 'Authora A, Authorb A, Authorc A, Authord A, Authore A, Authorf A. '],
    ['Vancouver', 7, 'Authora A, Authorb A, Authorc A, Authord A, Authore A, Authorf A, et al. '],
    ['APA', 3, 'Authora, A., Authorb, A., & Authorc, A. (2021). '],
  ] as const)('names in %s as many of %d authors as its manual prescribes', (style, count, start) => {
    const formatted = one({ ...article, authors: many(count) }, style)?.formatted ?? '';
    expect(formatted.slice(0, start.length)).toBe(start);
  });

  it('names 20 authors in APA, and of more the first 19 and the last', () => {
    const twenty = one({ ...article, authors: many(20) }, 'APA')?.formatted;
    expect(twenty).toContain('Authors, A., & Authort, A. (2021)');
    const more = one({ ...article, authors: many(22) }, 'APA')?.formatted;
    expect(more).toContain('Authors, A., . . . Authorv, A. (2021)');
  });
});

describe("a reference to a hospital's document", () => {
  it.each([
    [
      'AMA',
      'Northlake County EMS Agency. Frostbite of the hand. Protocol 77-P. Northlake County EMS Agency; 2023. Effective July 1, 2024.',
    ],
    [
      'APA',
      'Northlake County EMS Agency. (2023). Frostbite of the hand (Protocol No. 77-P) [Effective July 1, 2024].',
    ],
    [
      'Vancouver',
      'Northlake County EMS Agency. Frostbite of the hand. [place unknown]: Northlake County EMS Agency; 2023. Protocol No.: 77-P. Effective 2024 Jul 1.',
    ],
  ] as const)('has the elements that %s requires, as far as they are known', (style, expected) => {
    expect(one(protocol, style)?.formatted).toBe(expected);
  });

  it.each([
    ['AMA', 'Frostbite of the hand. Date unknown.'],
    ['APA', 'Frostbite of the hand. (n.d.).'],
    ['Vancouver', 'Frostbite of the hand. [place unknown: publisher unknown]; [date unknown].'],
  ] as const)('makes up nothing in %s when only the title is known', (style, expected) => {
    expect(one(nameless, style)?.formatted).toBe(expected);
  });

  it('names a publisher next to authors, and a number only when the title lacks it', () => {
    const book = cited({
      title: 'Handbook of 77-P',
      protocolNumber: '77-P',
      authors: ['Jean-Luc Perrin', 'Thomas Reed III'],
      publisher: 'Frost Press',
      publicationYear: 2019,
    });
    expect(one(book, 'AMA')?.formatted).toBe('Perrin JL, Reed T III. Handbook of 77-P. Frost Press; 2019.');
    expect(one(book, 'APA')?.formatted).toBe(
      'Perrin, J.-L., & Reed, T., III. (2019). Handbook of 77-P. Frost Press.',
    );
    expect(one(book, 'Vancouver')?.formatted).toBe(
      'Perrin JL, Reed T 3rd. Handbook of 77-P. [place unknown]: Frost Press; 2019.',
    );
  });
});

describe('an in-text citation', () => {
  it.each([
    ['AMA', '1(pp3-5,8)', 'pp 3-5, 8'],
    ['APA', '(Northlake County EMS Agency, 2023, pp. 3–5, 8)', 'pp. 3–5, 8'],
    ['Vancouver', '(1)', 'p. 3-5, 8'],
  ] as const)('follows %s, including its page format', (style, mark, pages) => {
    expect(one(protocol, style)).toMatchObject({ mark, pages });
  });

  it('names in APA one author, both, or the first of more, and the title when there is none', () => {
    const by = (authors: string[]) => one({ ...article, authors, pages: [2] }, 'APA')?.mark;
    expect(by(['Okafor NB'])).toBe('(Okafor, 2021, p. 2)');
    expect(by(['Okafor NB', 'Perrin JL'])).toBe('(Okafor & Perrin, 2021, p. 2)');
    expect(by(['Okafor NB', 'Perrin JL', 'Reed T'])).toBe('(Okafor et al., 2021, p. 2)');
    expect(by([])).toBe('(“Rewarming after frostbite: a cohort study”, 2021, p. 2)');
    expect(one(nameless, 'APA')?.mark).toBe('(Frostbite of the hand, n.d.)');
  });

  it('distinguishes APA references that would otherwise look alike', () => {
    const undated = { agency: 'Northlake County EMS Agency' };
    const { items } = presentReferences(
      [
        cited({ ...undated, n: 1, title: 'Snow blindness' }),
        cited({ ...undated, n: 2, title: 'Chilblains' }),
      ],
      { citationStyle: 'APA' },
      accessed,
    );
    expect(items.map(({ n, mark, formatted }) => [n, mark, formatted])).toEqual([
      [2, '(Northlake County EMS Agency, n.d.-a)', 'Northlake County EMS Agency. (n.d.-a). Chilblains.'],
      [1, '(Northlake County EMS Agency, n.d.-b)', 'Northlake County EMS Agency. (n.d.-b). Snow blindness.'],
    ]);
  });
});

describe('the references of an answer', () => {
  it('appear in the preferred style, by default in AMA next to the text', () => {
    expect(presentReferences([], {}, accessed)).toEqual({ style: 'AMA', display: 'inline', items: [] });
    expect(
      presentReferences([], { citationStyle: 'Vancouver', citationDisplay: 'sidebar' }, accessed),
    ).toEqual({ style: 'Vancouver', display: 'sidebar', items: [] });
  });

  it('mark the part set in italics, which Vancouver does not use', () => {
    expect(one(article, 'APA')?.italic).toBe('J Cold Med');
    expect(one(protocol, 'AMA')?.italic).toBe('Frostbite of the hand');
    expect(one(article, 'Vancouver')).not.toHaveProperty('italic');
  });

  it('show neither the key nor the file name of a document', () => {
    for (const style of ['AMA', 'APA', 'Vancouver'] as const)
      expect(JSON.stringify(one(protocol, style))).not.toMatch(/scan0042|protocol-77/);
  });
});
