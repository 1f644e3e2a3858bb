import type { PdfMark, PdfPage } from './write-pdf.ts';

const left = 60;
const right = 552;

const header: readonly PdfMark[] = [
  { text: 'EXAMPLE EMS AGENCY', x: left, y: 750, size: 9, bold: true },
  { text: 'Treatment Protocol: PEDIATRIC ANAPHYLAXIS', x: left, y: 736, size: 9 },
  { text: 'Ref. No. 9101-P', x: 470, y: 736, size: 9 },
];

const footer = (page: number): readonly PdfMark[] => [
  { text: 'Sample document, not clinical advice', x: left, y: 40, size: 9 },
  { text: `Page ${page} of 2`, x: 500, y: 40, size: 9 },
];

/** Lines of text below each other; an empty line separates paragraphs. */
const flow = (lines: readonly string[], top: number): readonly PdfMark[] =>
  lines.flatMap((text, index) =>
    text === ''
      ? []
      : [{ text, x: left, y: top - index * 14, size: 10.5, bold: /^[A-Z][A-Z ]+$/.test(text) }],
  );

/** A table with ruled cells; the first row is the header. */
const table = (
  rows: readonly (readonly string[])[],
  columns: readonly number[],
  top: number,
): readonly PdfMark[] => {
  const height = 18;
  const bottom = top - rows.length * height;
  const edges = [...columns, right];
  return [
    ...rows.flatMap((row, index) =>
      row.map((text, column) => ({
        text,
        x: (columns[column] ?? left) + 4,
        y: top - (index + 1) * height + 5,
        size: 10,
        bold: index === 0,
      })),
    ),
    ...Array.from(
      { length: rows.length + 1 },
      (_, index): PdfMark => ({
        line: [left, top - index * height, right, top - index * height],
      }),
    ),
    ...edges.map((x): PdfMark => ({ line: [x, top, x, bottom] })),
  ];
};

const weights = [5, 10, 15, 20, 25, 30];

/** 0.01 mg/kg of the 1 mg/mL solution, so the millilitres are the milligrams. Both have two decimals. */
const doseRows = weights.map((weight) => {
  const dose = (weight / 100).toFixed(2);
  return [`${weight} kg`, `${dose} mg`, `${dose} mL`];
});

/** Two pages on anaphylaxis in children: recognition, epinephrine with a dosing table, further care, sources. */
export const anaphylaxisPages: readonly PdfPage[] = [
  [
    ...header,
    { text: 'Pediatric Anaphylaxis', x: left, y: 700, size: 18, bold: true },
    ...flow(
      [
        'Sample document, not clinical advice. Made for demonstrations and tests.',
        '',
        'RECOGNITION',
        'Suspect anaphylaxis when skin or mucosal signs such as hives, flushing or swelling begin within',
        'minutes to hours together with respiratory compromise, hypotension or severe gastrointestinal',
        'symptoms. Hypotension, bronchospasm or laryngeal involvement after exposure to a known allergen is',
        'anaphylaxis even without skin signs [1].',
        '',
        'TREATMENT',
        '1. Give epinephrine intramuscularly at once. It is the first treatment; nothing comes before it [1, 2].',
        '2. Pediatric epinephrine dose for anaphylaxis: 0.01 mg/kg IM of the 1 mg/mL solution into the',
        'mid-outer thigh. The maximum single dose is 0.3 mg in a child and 0.5 mg in an adult [2].',
        '3. Repeat every 5 to 15 minutes when signs persist [2].',
        '4. Lay the patient flat with the legs raised; a patient with trouble breathing may sit up. Do not let',
        'the patient stand or walk: sudden standing has been followed by death [3].',
        '5. Give oxygen, and establish vascular access.',
        '6. For hypotension give 0.9% saline 10 mL/kg rapidly and reassess [4].',
      ],
      672,
    ),
    {
      text: 'Table 1. Intramuscular epinephrine by weight, 1 mg/mL',
      x: left,
      y: 412,
      size: 10.5,
      bold: true,
    },
    ...table([['Weight', 'Dose', 'Volume of 1 mg/mL'], ...doseRows], [left, 220, 380], 404),
    ...footer(1),
  ],
  [
    ...header,
    ...flow(
      [
        'AUTOINJECTORS',
        'An autoinjector of 0.15 mg is labelled for a weight of 15 to 30 kg, one of 0.3 mg for 30 kg and more [5].',
        '',
        'SPECIAL CONSIDERATIONS',
        'Antihistamines and corticosteroids relieve the skin but not the airway or the circulation, and must',
        'never delay epinephrine [1]. For wheezing that persists after epinephrine an inhaled bronchodilator',
        'may be added. Symptoms can return hours after they have resolved, so every patient is transported.',
        '',
        'REFERENCES',
        '1. Cardona V, Ansotegui IJ, Ebisawa M, et al. World Allergy Organization anaphylaxis guidance 2020.',
        'World Allergy Organ J. 2020;13(10):100472.',
        '2. Lieberman P, Nicklas RA, Randolph C, et al. Anaphylaxis: a practice parameter update 2015.',
        'Ann Allergy Asthma Immunol. 2015;115(5):341-384.',
        '3. Pumphrey RSH. Fatal posture in anaphylactic shock. J Allergy Clin Immunol. 2003;112(2):451-452.',
        '4. Simons FER, Ardusso LRF, Bilò MB, et al. World Allergy Organization guidelines for the assessment',
        'and management of anaphylaxis. World Allergy Organ J. 2011;4(2):13-37.',
        '5. EpiPen and EpiPen Jr (epinephrine injection), US prescribing information.',
      ],
      700,
    ),
    ...footer(2),
  ],
];
