import { describe, expect, it } from 'vitest';
import { strengthsQuoted } from '../../../../../domain/consultation/doses/strengths-quoted.ts';

const quoted = (drug: string, ...texts: readonly string[]): string =>
  strengthsQuoted(
    [drug],
    texts.map((text, at) => ({ n: at + 1, texts: [text] })),
  ).join(' ');

describe('the strengths of a drug in one answer', () => {
  it('are flagged when they differ', () => {
    expect(quoted('epinephrine', 'Epinephrine 1 mg/mL IM', 'Epinephrine 0.1 mg/mL IV')).toContain(
      '[1] is 1 mg/mL for IM; [2] is 0.1 mg/mL for IV',
    );
  });

  it('keep a route in parentheses', () => {
    expect(quoted('epinephrine', 'Epinephrine 1 mg/mL (IM)', 'Epinephrine 0.1 mg/mL (IV)')).toContain(
      '[1] is 1 mg/mL for IM; [2] is 0.1 mg/mL for IV',
    );
  });

  it('exclude those of another drug whose remark names it', () => {
    const inventory =
      '| Fentanyl, 50 mcg/mL | 4 |\n| Morphine sulfate, 10 mg/mL (kept while fentanyl is short) | 2 |';
    expect(quoted('fentanyl', inventory)).toBe('');
    expect(quoted('morphine', inventory)).toBe('');
  });

  it('have one name in all documents, whatever each of them writes', () => {
    const said = quoted(
      'epinephrine',
      'Epinephrine 1:100,000 IV',
      'Epinephrine 0.01 mg/mL IV',
      'Epinephrine 1 mg/mL IM',
    );
    expect(said).toContain('[1] [2] are 1:100,000 for IV; [3] is 1 mg/mL for IM');
  });

  it('include the routes of an alternative that does not repeat the drug', () => {
    expect(quoted('midazolam', 'Midazolam 5 mg IV or 10 mg IM', 'Midazolam 10 mg IM')).toBe('');
    expect(
      quoted('midazolam', 'Midazolam 10 mg IM or 5 mg slow IV (IV is preferred)', 'Midazolam 10 mg IM'),
    ).toBe('');
  });

  it('exclude those of its diluent', () => {
    const steps = 'Insulin 10 units.\n\nUsing 10% glucose: run 12 mL/kg.\n\nUsing 20% glucose: run 6 mL/kg.';
    expect(quoted('insulin', steps)).toBe('');
  });
});
