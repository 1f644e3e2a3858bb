/**
 * Phrases that hold the name of a concept without meaning it: a ventricular contraction is no labor, fluid of the brain
 * no infusion, "nothing by mouth" no route. Where one of them is a concept itself, the whole still counts.
 */
export const unrelatedPhrases: readonly string[] = [
  ...[
    'ventricular',
    'atrial',
    'junctional',
    'premature',
    'muscle',
    'muscular',
    'myocardial',
    'cardiac',
    'volume',
  ].map((of) => `${of} contractions`),
  ...['cerebrospinal', 'spinal', 'pleural', 'pericardial', 'synovial', 'amniotic', 'body', 'bodily'].map(
    (of) => `${of} fluid`,
  ),
  ...['interval', 'segment', 'depression', 'prolongation'].map((part) => `pr ${part}`),
  'acute kidney injury',
  'birth control',
  'birth date',
  'coronary artery',
  'date of birth',
  'do not attempt cardiopulmonary resuscitation',
  'do not intubate',
  'do not resuscitate',
  'flaring nares',
  'glasgow coma scale',
  'iv cannula',
  'jane doe',
  'john doe',
  'labored breathing',
  'no known allergies',
  'no known drug allergies',
  'nothing by mouth',
  'sleep apnea',
  'sudden infant death syndrome',
];
