import { describe, expect, it } from 'vitest';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import { findFaults, type JudgedCitation, type Patients } from '../../eval/answers/find-faults.ts';
import { sourceText } from '../../eval/answers/source-text.ts';

type Quoted = Partial<JudgedCitation> & { readonly of?: string };

const citation = (excerpt: string, { of, ...more }: Quoted = {}): JudgedCitation => ({
  n: 1,
  heading: '[1] Shock, page 1:',
  title: 'Shock',
  fileName: 'Shock.pdf',
  parts: [{ section: '', excerpt }],
  ...(of === undefined
    ? {}
    : { source: sourceText([{ text: of, start: 0, end: of.length } as unknown as Passage]) }),
  ...more,
});

/** The faults of an excerpt, as `kind line`. */
const faultsOf = (excerpt: string, quoted: Quoted = {}, asked?: Patients): readonly string[] =>
  findFaults([citation(excerpt, quoted)], asked).map(({ kind, line }) => `${kind} ${line}`);

describe('unfinished statements in an excerpt', () => {
  it.each([
    'Hold when SBP is <',
    'Give a bolus of',
    'Repeat while heart rate ≥',
    'Midazolam 2 mg,',
    'Contraindicated in any of the following:',
    'Start at 5 minutes after the first dose and',
  ])('end on a word that needs a continuation: %s', (end) => {
    expect(faultsOf(`Assess the airway.\n${end}`)).toEqual(['unfinished 2']);
    expect(faultsOf(`${end}\n[…]\nReassess.`)).toEqual(['unfinished 1']);
  });

  it('are detected within a piece when the next line starts something else', () => {
    expect(faultsOf('1. Hold when SBP is <\n2. Reassess.')).toEqual(['unfinished 1']);
    expect(faultsOf('1. Hold when SBP is <\n90 mmHg.')).toEqual([]);
  });

  it('are detected by their continuation in the document', () => {
    const of = 'Give 10 mL of saline\nover one hour through a filter. Reassess.';
    expect(faultsOf('Give 10 mL of saline', { of })).toEqual(['unfinished 1']);
    expect(faultsOf('Give 10 mL of saline over one hour through a filter.', { of })).toEqual([]);
  });

  it('are not excused by an omission mark, unless the document itself leaves them unfinished', () => {
    const goesOn = 'Hold when SBP is <\n90 mmHg.';
    expect(faultsOf('Hold when SBP is < […]', { of: goesOn })).toEqual(['unfinished 1']);
    expect(faultsOf('Hold when SBP is < […]')).toEqual(['unfinished 1']);
    expect(faultsOf('Hold when SBP is < […]', { of: 'Hold when SBP is <\n\n2. Reassess.' })).toEqual([]);
    expect(faultsOf('Hold in all of the following: […]')).toEqual(['unfinished 1']);
  });

  it('do not include headings, routes, list items, addresses or lists with a visible item', () => {
    expect(faultsOf('A. Assessment:\n[…]\nB. Treatment')).toEqual([]);
    expect(faultsOf('Midazolam 5 mg IM or IN')).toEqual([]);
    expect(faultsOf('• fever, or', { of: '• fever, or\n• chills' })).toEqual([]);
    expect(faultsOf('See https://example.org/protocols/')).toEqual([]);
    expect(faultsOf('Hold in any of the following:\n[…]\n3. Pregnancy')).toEqual([]);
    const parts = ['Hold in any of the following:\n[…]', 'C. Pregnancy'].map((excerpt) => ({
      section: '',
      excerpt,
    }));
    expect(faultsOf('', { parts })).toEqual([]);
  });
});

describe('table cells', () => {
  it('are headless when their table header was omitted', () => {
    expect(faultsOf('| 12 kg | 1.2 mg | 0.24 mL |\n| 16 kg | 1.6 mg | 0.32 mL |')).toEqual([
      'headless cell 1',
      'headless cell 2',
    ]);
    expect(faultsOf('| Weight | Dose | Volume |\n| --- | --- | --- |\n| 12 kg | 1.2 mg | 0.24 mL |')).toEqual(
      [],
    );
  });

  it('are headless when a row of values replaced the header', () => {
    expect(faultsOf('| 12 kg | 1.2 mg |\n| --- | --- |\n| 16 kg | 1.6 mg |')).toContain('headless cell 1');
  });

  it('are headless when the column has no name, or a merged cell left its row without one', () => {
    expect(faultsOf('| Weight | | Volume |\n| --- | --- | --- |\n| 12 kg | 1.2 mg | 0.24 mL |')).toEqual([
      'headless cell 3',
    ]);
    expect(faultsOf('| Rate | Action | Energy |\n| --- | --- | --- |\n| | Shock | 4 J |')).toEqual([
      'headless cell 3',
    ]);
  });

  it('are not headless when a name precedes its one value', () => {
    expect(faultsOf('| Glucose below | 60 mg/dL |\n| Oxygen from | 94 % |')).toEqual([]);
  });
});

describe('numbers', () => {
  it.each(['Give 5.', 'The maximum dose is 10', 'Administer 0.3; repeat once.'])(
    'lack their unit: %s',
    (text) => expect(faultsOf(text)).toEqual(['bare number 1']),
  );

  it.each(['Give 5 mg.', 'A GCS of 8 or a maximum score of 3.', 'Give 2 puffs.', 'maximum 3 doses'])(
    'are complete: %s',
    (text) => expect(faultsOf(text)).toEqual([]),
  );

  it('lack their unit when the document continues with it, or at the beginning of a piece', () => {
    expect(faultsOf('Infuse over 10', { of: 'Infuse over 10\nminutes by pump.' })).toContain('bare number 1');
    expect(faultsOf('[…]\nmg/kg by slow push.')).toEqual(['bare number 2']);
  });
});

describe('doses for other patients', () => {
  const child = { title: 'Pediatric Shock', fileName: '207-P.pdf' };

  it('are faults when the visible text does not name its patients', () => {
    expect(faultsOf('Epinephrine 0.3 mg IM', child, 'adult')).toEqual(['wrong population 1']);
    expect(faultsOf('Epinephrine 0.3 mg IM', { title: 'Adult Shock' }, 'pediatric')).toEqual([
      'wrong population 1',
    ]);
  });

  it('are correct when the heading, the section, the line or its lead-in names the patients', () => {
    const heading = '[1] Shock (207-P · pediatric), page 1:';
    expect(faultsOf('Epinephrine 0.3 mg IM', { ...child, heading }, 'adult')).toEqual([]);
    expect(
      faultsOf('', { ...child, parts: [{ section: 'Children', excerpt: 'Epinephrine 0.3 mg IM' }] }, 'adult'),
    ).toEqual([]);
    expect(faultsOf('Children:\nEpinephrine 0.3 mg IM', child, 'adult')).toEqual([]);
  });

  it('are no faults when the question leaves the patients open, or the document is for them', () => {
    expect(faultsOf('Epinephrine 0.3 mg IM', child)).toEqual([]);
    expect(faultsOf('Epinephrine 0.3 mg IM', child, 'neonatal')).toEqual([]);
    expect(faultsOf('Oxygen', child, 'adult')).toEqual([]);
  });
});
