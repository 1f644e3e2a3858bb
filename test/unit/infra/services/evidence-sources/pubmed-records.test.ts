import { describe, expect, test } from 'vitest';
import {
  isRetracted,
  readPubmedRecords,
} from '../../../../../infra/services/evidence-sources/pubmed/pubmed-records.ts';
import { articleSet, recordsXml } from '../../../../support/fake-ncbi.ts';

const articleXml = (inArticle: string, { ids = '', corrections = '' } = {}): string =>
  articleSet(`<PubmedArticle><MedlineCitation><PMID Version="1">30000001</PMID><Article>${inArticle}</Article>
    <CommentsCorrectionsList>${corrections}</CommentsCorrectionsList></MedlineCitation>
    <PubmedData><ArticleIdList>${ids}</ArticleIdList></PubmedData></PubmedArticle>`);

const read = (inArticle: string, more?: Parameters<typeof articleXml>[1]) =>
  readPubmedRecords(articleXml(inArticle, more))?.[0];

describe('a PubMed record', () => {
  test('keeps the labels of a structured abstract, and ignores empty ones', () => {
    expect(
      read(
        '<Abstract><AbstractText Label="AIM">One.</AbstractText><AbstractText>Two <sup>2</sup>.</AbstractText><AbstractText Label="X"/></Abstract>',
      )?.sections,
    ).toEqual([
      { label: 'AIM', text: 'One.' },
      { label: '', text: 'Two ².' },
    ]);
  });

  test('names the later version of an article', () => {
    const corrections =
      '<CommentsCorrections RefType="UpdateIn"><PMID Version="1">30000099</PMID></CommentsCorrections>';
    expect(read('<ArticleTitle>A.</ArticleTitle>', { corrections })?.updatedIn).toEqual(['30000099']);
  });

  test('names people by their initials, and groups by their own name', () => {
    const authors = `<Author><LastName>Doe</LastName><ForeName>Jane Q</ForeName><Initials>JQ</Initials></Author>
      <Author><LastName>Mononym</LastName></Author>
      <Author><CollectiveName>The Invented Group</CollectiveName></Author><Author/>`;
    expect(read(`<AuthorList>${authors}</AuthorList>`)?.authors).toEqual([
      'Doe JQ',
      'Mononym',
      'The Invented Group',
    ]);
    expect(
      read(`<AuthorList>${'<Author><LastName>Doe</LastName></Author>'.repeat(500)}</AuthorList>`)?.authors,
    ).toHaveLength(50);
  });

  test.each([
    ['<ArticleTitle>[Of hearts].</ArticleTitle>', 'Of hearts'],
    ['<ArticleTitle/><VernacularTitle>Vom Herzen.</VernacularTitle>', 'Vom Herzen'],
    [
      '<ArticleTitle>[Not Available].</ArticleTitle><VernacularTitle>Vom Herzen.</VernacularTitle>',
      'Vom Herzen',
    ],
    ['', ''],
  ])('has of %s the title %j', (xml, title) => {
    expect(read(xml)?.title).toBe(title);
  });

  test.each([
    ['<Year>2021</Year><Month>Mar</Month><Day>9</Day>', '2021-03-09'],
    ['<Year>2021</Year><Month>3</Month>', '2021-03'],
    ['<Year>2021</Year><Season>Spring</Season>', '2021'],
    ['<MedlineDate>1998 Dec-1999 Jan</MedlineDate>', '1998'],
    ['<MedlineDate>2000 Spring</MedlineDate>', '2000'],
    ['<MedlineDate>soon</MedlineDate>', undefined],
  ])('has the date of %s in %s', (date, published) => {
    expect(
      read(`<Journal><JournalIssue><PubDate>${date}</PubDate></JournalIssue></Journal>`)?.published,
    ).toBe(published);
  });

  test('has the date of its electronic edition when the issue has none', () => {
    expect(
      read('<ArticleDate DateType="Electronic"><Year>2020</Year><Month>07</Month><Day>01</Day></ArticleDate>')
        ?.published,
    ).toBe('2020-07-01');
  });

  test('has its DOI from the list of its identifiers, or else from its location', () => {
    const located = '<ELocationID EIdType="doi" ValidYN="Y">10.1000/Located</ELocationID>';
    expect(read(located)?.doi).toBe('10.1000/located');
    expect(read(located, { ids: '<ArticleId IdType="doi">10.1000/listed</ArticleId>' })?.doi).toBe(
      '10.1000/listed',
    );
    expect(read(located.replace('"Y"', '"N"'))?.doi).toBeUndefined();
    expect(read(located.replace('10.1000/Located', 'javascript:alert(1)'))?.doi).toBeUndefined();
  });

  test('names its types, and whether it has been retracted', () => {
    const types =
      '<PublicationTypeList><PublicationType>Journal Article</PublicationType><PublicationType>Retracted Publication</PublicationType></PublicationTypeList>';
    const retracted = read(types);
    expect(retracted?.types).toEqual(['Journal Article', 'Retracted Publication']);
    expect(retracted && isRetracted(retracted)).toBe(true);
    const noticed = read('', { corrections: '<CommentsCorrections RefType="RetractionIn"/>' });
    expect(noticed && isRetracted(noticed)).toBe(true);
    const cited = read('', { corrections: '<CommentsCorrections RefType="Cites"/>' });
    expect(cited && isRetracted(cited)).toBe(false);
  });

  test('without a number is rejected', () => {
    const xml = recordsXml([{ pmid: 'x1', title: 'No number', abstract: {} }]);
    expect(readPubmedRecords(xml)).toEqual([]);
    expect(readPubmedRecords('<html/>')).toBeUndefined();
  });
});
