import { bandOf } from './band-of.ts';
import { defineCalculator } from './define-calculator.ts';
import { choice } from './parameters/choice.ts';
import { pointsText } from './points-text.ts';

const UNTESTABLE = 'UN';

const arm = (side: string) =>
  choice(`5. Motor arm, ${side}`, {
    0: 'no drift for 10 s',
    1: 'drifts before 10 s without hitting the bed',
    2: 'some effort against gravity',
    3: 'no effort against gravity',
    4: 'no movement',
    [UNTESTABLE]: 'amputation or joint fusion',
  });
const leg = (side: string) =>
  choice(`6. Motor leg, ${side}`, {
    0: 'no drift for 5 s',
    1: 'drifts before 5 s without hitting the bed',
    2: 'some effort against gravity',
    3: 'no effort against gravity',
    4: 'no movement',
    [UNTESTABLE]: 'amputation or joint fusion',
  });

/** Customary groups of severity; the publication gives none. */
const groups = [
  { from: 0, severity: 'none', words: 'no deficit on this scale' },
  { from: 1, severity: 'minor', words: 'minor stroke' },
  { from: 5, severity: 'moderate', words: 'moderate stroke' },
  { from: 16, severity: 'moderate_to_severe', words: 'moderate to severe stroke' },
  { from: 21, severity: 'severe', words: 'severe stroke' },
] as const;

/** The severity of the deficits of a stroke. */
export const nihss = defineCalculator({
  name: 'nihss',
  title: 'NIH Stroke Scale',
  purpose: 'The severity of the neurological deficits of a patient with a stroke.',
  parameters: {
    consciousness: choice('1a. Level of consciousness', {
      0: 'alert',
      1: 'arousable by minor stimulation',
      2: 'needs repeated or painful stimulation',
      3: 'reflex responses only or none',
    }),
    questions: choice('1b. Month and age', {
      0: 'both correct',
      1: 'one correct, or intubated, or severe dysarthria or language barrier',
      2: 'none correct, or aphasic or stuporous',
    }),
    commands: choice('1c. Opens and closes eyes, grips and releases', { 0: 'both', 1: 'one', 2: 'none' }),
    gaze: choice('2. Horizontal gaze', {
      0: 'normal',
      1: 'partial palsy',
      2: 'forced deviation or total paresis',
    }),
    visual: choice('3. Visual fields', {
      0: 'no loss',
      1: 'partial hemianopia',
      2: 'complete hemianopia',
      3: 'bilateral hemianopia or blindness',
    }),
    facial_palsy: choice('4. Facial palsy', {
      0: 'none',
      1: 'minor',
      2: 'partial: lower face',
      3: 'complete, on one or both sides',
    }),
    motor_arm_left: arm('left'),
    motor_arm_right: arm('right'),
    motor_leg_left: leg('left'),
    motor_leg_right: leg('right'),
    ataxia: choice('7. Limb ataxia', {
      0: 'absent, or paralysed, or does not understand',
      1: 'in one limb',
      2: 'in two limbs',
      [UNTESTABLE]: 'amputation or joint fusion',
    }),
    sensory: choice('8. Sensory', {
      0: 'normal',
      1: 'mild to moderate loss',
      2: 'severe or total loss, or coma',
    }),
    language: choice('9. Language', {
      0: 'no aphasia',
      1: 'mild to moderate aphasia',
      2: 'severe aphasia',
      3: 'mute, global aphasia, or coma',
    }),
    dysarthria: choice('10. Dysarthria', {
      0: 'normal',
      1: 'mild to moderate',
      2: 'severe, or mute',
      [UNTESTABLE]: 'intubated or another physical barrier',
    }),
    extinction: choice('11. Extinction and inattention', {
      0: 'none',
      1: 'in one modality',
      2: 'profound, or in more than one modality',
    }),
  },
  example: {
    consciousness: 0,
    questions: 1,
    commands: 0,
    gaze: 1,
    visual: 1,
    facial_palsy: 2,
    motor_arm_left: 0,
    motor_arm_right: 3,
    motor_leg_left: 0,
    motor_leg_right: 2,
    ataxia: 0,
    sensory: 1,
    language: 2,
    dysarthria: 1,
    extinction: 0,
  },
  sources: [
    {
      citation:
        'Brott T, Adams HP Jr, Olinger CP, et al. Measurements of acute cerebral infarction: a clinical examination scale. Stroke 1989;20:864-870.',
      doi: '10.1161/01.STR.20.7.864',
      pmid: '2749846',
    },
    {
      citation:
        'National Institute of Neurological Disorders and Stroke. NIH Stroke Scale, with its instructions, revised 2024.',
    },
    {
      citation:
        'Adams HP Jr, Davis PH, Leira EC, et al. Baseline NIH Stroke Scale score strongly predicts outcome after stroke: a report of the Trial of Org 10172 in Acute Stroke Treatment (TOAST). Neurology 1999;53:126-131.',
      doi: '10.1212/WNL.53.1.126',
      pmid: '10408548',
    },
  ],
  limits: [
    'It is insensitive to strokes of the posterior circulation, and less sensitive to those of the right hemisphere than of the left: a stroke with 0 points is still a stroke.',
    'A disabling deficit is treated whatever the sum; the groups of severity are customary and not from the publication.',
  ],
  calculate: (given) => {
    const items = Object.entries(given);
    const untestable = items.filter(([, grade]) => grade === UNTESTABLE).map(([name]) => name);
    const score = items.reduce((sum, [, grade]) => sum + (grade === UNTESTABLE ? 0 : Number(grade)), 0);
    const { severity, words } = bandOf(score, groups);
    const outcome =
      score >= 16
        ? ' From 16 points, death or severe disability is likely (Adams 1999).'
        : // An item that was not tested could contradict it.
          score <= 6 && untestable.length === 0
          ? ' Up to 6 points, a good recovery is likely (Adams 1999).'
          : '';
    return {
      score,
      unit: 'points',
      interpretation: `NIHSS ${pointsText(score)} of 42: ${words}.${outcome}${untestable.length === 0 ? '' : ` Not testable and not counted: ${untestable.join(', ')}; the true sum may be higher.`}`,
      riskCategory: severity,
      details: { untestable_items: untestable.length },
    };
  },
});
