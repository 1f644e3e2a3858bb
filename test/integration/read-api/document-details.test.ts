import { beforeAll, describe, expect, it } from 'vitest';
import { writeDocx } from '../../../scripts/samples/write-docx.ts';
import { writePdf } from '../../../scripts/samples/write-pdf.ts';
import type { Json } from '../../support/server-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';

const line = (text: string, y: number) => ({ text, x: 60, y, size: 11 });

const shockPdf = writePdf({
  author: 'Somebody Who Saved It',
  subject: 'J Test Crit Care 2021;3:4-9. doi:10.1000/shock.2021',
  created: 'D:20210412',
  pages: [
    [
      line('Vasopressors in Septic Shock', 720),
      line('Norepinephrine should be given first (Class I; Level of Evidence: B-R).', 660),
      line('Phenylephrine infusion is harmful (Class III: Harm; Level of Evidence: C-LD).', 640),
      line('In NYHA class II heart failure, fluids are given with care.', 620),
    ],
  ],
});

const refusalDocx = writeDocx({
  author: 'Office Clerk',
  blocks: [
    { paragraph: 'COUNTY OF EXAMPLE' },
    { paragraph: 'DEPARTMENT OF HEALTH SERVICES' },
    { heading: 'Refusal of Transport', level: 0 },
    { paragraph: 'An adult with capacity may refuse transport to a hospital.' },
    { paragraph: 'EFFECTIVE: 07-15-2012 REVISED: 10-01-2024' },
  ],
});

const statinPage = `<html><head><title>Statins | Test Press</title>
  <meta name="citation_author" content="Doe, Jane"><meta name="citation_author" content="Roe, Rick">
  <meta name="citation_doi" content="10.1000/statins"><meta name="citation_publication_date" content="2022/08/23">
  <meta name="DC.publisher" content="Test Press"><meta property="og:url" content="https://example.org/statins">
  <meta property="article:modified_time" content="2024-03-05T10:00:00+00:00"></head><body><main><h1>Statins for Prevention</h1>
  <p>The USPSTF recommends a statin for adults aged 40 to 75 years (B recommendation).</p></main></body></html>`;

describe('document metadata over HTTP', () => {
  let server: SharedServer;
  const search = async (query: string, filters: Json = {}): Promise<readonly Json[]> => {
    const { data } = await server.bodyOf(await server.post('/api/search', { query, filters }));
    return (data as { results: Json[] }).results;
  };
  const document = (docKey: string): Promise<Json> => server.get(`/api/documents/${docKey}`);

  beforeAll(async () => {
    server = await sharedServer();
    for (const job of [
      await server.ingest(shockPdf, 'shock.pdf', { docKey: 'guideline-shock', title: 'AHA Shock' }),
      await server.ingest(refusalDocx, 'refusal.docx', { docKey: 'policy-refusal', agency: 'Mine' }),
      await server.ingest(statinPage, 'statins.html', {
        docKey: 'guideline-statins',
        publicationYear: '2020',
        condition: 'Dyslipidemia',
        edition: '2',
        chapter: '14',
      }),
    ]) {
      expect(job.state).toBe('COMPLETED');
    }
  });

  it('appears in the catalogue, with its source', async () => {
    expect(await document('guideline-shock')).toMatchObject({
      title: 'AHA Shock',
      doi: '10.1000/shock.2021',
      publicationYear: 2021,
      authors: [],
      metadataSources: { title: 'uploader', doi: 'file', publicationYear: 'file' },
    });
    expect(await document('policy-refusal')).toMatchObject({
      agency: 'Mine',
      effectiveDate: '2024-10-01',
      authors: [],
      metadataSources: { agency: 'uploader', effectiveDate: 'file' },
    });
    expect(await document('guideline-statins')).toMatchObject({
      authors: ['Doe, Jane', 'Roe, Rick'],
      publisher: 'Test Press',
      doi: '10.1000/statins',
      publicationYear: 2020,
      url: 'https://example.org/statins',
      lastUpdated: '2024-03-05',
      condition: ['Dyslipidemia'],
      metadataSources: {
        authors: 'file',
        publisher: 'file',
        publicationYear: 'uploader',
        url: 'file',
        lastUpdated: 'file',
        condition: 'uploader',
      },
    });
    const versions = await server.get('/api/documents/guideline-statins/versions');
    expect(versions).toMatchObject([{ doi: '10.1000/statins', metadataSources: { doi: 'file' } }]);
  });

  it('narrows the catalogue and searches', async () => {
    expect(await server.get('/api/documents?author=Roe%2C%20Rick')).toMatchObject([
      { docKey: 'guideline-statins' },
    ]);
    const keys = async (filters: Json) =>
      (await search('norepinephrine statin refuse transport', filters)).map(({ docKey }) => docKey);
    expect(await keys({ doi: '10.1000/shock.2021' })).toEqual(['guideline-shock']);
    expect(await keys({ effectiveFrom: '2024-10-01', effectiveTo: '2024-10-01' })).toEqual([
      'policy-refusal',
    ]);
    expect(await keys({ authors: 'Doe, Jane' })).toEqual(['guideline-statins']);
    expect(await keys({ condition: 'dyslipidemia', edition: '2', chapter: '14' })).toEqual([
      'guideline-statins',
    ]);
    expect(await keys({ updatedFrom: '2024-03-05', updatedTo: '2024-03-05' })).toEqual(['guideline-statins']);
    expect(await keys({ publishedFrom: 2021, publishedTo: 2021 })).toEqual(['guideline-shock']);
  });

  it('accompanies search results: each graded statement, and no grade of anything else', async () => {
    const [found] = await search('norepinephrine septic shock');
    expect(found).toMatchObject({
      docKey: 'guideline-shock',
      doi: '10.1000/shock.2021',
      publicationYear: 2021,
    });
    expect(found?.recommendations).toEqual([
      {
        system: 'acc_aha',
        recommendationClass: 'I',
        evidenceLevel: 'B-R',
        statement: 'Norepinephrine should be given first (Class I; Level of Evidence: B-R).',
      },
      {
        system: 'acc_aha',
        recommendationClass: 'III: Harm',
        evidenceLevel: 'C-LD',
        statement: 'Phenylephrine infusion is harmful (Class III: Harm; Level of Evidence: C-LD).',
      },
    ]);
  });

  it('accompanies the citations of an answer, only for the statements that they quote', async () => {
    const { citations } = (await server.ask('statin for prevention guideline')) as { citations: Json[] };
    expect(citations[0]).toMatchObject({
      docKey: 'guideline-statins',
      publisher: 'Test Press',
      authors: ['Doe, Jane', 'Roe, Rick'],
      url: 'https://example.org/statins',
      condition: ['Dyslipidemia'],
      lastUpdated: '2024-03-05',
      edition: '2',
      chapter: '14',
      recommendations: [{ system: 'uspstf', recommendationClass: 'B' }],
    });
    for (const { excerpt, recommendations = [] } of citations) {
      for (const { statement } of recommendations as { statement: string }[])
        expect(String(excerpt).replace(/\s+/g, ' ')).toContain(statement);
    }
  });

  it('is the same after a rebuild of every index', async () => {
    const [before] = await search('norepinephrine septic shock', { doi: '10.1000/shock.2021' });
    for (const projection of ['documents', 'search']) {
      await server.command('ResetProjection', { projection });
    }
    await server.settled();
    const [after] = await search('norepinephrine septic shock', { doi: '10.1000/shock.2021' });
    expect(after).toEqual(before);
    expect(await document('guideline-statins')).toMatchObject({ metadataSources: { doi: 'file' } });
  });
});
