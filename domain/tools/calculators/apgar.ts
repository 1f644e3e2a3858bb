import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { choice } from './parameters/choice.ts';
import { minutes } from './parameters/units.ts';
import { pointsText } from './points-text.ts';

const groupOf = (score: number) => {
  if (score >= 7) return { category: 'reassuring', words: 'reassuring' };
  return score >= 4
    ? { category: 'moderately_abnormal', words: 'moderately abnormal' }
    : { category: 'low', words: 'low' };
};

/** The condition of a newborn. */
export const apgar = defineCalculator({
  name: 'apgar',
  title: 'Apgar score',
  purpose: 'The condition of a newborn in the minutes after birth.',
  parameters: {
    minutes_after_birth: amount(
      'Minutes after birth: 1, 5, then every 5 up to 20 while the score is below 7',
      {
        units: minutes,
        minimum: 1,
        maximum: 20,
        whole: true,
      },
    ),
    appearance: choice('Appearance (colour)', {
      0: 'blue or pale',
      1: 'body pink, extremities blue',
      2: 'pink',
    }),
    pulse: choice('Pulse', { 0: 'absent', 1: 'below 100 a minute', 2: '100 a minute or more' }),
    grimace: choice('Grimace (reflex irritability)', {
      0: 'no response',
      1: 'grimace',
      2: 'cough, sneeze or vigorous cry',
    }),
    activity: choice('Activity (muscle tone)', { 0: 'limp', 1: 'some flexion', 2: 'active motion' }),
    respiration: choice('Respiration', { 0: 'absent', 1: 'weak or irregular', 2: 'good, crying' }),
  },
  example: { minutes_after_birth: 5, appearance: 1, pulse: 2, grimace: 2, activity: 1, respiration: 2 },
  sources: [
    {
      citation:
        'Apgar V. A proposal for a new method of evaluation of the newborn infant. Curr Res Anesth Analg 1953;32:260-267.',
      pmid: '13083014',
    },
    {
      citation:
        'American Academy of Pediatrics Committee on Fetus and Newborn, American College of Obstetricians and Gynecologists Committee on Obstetric Practice. The Apgar score. Pediatrics 2015;136:819-822.',
      doi: '10.1542/peds.2015-2651',
      pmid: '26416932',
    },
  ],
  limits: [
    'Resuscitation begins before the first minute is over: the score does not decide whether or how.',
    'It neither diagnoses asphyxia nor predicts how a child will develop; prematurity, drugs and malformations lower it.',
  ],
  calculate: ({ minutes_after_birth: minute, appearance, pulse, grimace, activity, respiration }) => {
    const score = [appearance, pulse, grimace, activity, respiration].reduce(
      (sum, grade) => sum + Number(grade),
      0,
    );
    const { category, words } = groupOf(score);
    return {
      score,
      unit: 'points',
      interpretation: `Apgar ${pointsText(score)} of 10 at ${minute} min: ${words} (AAP and ACOG 2015).`,
      riskCategory: category,
      recommendations:
        score < 7 && minute >= 5
          ? ['AAP and ACOG 2015: repeat every 5 minutes up to 20 while the score is below 7.']
          : [],
    };
  },
});
