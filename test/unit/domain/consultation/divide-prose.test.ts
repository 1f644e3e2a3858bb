import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideProse } from '../../../../domain/consultation/divide-prose.ts';

const paragraphs = (text: string): readonly string[] => divideProse(text, 40).split('\n\n');

describe('divided prose', () => {
  it('has a paragraph for each self-contained sentence', () => {
    const sentences = [
      'The vial of ketorolac is kept in the dark cabinet beside the door of the room.',
      'Pain is scored by the crew on arrival and again at the hospital by the nurse.',
      'The crew writes the time into the record and hands it over to the physician.',
    ];
    expect(paragraphs(sentences.join(' '))).toEqual(sentences);
  });

  it.each([
    ['a repeat', 'Ketorolac 15 mg IV is given over a minute. It may be repeated once after 30 minutes.'],
    ['a maximum', 'Ketorolac 15 mg IV is given over a minute. The maximum is 30 mg in a day.'],
    ['a prohibition of the drug', 'Ketorolac 15 mg IV relieves pain. Do not give ketorolac in pregnancy.'],
    ['the patients', 'Children need less than others. Ketorolac 0.5 mg/kg IV is given over a minute.'],
    [
      'the text that it announces',
      'The crew does the following. Oxygen is given to whoever is short of breath.',
    ],
  ])('keeps %s with its context', (_, text) => {
    expect(paragraphs(text)).toEqual([text]);
  });

  it('keeps a dose with the patients of earlier sentences, even across other sentences', () => {
    const text =
      'In children the dose is by weight. The scale stands in the hall. Ketorolac 0.5 mg/kg IV is given slowly.';
    expect(paragraphs(text)).toEqual([text]);
  });

  it('leaves lists, tables, headings and short paragraphs unchanged', () => {
    const text =
      '# A heading that is longer than the forty characters. And goes on.\n\n1. Wash the skin of the arm first. Then cover it.\n\n| Drug | Dose |\n| --- | --- |\n| Aspirin. Chewed. | 324 mg |\n\nShort. Left whole.';
    expect(divideProse(text, 40)).toBe(text);
  });

  it('never loses or changes a word', () => {
    const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');
    const sentence = fc.constantFrom(
      'Give aspirin 324 mg by mouth.',
      'It is chewed.',
      'Do not give aspirin to children.',
      'The crew writes the time.',
      'In adults over 65 years the dose is halved.',
      'Oxygen follows.',
    );
    fc.assert(
      fc.property(fc.array(fc.array(sentence, { minLength: 1, maxLength: 8 }), { maxLength: 4 }), (text) => {
        const whole = text.map((one) => one.join(' ')).join('\n\n');
        expect(words(divideProse(whole, 40))).toEqual(words(whole));
      }),
    );
  });

  it('reads each sentence once, however many stay together', () => {
    const sentence = 'Do not give adenosine 6 mg in asthma. ';
    const prose = sentence.repeat(8_000).trim();
    expect(paragraphs(prose)).toEqual([prose]);
  });
});
