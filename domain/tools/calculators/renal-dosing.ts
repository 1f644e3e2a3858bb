import { bandOf } from './band-of.ts';
import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { choice } from './parameters/choice.ts';
import { optional } from './parameters/optional.ts';
import { creatinine, kilograms, metres, years } from './parameters/units.ts';
import { yesNo } from './parameters/yes-no.ts';
import { type RenalDrug, renalDrugs } from './renal-drugs.ts';
import { ckdEpi2021, cockcroftGault, idealWeight } from './renal-function.ts';
import { roundedTo } from './rounded-to.ts';

/** KDIGO 2024, categories of the glomerular filtration rate. */
const categories = [
  { from: 0, category: 'G5', words: 'kidney failure' },
  { from: 15, category: 'G4', words: 'severely decreased' },
  { from: 30, category: 'G3b', words: 'moderately to severely decreased' },
  { from: 45, category: 'G3a', words: 'mildly to moderately decreased' },
  { from: 60, category: 'G2', words: 'mildly decreased' },
  { from: 90, category: 'G1', words: 'normal or high' },
] as const;

/** Of the weight above the ideal, only 0.4 counts (Winter 2012). */
const adjustedWeight = (weight: number, ideal: number): number => ideal + 0.4 * (weight - ideal);

type Weights = { readonly actual: number; readonly ideal?: number; readonly adjusted?: number };

const weightsOf = (weight: number, height: number | undefined, isFemale: boolean): Weights => {
  if (height === undefined) return { actual: weight };
  const ideal = idealWeight(height, isFemale);
  return { actual: weight, ideal, adjusted: adjustedWeight(weight, ideal) };
};

const drugs: Readonly<Record<string, RenalDrug>> = renalDrugs;

/** The labels of the drugs, in the order of their names. */
const drugLabels = {
  apixaban: renalDrugs.apixaban.label,
  cefepime: renalDrugs.cefepime.label,
  dabigatran: renalDrugs.dabigatran.label,
  edoxaban: renalDrugs.edoxaban.label,
  enoxaparin: renalDrugs.enoxaparin.label,
  famotidine: renalDrugs.famotidine.label,
  gabapentin: renalDrugs.gabapentin.label,
  levofloxacin: renalDrugs.levofloxacin.label,
  meropenem: renalDrugs.meropenem.label,
  metformin: renalDrugs.metformin.label,
  nitrofurantoin: renalDrugs.nitrofurantoin.label,
  oseltamivir: renalDrugs.oseltamivir.label,
  pregabalin: renalDrugs.pregabalin.label,
  rivaroxaban: renalDrugs.rivaroxaban.label,
  trimethoprim_sulfamethoxazole: renalDrugs.trimethoprim_sulfamethoxazole.label,
  valacyclovir: renalDrugs.valacyclovir.label,
} as const;

/** Kidney function and, for some drugs, the dose that the label gives for it. */
export const renalDosing = defineCalculator({
  name: 'renal_dosing',
  title: 'Kidney function and renal dosing (Cockcroft-Gault, CKD-EPI 2021)',
  purpose:
    'The creatinine clearance and glomerular filtration rate of an adult, and for some drugs the dose by the label.',
  parameters: {
    age: amount('Age', { units: years, minimum: 18, maximum: 110 }),
    sex: choice('Sex, as used in the formulas', { female: 'factor 0.85', male: 'factor 1' }),
    weight: amount('Actual body weight', { units: kilograms, minimum: 20, maximum: 400 }),
    creatinine: amount('Serum creatinine, stable', { units: creatinine, minimum: 0.2, maximum: 30 }),
    dialysis: yesNo('Dialysis: the formulas do not apply on dialysis'),
    height: optional(
      amount('Body height; needed for ideal and adjusted weight', {
        units: metres,
        minimum: 1.2,
        maximum: 2.5,
      }),
    ),
    weight_used: optional(
      choice(
        'Which weight the clearance is calculated from; if left out, the actual one, as in the publication',
        {
          actual: 'as weighed',
          ideal: 'by height, Devine',
          adjusted: 'ideal plus 0.4 of the excess',
        },
      ),
    ),
    drug: optional(choice('The drug to dose', drugLabels)),
  },
  example: {
    age: 78,
    sex: 'female',
    weight: { value: 64, unit: 'kg' },
    creatinine: { value: 140, unit: 'µmol/L' },
    dialysis: false,
    height: { value: 160, unit: 'cm' },
    drug: 'rivaroxaban',
  },
  sources: [
    {
      citation:
        'Cockcroft DW, Gault MH. Prediction of creatinine clearance from serum creatinine. Nephron 1976;16:31-41.',
      doi: '10.1159/000180580',
      pmid: '1244564',
    },
    {
      citation:
        'Inker LA, Eneanya ND, Coresh J, et al. New creatinine- and cystatin C-based equations to estimate GFR without race. N Engl J Med 2021;385:1737-1749.',
      doi: '10.1056/NEJMoa2102953',
      pmid: '34554658',
    },
    {
      citation:
        'Winter MA, Guhr KN, Berg GM. Impact of various body weights and serum creatinine concentrations on the bias and accuracy of the Cockcroft-Gault equation. Pharmacotherapy 2012;32:604-612.',
      doi: '10.1002/j.1875-9114.2012.01098.x',
      pmid: '22576791',
    },
    {
      citation:
        'Kidney Disease: Improving Global Outcomes. KDIGO 2024 clinical practice guideline for the evaluation and management of chronic kidney disease. Kidney Int 2024;105(4S):S117-S314.',
      doi: '10.1016/j.kint.2023.10.018',
      pmid: '38490803',
    },
    {
      citation:
        'Prescribing information of each drug (United States), as of 2024: the section is named with the dose.',
    },
  ],
  limits: [
    'For adults with stable creatinine: not in acute kidney injury, in pregnancy or on dialysis.',
    'Which weight is right for Cockcroft-Gault is not settled; the labels of anticoagulants are based on the actual one. In obesity or far below ideal weight, compare all three.',
    'Low muscle mass lowers creatinine and makes kidney function look better than it is.',
    'The dose of a label is a starting point: indication, interactions, liver function and the current label take precedence.',
  ],
  check: ({ dialysis, height, weight_used }) => [
    ...(dialysis
      ? [
          {
            path: 'dialysis',
            message:
              'must be false: on dialysis, creatinine does not reflect the clearance; use the dialysis section of the label',
          },
        ]
      : []),
    ...(height === undefined && weight_used !== undefined && weight_used !== 'actual'
      ? [{ path: 'height', message: `is missing: needed for the ${weight_used} weight` }]
      : []),
  ],
  calculate: (given) => {
    const isFemale = given.sex === 'female';
    const weights = weightsOf(given.weight, given.height, isFemale);
    const chosen = given.weight_used ?? 'actual';
    const weight = weights[chosen] ?? weights.actual;
    const clearanceOf = (kg: number) => cockcroftGault(given.age, kg, given.creatinine, isFemale);
    // Bands are looked up by the value shown: a clearance of 50.0 is not above 50. KDIGO gives eGFR in whole numbers.
    const clearance = roundedTo(clearanceOf(weight), 1);
    const exact = ckdEpi2021(given.age, given.creatinine, isFemale);
    const filtration = Math.round(exact);
    const { category, words } = bandOf(filtration, categories);
    const drug = given.drug === undefined ? undefined : drugs[given.drug];
    const dose = drug?.dose({
      clearance,
      filtration,
      age: given.age,
      weight: given.weight,
      creatinine: given.creatinine,
    });
    return {
      score: clearance,
      unit: 'mL/min',
      interpretation: `Creatinine clearance ${clearance} mL/min (Cockcroft-Gault, ${chosen} weight); eGFR ${filtration} mL/min/1.73 m² (CKD-EPI 2021), ${category}: ${words}.${drug === undefined ? '' : ` ${drug.label}: ${dose}`}`,
      riskCategory: category,
      recommendations: drug === undefined ? [] : [`${drug.label}: ${dose} (${drug.source})`],
      details: {
        egfr_ckd_epi_2021: roundedTo(exact, 1),
        clearance_actual_weight: roundedTo(clearanceOf(weights.actual), 1),
        ...(weights.ideal === undefined
          ? {}
          : {
              ideal_weight_kg: roundedTo(weights.ideal, 1),
              clearance_ideal_weight: roundedTo(clearanceOf(weights.ideal), 1),
            }),
        ...(weights.adjusted === undefined
          ? {}
          : { clearance_adjusted_weight: roundedTo(clearanceOf(weights.adjusted), 1) }),
      },
      counted: { weight: { value: roundedTo(weight, 3), unit: 'kg' }, weight_used: chosen },
    };
  },
});
