import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentFormat } from '../../../../../domain/knowledge/document-format.ts';
import {
  type DocumentMetadata,
  documentMetadataSchema,
} from '../../../../../domain/knowledge/document-metadata.ts';
import type { ExtractedDocumentRecord } from '../../../../../domain/knowledge/extracted-document.ts';
import { findMetadata } from '../../../../../domain/knowledge/found-metadata/find-metadata.ts';
import {
  foundMetadataSchema,
  withFoundMetadata,
} from '../../../../../domain/knowledge/found-metadata/found-metadata.ts';
import { isoDayOf, readWrittenDate } from '../../../../../domain/knowledge/found-metadata/written-date.ts';
import { cpuTimeOf } from '../../../../support/cpu-time.ts';

const nothingGiven: DocumentMetadata = documentMetadataSchema.parse({ sourceType: 'protocol' });

type About = Omit<ExtractedDocumentRecord, 'pages'>;
const documentOf = (pages: readonly string[], about: About = {}): ExtractedDocumentRecord => ({
  pages: pages.map((text, index) => ({ page: index + 1, text, readBy: 'native' })),
  ...about,
});
const foundIn = (
  text: string | readonly string[],
  about: About = {},
  given: Partial<DocumentMetadata> = {},
  format: DocumentFormat = 'pdf',
) =>
  findMetadata(
    documentOf(typeof text === 'string' ? [text] : text, about),
    { ...nothingGiven, ...given },
    format,
  );

describe('the DOI of a document', () => {
  it.each([
    [
      'is on a separate line',
      'A Guideline\nDOI: 10.1161/CIR.0000000000001063\n',
      '10.1161/CIR.0000000000001063',
    ],
    ['is a link', 'https://doi.org/10.1016/S0140-6736(20)30183-5.', '10.1016/S0140-6736(20)30183-5'],
    [
      'is in the suggested citation',
      'Cite this as: BMJ 2020;369:m1328 doi:10.1136/bmj.m1328',
      '10.1136/bmj.m1328',
    ],
    ['is in parentheses', '(doi:10.1000/182)', '10.1000/182'],
    ['is repeated', 'doi:10.1000/A1\ntext\ndoi:10.1000/a1', '10.1000/a1'],
  ])('is found when it %s', (_, text, doi) => {
    expect(foundIn(text).doi).toBe(doi);
  });

  it.each([
    ['in a list of references', 'Body\n\nReferences\ndoi:10.1000/182'],
    ['in a numbered entry', '1. Doe J. A trial. doi:10.1000/182'],
    [
      'in a sentence about another document',
      'This replaces the guideline of 2015 (doi:10.1000/182) in part.',
    ],
    ['next to another one', 'doi:10.1000/182\ndoi:10.1000/183'],
    ['broken by a line end', 'https://doi.org/10.1000/guideline-\n2020'],
    ['without its suffix', 'doi:10.1161/\nCIR.0001'],
    ['on a later page', ['First page', 'doi:10.1000/182']],
  ])('is not one that appears %s', (_, text) => {
    expect(foundIn(text).doi).toBeUndefined();
  });

  it('is taken from the properties before the text', () => {
    expect(foundIn('doi:10.1000/1', { properties: { doi: 'doi:10.1000/2' } }).doi).toBe('10.1000/2');
    expect(foundIn('Text', { properties: { remarks: ['J Test 2021;3:4. doi:10.1000/3'] } }).doi).toBe(
      '10.1000/3',
    );
  });
});

describe('the county of a document', () => {
  it.each([
    [
      'a letterhead',
      'COUNTY OF LOS ANGELES\nDEPARTMENT OF HEALTH SERVICES\n\nSUBJECT: X',
      'Los Angeles',
      'CA',
    ],
    ['a county alone on its line', 'San Mateo County\nPolicy\n', 'San Mateo', 'CA'],
    [
      'a city that is a county',
      'CITY AND COUNTY OF SAN FRANCISCO\nDEPARTMENT OF EMERGENCY MANAGEMENT',
      'San Francisco',
      'CA',
    ],
    ['an agency', 'Issuing agency: Los Angeles County EMS Agency\n', 'Los Angeles', 'CA'],
    [
      'an agency of a county',
      'Agency: Division of Emergency Services of Salt Lake County\n',
      'Salt Lake',
      'UT',
    ],
    ['a county name shared by two states', 'Agency: Orange County EMS Agency\n', 'Orange', undefined],
    ['a department', 'COUNTY OF KANE\nDEPARTMENT OF PUBLIC HEALTH', 'Kane', undefined],
  ])('is identified by %s', (_, text, county, stateCode) => {
    const found = foundIn(text);
    expect([found.county, found.stateCode]).toEqual([county, stateCode]);
  });

  it.each([
    ['a sentence', 'Patients from Los Angeles County are transported.\n'],
    ['an agency of several', 'Agency: Tri County EMS\n'],
    ['two counties', 'Ventura County\nSanta Barbara County\n'],
    ['a hospital', 'Agency: Los Angeles General Hospital\n'],
    ['an unknown county alone', 'Kane County\n'],
  ])('is not identified by %s', (_, text) => {
    expect(foundIn(text)).not.toHaveProperty('county');
    expect(foundIn(text)).not.toHaveProperty('stateCode');
  });

  it('is also taken from the metadata of the uploader, with the lowest precedence', () => {
    expect(foundIn('Text', {}, { agency: 'Los Angeles County EMS Agency' })).toMatchObject({
      county: 'Los Angeles',
      stateCode: 'CA',
    });
    expect(foundIn('Text', {}, { county: 'Kern County' })).toEqual({ stateCode: 'CA' });
    expect(foundIn('STATE OF NEVADA\n', {}, { county: 'Kern' }).stateCode).toBe('NV');
    expect(foundIn('COUNTY OF KERN\n', {}, { stateCode: 'NV', county: 'Washoe' })).toEqual({});
    expect(foundIn('COUNTY OF KERN\n', { properties: { county: 'Inyo' } })).toMatchObject({
      county: 'Inyo',
      stateCode: 'CA',
    });
  });
});

describe('the edition and the chapter of a book', () => {
  it.each([
    ["Doe's Principles of Medicine, 21e - Chapter 252: Heart Failure", '21', '252'],
    ['Principles of Medicine, 7th edition', '7', undefined],
    ['Principles of Medicine (3rd ed.)', '3', undefined],
    ['Principles of Medicine, Second Revised Edition, Chapter 12B', '2', '12B'],
    ['Chapter IV. Shock', undefined, 'IV'],
    ['Principles of Medicine, Edition 9', '9', undefined],
    ['Guideline of 2023, 2023 edition', undefined, undefined],
    ['What each chapter 3 patient needs', undefined, undefined],
    ['Figure 21e of the second sedition', undefined, undefined],
  ])('are read from %j', (title, edition, chapter) => {
    for (const found of [
      foundIn('Text', {}, { title }),
      foundIn('Text', { title }),
      foundIn('Text', { properties: { title } }),
    ])
      expect([found.edition, found.chapter]).toEqual([edition, chapter]);
    const found = foundIn(`# ${title}\n\nText`);
    expect(found.edition).toBe(edition);
  });

  it.each([
    ['a heading', '# Chapter 252: Heart Failure\n\nText', '252'],
    ['a separate line', 'PRINCIPLES\nCHAPTER 12\nSHOCK', '12'],
    ['a sentence', 'Chapter 3 was rewritten.\n', undefined],
    ['a table of contents', 'Contents\nChapter 1 Shock\nChapter 2 Burns\n', undefined],
    ['the first line of a table of contents', 'Contents\nChapter 1 Shock ..... 3\n', undefined],
    ['a reference', 'See Chapter 5 for more.\n', undefined],
  ])('include the chapter from %s', (_, text, chapter) => {
    expect(foundIn(text).chapter).toBe(chapter);
  });

  it('are taken from the metadata of the file before its title', () => {
    const properties = { edition: '22', chapter: '253', title: 'Principles, 21e - Chapter 252' };
    expect(foundIn('Text', { properties })).toMatchObject({ edition: '22', chapter: '253' });
  });

  it('are empty when two are named', () => {
    expect(foundIn('Text', { title: 'Medicine, 20e' }, { title: 'Medicine, 21e - Chapter 3' })).toEqual({
      chapter: '3',
    });
    expect(foundIn('Medicine, 21e\nSurgery, 9th edition').edition).toBeUndefined();
  });
});

describe('the PubMed id of a document', () => {
  it.each([
    ['PMID: 32167518', '32167518'],
    ['doi:10.1000/182 PMID: 32167518', '32167518'],
    ['Some trial (PMID: 32167518) found that', undefined],
    ['PMID: 1\nPMID: 2', undefined],
    ['32167518', undefined],
  ])('in "%s" is %s', (text, pmid) => {
    expect(foundIn(text).pmid).toBe(pmid);
  });
});

describe('the year of publication', () => {
  it.each([
    ['© 2019–2023 Sample Society. All rights reserved.', 2023],
    ['Copyright 2021 by the Society', 2021],
    ['Published: March 2022', 2022],
    ['Published online 12 June 2018\n© 2019 Society', 2018],
    ['Circulation. 2022;145:e895-e1032.', 2022],
    ['Published: 2019-05-02 | Updated: 2023-01-01', 2019],
    ['Published by Sample Society, 12th March 2017', 2017],
    ['Copyright © 2022, 2018, 2015 by Sample Press', 2022],
    ['Published studies from 2011 show no benefit.', undefined],
    ['Figure from Doe J. © 2010 Other Press, with permission', undefined],
    ['© 2010 One\n© 2021 Another', undefined],
    ['Doe J. Lancet 2019;393:12-19.', undefined],
    ['The trial was published in 2011 and changed practice.', undefined],
    ['3. Doe J, Roe R. A long title of a trial of something. J Test. 2011;4:12-19.', undefined],
    ['REVISED: 10-01-2025', undefined],
  ])('of "%s" is %s', (text, year) => {
    expect(foundIn(text).publicationYear).toBe(year);
  });

  it('is not taken from the copyright line of a web page, which is updated every year', () => {
    expect(foundIn('© 2026 Site', {}, {}, 'html').publicationYear).toBeUndefined();
    expect(foundIn('Published: May 2015\n© 2026 Site', {}, {}, 'html').publicationYear).toBe(2015);
  });

  it.each(['2019/05/02', '20190502', 'May 2019', '2019'])(
    'is taken from the declared metadata: %s',
    (published) => {
      expect(foundIn('© 2023 Site', { properties: { published } }).publicationYear).toBe(2019);
    },
  );

  it('is neither later than the file nor the day on which the file was saved', () => {
    expect(foundIn('© 2023 Society', { properties: { savedIn: 2015 } }).publicationYear).toBeUndefined();
    expect(foundIn('Text', { properties: { savedIn: 2015 } }).publicationYear).toBeUndefined();
  });
});

describe('the effective date of a document', () => {
  it.each([
    ['EFFECTIVE DATE: 07-15-2024', '2024-07-15'],
    ['Effective: July 1, 2024', '2024-07-01'],
    ['Effective Date: 1 July 2024', '2024-07-01'],
    ['| Effective Date | 2024-07-01 |', '2024-07-01'],
    ['Revised: 3/15/23', '2023-03-15'],
    ['Policy 5.03 Effective: 15.03.2023', '2023-03-15'],
    ['Revision date:\n2023-03-15', '2023-03-15'],
    ['EFFECTIVE: 10-13-80 PAGE 1 OF 3\nREVISED: 10-01-25\nSUPERSEDES: 01-01-27', '2025-10-01'],
    ['Effective: 07-07-24', '2024-07-07'],
  ])('of "%s" is %s', (text, day) => {
    expect(foundIn(text).effectiveDate).toBe(day);
  });

  it.each([
    ['after a colon in a sentence', 'All of this is effective: 2024-07-01.'],
    ['in a version number', 'Revision: 1.2.24'],
    ['in a sentence', 'This requirement is effective 2024-07-01 for all units.'],
    ['after other words of a line', 'See the policy (Revised: 2024-07-01).'],
    ['that does not exist', 'EFFECTIVE: 02-30-2024'],
    ['that may be in March or in July', 'EFFECTIVE: 03-07-24'],
    ['whose order the document contradicts', 'EFFECTIVE: 03-07-24\nfrom 13-02-24 to 02-13-24'],
    ['that it replaced', 'SUPERSEDES: 2024-07-01'],
    ['of an older part', ['REVISED: 2020-01-01', 'REVISED: 2024-01-01']],
  ])('is not a day %s', (_, text) => {
    expect(foundIn(text).effectiveDate).toBeUndefined();
  });

  it.each([
    ['the state named by the uploader', 'REVISED: 03-07-24', { stateCode: 'CA' }, '2024-03-07'],
    ['the letterhead of a state', 'STATE OF OHIO\nREVISED: 03-07-24', {}, '2024-03-07'],
    ['the letterhead of a county', 'COUNTY OF LOS ANGELES\nREVISED: 03-07-24', {}, '2024-03-07'],
    ['a postal address', 'Springfield, IL 62701\nREVISED: 03-07-24', {}, '2024-03-07'],
    ['another of its dates', 'REVISED: 03-07-24\nReview of 02-25-23', {}, '2024-03-07'],
    ['another of its dates, day first', 'REVISED: 03-07-24\nReview of 25-02-23', {}, '2024-07-03'],
  ])('takes the order of day and month from %s', (_, text, given, day) => {
    expect(foundIn(text, {}, given).effectiveDate).toBe(day);
  });

  it.each([
    ['00', 2000],
    ['68', 2068],
    ['69', 1969],
    ['99', 1999],
  ])('reads the year %s as %i', (written, year) => {
    const date = readWrittenDate(`12-25-${written}`);
    expect(date && isoDayOf(date, undefined)).toBe(`${year}-12-25`);
  });
});

describe('the organization or author of a document', () => {
  it('is an author named by a publisher', () => {
    expect(
      foundIn('Text', { properties: { authors: ['Doe, Jane', 'Roe, Rick; Poe, Pat'] } }).authors,
    ).toEqual(['Doe, Jane', 'Roe, Rick', 'Poe, Pat']);
  });

  it.each([
    ['Jane Doe and Rick Roe', ['Jane Doe', 'Rick Roe']],
    ['Jane Doe, Rick Roe & Pat M. Poe', ['Jane Doe', 'Rick Roe', 'Pat M. Poe']],
    ['National Institute for Health and Care', ['National Institute for Health and Care']],
    ['Roe, Rick', ['Roe, Rick']],
  ])('is each of "%s"', (names, authors) => {
    expect(foundIn('Text', { properties: { authors: [names] } }).authors).toEqual(authors);
  });

  it('is not the person who saved the file, unless the first page names them too', () => {
    expect(foundIn('STATUS EPILEPTICUS', { authors: ['Jane Doe'] }).authors).toBeUndefined();
    expect(foundIn('A Review\nby Jane Doe, MD', { authors: ['Jane Doe'] }).authors).toEqual(['Jane Doe']);
  });

  it.each(['Administrator', 'user1', 'Microsoft Office User', 'jane@example.org'])('is not %s', (name) => {
    expect(foundIn(name, { authors: [name], properties: { authors: [name] } }).authors).toBeUndefined();
  });

  it.each([
    [
      'COUNTY OF EXAMPLE\nDEPARTMENT OF HEALTH SERVICES\n\nTitle',
      'Department of Health Services, County of Example',
    ],
    ['Issuing agency: Example County EMS', 'Example County EMS'],
    ['The County of Example and the Department of Health agree.', undefined],
    ['COUNTY OF EXAMPLE\n\nSUBJECT: Refusal', undefined],
    ['Title\n'.repeat(9).concat('COUNTY OF EXAMPLE\nDEPARTMENT OF HEALTH'), undefined],
  ])('is the agency of a letterhead or a label: %j', (text, agency) => {
    expect(foundIn(text).agency).toBe(agency);
  });

  it('is the state of a letterhead', () => {
    expect(foundIn('STATE OF CALIFORNIA\nDEPARTMENT OF JUSTICE').stateCode).toBe('CA');
    expect(foundIn('He lived in the State of California.').stateCode).toBeUndefined();
  });
});

describe('the extracted metadata of a document', () => {
  it('fills the fields that the uploader left open', () => {
    const given: DocumentMetadata = { ...nothingGiven, doi: '10.1000/mine', agency: 'Mine' };
    const text = 'COUNTY OF EXAMPLE\nDEPARTMENT OF HEALTH\ndoi:10.1000/182\nPMID: 7\n© 2020 X';
    const found = findMetadata(documentOf([text]), given, 'pdf');
    expect(found).toEqual({ pmid: '7', publicationYear: 2020 });
    expect(withFoundMetadata(given, found)).toEqual({ ...given, ...found });
  });

  it('matches its schema, and quotes the document, for any document', () => {
    const piece = fc.constantFrom(
      'doi:10.1000/',
      '182',
      'PMID: ',
      'EFFECTIVE: ',
      '02-30-24',
      '07/01/2024',
      'July 1, 2024',
      '© ',
      '1999',
      '–',
      'COUNTY OF ',
      'DEPARTMENT OF ',
      'EXAMPLE',
      '\n',
      ' ',
      'Published: ',
      'Issuing agency: ',
      'Circulation. 2022;1:2',
      '(',
      ')',
      '|',
    );
    const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 3 }),
        fc.option(text, { nil: undefined }),
        (pages, author) => {
          const about: About =
            author === undefined || author === ''
              ? {}
              : {
                  authors: [author],
                  properties: { authors: [author], doi: author, published: author, effective: author },
                };
          const found = foundIn(pages, about);
          expect(foundMetadataSchema.parse(found)).toEqual(found);
          const written = [...pages, author ?? ''].join('\n').toLowerCase().replace(/\s+/g, ' ');
          for (const value of [found.doi, found.pmid, found.publicationYear, ...(found.authors ?? [])]) {
            if (value !== undefined) expect(written).toContain(String(value).toLowerCase());
          }
          for (const part of found.agency?.toLowerCase().split(', ') ?? []) expect(written).toContain(part);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is found quickly on a page designed to be slow', () => {
    const slow = [
      ' ',
      '|',
      '_',
      'revised ',
      'effective: ',
      '1-1-',
      'a.',
      '10.1000/(',
      'page 1 of 1 ',
      'county of a ',
      'of ',
      '1',
      '11 ',
      '2020,',
    ].flatMap((unit) =>
      ['revised ', 'published ', '© 2020', 'COUNTY OF A '].map((start) => `${start}${unit.repeat(20_000)}!`),
    );
    const took = cpuTimeOf(() => {
      for (const text of slow) foundIn([text, text], { properties: { remarks: [text.slice(0, 2000)] } });
    });
    expect(took).toBeLessThan(3000);
  });
});

// With two ways to match one separator, each of these would take longer than the age of the universe.
describe('a line designed to match in many ways', () => {
  it.each([
    ['of revision dates', `REVISED 1-2-03 ${'REVISED 1-2-03 '.repeat(400)}!!!!`],
    ['of other dates', `Effective: 1-2-03 ${'reviewed : | 1-2-03 | '.repeat(400)}!!!!`],
    ['of months', `Published ${'Jan. '.repeat(400)}`],
    ['of days', `Published: ${'1st, on 2nd. in '.repeat(400)}!`],
  ])('%s leaves the document without that date', (_, line) => {
    const found = foundIn(`T\n${line}`);
    expect(found.effectiveDate).toBeUndefined();
    expect(found.publicationYear).toBeUndefined();
  });
});

describe('other metadata that a file declares', () => {
  it.each([
    ['2024-03-05', '2024-03-05'],
    ['2024-03-05T23:10:00-08:00', '2024-03-05'],
    ['5 March 2024', '2024-03-05'],
    ['2024/03/05', '2024-03-05'],
    ['03/04/2024', undefined],
    ['last week', undefined],
  ])('reads the day of an update written as %s', (updated, day) => {
    expect(foundIn(['T'], { properties: { updated } }).lastUpdated).toBe(day);
  });

  it('accepts no address that a browser would execute', () => {
    expect(foundIn(['T'], { properties: { url: 'javascript:alert(1)' } }).url).toBeUndefined();
    expect(foundIn(['T'], { properties: { url: 'https://example.org/a' } }).url).toBe(
      'https://example.org/a',
    );
  });
});
