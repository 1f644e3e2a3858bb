/** An illness that may be part of a differential diagnosis. */
export type Diagnosis = {
  readonly name: string;
  /** Further names; documents are searched for all of them. */
  readonly names: readonly string[];
  /** Kills or maims within hours or days if missed: it is never cut from a list because of its rank. */
  readonly mustNotMiss: boolean;
  readonly sex?: 'female' | 'male';
  /** The age range in years, both ends included. */
  readonly ageFrom?: number;
  readonly ageTo?: number;
  /** Features for which it is searched even if no document has mentioned it. */
  readonly lookFor: readonly string[];
};

type Bounds = Pick<Diagnosis, 'sex' | 'ageFrom' | 'ageTo'>;
const grave = (
  name: string,
  lookFor: readonly string[],
  names: readonly string[] = [],
  bounds: Bounds = {},
): Diagnosis => ({ name, names, mustNotMiss: true, lookFor, ...bounds });
const other = (name: string, names: readonly string[] = [], bounds: Bounds = {}): Diagnosis => ({
  name,
  names,
  mustNotMiss: false,
  lookFor: [],
  ...bounds,
});

/** From the first to the last menstruation, with a margin of some years. */
const fertile: Bounds = { sex: 'female', ageFrom: 10, ageTo: 58 };

/**
 * Illnesses that are searched by name. Their appearance is known only from documents: nothing is claimed about an
 * illness that no document states. Which of them must not be missed, and for which features they are searched,
 * follows the life-threatening causes that emergency medicine excludes first for each complaint (Model of the
 * Clinical Practice of Emergency Medicine, 2022; Tintinalli's Emergency Medicine, 9th ed., sections by complaint).
 */
export const diagnoses: readonly Diagnosis[] = [
  grave(
    'myocardial infarction',
    ['chest pain', 'radiating pain', 'diaphoresis'],
    [
      'acute coronary syndrome',
      'st elevation myocardial infarction',
      'stemi',
      'nstemi',
      'heart attack',
      'unstable angina',
      'acute myocardial infarction',
    ],
  ),
  grave(
    'aortic dissection',
    ['chest pain', 'tearing pain', 'back pain'],
    ['dissecting aorta', 'dissecting aneurysm'],
  ),
  grave(
    'pulmonary embolism',
    ['chest pain', 'shortness of breath', 'pleuritic pain', 'hemoptysis', 'syncope'],
    ['pulmonary embolus'],
  ),
  grave('tension pneumothorax', ['chest pain', 'shortness of breath', 'decreased breath sounds']),
  grave(
    'cardiac tamponade',
    ['chest pain', 'hypotension', 'distended neck veins'],
    ['pericardial tamponade', 'tamponade'],
  ),
  grave('esophageal rupture', ['chest pain', 'vomiting'], ['boerhaave', 'esophageal perforation']),
  grave(
    'ruptured abdominal aortic aneurysm',
    ['abdominal pain', 'back pain', 'flank pain', 'syncope'],
    ['abdominal aortic aneurysm', 'aaa'],
  ),
  grave(
    'anaphylaxis',
    ['urticaria', 'face or tongue swelling', 'shortness of breath', 'hypotension', 'throat tightness'],
    ['anaphylactic shock', 'anaphylactic reaction'],
  ),
  grave(
    'sepsis',
    ['fever', 'hypotension', 'altered mental status', 'hypothermia'],
    ['septic shock', 'severe sepsis'],
  ),
  grave(
    'meningitis',
    ['headache', 'neck stiffness', 'fever', 'petechiae'],
    ['bacterial meningitis', 'meningococcal disease'],
  ),
  grave('encephalitis', ['headache', 'altered mental status', 'seizure']),
  grave('subarachnoid hemorrhage', ['headache', 'sudden severe headache', 'neck stiffness']),
  grave(
    'intracranial hemorrhage',
    ['headache', 'altered mental status', 'vomiting'],
    ['intracerebral hemorrhage', 'subdural hematoma', 'epidural hematoma', 'hemorrhagic stroke'],
  ),
  grave(
    'stroke',
    ['one-sided weakness', 'facial droop', 'speech difficulty', 'vision change'],
    ['ischemic stroke', 'cerebrovascular accident', 'transient ischemic attack'],
  ),
  grave('hypoglycemia', ['altered mental status', 'seizure', 'diaphoresis', 'one-sided weakness']),
  grave(
    'diabetic ketoacidosis',
    ['vomiting', 'thirst', 'fruity breath', 'abdominal pain'],
    ['dka', 'ketoacidosis'],
  ),
  grave('hyperosmolar hyperglycemic state', ['altered mental status', 'thirst'], ['hhs']),
  grave('adrenal crisis', ['hypotension', 'vomiting', 'weakness'], ['adrenal insufficiency']),
  grave('hyperkalemia', ['weakness', 'bradycardia']),
  grave(
    'carbon monoxide poisoning',
    ['headache', 'dizziness', 'altered mental status'],
    ['carbon monoxide exposure'],
  ),
  grave('opioid overdose', ['slow breathing', 'small pupils', 'altered mental status'], ['opioid toxicity']),
  grave(
    'cholinergic crisis',
    ['salivation', 'small pupils'],
    ['organophosphate poisoning', 'nerve agent exposure'],
  ),
  grave('cardiogenic shock', ['hypotension', 'chest pain']),
  grave(
    'pulmonary edema',
    ['shortness of breath', 'rales', 'pink frothy sputum', 'orthopnea'],
    ['congestive heart failure', 'acute heart failure', 'heart failure', 'chf'],
  ),
  grave('ventricular tachycardia', ['palpitations', 'syncope', 'tachycardia']),
  grave('epiglottitis', ['sore throat', 'drooling', 'stridor', 'difficulty swallowing']),
  grave('foreign body airway obstruction', ['stridor', 'hypoxia'], ['airway obstruction', 'choking']),
  grave(
    'ectopic pregnancy',
    ['abdominal pain', 'pelvic pain', 'vaginal bleeding', 'syncope', 'missed period'],
    ['ruptured ectopic'],
    fertile,
  ),
  grave('ovarian torsion', ['pelvic pain', 'abdominal pain'], [], { sex: 'female', ageTo: 75 }),
  grave('placental abruption', ['vaginal bleeding', 'abdominal pain'], ['abruptio placentae'], fertile),
  grave(
    'preeclampsia',
    ['headache', 'vision change', 'hypertension', 'seizure'],
    ['eclampsia', 'pre-eclampsia'],
    fertile,
  ),
  grave('testicular torsion', ['testicular pain', 'abdominal pain'], [], { sex: 'male' }),
  grave('appendicitis', ['abdominal pain', 'right lower abdominal pain'], ['appendiceal']),
  grave(
    'bowel obstruction',
    ['abdominal pain', 'abdominal distension', 'constipation', 'vomiting'],
    ['intestinal obstruction', 'small bowel obstruction'],
  ),
  grave('mesenteric ischemia', ['abdominal pain', 'pain out of proportion'], ['bowel ischemia']),
  grave(
    'perforated viscus',
    ['abdominal pain', 'abdominal rigidity'],
    ['perforated ulcer', 'bowel perforation', 'intestinal perforation'],
  ),
  grave('intussusception', ['abdominal pain', 'vomiting', 'blood in stool'], [], { ageTo: 6 }),
  grave(
    'gastrointestinal bleeding',
    ['hematemesis', 'blood in stool', 'syncope'],
    ['gi bleed', 'gastrointestinal hemorrhage', 'variceal bleeding'],
  ),
  grave('cauda equina syndrome', ['back pain', 'saddle anesthesia', 'incontinence'], ['cauda equina']),
  grave('spinal epidural abscess', ['back pain', 'fever'], ['epidural abscess']),
  grave(
    'necrotizing fasciitis',
    ['pain out of proportion', 'fever', 'crepitus'],
    ['necrotizing soft tissue infection'],
  ),
  grave('compartment syndrome', ['pain out of proportion', 'numbness']),
  grave('deep vein thrombosis', ['leg swelling', 'calf pain'], ['dvt']),
  grave('acute limb ischemia', ['numbness', 'pallor'], ['arterial occlusion']),
  grave('heat stroke', ['altered mental status', 'fever'], ['heatstroke']),
  grave('status epilepticus', ['seizure']),
  grave('giant cell arteritis', ['headache', 'vision change', 'scalp tenderness'], ['temporal arteritis'], {
    ageFrom: 45,
  }),
  grave('angle-closure glaucoma', ['eye pain', 'headache', 'vision change'], ['acute glaucoma']),
  grave('botulism', ['paralysis', 'difficulty swallowing', 'vision change']),
  grave('guillain-barre syndrome', ['paralysis', 'weakness', 'numbness'], ['guillain-barré syndrome']),
  grave('neuroleptic malignant syndrome', ['fever', 'muscle rigidity', 'altered mental status']),
  grave('serotonin syndrome', ['agitation', 'tremor', 'fever'], ['serotonin toxicity']),
  grave('toxic shock syndrome', ['fever', 'rash', 'hypotension']),
  grave('thyroid storm', ['fever', 'tachycardia', 'agitation'], ['thyrotoxic crisis', 'thyrotoxicosis']),
  other('pneumonia', ['lower respiratory tract infection']),
  other('asthma', ['acute asthma', 'asthma exacerbation', 'bronchospasm', 'reactive airway disease']),
  other('chronic obstructive pulmonary disease', ['copd', 'copd exacerbation'], { ageFrom: 30 }),
  other('pericarditis'),
  other('myocarditis'),
  other('stable angina', ['angina pectoris'], { ageFrom: 20 }),
  other('pneumothorax', ['spontaneous pneumothorax']),
  other('pleural effusion'),
  other('pleurisy', ['pleuritis']),
  other('gastroesophageal reflux disease', ['gerd', 'acid reflux', 'esophagitis']),
  other('costochondritis', ['musculoskeletal chest pain', 'chest wall pain']),
  other('panic attack', ['panic disorder', 'anxiety attack']),
  other('supraventricular tachycardia', ['svt', 'psvt']),
  other('atrial fibrillation', ['atrial flutter']),
  other('heart block', ['atrioventricular block']),
  other('bronchiolitis', [], { ageTo: 2 }),
  other('croup', ['laryngotracheitis', 'laryngotracheobronchitis'], { ageTo: 8 }),
  other('bronchitis', ['acute bronchitis']),
  other('influenza'),
  other('covid-19', ['covid', 'sars-cov-2']),
  other('upper respiratory infection', ['common cold', 'viral upper respiratory infection']),
  other('tuberculosis'),
  other('measles'),
  other('pharyngitis', ['strep throat', 'tonsillitis']),
  other('otitis media'),
  other('sinusitis'),
  other('migraine'),
  other('tension headache', ['tension-type headache']),
  other('cluster headache'),
  other('vasovagal syncope', ['vasovagal', 'reflex syncope']),
  other('orthostatic hypotension'),
  other('benign paroxysmal positional vertigo', ['bppv']),
  other('febrile seizure', [], { ageTo: 6 }),
  other('epilepsy', ['seizure disorder']),
  other('multiple sclerosis'),
  other('bell palsy', ["bell's palsy"]),
  other('alcohol intoxication'),
  other('alcohol withdrawal', ['delirium tremens']),
  other('delirium'),
  other('dehydration', ['hypovolemia']),
  other('gastroenteritis'),
  other('pancreatitis', ['acute pancreatitis']),
  other('cholecystitis', ['biliary colic', 'gallstones', 'cholelithiasis']),
  other('hepatitis'),
  other('peptic ulcer disease', ['peptic ulcer', 'gastritis']),
  other('diverticulitis'),
  other('inflammatory bowel disease', ['crohn disease', 'ulcerative colitis']),
  other('irritable bowel syndrome'),
  other('urinary tract infection', ['cystitis', 'uti']),
  other('pyelonephritis'),
  other('kidney stone', ['nephrolithiasis', 'renal colic', 'urolithiasis', 'ureteral stone']),
  other('acute kidney injury', ['renal failure']),
  other('pelvic inflammatory disease', [], { sex: 'female', ageFrom: 10 }),
  other('miscarriage', ['spontaneous abortion', 'threatened abortion'], fertile),
  // Not "labor" alone, which has the same stem as laboured breathing.
  other('childbirth', ['active labor', 'labor pains', 'imminent delivery', 'preterm labor'], fertile),
  other('placenta previa', [], fertile),
  other('dysmenorrhea', [], fertile),
  other('ovarian cyst', ['ruptured ovarian cyst'], { sex: 'female' }),
  other('endometriosis', [], fertile),
  other('prostatitis', [], { sex: 'male', ageFrom: 12 }),
  other('benign prostatic hyperplasia', [], { sex: 'male', ageFrom: 35 }),
  other('epididymitis', ['epididymo-orchitis'], { sex: 'male' }),
  other('cellulitis'),
  other('allergic reaction', ['angioedema']),
  other('sickle cell crisis', ['vaso-occlusive crisis', 'sickle cell disease']),
  other('gout'),
  other('septic arthritis'),
  other('osteoarthritis', [], { ageFrom: 30 }),
  other('muscle strain', ['musculoskeletal back pain', 'lumbar strain']),
  other('herniated disc', ['sciatica', 'radiculopathy']),
  other('shingles', ['herpes zoster']),
  other('anemia'),
  other('hypothyroidism'),
  other('hyperthyroidism'),
  other('hyponatremia'),
  // Not "depression" alone, which documents also use of breathing, the ST segment and bone.
  other('major depression', ['major depressive disorder', 'clinical depression', 'depressive episode']),
  other('heat exhaustion'),
];

/** True when a patient of this age and sex, as far as known, can have the illness. */
export const isPossibleFor = (
  { sex, ageFrom, ageTo }: Diagnosis,
  patient: { readonly ageYears?: number; readonly sex?: 'female' | 'male' },
): boolean =>
  (sex === undefined || patient.sex === undefined || sex === patient.sex) &&
  (patient.ageYears === undefined ||
    (patient.ageYears >= (ageFrom ?? 0) && patient.ageYears <= (ageTo ?? Number.POSITIVE_INFINITY)));
