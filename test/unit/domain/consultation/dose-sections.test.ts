import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../domain/consultation/compose-extractive-answer.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

/** The first excerpt from a document whose last sections ranked best. */
const excerptOf = (question: string, sections: readonly string[], title = 'Label'): string => {
  let start = 0;
  const passages = sections.map((text, index) => {
    const passage = givenPassage({
      docKey: 'label',
      chunkId: `label@1#${index}`,
      title,
      text,
      index,
      start,
      end: start + text.length,
    });
    start += text.length + 2;
    return passage;
  });
  const results = passages.toReversed().map((passage, at) => ({ passage, score: 0.9 - at * 0.02 }));
  const { citations } = composeExtractiveAnswer(interpretQuery(question, emptyVocabulary), results, {
    wholeDocument: () => passages,
  });
  return citations[0]?.excerpt ?? '';
};

const dosage =
  '2 DOSAGE AND ADMINISTRATION\n\n2.1 Recommended Dosage\n\nThe recommended dose of apixaban is 5 mg taken by mouth twice daily.';
const filler = (about: string): string =>
  Array.from({ length: 14 }, (_, at) => `${about} number ${at} is described here at full length.`).join(
    '\n\n',
  );

describe('a question about a dose', () => {
  it.each([
    [
      'pharmacology',
      '12 CLINICAL PHARMACOLOGY\n\n12.3 Pharmacokinetics\n\nA starting dose of apixaban of 20 mg in atrial fibrillation has a half-life of 12 hours.',
    ],
    [
      'trials',
      '14 CLINICAL STUDIES\n\n14.1 Atrial Fibrillation\n\nIn patients with atrial fibrillation the starting dose of apixaban was 2.5 mg or 20 mg.',
    ],
    [
      'trials without a heading',
      'In a randomized, double-blind study of atrial fibrillation the starting dose of apixaban was 20 mg against placebo.',
    ],
    [
      'stock',
      '16 HOW SUPPLIED/STORAGE AND HANDLING\n\nApixaban for a starting dose in atrial fibrillation: tablets of 20 mg.',
    ],
    ['patients', 'MEDICATION GUIDE\n\nYour starting dose of apixaban for atrial fibrillation may be 20 mg.'],
    [
      'contents',
      'Contents\n1 Starting dose of apixaban in atrial fibrillation 3\n2 Apixaban dose 5\n3 Apixaban starting dose 9\n4 Atrial fibrillation 11',
    ],
  ])('is answered from the dosage section rather than from %s', (_, other) => {
    const shown = excerptOf('apixaban starting dose atrial fibrillation', [
      'Apixaban tablets of the house.',
      dosage,
      filler('A warning'),
      other,
    ]);
    const [first = ''] = /\d+(?:\.\d+)? mg/.exec(shown) ?? [];
    expect(first).toBe('5 mg');
    expect(shown).not.toContain('Contents');
  });

  it('is answered from another section on request', () => {
    const stock = '16 HOW SUPPLIED/STORAGE AND HANDLING\n\nStorage of apixaban tablets of 5 mg: below 30 °C.';
    expect(excerptOf('apixaban 5 mg tablets storage', ['Apixaban of the house.', dosage, stock])).toContain(
      '30 °C',
    );
  });
});

describe('a question about the steps of a dose', () => {
  it.each(['How do I start and step up Zumbrix?', 'How do I titrate Zumbrix?'])(
    'is answered from the dosage section, not from the steps of the pen: %s',
    (question) => {
      const shown = excerptOf(question, [
        'ZUMBRIX® (semaglutide) injection, for subcutaneous use',
        '2 DOSAGE AND ADMINISTRATION\n\n2.2 Recommended Dosage\n\nZUMBRIX begins with 0.25 mg once weekly, and 0.5 mg after 4 weeks.',
        filler('A warning'),
        'INSTRUCTIONS FOR USE\n\nHow to start the ZUMBRIX pen\n\nStep 1. Start with a clean needle.\n\nStep 2. Step up to a pen of ZUMBRIX that holds 2 mg.',
      ]);
      expect(/\d+(?:\.\d+)? mg/.exec(shown)?.[0]).toBe('0.25 mg');
    },
  );
});

describe('a drug that a document calls by its own brand name', () => {
  it('is named wherever the brand name is', () => {
    const shown = excerptOf('semaglutide starting dose', [
      'ZUMBRIX® (semaglutide) injection, for subcutaneous use',
      '2 DOSAGE AND ADMINISTRATION\n\n2.2 Recommended Dosage\n\nStart ZUMBRIX with 0.25 mg once weekly.',
      filler('A warning'),
      'INSTRUCTIONS FOR USE\n\nThe pen of semaglutide for a starting dose holds 2 mg.',
    ]);
    expect(/\d+(?:\.\d+)? mg/.exec(shown)?.[0]).toBe('0.25 mg');
  });
});

describe('a question about a limit', () => {
  it('is not answered from studies of animals', () => {
    const shown = excerptOf('ruxolitinib cream eczema limit', [
      'Ruxolitinib of the house.',
      '2.2 Recommended Dosage\n\nApply a thin layer of the cream to areas of up to 20% of the skin.',
      filler('A warning'),
      'The limit of ruxolitinib cream in eczema: to rats or rabbits it was given on 60% of the skin during organogenesis.',
    ]);
    expect(/\d+%/.exec(shown)?.[0]).toBe('20%');
  });
});

describe('a condition by its initials', () => {
  const doseFor = (condition: string, dose: string): string =>
    `${condition}\n\nThe recommended dose of infliximab is ${dose} at 0, 2 and 6 weeks.`;

  it('finds the section that writes it out, and not the dose for another condition', () => {
    const shown = excerptOf('infliximab RA dose mg/kg', [
      'Infliximab of the house.',
      doseFor('2.1 Rheumatoid Arthritis', '3 mg/kg'),
      doseFor('2.2 Ankylosing Spondylitis', '5 mg/kg'),
      doseFor('2.3 Psoriasis', '7 mg/kg'),
    ]);
    expect(/\d mg\/kg/.exec(shown)?.[0]).toBe('3 mg/kg');
  });
});

describe('the caption of a table', () => {
  it('is not quoted without its table', () => {
    const table = `| Weight | Dose of ketamine |\n| --- | --- |\n| 10 kg | 40 mg |\n| 20 kg | 80 mg |`;
    const shown = excerptOf('ketamine sedation table', [
      `${filler('A rule')}\n\nTable 4.7: Ketamine for sedation\n${table}\n\n${filler('Ketamine')}`,
    ]);
    expect(shown).toContain('Table 4.7');
    expect(shown).toContain('| 10 kg | 40 mg |');
  });
});

describe('a condition that the question states', () => {
  const exception = 'In patients with COPD aim at an oxygen saturation of 88–92%.';
  it.each([
    [
      'in another paragraph',
      `Give oxygen.\n\nAim at an oxygen saturation of 94–98% in all who breathe badly and need oxygen.\n\n${filler('A mask')}\n\n${exception}`,
    ],
    [
      'in another section',
      `## Target\n\nThe target of oxygen is an oxygen saturation target of 94–98%.\n\n## Masks\n\n${filler('A mask')}\n\n## Those who retain\n\n${exception}`,
    ],
    [
      'in an item of a list',
      `Oxygen target:\n• Most: oxygen saturation target 94–98%\n\n${filler('A mask')}\n\nElsewhere:\n• ${exception}`,
    ],
  ])('brings the text that differs for it: %s', (_, text) => {
    const shown = excerptOf('oxygen saturation target in COPD', [text], 'Oxygen');
    expect(shown).toContain('88–92%');
  });
});

describe('items of a nested list without its indent', () => {
  it('appear below the item that introduces them', () => {
    const text = [
      '• Prevention of stroke in atrial fibrillation:',
      '• The recommended dose is 5 mg twice daily.',
      '• Prevention of clots after surgery of the hip:',
      '• The recommended dose is 2.5 mg twice daily.',
    ].join('\n');
    const shown = excerptOf('apixaban dose after surgery of the hip', [
      `## DOSAGE OF APIXABAN\n\n${text}\n\n${filler('A rule')}`,
    ]);
    expect(shown).toContain(
      '• Prevention of clots after surgery of the hip:\n• The recommended dose is 2.5 mg',
    );
  });
});

describe('a question about another part of a document', () => {
  const sections = {
    policy: 'POLICY\n\nThe chest tube is inserted by doctors who are trained in chest tubes.',
    procedure:
      'PROCEDURE\n\n1. Place the arm above the head.\n2. Cut the skin above the fifth rib.\n3. Push the chest tube in.',
    monitoring: 'MONITORING\n\nLook at the chest tube for bubbles every hour.',
  };
  const parts = [
    sections.policy,
    filler('Chest tube form'),
    sections.procedure,
    filler('Tray'),
    sections.monitoring,
  ];

  it.each([
    ['how do I insert a chest tube step by step', 'Cut the skin above the fifth rib'],
    ['monitoring of a chest tube', 'bubbles every hour'],
  ])('is answered from the section for it: %s', (question, expected) => {
    expect(excerptOf(question, parts, 'Chest tube')).toContain(expected);
  });
});

describe('an entry that only names its own entries', () => {
  it.each(['1. Verbal Reports', '1. VERBAL REPORTS', '1. Verbal reports:'])(
    'is quoted with them: %s',
    (label) => {
      const text = [
        'B. A verbal report and a written report are required.',
        label,
        'a. Call at once, and no later than two hours after the event.',
        'b. Give your name and the place.',
        '2. Written Reports',
        ...Array.from({ length: 30 }, (_, at) => `${at + 1}. Address number ${at} of an office in the town.`),
      ].join('\n');
      const shown = excerptOf('abuse verbal report deadline', [text], 'Abuse');
      expect(shown).toContain('no later than two hours');
    },
  );
});

describe('the list of patients who must not get a drug', () => {
  it.each(['Ketorolac Exclusions:', '###### Ketorolac Exclusions:', 'Contraindications to ketorolac:'])(
    'is quoted with its dose, wherever it is: %s',
    (head) => {
      const shown = excerptOf(
        'ketorolac dose for back pain',
        [
          'TREATMENT\n\nKetorolac 15 mg IV for back pain.',
          filler('Form'),
          `NOTES\n\nWatch the patient.\n\n${head}\n• Age over 65 years\n• Current anticoagulation\n\n${head.replace(/ketorolac/i, 'Acetaminophen')}\n• Liver disease`,
        ],
        'Pain',
      );
      expect(shown).toContain('15 mg');
      expect(shown).toContain('Age over 65 years');
      expect(shown).toContain('Current anticoagulation');
      expect(shown).not.toContain('Liver disease');
    },
  );
});
