import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSentenceGate } from '../../../../../domain/consultation/answering/sentence-gate.ts';
import { checked, numbered } from './checked.ts';

const evidence = numbered(
  {
    title: 'Bee stings (adult)',
    text: 'Zorvapril 0.5 mg IM (1 mg/mL). May repeat every 5 min, maximum 3 doses.\nDo not give zorvapril with quellamine.',
  },
  { title: 'Bee stings (pediatric)', text: 'Zorvapril 0.01 mg/kg IM, maximum 0.3 mg.' },
);

const question = 'zorvapril dose for an adult';

/** Fragments of answers, right and wrong, in any order. */
const phrases = [
  'Give zorvapril 0.5 mg IM [1].',
  'Give zorvapril 5 mg IM [1].',
  'The recommended dose for adults is ',
  'For children: zorvapril 0.01 mg/kg IM (maximum 0.3 mg) [2].',
  'Zorvapril may be combined with quellamine [1].',
  '\n- Repeat every 5 min [1]\n- Repeat every 50 min [1]\n',
  '\n\n1. Zorvapril 0.5\nmg IM [1, 2].\n2. Up to three doses [1].\n',
  '０.５ ｍｇ IM [９] ',
  'Ketavex ten milligrams IV. ',
  '| Patients | Dose |\n|---|---|\n| Adults | 0.5 mg IM [1] |\n| Children | 5 mg IM [2] |\n',
  '[1]',
  '[',
  '(1) ',
  'e.g. 0.5 mg',
  'unless ',
  '**Maximum**: 3 doses [1-2]. ',
  '. [1] ',
  '!? ',
  '😀 ',
  '½ mg ',
];

const answers = fc.array(
  fc.oneof(fc.constantFrom(...phrases), fc.string({ maxLength: 12, unit: 'grapheme' })),
  {
    maxLength: 10,
  },
);

const cutAt = (text: string, cuts: readonly number[]): readonly string[] => {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((one, other) => one - other);
  return [0, ...places].map((from, index) => text.slice(from, [...places, text.length][index]));
};

describe('a streamed answer', () => {
  it('equals the checked answer for any chunks, and never retracts text', () => {
    fc.assert(
      fc.property(answers, fc.array(fc.nat(), { maxLength: 40 }), (parts, cuts) => {
        const text = parts.join('');
        const whole = checked(text, evidence, { question });
        const gate = createSentenceGate({ evidence, question });
        let shown = '';
        for (const piece of cutAt(text, cuts)) {
          shown += gate.push(piece);
          expect(whole.text.startsWith(shown)).toBe(true);
        }
        expect(shown + gate.end()).toBe(whole.text);
      }),
      { numRuns: 300 },
    );
  });

  it('never shows a number that no source has, even briefly', () => {
    const allowed = new Set(['0.5', '1', '2', '5', '3', '0.01', '0.3']);
    fc.assert(
      fc.property(answers, (parts) => {
        const gate = createSentenceGate({ evidence, question });
        let shown = '';
        for (const character of parts.join('')) {
          shown += gate.push(character);
          // The numbers of a list count its entries.
          const said = shown.replace(/^[\s>*+•–-]*(?:\d{1,3}[.)]|\(\d{1,2}\))\s/gm, '');
          for (const number of said.match(/\p{Nd}+(?:\.\p{Nd}+)?/gu) ?? []) expect(allowed).toContain(number);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('shows a sentence when it is complete, and nothing of it before', () => {
    const gate = createSentenceGate({ evidence, question });
    expect(gate.push('For adults, zorvapril 0.5 mg IM')).toBe('');
    expect(gate.push(' [1].')).toBe('');
    expect(gate.push(' The')).toBe('For adults, zorvapril 0.5 mg IM [1].');
  });

  it('does not let an endless sentence grow without bound', () => {
    const gate = createSentenceGate({ evidence, question });
    let shown = 0;
    for (let at = 0; at < 2000; at += 1)
      shown += gate.push(at % 7 === at % 11 ? 'and ' : 'the following ').length;
    expect(shown).toBeGreaterThan(20_000);
  });

  it.each(['"', '*', '`', ' ', '\t', '[1]', ' [1]'])(
    'ends a sentence that is followed by %j repeatedly, and reads its text once',
    (again) => {
      const gate = createSentenceGate({ evidence, question });
      const shown = gate.push(`For adults, give zorvapril 0.5 mg IM.${again.repeat(400)}`) + gate.end();
      expect(shown).not.toBe('');
    },
  );
});
