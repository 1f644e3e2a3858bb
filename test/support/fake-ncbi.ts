import type { ScriptedCall, ScriptedReply } from './scripted-server.ts';

/** A PubMed article; all of it invented. */
export type PubmedRecord = {
  readonly pmid: string;
  readonly title: string;
  /** Sections by label; the label '' means no label. */
  readonly abstract: Readonly<Record<string, string>>;
  readonly types?: readonly string[];
  readonly year?: string;
  readonly journal?: string;
  readonly doi?: string;
  /** Inside `CommentsCorrectionsList`. */
  readonly corrections?: readonly string[];
};

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const head = `<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">`;

/** An article in EFetch's format, with a reference that has its own DOI and PMID. */
const articleXml = (record: PubmedRecord): string => `<PubmedArticle>
<MedlineCitation Status="MEDLINE" Owner="NLM" IndexingMethod="Automated">
<PMID Version="1">${record.pmid}</PMID>
<Article PubModel="Print-Electronic">
<Journal><ISSN IssnType="Electronic">0000-0000</ISSN>
<JournalIssue CitedMedium="Internet"><Volume>12</Volume><Issue>3</Issue><PubDate><Year>${record.year ?? '2021'}</Year><Month>Mar</Month><Day>09</Day></PubDate></JournalIssue>
<Title>${record.journal ?? 'Journal of Invented Medicine'}</Title><ISOAbbreviation>J Inv Med</ISOAbbreviation></Journal>
<ArticleTitle>${escaped(record.title)}.</ArticleTitle>
<Pagination><StartPage>1</StartPage></Pagination>
<Abstract>${Object.entries(record.abstract)
  .map(([label, text]) =>
    label === ''
      ? `<AbstractText>${escaped(text)}</AbstractText>`
      : `<AbstractText Label="${label}" NlmCategory="${label}">${escaped(text)}</AbstractText>`,
  )
  .join('\n')}<CopyrightInformation>© 2021 Unlisted.</CopyrightInformation></Abstract>
<AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Doe</LastName><ForeName>Jane Q</ForeName><Initials>JQ</Initials><AffiliationInfo><Affiliation>An Institute.</Affiliation></AffiliationInfo></Author><Author ValidYN="Y"><CollectiveName>The Invented Trial Group</CollectiveName></Author></AuthorList>
<Language>eng</Language>
<PublicationTypeList>${(record.types ?? ['Journal Article']).map((type) => `<PublicationType UI="D016428">${type}</PublicationType>`).join('')}</PublicationTypeList>
</Article>
<CommentsCorrectionsList>${(record.corrections ?? ['Cites']).map((type) => `<CommentsCorrections RefType="${type}"><RefSource>Other J. 2020</RefSource><PMID Version="1">11111111</PMID></CommentsCorrections>`).join('')}</CommentsCorrectionsList>
</MedlineCitation>
<PubmedData><PublicationStatus>ppublish</PublicationStatus>
<ArticleIdList><ArticleId IdType="pubmed">${record.pmid}</ArticleId>${record.doi === undefined ? '' : `<ArticleId IdType="doi">${record.doi}</ArticleId>`}</ArticleIdList>
<ReferenceList><Reference><Citation>Another. 2011.</Citation><ArticleIdList><ArticleId IdType="doi">10.9999/reference.1</ArticleId><ArticleId IdType="pubmed">22222222</ArticleId></ArticleIdList></Reference></ReferenceList>
</PubmedData></PubmedArticle>`;

/** A book chapter in EFetch's format. */
export const chapterXml = (pmid: string, title: string, text: string): string =>
  `<PubmedBookArticle><BookDocument><PMID Version="1">${pmid}</PMID><ArticleIdList><ArticleId IdType="bookaccession">NBK000000</ArticleId></ArticleIdList>
<Book><Publisher><PublisherName>Invented Publishing</PublisherName></Publisher><BookTitle book="invented">InventedPearls</BookTitle><PubDate><Year>2025</Year><Month>01</Month></PubDate></Book>
<ArticleTitle book="invented" part="article-1">${escaped(title)}</ArticleTitle><Language>eng</Language>
<AuthorList Type="authors" CompleteYN="Y"><Author ValidYN="Y"><LastName>Doe</LastName><Initials>J</Initials></Author></AuthorList>
<PublicationType UI="D000072643">Study Guide</PublicationType>
<Abstract><AbstractText>${escaped(text)}</AbstractText></Abstract>
<ContributionDate><Year>2024</Year><Month>2</Month><Day>7</Day></ContributionDate></BookDocument></PubmedBookArticle>`;

export const articleSet = (...articles: readonly string[]): string =>
  `${head}\n<PubmedArticleSet>\n${articles.join('\n')}\n</PubmedArticleSet>`;

export const recordsXml = (records: readonly PubmedRecord[]): string =>
  articleSet(...records.map(articleXml));

/** ESearch's response format. */
export const foundJson = (ids: readonly string[]): string =>
  JSON.stringify({
    header: { type: 'esearch', version: '0.3' },
    esearchresult: {
      count: String(ids.length),
      retmax: String(ids.length),
      retstart: '0',
      idlist: ids,
      translationset: [],
      querytranslation: '',
    },
  });

/** NCBI's rate-limit response. */
export const tooMany: ScriptedReply = {
  status: 429,
  headers: { 'content-type': 'application/json', 'retry-after': '2' },
  text: '{"error":"API rate limit exceeded","api-key":"127.0.0.1","count":"4","limit":"3"}',
};

/** Behaves like the E-utilities: returns the records that contain all bracketed words of the term. */
export const fakeNcbi =
  (records: readonly PubmedRecord[]) =>
  ({ path, fields }: ScriptedCall): ScriptedReply => {
    if (path.endsWith('/esearch.fcgi')) {
      const wanted = [...(fields.term ?? '').matchAll(/\(([^()]+)\)/g)].map(([, words = '']) => words);
      const fits = ({ title, abstract }: PubmedRecord): boolean => {
        const text = `${title} ${Object.values(abstract).join(' ')}`.toLowerCase();
        return wanted.every((group) => group.split(' OR ').some((word) => text.includes(word)));
      };
      const ids = records.filter(fits).map(({ pmid }) => pmid);
      return { text: foundJson(ids.slice(0, Number(fields.retmax))) };
    }
    if (path.endsWith('/efetch.fcgi')) {
      const ids = (fields.id ?? '').split(',');
      // EFetch guarantees no order.
      return { text: recordsXml(records.filter(({ pmid }) => ids.includes(pmid)).toReversed()) };
    }
    return { status: 404, text: '' };
  };
