import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../../../domain/knowledge/chunking/chunk-document.ts';
import { protocolPolicy } from '../../../../../domain/knowledge/chunking/chunking-policy.ts';

const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0;

/** Text that fills a separate passage. */
const prose = Array.from(
  { length: 9 },
  (_, index) => `Sentence number ${index} says what is done for the patient here.`,
).join(' ');

/** The section path of the text below each heading of a document. */
const pathsOf = (lines: readonly string[]): readonly string[] => {
  const text = lines.join('\n\n');
  const document = { text, pages: [{ page: 1, start: 0, end: text.length }] };
  return [
    ...new Set(
      chunkDocument(document, protocolPolicy, countWords).map(({ sectionPath }) => sectionPath.join(' > ')),
    ),
  ];
};
const withText = (...headings: readonly string[]): readonly string[] =>
  headings.flatMap((heading) => [heading, prose]);

describe('the outline of a document', () => {
  it('nests a numbered section under the one that its number names, whatever appears in between', () => {
    expect(
      pathsOf(
        withText(
          '# WARNING: BLEEDING',
          '1 INDICATIONS AND USAGE',
          '5 WARNINGS AND PRECAUTIONS',
          '## 5.1 Bleeding',
          '# Company logo and motto',
          '## 5.3 Hypoglycemia',
          '8 USE IN SPECIFIC POPULATIONS',
          '8.1 Pregnancy',
        ),
      ),
    ).toEqual([
      'WARNING: BLEEDING',
      '1 INDICATIONS AND USAGE',
      '5 WARNINGS AND PRECAUTIONS',
      '5 WARNINGS AND PRECAUTIONS > 5.1 Bleeding',
      '5 WARNINGS AND PRECAUTIONS > Company logo and motto',
      '5 WARNINGS AND PRECAUTIONS > 5.3 Hypoglycemia',
      '8 USE IN SPECIFIC POPULATIONS',
      '8 USE IN SPECIFIC POPULATIONS > 8.1 Pregnancy',
    ]);
  });

  it.each([
    '19 of 58',
    'Page 3',
    'Example Pharmaceuticals, Inc.',
    'Contents',
    'Table of contents',
    'o Dilute first',
  ])('has no section called "%s"', (line) => {
    expect(pathsOf(withText(`# ${line}`, '12 CLINICAL PHARMACOLOGY', '13 TOXICOLOGY')).slice(1)).toEqual([
      '12 CLINICAL PHARMACOLOGY',
      '13 TOXICOLOGY',
    ]);
  });

  it('distinguishes table-of-contents lines from the sections that they name', () => {
    expect(
      pathsOf([
        ...withText('# About'),
        '# Contents',
        '## 1. Introduction',
        '## 2. Recognition',
        '## 3. Treatment',
        ...withText('## 1. Introduction', '## 2. Recognition', '## 2.1 Signs', '## 3. Treatment'),
      ]),
    ).toEqual(['About', '1. Introduction', '2. Recognition', '2. Recognition > 2.1 Signs', '3. Treatment']);
  });

  it('restarts numbering in each chapter', () => {
    expect(
      pathsOf(
        ['# Chapter One', '# Chapter Two'].flatMap((chapter) => [
          chapter,
          ...withText('## 1 Signs', '## 2 Causes', '## 3 Treatment', '## 4 Outlook'),
        ]),
      ),
    ).toEqual(
      ['Chapter One', 'Chapter Two'].flatMap((chapter) =>
        ['1 Signs', '2 Causes', '3 Treatment', '4 Outlook'].map((title) => `${chapter} > ${title}`),
      ),
    );
  });

  it('reads the title before the first part of a chapter as the chapter title', () => {
    expect(
      pathsOf([
        ...['# Introduction', ...withText('## 1.1 Aims', '## 1.2 Scope', '### Methods')],
        ...['# Case definitions', ...withText('## 2.1 Aims', '### Case definitions', '## 2.2 Sites')],
      ]),
    ).toEqual([
      'Introduction > 1.1 Aims',
      'Introduction > 1.2 Scope',
      'Introduction > 1.2 Scope > Methods',
      'Case definitions > 2.1 Aims',
      // A running head repeats the name of the chapter.
      'Case definitions > 2.2 Sites',
    ]);
  });

  it('reads steps and quantities in large print as text of their section', () => {
    expect(
      pathsOf(
        withText(
          '# 1 Assessment',
          '# 2 Treatment',
          '## 1. Open the airway',
          '## 2. Give oxygen',
          '## 12 Lead recording',
          '# 3 Transport',
          '# 4 Handover',
        ),
      ),
    ).toEqual(['1 Assessment', '2 Treatment', '3 Transport', '4 Handover']);
  });

  it('keeps the levels of headings without numbers', () => {
    expect(pathsOf(withText('# Sepsis', '## Dosing', '### Children', '## Transport'))).toEqual([
      'Sepsis',
      'Sepsis > Dosing',
      'Sepsis > Dosing > Children',
      'Sepsis > Transport',
    ]);
  });

  it.each([
    '• Give oxygen',
    '◦ Give oxygen',
    'o Give oxygen',
    'a. Give oxygen',
    '(1) Give oxygen',
    'Midazolam 5 mg IM',
    'Epinephrine 0.01 mg/kg up to',
    'Patients who have been',
    'and are still short of breath',
    'Children, adults,',
  ])('has no section called "%s", which is an item, a dose or unfinished', (line) => {
    expect(pathsOf(withText('# Treatment', `## ${line}`))).toEqual(['Treatment']);
  });

  it('includes sections whose titles merely begin like an item or a dose', () => {
    const titles = ['A. ADULT PATIENTS', 'Weight-based dosing', 'Patients under 10 kg', 'pH and lactate'];
    expect(pathsOf(titles.flatMap((title) => withText(`## ${title}`)))).toEqual(titles);
  });
});
