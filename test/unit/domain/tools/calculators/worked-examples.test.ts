import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../../../domain/kernel/failure.ts';
import { findCalculator } from '../../../../../domain/tools/calculators/calculators.ts';
import { calculated, issuesOf } from './calculated.ts';

const find = (name: string) => unwrap(findCalculator(name));
const of = (name: string, changes: object = {}) => {
  const calculator = find(name);
  return calculated(calculator, { ...calculator.example, ...changes });
};
const mg = (value: number) => ({ value, unit: 'mg/dL' });
const micromol = (value: number) => ({ value, unit: 'µmol/L' });
const mmol = (value: number) => ({ value, unit: 'mmol/L' });
const grams = (value: number) => ({ value, unit: 'g/dL' });

describe('the Wells criteria for pulmonary embolism', () => {
  const nothing = { alternative_less_likely: false, immobilization_or_surgery: false, heart_rate: 100 };

  it('count a heart rate only above 100, and split at 4 points', () => {
    expect(of('wells_pe', nothing).score).toBe(0);
    expect(of('wells_pe', { ...nothing, heart_rate: 101 }).score).toBe(1.5);
    const four = { ...nothing, alternative_less_likely: true, hemoptysis: true };
    expect(of('wells_pe', four)).toMatchObject({ score: 4, riskCategory: 'unlikely' });
    // Three items that often occur together: 1.5 + 1.5 + 1.5 = 4.5.
    const heavier = { heart_rate: 101, immobilization_or_surgery: true, previous_dvt_pe: true };
    expect(of('wells_pe', { ...nothing, ...heavier })).toMatchObject({ score: 4.5, riskCategory: 'likely' });
  });

  it('also have three levels: below 2, 2 to 6, above 6', () => {
    const level = (changes: object) => of('wells_pe', { ...nothing, ...changes }).details?.three_levels;
    expect(level({ heart_rate: 120 })).toBe('low');
    expect(level({ hemoptysis: true, malignancy: true })).toBe('moderate');
    expect(level({ clinical_signs_dvt: true, alternative_less_likely: true })).toBe('moderate');
    expect(level({ clinical_signs_dvt: true, alternative_less_likely: true, hemoptysis: true })).toBe('high');
  });
});

describe('CHA2DS2-VASc', () => {
  const none = { hypertension: false, sex: 'male', age: 60 };

  it('has the rates of the Swedish cohort, including the decrease from 7 to 8', () => {
    // Friberg 2012, as also in the clinical knowledge model CHA2DS2-VASc v.1 of Cambio: 2.2 at 2 points, 10.8
    // at 8.
    expect(of('chadsvasc', { ...none, stroke_tia_thromboembolism: true }).details).toEqual({
      cha2ds2_va: 2,
      strokes_per_100_patient_years: 2.2,
    });
    const everything = {
      congestive_heart_failure: true,
      hypertension: true,
      age: 80,
      diabetes: true,
      stroke_tia_thromboembolism: true,
      vascular_disease: true,
    };
    expect(of('chadsvasc', { ...everything, sex: 'male' })).toMatchObject({
      score: 8,
      details: { strokes_per_100_patient_years: 10.8 },
    });
    expect(of('chadsvasc', { ...everything, sex: 'female' }).score).toBe(9);
    expect(of('chadsva', everything).score).toBe(8);
  });

  it('counts 65 and 75 years as the next step, and sex alone as no risk', () => {
    const points = (age: number) => of('chadsvasc', { ...none, age }).score;
    expect([64, 65, 74, 75].map(points)).toEqual([0, 1, 1, 2]);
    expect(of('chadsvasc', { ...none, sex: 'female' })).toMatchObject({ score: 1, riskCategory: 'low' });
  });
});

describe('HAS-BLED', () => {
  it('counts age only above 65, and gives no rate above 5 points', () => {
    const at = (changes: object) =>
      of('hasbled', { uncontrolled_hypertension: false, drugs: false, ...changes });
    expect(at({ age: 65 })).toMatchObject({
      score: 0,
      details: { major_bleeds_per_100_patient_years: 1.13 },
    });
    expect(at({ age: 66 })).toMatchObject({
      score: 1,
      details: { major_bleeds_per_100_patient_years: 1.02 },
    });
    const six = { age: 66, stroke: true, bleeding: true, labile_inr: true, drugs: true, alcohol: true };
    expect(at(six)).toMatchObject({ score: 6, riskCategory: 'high' });
    expect(at(six).details).toBeUndefined();
  });
});

describe('GRACE', () => {
  it('reproduces the worked example of Granger 2003: about 16%', () => {
    expect(of('grace')).toMatchObject({ score: 195, details: { hospital_deaths: 'about 16%' } });
  });

  it('separates the bands of both scores and both syndromes', () => {
    // The example of onlycalculators.com: 58 + 9 + 34 + 7 = 108, the highest value of low risk without ST
    // elevation.
    const low = {
      age: 65,
      heart_rate: 80,
      systolic_pressure: 125,
      creatinine: mg(1),
      killip_class: 'I',
      st_deviation: false,
      elevated_enzymes: false,
    };
    expect(of('grace', low)).toMatchObject({ score: 108, riskCategory: 'low' });
    const one = { ...low, elevated_enzymes: true };
    expect(of('grace', one)).toMatchObject({ score: 122, riskCategory: 'intermediate' });
    expect(of('grace', { ...one, syndrome: 'stemi' })).toMatchObject({ score: 122, riskCategory: 'low' });
    // 55 + 9 + 14 + 5 + 12 + 15 = 110, intermediate after discharge and low in hospital.
    expect(of('grace_6_months')).toMatchObject({ score: 110, riskCategory: 'intermediate' });
    expect(of('grace_6_months', { pci_in_hospital: false })).toMatchObject({
      score: 124,
      riskCategory: 'high',
    });
  });

  it('finds the row of the table from µmol/L too, as the registry prints them', () => {
    const points = (creatinine: object) => Number(of('grace', { creatinine }).score);
    for (const [below, from] of [
      [34, 35],
      [70, 71],
      [105, 106],
      [140, 141],
      [176, 177],
      [353, 354],
    ])
      expect(points(micromol(from ?? 0))).toBeGreaterThan(points(micromol(below ?? 0)));
  });

  it('states 0.2% or less and 52% or more at the ends of the nomogram', () => {
    const easy = {
      age: 30,
      heart_rate: 60,
      systolic_pressure: 170,
      killip_class: 'I',
      st_deviation: false,
      elevated_enzymes: false,
    };
    expect(of('grace', easy).details).toEqual({ hospital_deaths: '0.2% or less' });
    expect(of('grace', { killip_class: 'IV', cardiac_arrest: true }).details).toEqual({
      hospital_deaths: '52% or more',
    });
  });
});

describe('MELD', () => {
  const ill = { creatinine: mg(1), bilirubin: mg(1.5), inr: 1.5, sodium: mmol(135), albumin: undefined };

  it('reproduces the worked example of scoutmytool.com: MELD 13, with sodium of 135 15', () => {
    expect(of('meld', ill).details).toEqual({ meld: 13, meld_na: 15 });
  });

  it('matches a manual calculation of MELD 3.0: 1.33 + 6.54 + 5.74 - 2.41 + 4.27 + 7.15 + 1.30 - 0.82 + 6 = 29.1', () => {
    expect(of('meld').details).toMatchObject({ meld: 23, meld_na: 27, meld_3: 29 });
    expect(of('meld', { sex: 'male' }).details).toMatchObject({ meld_3: 28 });
  });

  it('uses the upper limit of creatinine for dialysis, which is 4.0 for MELD and 3.0 for MELD 3.0', () => {
    const onDialysis = of('meld', { dialysis: true, creatinine: mg(1.2) });
    expect(onDialysis.parametersUsed.creatinine).toEqual({ value: 3, unit: 'mg/dL' });
    expect(onDialysis.details).toMatchObject({ creatinine_of_meld: '4 mg/dL' });
    expect(
      of('meld', { dialysis: true, creatinine: mg(1.2), albumin: undefined }).parametersUsed.creatinine,
    ).toEqual({ value: 4, unit: 'mg/dL' });
    expect(onDialysis.details?.meld).toBe(of('meld', { creatinine: mg(4) }).details?.meld);
    expect(onDialysis.details?.meld_3).toBe(of('meld', { creatinine: mg(3) }).details?.meld_3);
    expect(of('meld', { creatinine: mg(9) }).details).toEqual(of('meld', { creatinine: mg(4) }).details);
  });

  it('bounds sodium at 125 and 137, and ignores it up to a MELD of 11', () => {
    const sodium = (value: number) => of('meld', { ...ill, sodium: mmol(value) }).details?.meld_na;
    expect(sodium(110)).toBe(sodium(125));
    expect(sodium(150)).toBe(sodium(137));
    expect(sodium(137)).toBe(13);
    const mild = { creatinine: mg(1), bilirubin: mg(1), inr: 1.2, albumin: undefined, sodium: mmol(120) };
    expect(of('meld', mild).details).toEqual({ meld: 8, meld_na: 8 });
  });

  it('raises values below 1.0 to 1.0, stays from 6 to 40, and reports the values used', () => {
    const well = of('meld', { creatinine: mg(0.4), bilirubin: mg(0.3), inr: 0.9, sodium: undefined });
    expect(well).toMatchObject({ score: 6, details: { meld: 6 } });
    expect(well.parametersUsed).toMatchObject({
      creatinine: { value: 1, unit: 'mg/dL' },
      bilirubin: { value: 1, unit: 'mg/dL' },
      inr: { value: 1, unit: 'INR' },
    });
    expect(of('meld', { creatinine: mg(4), bilirubin: mg(40), inr: 8 }).score).toBe(40);
    expect(well.interpretation).toContain('For MELD 3.0, also give sodium.');
  });
});

describe('kidney function', () => {
  const man = { sex: 'male', height: undefined, drug: undefined, weight: { value: 72, unit: 'kg' } };

  it('follows Cockcroft and Gault: (140 - 60) × 72 / (72 × 1.0) = 80, and 68 for a woman', () => {
    expect(of('renal_dosing', { ...man, age: 60, creatinine: mg(1) }).score).toBe(80);
    expect(of('renal_dosing', { ...man, age: 60, creatinine: mg(1), sex: 'female' }).score).toBe(68);
  });

  it('follows CKD-EPI 2021 on both sides of the knot', () => {
    const egfr = (age: number, sex: string, creatinine: number) =>
      of('renal_dosing', { ...man, age, sex, creatinine: mg(creatinine) }).details?.egfr_ckd_epi_2021;
    // 142 × 1.1303 × 0.7796: with the exponent of -0.302 for men; the -0.411 of 2009 would give 130.8.
    expect(egfr(40, 'male', 0.6)).toBe(125.1);
    // The example of creatinineclearancecalculator.net: a woman of 55 with 0.9 mg/dL, about 76 by rounded
    // factors.
    expect(egfr(55, 'female', 0.9)).toBe(75.5);
    expect(egfr(50, 'female', 0.6)).toBe(109.3);
    expect(egfr(50, 'male', 0.9)).toBe(104);
  });

  it('converts 88.4 µmol/L to 1 mg/dL, and not the other way round', () => {
    const one = of('renal_dosing', { ...man, age: 60, creatinine: micromol(88.4) });
    expect(one.score).toBe(80);
    expect(one.parametersUsed.creatinine).toEqual({ value: 1, unit: 'mg/dL' });
  });

  it('uses the selected weight, and asks for the height that it needs', () => {
    // Devine: 50 + 2.3 × (70.08 - 60) = 73.2 kg at 178 cm; adjusted 73.2 + 0.4 × 46.8 = 91.9 kg.
    const heavy = { ...man, age: 40, creatinine: mg(1), weight: { value: 120, unit: 'kg' } };
    const height = { value: 178, unit: 'cm' };
    expect(of('renal_dosing', { ...heavy, height, weight_used: 'ideal' }).parametersUsed.weight).toEqual({
      value: 73.181,
      unit: 'kg',
    });
    expect(of('renal_dosing', { ...heavy, height, weight_used: 'adjusted' }).score).toBe(127.7);
    expect(
      issuesOf(find('renal_dosing'), {
        ...find('renal_dosing').example,
        height: undefined,
        weight_used: 'ideal',
      }),
    ).toEqual([{ path: 'height', message: 'is missing: needed for the ideal weight' }]);
  });

  it('refuses an estimate on dialysis', () => {
    expect(
      issuesOf(find('renal_dosing'), { ...find('renal_dosing').example, dialysis: true }).map(
        ({ path }) => path,
      ),
    ).toEqual(['dialysis']);
  });

  it('has the doses of the labels at their limits', () => {
    const dose = (drug: string, clearance: number) => {
      // A man of 68 and 72 kg has 72 / creatinine mL/min.
      const given = { ...man, age: 68, creatinine: mg(72 / clearance), drug };
      return of('renal_dosing', given).recommendations[0] ?? '';
    };
    expect(dose('rivaroxaban', 51)).toContain('20 mg once daily');
    expect(dose('rivaroxaban', 50)).toContain('15 mg once daily');
    expect(dose('dabigatran', 30)).toContain('75 mg twice daily');
    expect(dose('dabigatran', 14)).toContain('gives no dose');
    expect(dose('edoxaban', 100)).toContain('Do not use');
    expect(dose('edoxaban', 95)).toContain('60 mg');
    expect(dose('edoxaban', 50)).toContain('30 mg');
    expect(dose('meropenem', 26)).toContain('The recommended dose every 12 hours');
    expect(dose('meropenem', 25)).toContain('Half the recommended dose every 12 hours');
    expect(dose('oseltamivir', 30)).toContain('30 mg once daily');
    expect(dose('trimethoprim_sulfamethoxazole', 15)).toContain('Half the usual dose');
    expect(dose('enoxaparin', 29)).toContain('1 mg/kg once daily');
    expect(dose('gabapentin', 20)).toContain('200 to 700 mg');
  });

  it('reduces apixaban for two of three criteria, and not by the clearance', () => {
    const apixaban = (changes: object) =>
      of('renal_dosing', { ...man, drug: 'apixaban', ...changes }).recommendations[0];
    expect(apixaban({ age: 80, creatinine: mg(1.5) })).toContain('2.5 mg twice daily');
    expect(apixaban({ age: 79, creatinine: mg(3) })).toContain('5 mg twice daily: one of');
    expect(apixaban({ age: 80, creatinine: mg(1), weight: { value: 60, unit: 'kg' } })).toContain('2.5 mg');
  });

  it('assesses metformin by the filtration rate', () => {
    const metformin = (creatinine: number) =>
      of('renal_dosing', { ...man, age: 60, creatinine: mg(creatinine), drug: 'metformin' });
    expect(metformin(1.5).interpretation).toContain('No adjustment');
    expect(metformin(2).interpretation).toContain('Do not start');
    expect(metformin(3).interpretation).toContain('Contraindicated');
  });
});

describe('scores of infection and shock', () => {
  it('count in CURB-65 urea above 7 mmol/L, which is 19.6 mg/dL of its nitrogen or 42 of urea itself', () => {
    const score = (urea: object) => of('curb65', { urea }).score;
    expect(score(mmol(7))).toBe(2);
    expect(score(mmol(7.1))).toBe(3);
    expect(score({ value: 19.6, unit: 'mg/dL BUN' })).toBe(2);
    expect(score({ value: 20, unit: 'mg/dL BUN' })).toBe(3);
    expect(score({ value: 20, unit: 'mg/dL urea' })).toBe(2);
    expect(issuesOf(find('curb65'), { ...find('curb65').example, urea: mg(20) })).toEqual([
      {
        path: 'urea',
        message: 'has an unknown unit; use mmol/L or mg/dL BUN or mg/dL urea',
      },
    ]);
  });

  it('have their limits: CURB-65 at 30, 90 and 60, qSOFA at 22, 100 and 15', () => {
    const well = {
      urea: mmol(5),
      respiratory_rate: 29,
      systolic_pressure: 90,
      diastolic_pressure: 61,
      age: 64,
    };
    expect(of('curb65', well).score).toBe(0);
    expect(of('curb65', { ...well, systolic_pressure: 89 }).score).toBe(1);
    expect(of('curb65', { ...well, diastolic_pressure: 60 }).score).toBe(1);
    expect(of('curb65', { ...well, age: 65, respiratory_rate: 30 })).toMatchObject({
      score: 2,
      riskCategory: 'intermediate',
    });
    const calm = { respiratory_rate: 21, systolic_pressure: 101, gcs: 15 };
    expect(of('qsofa', calm).score).toBe(0);
    expect(of('qsofa', { respiratory_rate: 22, systolic_pressure: 100, gcs: 14 }).score).toBe(3);
  });

  it('give the two highest lung grades in SOFA only with respiratory support', () => {
    const lungs = (pao2: number, respiratory_support: boolean) =>
      of('sofa', {
        pao2: { value: pao2, unit: 'mmHg' },
        fio2: { value: 1, unit: 'fraction' },
        respiratory_support,
      }).details?.respiration;
    expect([400, 399, 299, 199, 99].map((value) => lungs(value, true))).toEqual([0, 1, 2, 3, 4]);
    expect([199, 99].map((value) => lungs(value, false))).toEqual([2, 2]);
  });

  it('have the limits of SOFA for bilirubin and oxygen as printed for each unit', () => {
    const liver = (bilirubin: object) => of('sofa', { bilirubin }).details?.liver;
    expect([1.1, 1.2, 1.9, 2, 5.9, 6, 11.9, 12].map((value) => liver(mg(value)))).toEqual([
      0, 1, 1, 2, 2, 3, 3, 4,
    ]);
    expect([19, 20, 32, 33, 101, 102, 204, 205].map((value) => liver(micromol(value)))).toEqual([
      0, 1, 1, 2, 2, 3, 3, 4,
    ]);
    const lungs = (kPa: number) =>
      of('sofa', {
        pao2: { value: kPa, unit: 'kPa' },
        fio2: { value: 1, unit: 'fraction' },
        respiratory_support: true,
      }).details?.respiration;
    expect([53.3, 53.2, 40, 39.9, 26.7, 26.6, 13.3, 13.2].map(lungs)).toEqual([0, 1, 1, 2, 2, 3, 3, 4]);
  });

  it('use in SOFA the worse of creatinine and urine, with a row for every value', () => {
    const kidneys = (creatinine: object, urine_output?: number) =>
      of('sofa', { creatinine, urine_output }).details?.kidneys;
    expect([1.1, 1.2, 1.9, 1.96, 3.4, 3.5, 4.9, 5].map((value) => kidneys(mg(value)))).toEqual([
      0, 1, 1, 2, 2, 3, 3, 4,
    ]);
    expect([109, 110, 170, 171, 299, 300, 439, 440].map((value) => kidneys(micromol(value)))).toEqual([
      0, 1, 1, 2, 2, 3, 3, 4,
    ]);
    expect(kidneys(mg(1), 499)).toBe(3);
    expect(kidneys(mg(1), 199)).toBe(4);
    expect(kidneys(mg(6), 499)).toBe(4);
  });

  it('compare the shock index with the limit for the age, and with none below 4 years', () => {
    const at = (age: object) =>
      of('shock_index', { age, heart_rate: 110, systolic_pressure: 100 }).riskCategory;
    const years = (value: number) => ({ value, unit: 'years' });
    expect([3.9, 4, 6.9, 7, 12.9, 13, 17, 60].map((value) => at(years(value)))).toEqual([
      'no_bound_for_age',
      'not_raised',
      'not_raised',
      'raised',
      'raised',
      'raised',
      'raised',
      'raised',
    ]);
    expect(at({ value: 30, unit: 'months' })).toBe('no_bound_for_age');
  });
});

describe('scales of the nervous system', () => {
  it('never count an intubated patient as speechless', () => {
    expect(of('gcs', { eye: 3, verbal: 'T', motor: 5 })).toMatchObject({
      score: '8T',
      details: { parts: 'E3 VT M5', sum_of_tested: 8 },
    });
    expect(of('gcs', { eye: 3, verbal: 'T', motor: 5 }).riskCategory).toBeUndefined();
    expect(of('gcs', { eye: 'NT', verbal: 4, motor: 6 })).toMatchObject({ score: 'ENT V4 M6' });
    expect(of('gcs', { eye: 'NT', verbal: 'T', motor: 'NT' }).score).toBe('ENT VT MNT');
  });

  it('grade a coma as 8 or less and a mild injury from 13', () => {
    const category = (eye: number, verbal: number, motor: number) =>
      of('gcs', { eye, verbal, motor }).riskCategory;
    expect([category(2, 2, 4), category(2, 2, 5), category(3, 4, 5), category(3, 4, 6)]).toEqual([
      'severe',
      'moderate',
      'moderate',
      'mild',
    ]);
  });

  it('omit untestable items from the stroke scale, and report them', () => {
    const result = of('nihss', { motor_leg_right: 'UN', dysarthria: 'UN' });
    expect(result).toMatchObject({ score: 11, details: { untestable_items: 2 } });
    expect(result.interpretation).toContain('motor_leg_right, dysarthria');
    expect(issuesOf(find('nihss'), { ...find('nihss').example, gaze: 'UN' }).map(({ path }) => path)).toEqual(
      ['gaze'],
    );
  });
});

describe('scores of chest, throat and liver', () => {
  it('do not apply PERC unless embolism is thought unlikely', () => {
    expect(of('perc')).toMatchObject({ score: 0, riskCategory: 'negative' });
    expect(of('perc', { low_pretest_probability: false })).toMatchObject({ riskCategory: 'not_applicable' });
    const atBounds = { age: 50, heart_rate: 100, oxygen_saturation: 94 };
    expect(of('perc', atBounds)).toMatchObject({ score: 3, riskCategory: 'positive' });
    expect(of('perc', { age: 49, heart_rate: 99, oxygen_saturation: 95 }).score).toBe(0);
  });

  it('count known atherosclerosis in HEART as three risk factors', () => {
    const plain = of('heart', { risk_factors: 0 });
    expect(of('heart', { risk_factors: 0, atherosclerotic_disease: true }).score).toBe(
      Number(plain.score) + 2,
    );
    expect(of('heart', { risk_factors: 3 }).score).toBe(Number(plain.score) + 2);
    expect(
      of('heart', { history: 2, ecg: 2, age: 65, risk_factors: 3, troponin: 'above_three' }),
    ).toMatchObject({
      score: 10,
      riskCategory: 'high',
    });
  });

  it('give one Centor point for an absent cough, and subtract one from 45 years', () => {
    const none = {
      fever_over_38: false,
      cough: true,
      tender_anterior_nodes: false,
      tonsillar_swelling_or_exudate: false,
    };
    expect([14.9, 15, 44, 45].map((age) => of('centor', { ...none, age }).score)).toEqual([1, 0, 0, -1]);
    expect(of('centor', { ...none, age: 20, cough: false }).score).toBe(1);
  });

  it('have the limits of Child-Pugh in both units, and separate ones for cholestatic disease', () => {
    const points = (bilirubin: object, cholestatic = false) =>
      of('child_pugh', { bilirubin, cholestatic }).details?.bilirubin_points;
    expect([1.9, 2, 3, 3.1].map((value) => points(mg(value)))).toEqual([1, 2, 2, 3]);
    expect([33, 34, 50, 51].map((value) => points(micromol(value)))).toEqual([1, 2, 2, 3]);
    expect([67, 68, 170, 171].map((value) => points(micromol(value), true))).toEqual([1, 2, 2, 3]);
    expect([3.9, 4, 10, 10.1].map((value) => points(mg(value), true))).toEqual([1, 2, 2, 3]);
    const healthy = { bilirubin: mg(1), albumin: grams(4), inr: 1, ascites: 'none' };
    expect(of('child_pugh', healthy)).toMatchObject({ score: 5, riskCategory: 'A' });
  });

  it('call an Apgar of 7 reassuring and of 3 low', () => {
    const none = { appearance: 0, grimace: 0, activity: 0, respiration: 1, pulse: 2 };
    expect(of('apgar', none)).toMatchObject({ score: 3, riskCategory: 'low' });
    expect(of('apgar', { ...none, activity: 2, grimace: 2 })).toMatchObject({
      score: 7,
      riskCategory: 'reassuring',
    });
  });
});

describe('weights, fluids and corrections', () => {
  it('estimate 7 kg at 6 months, 16 kg at 4 years and 28 kg at 7 years, each with its zone', () => {
    const at = (value: number, unit = 'years') => of('pediatric_weight', { age: { value, unit } });
    expect(at(6, 'months')).toMatchObject({ score: 7, riskCategory: 'pink' });
    expect(at(4)).toMatchObject({ score: 16, riskCategory: 'white' });
    expect(at(4.9)).toMatchObject({ score: 16 });
    expect(at(7)).toMatchObject({ score: 28, riskCategory: 'orange' });
    expect(at(11)).toMatchObject({ score: 40, riskCategory: 'above_tape' });
    expect(of('pediatric_weight', { weight: { value: 22, unit: 'lb' } })).toMatchObject({
      score: 10,
      riskCategory: 'purple',
    });
  });

  it('reproduce the worked examples of the Parkland formula: 75 kg and 20% are 6000 mL, 70 kg and 30% 8400 mL', () => {
    expect(of('parkland', { weight: { value: 75, unit: 'kg' }, burned_surface: 20 }).score).toBe(6000);
    expect(of('parkland', { hours_since_burn: 0 })).toMatchObject({
      score: 8400,
      details: { first_8_hours_ml: 4200, rate_now_ml_per_hour: 525 },
    });
  });

  it('count the eight hours of the Parkland formula from the burn', () => {
    expect(of('parkland', { hours_since_burn: 4 }).details?.rate_now_ml_per_hour).toBe(1050);
    expect(of('parkland', { hours_since_burn: 8 }).details?.rate_now_ml_per_hour).toBe(263);
    expect(of('parkland', { hours_since_burn: 24 }).details?.rate_now_ml_per_hour).toBe(263);
  });

  it('add 2.5 mmol/L to the anion gap for each g/dL of albumin below 4.4 (Figge 1998)', () => {
    expect(of('anion_gap', { albumin: undefined })).toMatchObject({ score: 22 });
    expect(of('anion_gap', { albumin: grams(2.4) })).toMatchObject({ score: 27 });
    expect(of('anion_gap', { albumin: grams(4.4) })).toMatchObject({ score: 22 });
    expect(of('anion_gap', { potassium: mmol(4) }).details).toMatchObject({ with_potassium: 26 });
  });

  it('reproduce the worked example of theguidewire.net: 1.83 mmol/L with 26 g/L of albumin is 2.11', () => {
    const result = of('corrected_calcium', { calcium: mmol(1.83), albumin: { value: 26, unit: 'g/L' } });
    expect(result.details?.corrected_mmol_per_l).toBe(2.11);
    // Payne 1973: calcium - albumin + 4.0.
    expect(of('corrected_calcium', { calcium: mg(8), albumin: grams(2) }).details?.payne_1973_mg_per_dl).toBe(
      10,
    );
  });

  it('correct sodium by 1.6 and by 2.4 for each 100 mg/dL of glucose above 100', () => {
    expect(of('corrected_sodium').details).toEqual({ katz_1973: 136, hillier_1999: 140 });
    const borderline = of('corrected_sodium', { sodium: mmol(126), glucose: mg(600) });
    expect(borderline.interpretation).toContain('differ as to whether the value is within it');
  });
});
