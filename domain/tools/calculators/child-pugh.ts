import { bandOf } from './band-of.ts';
import { defineCalculator } from './define-calculator.ts';
import { amount, measured } from './parameters/amount.ts';
import { choice } from './parameters/choice.ts';
import type { UnitOf } from './parameters/unit.ts';
import { albumin, bilirubin, inr } from './parameters/units.ts';
import { yesNo } from './parameters/yes-no.ts';
import { pointsText } from './points-text.ts';
import { boundsReached, type PrintedBounds } from './printed-bounds.ts';
import { roundedTo } from './rounded-to.ts';

/** Both bounds belong to the middle band: an INR of 1.7 and one of 2.3 both count 2 points. */
const byBounds = (value: number, least: number, most: number): number => {
  if (value < least) return 1;
  return value <= most ? 2 : 3;
};

/**
 * Where 2 and 3 points begin, as printed for each unit: 34 to 50 µmol/L is the row of 2 to 3 mg/dL, 68 to 170 that of 4 to
 * 10. Both ends belong to the middle row, so that 3 points begin with the next number that the table can show.
 */
const ofBilirubin: PrintedBounds<UnitOf<typeof bilirubin>> = {
  'mg/dL': { digits: 1, from: [2, 3.1] },
  'µmol/L': { digits: 0, from: [34, 51] },
};
const ofBilirubinInCholestasis: PrintedBounds<UnitOf<typeof bilirubin>> = {
  'mg/dL': { digits: 1, from: [4, 10.1] },
  'µmol/L': { digits: 0, from: [68, 171] },
};

const classes = [
  { from: 5, grade: 'A', oneYear: 100, twoYears: 85 },
  { from: 7, grade: 'B', oneYear: 81, twoYears: 57 },
  { from: 10, grade: 'C', oneYear: 45, twoYears: 35 },
] as const;

/** The severity of cirrhosis. */
export const childPugh = defineCalculator({
  name: 'child_pugh',
  title: 'Child-Pugh score',
  purpose: 'The severity of cirrhosis of the liver, in classes A to C.',
  parameters: {
    bilirubin: measured('Total bilirubin', { units: bilirubin, minimum: 0.1, maximum: 80 }),
    albumin: amount('Serum albumin', { units: albumin, minimum: 0.5, maximum: 7 }),
    inr: amount('International normalised ratio, in place of the prothrombin time of the publication', {
      units: inr,
      minimum: 0.5,
      maximum: 25,
    }),
    ascites: choice('Ascites', {
      none: 'absent',
      slight: 'slight, or controlled by drugs',
      moderate: 'moderate to severe, or refractory',
    }),
    encephalopathy: choice('Hepatic encephalopathy', {
      none: 'none',
      grade_1_2: 'grade 1 or 2, or suppressed by drugs',
      grade_3_4: 'grade 3 or 4, or refractory',
    }),
    cholestatic: yesNo(
      'Primary biliary cholangitis or another cholestatic disease: bilirubin then counts 2 points from 4 mg/dL and 3 points above 10 mg/dL',
    ),
  },
  example: {
    bilirubin: { value: 45, unit: 'µmol/L' },
    albumin: { value: 31, unit: 'g/L' },
    inr: 1.5,
    ascites: 'slight',
    encephalopathy: 'none',
    cholestatic: false,
  },
  sources: [
    {
      citation:
        'Pugh RNH, Murray-Lyon IM, Dawson JL, Pietroni MC, Williams R. Transection of the oesophagus for bleeding oesophageal varices. Br J Surg 1973;60:646-649.',
      doi: '10.1002/bjs.1800600817',
      pmid: '4541913',
    },
    {
      citation:
        "D'Amico G, Garcia-Tsao G, Pagliaro L. Natural history and prognostic indicators of survival in cirrhosis: a systematic review of 118 studies. J Hepatol 2006;44:217-231.",
      doi: '10.1016/j.jhep.2005.10.013',
      pmid: '16298014',
    },
  ],
  limits: [
    'For cirrhosis: ascites and encephalopathy are judged clinically, and the INR replaces the prothrombin time of 1973.',
    'Survival by class is as commonly quoted; it varies widely with cause and treatment.',
    'Infused albumin and anticoagulants change the score although the liver is unchanged.',
  ],
  calculate: (given) => {
    const bilirubinBounds = given.cholestatic ? ofBilirubinInCholestasis : ofBilirubin;
    const bilirubinPoints = 1 + boundsReached(given.bilirubin, bilirubinBounds);
    const protein = roundedTo(given.albumin, 1);
    const albuminPoints = protein > 3.5 ? 1 : protein >= 2.8 ? 2 : 3;
    const inrPoints = byBounds(roundedTo(given.inr, 2), 1.7, 2.3);
    const ascitesPoints = { none: 1, slight: 2, moderate: 3 }[given.ascites];
    const brainPoints = { none: 1, grade_1_2: 2, grade_3_4: 3 }[given.encephalopathy];
    const score = bilirubinPoints + albuminPoints + inrPoints + ascitesPoints + brainPoints;
    const { grade, oneYear, twoYears } = bandOf(score, classes);
    return {
      score,
      unit: 'points',
      interpretation: `Child-Pugh ${grade}, ${pointsText(score)} on a scale from 5 to 15. Commonly quoted survival: ${oneYear}% after one year, ${twoYears}% after two.`,
      riskCategory: grade,
      details: {
        bilirubin_points: bilirubinPoints,
        albumin_points: albuminPoints,
        inr_points: inrPoints,
        ascites_points: ascitesPoints,
        encephalopathy_points: brainPoints,
      },
    };
  },
});
