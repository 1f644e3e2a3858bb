import { describe, expect, test } from 'vitest';
import { readPubmedXml } from '../../../../../infra/services/evidence-sources/pubmed/read-pubmed-xml.ts';
import { articleSet, chapterXml, type PubmedRecord, recordsXml } from '../../../../support/fake-ncbi.ts';

const record = (more: Partial<PubmedRecord> = {}): PubmedRecord => ({
  pmid: '30000001',
  title: 'An invented trial',
  abstract: { '': 'It helped.' },
  ...more,
});

const read = (...records: readonly PubmedRecord[]) => readPubmedXml(recordsXml(records));

describe('parsing PubMed records', () => {
  test.each([
    ['Practice Guideline', 'guideline'],
    ['Meta-Analysis', 'review'],
    ['Systematic Review', 'review'],
    ['Randomized Controlled Trial', 'trial'],
    ['Case Reports', 'article'],
  ])('a %s is a %s', (type, kind) => {
    expect(read(record({ types: ['Journal Article', type] }))?.[0]?.kind).toBe(kind);
  });

  test.each([
    'Retracted Publication',
    'Retraction of Publication',
    'Published Erratum',
    'Preprint',
    'Comment',
  ])('a %s is not evidence', (type) => {
    expect(
      read(record({ types: ['Journal Article', type] }), record({ pmid: '2' }))?.map(({ id }) => id),
    ).toEqual(['2']);
  });

  test('an article that a later notice retracts is not evidence', () => {
    expect(read(record({ corrections: ['Cites', 'RetractionIn'] }))).toEqual([]);
  });

  test('an article that was retracted and republished is not evidence', () => {
    expect(read(record({ corrections: ['RetractedandRepublishedIn'] }))).toEqual([]);
  });

  test.each([
    ['PartialRetractionIn', 'Part of this article was retracted.'],
    ['ErratumIn', 'A correction of this article was published.'],
    ['CorrectedandRepublishedIn', 'This article was corrected and published again.'],
    ['UpdateIn', 'There is a later version of this article'],
  ])('an article with %s states it before its abstract', (correction, sentence) => {
    const [line, abstract] = read(record({ corrections: [correction] }))?.[0]?.text.split('\n') ?? [];
    expect(line).toContain(sentence);
    expect(abstract).toBe('It helped.');
  });

  test('text that a publisher escaped twice is decoded', () => {
    const text = read(record({ abstract: { '': 'p &lt; 0.05 and &#956;g' } }))?.[0]?.text;
    expect(text).toBe('p < 0.05 and μg');
  });

  test('the identifiers are those of the article, not those of its references', () => {
    expect(read(record({ doi: '10.1000/Own.1' }))?.[0]).toMatchObject({
      id: '30000001',
      doi: '10.1000/own.1',
    });
    expect(read(record())?.[0]?.doi).toBeUndefined();
  });

  test('an article without an abstract has nothing to quote', () => {
    expect(read(record({ abstract: {} }))).toEqual([]);
  });

  test('a long abstract keeps its conclusion', () => {
    const text = read(
      record({ abstract: { METHODS: 'We did this. '.repeat(900), CONCLUSIONS: 'It is safe.' } }),
    )?.[0]?.text;
    expect(text).toMatch(/^METHODS: We did this\. .*\nCONCLUSIONS: It is safe\.$/);
    expect(text?.length).toBeLessThanOrEqual(4000);
  });

  test('a chapter of a book is a textbook', () => {
    expect(readPubmedXml(articleSet(chapterXml('29000001', 'Invented disease', 'It is rare.')))).toEqual([
      {
        source: 'pubmed',
        id: '29000001',
        kind: 'textbook',
        title: 'Invented disease',
        text: 'It is rare.',
        url: 'https://pubmed.ncbi.nlm.nih.gov/29000001/',
        published: '2024-02-07',
        journal: 'InventedPearls',
        authors: ['Doe J'],
      },
    ]);
  });

  test.each([
    ['2019 Nov-Dec', '2019'],
    ['Spring 2004', '2004'],
    ['no year', undefined],
  ])('a date written as "%s" is %s', (written, published) => {
    const xml = recordsXml([record()]).replace(
      /<PubDate>.*?<\/PubDate>/,
      `<PubDate><MedlineDate>${written}</MedlineDate></PubDate>`,
    );
    expect(readPubmedXml(xml)?.[0]?.published).toBe(published);
  });

  test('words in italics stay in their sentence', () => {
    const xml = recordsXml([record({ title: 'TITLE' })]).replace(
      'TITLE.',
      'Of <i>E. coli</i> and H<sub>2</sub>O.',
    );
    expect(readPubmedXml(xml)?.[0]?.title).toBe('Of E. coli and H2O');
  });

  test('entities defined by the document are not expanded', () => {
    const xml = recordsXml([record({ title: 'TITLE' })])
      .replace(
        /<!DOCTYPE[^>]*>/,
        '<!DOCTYPE PubmedArticleSet [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
      )
      .replace('TITLE', '&b;&b;&b;');
    expect(readPubmedXml(xml)?.[0]?.title ?? '').not.toContain('aaaa');
  });

  test('endless nesting is rejected', () => {
    const deep = 60_000;
    const xml = articleSet(
      `<PubmedArticle><MedlineCitation><PMID>1</PMID><Article>${'<i>'.repeat(deep)}x${'</i>'.repeat(deep)}</Article></MedlineCitation></PubmedArticle>`,
    );
    expect(readPubmedXml(xml)).toBeUndefined();
  });

  test('any other document is rejected', () => {
    expect(readPubmedXml('')).toBeUndefined();
    expect(readPubmedXml('<html></html>')).toBeUndefined();
    expect(readPubmedXml(recordsXml([record()]).slice(0, -30))).toBeUndefined();
  });
});
