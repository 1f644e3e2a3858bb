import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../../domain/clinical-text/split-sentences.ts';

const sentences = (text: string): readonly string[] =>
  splitSentences(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  it('end at full stops, question marks and exclamation marks', () => {
    expect(sentences('Give oxygen. Is it enough? Ventilate! Transport.')).toEqual([
      'Give oxygen.',
      'Is it enough?',
      'Ventilate!',
      'Transport.',
    ]);
  });

  it.each([
    'Give 0.3 mg IM at once.',
    'Take 5 mg q.i.d. Monday to Friday.',
    'Use a vasopressor, e.g. Epinephrine, early.',
    'Ask Dr. Smith for advice.',
    'See Fig. 3 for the landmarks.',
    'It weighs approx. 20 kg.',
    'See Ref. No. 814 for criteria.',
    'Described by Doe et al. In adults it is rare.',
    'Compare drug A vs. Drug B first.',
    'As J. F. Kennedy said so.',
  ])('do not end inside "%s"', (text) => {
    expect(sentences(text)).toEqual([text]);
  });

  it('end at a paragraph even after an abbreviation', () => {
    expect(sentences('Repeat q.i.d.\n\nThen stop.')).toEqual(['Repeat q.i.d.', 'Then stop.']);
  });

  it('do not end at a line break', () => {
    expect(sentences('Give epinephrine\nintramuscularly.')).toEqual(['Give epinephrine\nintramuscularly.']);
  });

  it('are found only within the given part of a text', () => {
    const text = 'One. Two. Three.';
    expect(splitSentences(text, { start: 5, end: 16 })).toEqual([
      { start: 5, end: 9 },
      { start: 10, end: 16 },
    ]);
  });
});
