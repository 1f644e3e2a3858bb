import type { DocxBlock } from './write-docx.ts';

/** Prehospital care of hypoglycemia: definitions, steps, doses, sources. */
export const hypoglycemiaBlocks: readonly DocxBlock[] = [
  { heading: 'Hypoglycemia', level: 0 },
  { paragraph: 'Sample document, not clinical advice. Made for demonstrations and tests.' },
  { heading: 'Definitions', level: 1 },
  {
    bullets: [
      'Level 1: glucose below 70 mg/dL and at or above 54 mg/dL [1].',
      'Level 2: glucose below 54 mg/dL [1].',
      'Level 3: a severe event with altered mental or physical status that needs the help of another person [1].',
    ],
  },
  { heading: 'Assessment', level: 1 },
  {
    paragraph:
      'Measure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.',
  },
  { heading: 'Treatment', level: 1 },
  {
    steps: [
      'Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low [1].',
      'Unable to swallow and vascular access: dextrose intravenously as in the table [2].',
      'No vascular access: glucagon as in the table [2].',
      'Check glucose again after each treatment. Give a meal or snack once it has risen [1].',
    ],
  },
  { heading: 'Doses', level: 2 },
  {
    table: [
      ['Drug', 'Adult', 'Child'],
      ['Dextrose 10% IV', '25 g (250 mL)', '0.5 to 1 g/kg (5 to 10 mL/kg)'],
      ['Glucagon IM', '1 mg', '0.5 mg below 20 kg, 1 mg from 20 kg'],
    ],
  },
  { heading: 'Special considerations', level: 1 },
  {
    paragraph:
      'Hypoglycemia caused by a sulfonylurea can return for many hours after treatment, so these patients are transported for observation [2].',
  },
  { heading: 'Sources', level: 1 },
  {
    paragraph:
      '[1] American Diabetes Association Professional Practice Committee. 6. Glycemic goals and hypoglycemia: Standards of Care in Diabetes 2024. Diabetes Care 2024;47(Suppl 1):S111-S125.',
  },
  {
    paragraph:
      '[2] National Association of State EMS Officials. National Model EMS Clinical Guidelines, version 3.0, 2022, "Hypoglycemia".',
  },
];
