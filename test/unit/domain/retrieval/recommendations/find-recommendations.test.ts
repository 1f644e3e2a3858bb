import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findRecommendations,
  shownRecommendations,
} from '../../../../../domain/retrieval/recommendations/find-recommendations.ts';
import { recommendationSchema } from '../../../../../domain/retrieval/recommendations/recommendation.ts';
import { recommendationStrength } from '../../../../../domain/retrieval/recommendations/recommendation-strength.ts';
import { cpuTimeOf } from '../../../../support/cpu-time.ts';

/** Grades as `system class level`, with `-` for a missing part. */
const gradesIn = (text: string, context?: string): readonly string[] =>
  findRecommendations(text, context).map(
    ({ system, recommendationClass = '-', evidenceLevel = '-' }) =>
      `${system} ${recommendationClass} ${evidenceLevel}`,
  );

describe('a graded recommendation', () => {
  it.each([
    // ACC/AHA
    ['Give aspirin (Class I; Level of Evidence: A).', 'unnamed I A'],
    ['Give aspirin (Class 1, Level of Evidence: B-R).', 'acc_aha I B-R'],
    ['Consider it. COR 2a, LOE C-LD', 'acc_aha IIa C-LD'],
    ['It may be reasonable (COR: 2b; LOE: B-NR)', 'acc_aha IIb B-NR'],
    ['It should not be given (Class III: Harm; Level of Evidence: B)', 'acc_aha III: Harm B'],
    ['It is not useful. Class 3: No Benefit, LOE C-EO', 'acc_aha III: No Benefit C-EO'],
    ['Class III (Harm): do not give verapamil.', 'acc_aha III: Harm -'],
    ['The AHA recommends aspirin (Class I, Level A).', 'acc_aha I A'],
    ['Pacing is a Class IIa recommendation here.', 'unnamed IIa -'],
    ['Class of Recommendation: I. Level of Evidence: C-EO. Give oxygen.', 'acc_aha I C-EO'],
    ['Level of Evidence: B. Give oxygen to hypoxemic patients.', 'unnamed - B'],
    ['Class of recommendation I, level of evidence A: give aspirin.', 'unnamed I A'],
    ['Pacing has a class IIa recommendation (LOE B-NR).', 'acc_aha IIa B-NR'],
    // ESC
    ['The ESC recommends beta-blockers (Class I, Level A).', 'esc I A'],
    ['Beta-blockers are recommended, class IIa, level B.', 'unnamed IIa B'],
    // GRADE
    ['We recommend fluids (strong recommendation, moderate-quality evidence).', 'grade strong moderate'],
    ['We suggest it (conditional recommendation; very low certainty of evidence).', 'grade weak very low'],
    ['Weak recommendation, low quality of evidence: give steroids.', 'grade weak low'],
    ['Strength of recommendation: strong. Quality of evidence: high. Give it.', 'grade strong high'],
    ['We recommend norepinephrine first (Grade 1B).', 'grade strong moderate'],
    ['We suggest targeting a MAP of 65 mmHg (2C).', 'grade weak low'],
    // SIGN, Oxford, USPSTF
    ['A meta-analysis found a benefit of statins (Level 1++).', 'sign - 1++'],
    ['Evidence level 2+: cohort studies agree on this.', 'sign - 2+'],
    ['Statins are advised: Grade A recommendation (SIGN).', 'sign A -'],
    ['Exercise helps. Grade of recommendation: B, level of evidence 2b', 'ocebm B 2b'],
    ['The USPSTF recommends screening for hypertension (A recommendation).', 'uspstf A -'],
    ['The USPSTF concludes that evidence is insufficient (I statement).', 'uspstf I statement -'],
    ['Grade A recommendation: offer screening to everybody.', 'unnamed A -'],
  ])('is found: %s', (text, grade) => {
    expect(gradesIn(text)).toEqual([grade]);
  });

  it.each([
    'Class III antiarrhythmics such as amiodarone prolong the QT interval.',
    'Class I antiarrhythmic agents; level of sedation: awake',
    'NYHA Class II heart failure',
    'patients in NYHA class III (A recommended group)',
    'Mallampati class III predicts a difficult airway.',
    'Killip class II at presentation',
    'Class III hemorrhage: 1500 to 2000 mL lost',
    'hemorrhagic shock class III',
    'Transport to a Level 1 trauma center.',
    'Level I trauma, level II trauma center',
    'Altered level of consciousness: A&O x 1',
    'a Schedule II controlled substance, class IIa device',
    'Class I obesity',
    'Class 3: Harm reduction programs',
    'a Class I recall and a class II device',
    'Grade 2A sprain; grade 1b tumour; grade II murmur',
    'Give the first dose (1B) now.',
    'There is a strong recommendation from families to be present.',
    'The level of evidence a reader needs is moderate.',
    'Level 1 evidence',
    'edema: level 2+',
    'Hepatitis A recommendation; vitamin (B recommendation)',
    'I statement: the witness said so.',
    'CLASS C FIRE, LEVEL B SUIT',
  ])('is not found in: %s', (text) => {
    expect(gradesIn(text)).toEqual([]);
  });

  it('is distinguished from the class of the patient in the same sentence', () => {
    const text = 'In NYHA class II to III, ARNI is recommended (Class I; Level of Evidence: A).';
    expect(gradesIn(text, '2022 AHA/ACC/HFSA Guideline')).toEqual(['acc_aha I A']);
    expect(gradesIn('In hemorrhagic shock (Class I, Level B) give blood.')).toEqual(['unnamed I B']);
  });

  it.each([
    ['2023 ESC Guidelines', 'esc'],
    ['2022 AHA/ACC/HFSA Guideline', 'acc_aha'],
    ['A comparison of AHA and ESC', 'unnamed'],
    ['', 'unnamed'],
  ])('belongs to the scheme of its source: "%s"', (context, system) => {
    expect(findRecommendations('Give aspirin (Class I, Level A).', context)).toMatchObject([{ system }]);
  });

  it('is read in each row of a table with grade columns', () => {
    const table = [
      '| COR | LOE | Recommendations |',
      '| --- | --- | --- |',
      '| 1 | A | In patients with HFrEF, use of a beta-blocker is recommended. |',
      '| 3: Harm | B-R | In patients with HFrEF, verapamil is harmful. |',
      '| n/a | A | Not graded. |',
    ].join('\n');
    expect(findRecommendations(table)).toEqual([
      {
        system: 'acc_aha',
        recommendationClass: 'I',
        evidenceLevel: 'A',
        statement: 'In patients with HFrEF, use of a beta-blocker is recommended.',
      },
      {
        system: 'acc_aha',
        recommendationClass: 'III: Harm',
        evidenceLevel: 'B-R',
        statement: 'In patients with HFrEF, verapamil is harmful.',
      },
    ]);
    expect(
      gradesIn(
        '| Recommendation | Class^a | Level^b |\n|---|---|---|\n| Rest is advised. | IIa | C |',
        'ESC',
      ),
    ).toEqual(['esc IIa C']);
    expect(gradesIn('| Class | Blood loss |\n|---|---|\n| I | up to 750 mL |')).toEqual([]);
  });

  it('is read from the lines of a table that lost its rules', () => {
    const lines =
      'COR LOE Recommendations\n1 B-NR 1. Patients should receive oxygen.\n2a C-LD 2. It can be useful to wait.';
    expect(findRecommendations(lines)).toMatchObject([
      { recommendationClass: 'I', evidenceLevel: 'B-NR', statement: 'Patients should receive oxygen.' },
      { recommendationClass: 'IIa', evidenceLevel: 'C-LD', statement: 'It can be useful to wait.' },
    ]);
    expect(gradesIn('1 A Patient should receive oxygen.')).toEqual([]);
  });

  it('grades the preceding statement when it appears alone', () => {
    const text =
      'Aspirin should be given at once to all patients with suspected infarction.\n(Class I; Level of Evidence: A)';
    expect(findRecommendations(text)).toMatchObject([
      { statement: 'Aspirin should be given at once to all patients with suspected infarction.' },
    ]);
    const surviving = 'Give fluids within 3 hours.\nWeak recommendation, low quality of evidence.';
    expect(findRecommendations(surviving)).toMatchObject([
      { system: 'grade', recommendationClass: 'weak', statement: 'Give fluids within 3 hours.' },
    ]);
    expect(findRecommendations('## Fluids\n\nClass I, Level A')).toMatchObject([
      { statement: 'Class I, Level A' },
    ]);
  });

  it('never applies its grade to a statement with its own grade', () => {
    const text = '1. Give aspirin (Class I, Level A).\n(Class IIb, Level C)\n3. Rest (Class III, Level B).';
    expect(findRecommendations(text).map(({ statement }) => statement)).toEqual(text.split('\n'));
  });

  it('stays with its own sentence when a passage holds several', () => {
    const text = '1. Give aspirin (Class I, Level A).\n2. Do not give nifedipine (Class III: Harm, Level B).';
    expect(findRecommendations(text)).toMatchObject([
      { recommendationClass: 'I', statement: '1. Give aspirin (Class I, Level A).' },
      {
        recommendationClass: 'III: Harm',
        statement: '2. Do not give nifedipine (Class III: Harm, Level B).',
      },
    ]);
  });

  it('is shown with an excerpt only if its sentence is', () => {
    const all = findRecommendations(
      '1. Give aspirin (Class I, Level A).\n2. Rest (Class IIb, Level C) in bed.',
    );
    expect(shownRecommendations(all, 'x\n2. Rest (Class IIb,\nLevel C) in bed.')).toMatchObject([
      { recommendationClass: 'IIb' },
    ]);
    expect(shownRecommendations(all, 'Give aspirin.')).toEqual([]);
  });

  it('uses its vocabulary and the words of its text, for any text', () => {
    const piece = fc.constantFrom(
      'Class ',
      'COR ',
      'LOE ',
      'Level of Evidence: ',
      'I',
      'IIa',
      '2a',
      '3',
      ': Harm',
      ' A',
      'B-R',
      ', ',
      '; ',
      '(',
      ')',
      '| ',
      '\n',
      'strong recommendation, ',
      'low-quality',
      'Grade 1A',
      'we suggest ',
      'Level 1++',
      'Grade A recommendation',
      'NYHA ',
      '. ',
      'Give oxygen',
    );
    const text = fc
      .array(fc.oneof(piece, piece, fc.string()), { maxLength: 40 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.constantFrom('', 'AHA', 'ESC', 'USPSTF'), (written, context) => {
        const squeezed = written.replace(/\s+/g, ' ');
        for (const found of findRecommendations(written, context)) {
          expect(recommendationSchema.parse(found)).toEqual(found);
          expect(found.recommendationClass ?? found.evidenceLevel).toBeDefined();
          expect(squeezed).toContain(found.statement.replace(/\s+/g, ' '));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('is found quickly in a passage designed to be slow', () => {
    const units = [
      'Class ',
      'class I ',
      'strong recommendation ',
      'COR',
      '(',
      'Level of Evidence',
      '| ',
      'grade ',
    ];
    const took = cpuTimeOf(() => {
      for (const unit of units) findRecommendations(unit.repeat(20_000));
    });
    expect(took).toBeLessThan(3000);
  });
});

describe('the strength of recommendations', () => {
  it('is that of the strongest, by class before level', () => {
    const strengths = [
      'Class 1, LOE A',
      'Class 1, LOE C-EO',
      'Class 2a, LOE A',
      'Class 2b, LOE B-R',
      'nothing',
    ].map((grade) => recommendationStrength(findRecommendations(`Give oxygen to the patient (${grade}).`)));
    expect(strengths).toEqual([...strengths].sort((one, other) => other - one));
    expect(new Set(strengths).size).toBe(strengths.length);
    expect(strengths[0]).toBe(1);
    expect(strengths.at(-1)).toBe(0);
  });
});
