import { amount } from './parameters/amount.ts';
import { years } from './parameters/units.ts';
import { yesNo } from './parameters/yes-no.ts';
import { sumPoints } from './sum-points.ts';

/** Lip 2010, table 1. Age counts 1 from 65 and 2 from 75; being female 1, which CHA2DS2-VA leaves out. */
const points = {
  congestive_heart_failure: 1,
  hypertension: 1,
  diabetes: 1,
  stroke_tia_thromboembolism: 2,
  vascular_disease: 1,
} as const;

const pointsOfAge = (age: number): number => (age >= 75 ? 2 : age >= 65 ? 1 : 0);

export const atrialFibrillationFindings = {
  age: amount('Age', { units: years, minimum: 18, maximum: 120 }),
  congestive_heart_failure: yesNo(
    'Congestive heart failure: symptoms with objective evidence, or left ventricular dysfunction',
  ),
  hypertension: yesNo('Hypertension, also if treated'),
  diabetes: yesNo('Diabetes mellitus'),
  stroke_tia_thromboembolism: yesNo(
    'Previous stroke, transient ischaemic attack or systemic thromboembolism',
  ),
  vascular_disease: yesNo(
    'Vascular disease: previous myocardial infarction, peripheral artery disease, or aortic plaque',
  ),
};
export const atrialFibrillationExample = {
  age: 76,
  congestive_heart_failure: false,
  hypertension: true,
  diabetes: false,
  stroke_tia_thromboembolism: false,
  vascular_disease: false,
} as const;
export const lip2010 = {
  citation:
    'Lip GYH, Nieuwlaat R, Pisters R, et al. Refining clinical risk stratification for predicting stroke and thromboembolism in atrial fibrillation using a novel risk factor-based approach: the Euro Heart Survey on atrial fibrillation. Chest 2010;137:263-272.',
  doi: '10.1378/chest.09-1584',
  pmid: '19762550',
};
export const esc2024 = {
  citation:
    'Van Gelder IC, Rienstra M, Bunting KV, et al. 2024 ESC Guidelines for the management of atrial fibrillation. Eur Heart J 2024;45:3314-3414.',
  doi: '10.1093/eurheartj/ehae176',
  pmid: '39210723',
};
export const atrialFibrillationLimits = [
  'For atrial fibrillation: not with mechanical valves or moderate to severe mitral stenosis, where anticoagulation does not depend on a score; nor, by the ESC, with hypertrophic cardiomyopathy or cardiac amyloidosis.',
  'It covers only the risk of stroke: assess the risk of bleeding separately, and correct it where possible.',
];

/** What the European guideline of 2024 recommends for a CHA2DS2-VA. */
export const escAdvice = (va: number): string => {
  if (va >= 2) return 'ESC 2024: oral anticoagulation is recommended from a CHA2DS2-VA of 2.';
  return va === 1
    ? 'ESC 2024: oral anticoagulation should be considered at a CHA2DS2-VA of 1.'
    : 'ESC 2024: no oral anticoagulation for a CHA2DS2-VA of 0; reassess when something changes, and at least every year.';
};

type Findings = Readonly<Record<keyof typeof points, boolean>> & { readonly age: number };

/** CHA2DS2-VA: what both scores have in common. */
export const sumOfVa = ({ age, ...given }: Findings): number => sumPoints(points, given) + pointsOfAge(age);
