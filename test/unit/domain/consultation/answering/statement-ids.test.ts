import { describe, expect, it } from 'vitest';
import { createSentenceGate } from '../../../../../domain/consultation/answering/sentence-gate.ts';
import { checked, numbered } from './checked.ts';

const evidence = numbered(
  {
    title: 'Stings',
    text: [
      '## Treatment',
      'Zorvapril 5 mg IM for adults. Do not repeat it.',
      'Zorvapril 0.1 mg/kg IM for children.',
      'Do not give to patients with:',
      '- Glaucoma',
    ].join('\n'),
  },
  {
    title: 'Pain',
    text: '| Weight | Melvexin IV |\n|---|---|\n| 10-19 kg | 4 mg |\nSee <script>x</script>.',
  },
);
const adult = { patient: { population: 'adult' } } as const;

describe('an answer of statement ids alone', () => {
  it.each([
    ['[1.2]', 'Zorvapril 5 mg IM for adults. Do not repeat it [1].'],
    ['1.2', 'Zorvapril 5 mg IM for adults. Do not repeat it [1].'],
    [
      '[1.2]\n[1.3]',
      'Zorvapril 5 mg IM for adults. Do not repeat it [1].\nZorvapril 0.1 mg/kg IM for children [1].',
    ],
    [
      '- 1.2, 1.3',
      '- Zorvapril 5 mg IM for adults. Do not repeat it [1].\n- Zorvapril 0.1 mg/kg IM for children [1].',
    ],
    [
      '[1.2-1.3]',
      'Zorvapril 5 mg IM for adults. Do not repeat it [1]. Zorvapril 0.1 mg/kg IM for children [1].',
    ],
    ['[2.2]', 'Weight: 10-19 kg; Melvexin IV: 4 mg [2]'],
    ['[1.5]', 'Do not give to patients with: Glaucoma [1]'],
  ])('is shown as these statements, with their citations and heads: %j', (said, shown) => {
    const { text, struck, cited } = checked(said, evidence);
    expect(text).toBe(shown);
    expect(struck).toEqual([]);
    expect(cited).toHaveLength(1);
  });

  it('shows each statement once', () => {
    expect(checked('[1.3]\n[1.3]', evidence).text).toBe('Zorvapril 0.1 mg/kg IM for children [1].');
  });

  it.each(['[1.9]', '[9.1]', '[1.1]', '[1.4]', '[2.3]', '1.0'])(
    'shows nothing for an id without a statement to show: %s',
    (said) => expect(checked(said, evidence)).toMatchObject({ text: '', struck: [{}], cited: [] }),
  );

  it('shows no statement for other patients', () => {
    expect(checked('[1.3]', evidence, adult).text).toBe('');
  });

  it('is shown statement by statement while it streams', () => {
    const gate = createSentenceGate({ evidence, question: 'What is given?' });
    const pieces = [...'[1.2]\n[1.3]\n'].map((character) => gate.push(character));
    expect(pieces.filter((piece) => piece !== '')).toEqual([
      'Zorvapril 5 mg IM for adults. Do not repeat it [1].',
      '\nZorvapril 0.1 mg/kg IM for children [1].',
    ]);
    expect(gate.end()).toBe('');
  });
});

describe('a sentence that cites a statement by its id', () => {
  it('is shown with the citation of its source', () => {
    expect(checked('Zorvapril 0.1 mg/kg IM for children [1.3].', evidence).text).toBe(
      'Zorvapril 0.1 mg/kg IM for children [1].',
    );
  });

  it('is replaced by that statement when it is not proven', () => {
    expect(checked('The little ones get plenty [1.3].', evidence).text).toBe(
      'Zorvapril 0.1 mg/kg IM for children [1].',
    );
  });
});

describe('an answer of a model that goes round in circles', () => {
  const dose = 'Zorvapril 0.1 mg/kg IM for children [1].';
  const twoParts = 'Zorvapril 5 mg IM for adults [1]. Do not repeat it [1].';

  it.each([
    ['a statement', `${dose}\n`.repeat(40), dose],
    ['a statement of two sentences', `${twoParts}\n`.repeat(40), twoParts],
    [
      'a statement with the marks of the evidence',
      '1.3| Zorvapril 0.1 mg/kg IM for children.\n'.repeat(40),
      dose,
    ],
    ['a statement and its id', `${dose}\n[1.3]\n`.repeat(20), dose],
    ['two statements in turn', `${dose}\n${twoParts}\n`.repeat(20), `${dose}\n${twoParts}`],
    ['an admission', 'The sources do not answer this.\n'.repeat(40), 'The sources do not answer this.'],
    ['a heading with its statement', `## Treatment\n${dose}\n`.repeat(20), `## Treatment\n${dose}`],
  ])('shows %s once', (_, said, shown) => {
    expect(checked(said, evidence).text).toBe(shown);
  });

  it('shows a statement again under another heading', () => {
    const said = `## Stings\n${dose}\n## Treatment\n${dose}`;
    expect(checked(said, evidence).text).toBe(`## Stings\n${dose}\n\n## Treatment\n${dose}`);
  });
});

describe('a condition on a line above bullets', () => {
  const arrest = numbered({
    title: 'Cardiac arrest',
    text: [
      '## Standing orders > Hypoxia',
      '• Zorvapril 1 mg IV',
      'Hyperkalemia (peaked T waves)',
      '• Calcium chloride 10 mg/kg IV',
      '• Melvexin 1 mEq/kg IV',
      'Then transport.',
      '• Quellamine 2 mg IV',
    ].join('\n'),
  });

  it.each([
    ['Calcium chloride 10 mg/kg IV [1].', true],
    ['[1.5]', true],
    ['Zorvapril 1 mg IV [1].', false],
    ['Quellamine 2 mg IV [1].', false],
  ])('stands before each of them: %s', (said, isBelow) => {
    const { text } = checked(said, arrest, { question: 'What is given in hyperkalemia?' });
    expect(text).toMatch(/\[1\]/);
    expect(/Hyperkalemia \(peaked T waves\)/.test(text)).toBe(isBelow);
  });
});
