import type { QueryInterpretation } from './query-interpretation.ts';

/** Specialties by the concepts that belong to them; names as in the metadata of documents. */
const specialtyConcepts: Readonly<Record<string, readonly string[]>> = {
  cardiology: [
    'cardiac arrest',
    'ventricular fibrillation',
    'ventricular tachycardia',
    'pulseless ventricular tachycardia',
    'torsades de pointes',
    'supraventricular tachycardia',
    'atrial fibrillation',
    'atrial flutter',
    'wolff-parkinson-white syndrome',
    'tachycardia',
    'bradycardia',
    'heart block',
    'dysrhythmia',
    'myocardial infarction',
    'inferior myocardial infarction',
    'angina',
    'chest pain',
    'congestive heart failure',
    'pulmonary edema',
    'cardiogenic shock',
    'hypertension',
    'mitral stenosis',
    'ventricular assist device',
    'implanted defibrillator firing',
    'defibrillation',
    'synchronized cardioversion',
    'transcutaneous pacing',
    'percutaneous coronary intervention',
  ],
  pulmonology: [
    'asthma',
    'chronic obstructive pulmonary disease',
    'bronchospasm',
    'pneumonia',
    'pulmonary embolism',
    'respiratory distress',
    'respiratory failure',
    'croup',
    'bronchiolitis',
    'pneumothorax',
    'continuous positive airway pressure',
  ],
  neurology: [
    'stroke',
    'seizure',
    'multiple sclerosis',
    'headache',
    'vertigo',
    'altered mental status',
    'syncope',
    'head injury',
    'spinal injury',
  ],
  endocrinology: [
    'diabetic emergency',
    'hypoglycemia',
    'hyperglycemia',
    'diabetic ketoacidosis',
    'adrenal crisis',
    'insulin',
    'metformin',
    'levothyroxine',
  ],
  nephrology: ['chronic kidney disease', 'acute kidney injury', 'hyperkalemia', 'dialysis', 'hyponatremia'],
  infectious_disease: [
    'sepsis',
    'infection',
    'fever',
    'communicable disease',
    'antibiotic',
    'urinary tract infection',
  ],
  obstetrics: [
    'pregnancy',
    'labor',
    'childbirth',
    'pregnancy complication',
    'postpartum hemorrhage',
    'breech presentation',
    'prolapsed cord',
    'nuchal cord',
    'shoulder dystocia',
    'eclampsia',
  ],
  toxicology: [
    'poisoning',
    'opioid overdose',
    'beta blocker overdose',
    'calcium channel blocker overdose',
    'tricyclic overdose',
    'cyanide poisoning',
    'carbon monoxide poisoning',
    'nerve agent exposure',
    'hazardous materials',
    'envenomation',
    'alcohol intoxication',
  ],
  psychiatry: [
    'behavioral emergency',
    'suicidal ideation',
    'involuntary psychiatric hold',
    'excited delirium',
  ],
  trauma_surgery: [
    'trauma',
    'traumatic arrest',
    'hemorrhage',
    'amputation',
    'crush injury',
    'burn',
    'fracture',
    'chest trauma',
    'open chest wound',
    'tension pneumothorax',
  ],
  gastroenterology: [
    'gastrointestinal bleeding',
    'gastrointestinal emergency',
    'abdominal pain',
    'nausea and vomiting',
  ],
  allergy_immunology: ['anaphylaxis', 'allergic reaction', 'angioedema'],
};

const specialtyOfConcept: ReadonlyMap<string, string> = new Map(
  Object.entries(specialtyConcepts).flatMap(([specialty, names]) => names.map((name) => [name, specialty])),
);

/** The specialties that a question touches, in order of mention. A hint for sources and routing, never a filter. */
export const specialtiesOf = (
  entities: QueryInterpretation['entities'],
  population: QueryInterpretation['population'],
): readonly string[] => {
  const found = new Set<string>();
  for (const name of [...entities.conditions, ...entities.procedures, ...entities.drugs]) {
    const specialty = specialtyOfConcept.get(name);
    if (specialty) found.add(specialty);
  }
  if (population === 'pediatric' || population === 'neonatal') found.add('pediatrics');
  return [...found];
};
