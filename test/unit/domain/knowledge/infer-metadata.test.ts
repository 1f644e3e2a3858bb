import { describe, expect, it } from 'vitest';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import { inferProtocolNumber, inferTitle } from '../../../../domain/knowledge/infer-metadata.ts';

const reading = (text: string, title?: string) => ({
  pages: [{ text }],
  ...omitUndefined({ title }),
});

describe('a title', () => {
  it.each([
    [
      'a subject line',
      'COUNTY OF EXAMPLE\nSUBJECT: DETERMINATION OF DEATH   REFERENCE NO. 814',
      'Determination of Death',
    ],
    [
      'a subject over two lines',
      'SUBJECT: SCOPE OF PRACTICE\nFOR PARAMEDICS\nPURPOSE: To say',
      'Scope of Practice for Paramedics',
    ],
    ['a treatment protocol', 'Treatment Protocol: CARDIAC ARREST Ref. No. 1210', 'Cardiac Arrest'],
    ['abbreviations', 'Title: STEMI AND ROSC', 'STEMI and ROSC'],
    ['a large heading', 'Agency of care\n\n# Heat Illness\n\nBody', 'Heat Illness'],
    [
      'a heading that names three societies',
      '# 2023 AHA/ACC/HFSA Guideline for the Management of Heart Failure\n\n## Emergency Management\n\nBody',
      '2023 AHA/ACC/HFSA Guideline for the Management of Heart Failure',
    ],
    ['a heading with slashes alone', '# Nausea/Vomiting/Diarrhea\n\nBody', 'Nausea/Vomiting/Diarrhea'],
    ['a subject with slashes', 'SUBJECT: GI/GU/OB EMERGENCIES', 'GI/GU/OB Emergencies'],
  ])('is read from %s', (_, text, title) => {
    expect(inferTitle(reading(text), 'x.pdf')).toBe(title);
  });

  it('is that of the file when the first page confirms it', () => {
    expect(inferTitle(reading('Stroke assessment in the field\nBody', 'Stroke Assessment'), 'a.pdf')).toBe(
      'Stroke Assessment',
    );
  });

  it.each([
    'Microsoft Word - 814 06-21-16-signed',
    'PURPOSE:',
    'Untitled',
    'Director of Services',
    'report_final.doc',
    '12-01-24',
    'Guideline 12/01/2024',
    'docs/protocols/body',
    'C:\\Users\\Body\\text',
    'C:/Users/Body/Text',
    '/home/body/Body text only',
    './body/text/only',
    '\\\\server\\share\\Body text',
    'https://example.org/body/text',
  ])('is not the uninformative property "%s"', (property) => {
    expect(inferTitle(reading('Body text only.', property), 'Ref510-PediatricDestination.pdf')).toBe(
      'Pediatric Destination',
    );
  });

  it.each([
    ['Ref510-PediatricDestination.pdf', 'Pediatric Destination'],
    ['1219-P-Allergy.pdf', 'Allergy'],
    ['heat_illness.md', 'Heat Illness'],
    ['EMTFieldGuide.docx', 'EMT Field Guide'],
    ['814.pdf', '814'],
    ['../../etc/stroke.txt', 'Stroke'],
    ['.pdf', 'Untitled document'],
  ])('falls back on the file name %s', (fileName, title) => {
    expect(inferTitle(reading('body'), fileName)).toBe(title);
  });

  it.each([
    ['Adult/Pediatric BLS Standing Orders', '9030_Altered_Mental_Status.pdf', 'Altered Mental Status'],
    ['Stable', '1206_Wide_Complex_Tachycardia.pdf', 'Wide Complex Tachycardia'],
    ['I. Purpose', '7150_TXA_Administration.pdf', 'TXA Administration'],
    ['Best Practice Guideline', 'acute-opioid-toxicity.pdf', 'Acute Opioid Toxicity'],
  ])('is not "%s", which appears on many documents', (heading, fileName, title) => {
    expect(inferTitle(reading(`## ${heading}\n\nGive oxygen.`), fileName)).toBe(title);
  });

  it.each([
    ['a line at the top', 'Policy manual\nManagement of opioid toxicity\n\n## Stable\n\nBody'],
    ['a later heading', '# Best Practice Guideline\n\n## Management of opioid toxicity\n\nBody'],
    [
      'the first of several headings',
      '# Management of opioid toxicity\n\n## Signs of acute opioid toxicity\n\nBody',
    ],
  ])('is the one that agrees with the file name: %s', (_, text) => {
    expect(inferTitle(reading(text), 'acute-opioid-toxicity-2024.pdf')).toBe('Management of opioid toxicity');
  });

  it('is not a property that only names the kind of document', () => {
    const read = reading('# XELDRUG (examplinib) tablets\n\nThis label says how it is used.', 'Label');
    expect(inferTitle(read, 'label-examplinib-xeldrug.pdf')).toBe('XELDRUG (examplinib) tablets');
  });

  it('is a heading for any file name', () => {
    expect(inferTitle(reading('# Heat Illness\n\nBody'), 'scan0001.pdf')).toBe('Heat Illness');
    expect(inferTitle(reading('# Standing Orders\n\nBody'), '0001.pdf')).toBe('Standing Orders');
  });

  it('ends at a blank line or a section', () => {
    expect(inferTitle(reading('SUBJECT: ALLERGY\nTREATMENT\nGive epinephrine'), 'x.pdf')).toBe('Allergy');
    expect(inferTitle(reading('SUBJECT: ALLERGY\n\nFIELD REFERENCE'), 'x.pdf')).toBe('Allergy');
  });
});

describe('a protocol number', () => {
  it.each([
    ['Ref. No. 814', '814'],
    ['REFERENCE NO. 1219-P', '1219-P'],
    ['Policy Number: 5.03', '5.03'],
    ['Protocol #: C-12', 'C-12'],
    ['Allergy TP 1219-P', '1219-P'],
    ['Ref. No. 1200.3', '1200.3'],
  ])('is read from "%s"', (line, found) => {
    expect(inferProtocolNumber(reading(`Some agency\n${line}\nBody`), 'x.pdf')).toBe(found);
  });

  it('is taken from the file name when the page names none', () => {
    expect(inferProtocolNumber(reading('Body'), 'Ref510-PediatricDestination.pdf')).toBe('510');
    expect(inferProtocolNumber(reading('Body'), '822.2a-ChildAbuseDefinitions.pdf')).toBe('822.2a');
  });

  it('is the one that the file name confirms when the page names others', () => {
    expect(
      inferProtocolNumber(reading('See Ref. No. 502\nThis is Ref. No. 510'), 'Ref510-Pediatric.pdf'),
    ).toBe('510');
  });

  it('is absent when no label introduces one', () => {
    expect(inferProtocolNumber(reading('Give 10 mg in 2024.'), 'heat-illness.md')).toBeUndefined();
    expect(inferProtocolNumber(reading('Guidelines'), '2023-Update.pdf')).toBeUndefined();
  });
});
