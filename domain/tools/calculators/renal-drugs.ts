/** The kidney function that a dose is adjusted by, and the values that it was calculated from. */
export type RenalFunction = {
  /** mL/min, by Cockcroft and Gault. */
  readonly clearance: number;
  /** mL/min/1.73 m², by CKD-EPI 2021. */
  readonly filtration: number;
  readonly age: number;
  /** kg */
  readonly weight: number;
  /** mg/dL */
  readonly creatinine: number;
};

export type RenalDrug = {
  readonly label: string;
  /** Section of the prescribing information of the United States. */
  readonly source: string;
  readonly dose: (patient: RenalFunction) => string;
};

type Row = { readonly reaches: (value: number) => boolean; readonly dose: string };
const from = (least: number, dose: string): Row => ({ reaches: (value) => value >= least, dose });
const above = (bound: number, dose: string): Row => ({ reaches: (value) => value > bound, dose });

/** The dose of the first row that the value reaches, from the best kidney function downwards; `below` if it reaches none. */
const byRows =
  (of: 'clearance' | 'filtration', rows: readonly Row[], below: string) =>
  (patient: RenalFunction): string =>
    rows.find(({ reaches }) => reaches(patient[of]))?.dose ?? below;

/** Reduced if two of three apply: 80 years or more, 60 kg or less, creatinine of 1.5 mg/dL or more. */
const apixaban = ({ age, weight, creatinine }: RenalFunction): string => {
  const reasons = [age >= 80, weight <= 60, creatinine >= 1.5].filter(Boolean).length;
  return reasons >= 2
    ? '2.5 mg twice daily: two or more of age 80 or above, weight 60 kg or less, creatinine 1.5 mg/dL or more.'
    : `5 mg twice daily: ${reasons === 1 ? 'one' : 'none'} of age 80 or above, weight 60 kg or less, creatinine 1.5 mg/dL or more; the lower dose needs two, whatever the clearance.`;
};

const label = (name: string, section = '2'): string =>
  `Prescribing information (United States), ${name}, section ${section}, as of 2024.`;

/**
 * Doses for adults by kidney function from labels of the United States: only tables that need nothing but kidney
 * function, age and weight. Other countries' labels differ, e.g. for dabigatran and edoxaban.
 */
export const renalDrugs = {
  apixaban: {
    label: 'apixaban in atrial fibrillation',
    source: label('apixaban', '2.1'),
    dose: apixaban,
  },
  rivaroxaban: {
    label: 'rivaroxaban in atrial fibrillation',
    source: label('rivaroxaban', '2.1 and 8.6'),
    dose: byRows(
      'clearance',
      [
        above(50, '20 mg once daily with the evening meal.'),
        above(15, '15 mg once daily with the evening meal.'),
      ],
      '15 mg once daily by the label, based on pharmacokinetics alone: no trial included such patients.',
    ),
  },
  dabigatran: {
    label: 'dabigatran in atrial fibrillation',
    source: label('dabigatran', '2.2'),
    dose: byRows(
      'clearance',
      [
        above(30, '150 mg twice daily.'),
        from(
          15,
          '75 mg twice daily, based on pharmacokinetics alone; not with P-glycoprotein inhibitors. Contraindicated in Europe.',
        ),
      ],
      'The label gives no dose.',
    ),
  },
  edoxaban: {
    label: 'edoxaban in atrial fibrillation',
    source: label('edoxaban', '2.1'),
    dose: byRows(
      'clearance',
      [
        above(95, 'Do not use: more ischaemic strokes than with warfarin (boxed warning).'),
        above(50, '60 mg once daily.'),
        from(15, '30 mg once daily.'),
      ],
      'Not recommended.',
    ),
  },
  enoxaparin: {
    label: 'enoxaparin',
    source: label('enoxaparin', '2.3'),
    dose: byRows(
      'clearance',
      [from(30, 'No adjustment by the label; watch for bleeding below 80 mL/min.')],
      'Treatment 1 mg/kg once daily; prophylaxis 30 mg once daily.',
    ),
  },
  metformin: {
    label: 'metformin',
    source: label('metformin', '2.2 and 4'),
    dose: byRows(
      'filtration',
      [
        from(45, 'No adjustment by kidney function.'),
        from(30, 'Do not start; in patients who already take it, weigh benefit against risk.'),
      ],
      'Contraindicated.',
    ),
  },
  levofloxacin: {
    label: 'levofloxacin',
    source: label('levofloxacin', '2.3'),
    dose: byRows(
      'clearance',
      [
        from(50, 'No adjustment.'),
        from(
          20,
          'For 750 mg daily: 750 mg every 48 hours. For 500 mg daily: 500 mg once, then 250 mg every 24 hours. For 250 mg daily: no adjustment.',
        ),
      ],
      'For 750 mg daily: 750 mg once, then 500 mg every 48 hours. For 500 mg daily: 500 mg once, then 250 mg every 48 hours. For 250 mg daily: 250 mg every 48 hours from 10 to 19 mL/min.',
    ),
  },
  cefepime: {
    label: 'cefepime',
    source: label('cefepime', '2.3'),
    dose: byRows(
      'clearance',
      [
        above(60, 'No adjustment.'),
        from(
          30,
          'For 500 mg every 12 h: 500 mg every 24 h. For 1 g every 12 h: 1 g every 24 h. For 2 g every 12 h: 2 g every 24 h. For 2 g every 8 h: 2 g every 12 h. The first dose is not reduced.',
        ),
        from(
          11,
          'For 500 mg every 12 h: 500 mg every 24 h. For 1 g every 12 h: 500 mg every 24 h. For 2 g every 12 h: 1 g every 24 h. For 2 g every 8 h: 2 g every 24 h. The first dose is not reduced.',
        ),
      ],
      'For 500 mg every 12 h: 250 mg every 24 h. For 1 g every 12 h: 250 mg every 24 h. For 2 g every 12 h: 500 mg every 24 h. For 2 g every 8 h: 1 g every 24 h. The first dose is not reduced.',
    ),
  },
  meropenem: {
    label: 'meropenem',
    source: label('meropenem', '2.2'),
    dose: byRows(
      'clearance',
      [
        above(50, 'The recommended dose every 8 hours.'),
        above(25, 'The recommended dose every 12 hours.'),
        from(10, 'Half the recommended dose every 12 hours.'),
      ],
      'Half the recommended dose every 24 hours.',
    ),
  },
  gabapentin: {
    label: 'gabapentin (immediate release)',
    source: label('gabapentin', '2.3'),
    dose: byRows(
      'clearance',
      [
        from(60, '900 to 3600 mg a day in three doses.'),
        from(30, '400 to 1400 mg a day in two doses.'),
        above(15, '200 to 700 mg a day in one dose.'),
      ],
      '100 to 300 mg a day in one dose at 15 mL/min, and less in proportion below.',
    ),
  },
  pregabalin: {
    label: 'pregabalin',
    source: label('pregabalin', '2.7'),
    dose: byRows(
      'clearance',
      [
        from(60, '150 to 600 mg a day by indication.'),
        from(30, '75 to 300 mg a day: half the dose.'),
        from(15, '25 to 150 mg a day: a quarter of the dose.'),
      ],
      '25 to 75 mg once a day.',
    ),
  },
  famotidine: {
    label: 'famotidine for active ulcer',
    source: label('famotidine', '2.2'),
    dose: byRows(
      'clearance',
      [from(60, 'No adjustment.'), from(30, '20 mg once daily or 40 mg every other day.')],
      '10 mg once daily or 20 mg every other day.',
    ),
  },
  oseltamivir: {
    label: 'oseltamivir, treatment of influenza',
    source: label('oseltamivir', '2.4'),
    dose: byRows(
      'clearance',
      [
        above(60, '75 mg twice daily for 5 days.'),
        above(30, '30 mg twice daily for 5 days.'),
        above(10, '30 mg once daily for 5 days.'),
      ],
      'Not recommended without dialysis.',
    ),
  },
  trimethoprim_sulfamethoxazole: {
    label: 'trimethoprim-sulfamethoxazole',
    source: label('trimethoprim-sulfamethoxazole'),
    dose: byRows(
      'clearance',
      [above(30, 'The usual dose.'), from(15, 'Half the usual dose.')],
      'Not recommended.',
    ),
  },
  nitrofurantoin: {
    label: 'nitrofurantoin (monohydrate/macrocrystals)',
    source: label('nitrofurantoin', '4 (contraindications)'),
    dose: byRows(
      'clearance',
      [from(60, 'No adjustment.')],
      'Contraindicated by the label below 60 mL/min. For short courses, the AGS Beers criteria of 2023 advise against it only below 30 mL/min.',
    ),
  },
  valacyclovir: {
    label: 'valacyclovir for herpes zoster',
    source: label('valacyclovir', '2.4'),
    dose: byRows(
      'clearance',
      [from(50, '1 g every 8 hours.'), from(30, '1 g every 12 hours.'), from(10, '1 g every 24 hours.')],
      '500 mg every 24 hours.',
    ),
  },
} as const satisfies Readonly<Record<string, RenalDrug>>;
