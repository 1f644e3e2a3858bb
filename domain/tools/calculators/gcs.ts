import { defineCalculator } from './define-calculator.ts';
import { choice } from './parameters/choice.ts';

const NOT_TESTABLE = 'NT';
const INTUBATED = 'T';

const severityOf = (score: number) => {
  if (score <= 8) return { category: 'severe', words: 'severe (coma)' };
  return score <= 12 ? { category: 'moderate', words: 'moderate' } : { category: 'mild', words: 'mild' };
};

/** The level of consciousness. */
export const gcs = defineCalculator({
  name: 'gcs',
  title: 'Glasgow Coma Scale',
  purpose: 'The level of consciousness, by eye opening, verbal response and movement.',
  parameters: {
    eye: choice('Eye opening', {
      1: 'none',
      2: 'to pressure',
      3: 'to sound',
      4: 'spontaneous',
      [NOT_TESTABLE]: 'not testable, e.g. swollen shut',
    }),
    verbal: choice('Verbal response', {
      1: 'none',
      2: 'sounds',
      3: 'words',
      4: 'confused',
      5: 'orientated',
      [INTUBATED]: 'intubated or with a tracheostomy',
      [NOT_TESTABLE]: 'not testable for another reason',
    }),
    motor: choice('Best motor response', {
      1: 'none',
      2: 'extension',
      3: 'abnormal flexion',
      4: 'normal flexion (withdraws)',
      5: 'localising',
      6: 'obeys commands',
      [NOT_TESTABLE]: 'not testable, e.g. paralysed by drugs',
    }),
  },
  example: { eye: 3, verbal: 4, motor: 5 },
  sources: [
    {
      citation:
        'Teasdale G, Jennett B. Assessment of coma and impaired consciousness: a practical scale. Lancet 1974;2:81-84.',
      doi: '10.1016/S0140-6736(74)91639-0',
      pmid: '4136544',
    },
    {
      citation:
        'Teasdale G, Maas A, Lecky F, et al. The Glasgow Coma Scale at 40 years: standing the test of time. Lancet Neurol 2014;13:844-854.',
      doi: '10.1016/S1474-4422(14)70120-6',
      pmid: '25030516',
    },
  ],
  limits: [
    'A component that cannot be tested never counts as 1: there is then no sum, and only the components count.',
    'The groups of severity apply to head injury. Small children need the paediatric scale.',
    'Sedation, alcohol and deafness lower it without injury.',
  ],
  calculate: ({ eye, verbal, motor }) => {
    const parts = `E${eye} V${verbal} M${motor}`;
    const grades = [eye, verbal, motor];
    const tested = grades.filter((grade) => grade !== NOT_TESTABLE && grade !== INTUBATED);
    const sum = tested.reduce((total, grade) => total + Number(grade), 0);
    if (tested.length === grades.length) {
      const { category, words } = severityOf(sum);
      return {
        score: sum,
        unit: 'points',
        interpretation: `GCS ${sum} of 15 (${parts}): ${words} on the scale for head injuries.`,
        riskCategory: category,
        recommendations:
          sum <= 8
            ? ['At 8 or less, the airway is often not safe: assess the airway, not the sum alone.']
            : [],
        details: { parts },
      };
    }
    // The customary notation: the sum of eyes and movement with a T.
    const isIntubated = verbal === INTUBATED && tested.length === 2;
    return {
      score: isIntubated ? `${sum}T` : parts,
      interpretation: isIntubated
        ? `GCS ${sum}T (${parts}): intubated, so speech does not count; out of 10 points for eyes and movement. Do not compare it with sums out of 15.`
        : `GCS ${parts}: not every component could be tested, so there is no sum.`,
      details: { parts, sum_of_tested: sum },
    };
  },
});
