import { conceptByName } from '../../language/terminology/concepts.ts';
import type { QueryInterpretation } from './query-interpretation.ts';

/**
 * Specialties by the concepts that belong to them, named as in the metadata of documents. A concept that is in no list
 * inherits the specialties of its broader concepts.
 */
const specialtyConcepts: Readonly<Record<string, string>> = {
  emergency_medicine: `shock, hypotension, airway obstruction, vasopressor, bag valve mask ventilation, basic airway,
    abdominal thrusts, mass casualty incident, triage, dehydration`,
  cardiology: `cardiac arrest, dysrhythmia, tachycardia, bradycardia, myocardial infarction, angina, chest pain,
    congestive heart failure, pulmonary edema, cardiogenic shock, hypertension, mitral stenosis,
    ventricular assist device, implanted defibrillator firing, deep vein thrombosis, electrocardiogram, st elevation,
    ejection fraction, heart score, return of spontaneous circulation, antiarrhythmic, beta blocker,
    calcium channel blocker, ace inhibitor, losartan, vasodilator, antiplatelet, anticoagulant, digoxin, diuretic,
    dobutamine, milrinone, atorvastatin, digoxin immune fab`,
  pulmonology: `respiratory distress, respiratory failure, bronchospasm, asthma, pneumonia, pulmonary embolism,
    pneumothorax, croup, bronchiolitis, epiglottitis, inhalation injury, bronchodilator, respiratory rate,
    oxygen, oxygen saturation, end-tidal carbon dioxide, continuous positive airway pressure`,
  otolaryngology:
    'epistaxis, ear emergency, oxymetazoline, upper airway swelling, epiglottitis, tracheostomy care',
  neurology: `stroke, seizure, multiple sclerosis, headache, vertigo, dizziness, weakness, altered mental status,
    syncope, head injury, spinal injury, autonomic dysreflexia, dystonic reaction, benztropine, anticonvulsant,
    glasgow coma scale, level of consciousness, pupils, tetanus`,
  endocrinology: `diabetes mellitus, diabetes insipidus, hyperthyroidism, hypothyroidism, obesity, adrenal crisis, insulin, oral hypoglycemic, levothyroxine, blood glucose,
    glucagon, oral glucose, dextrose`,
  nephrology: `chronic kidney disease, acute kidney injury, hyperkalemia, hyponatremia, dialysis, rhabdomyolysis,
    kidney stone`,
  urology:
    'kidney stone, testicular torsion, urinary tract infection, erectile dysfunction drug, urinary catheter',
  infectious_disease: `sepsis, infection, fever, febrile seizure, communicable disease, urinary tract infection,
    pneumonia, tetanus, antibiotic`,
  obstetrics: 'pregnancy, labor, childbirth, pregnancy complication, eclampsia, oxytocin, misoprostol',
  neonatology: 'neonatal resuscitation',
  pediatrics: `neonatal resuscitation, brief resolved unexplained event, sudden infant death, child abuse, croup,
    bronchiolitis, febrile seizure, pediatric medical center, treatment of minors`,
  toxicology: `poisoning, hazardous materials, nerve agent exposure, smoke, carbon monoxide poisoning,
    cyanide poisoning, envenomation, alcohol intoxication, alcohol withdrawal, radiation exposure, naloxone,
    activated charcoal, flumazenil, physostigmine, n-acetylcysteine, fomepizole, digoxin immune fab, intralipid,
    heroin, stimulant, phencyclidine, cannabis, ethanol, poison control`,
  psychiatry: `behavioral emergency, suicidal ideation, involuntary psychiatric hold, excited delirium,
    agitated patient, antipsychotic, selective serotonin reuptake inhibitor, lithium, tricyclic antidepressant`,
  trauma_surgery: `trauma, traumatic arrest, hemorrhage, amputation, crush injury, compartment syndrome, burn,
    fracture, chest trauma, open chest wound, tension pneumothorax, electrocution, impaled object,
    tranexamic acid, dog bite`,
  orthopedics: 'fracture, compartment syndrome, back pain',
  environmental_medicine: `hyperthermia, hypothermia, submersion, decompression illness, marine envenomation,
    electrocution, envenomation`,
  gastroenterology: `cirrhosis, liver failure, ascites, gastrointestinal bleeding, gastrointestinal emergency, abdominal pain, nausea and vomiting,
    antiemetic, famotidine, nasogastric tube`,
  allergy_immunology: 'anaphylaxis, allergic reaction, angioedema, antihistamine',
  hematology: 'sickle cell crisis, deep vein thrombosis, anticoagulant, packed red blood cells',
  oncology: 'cancer',
  dermatology: 'pressure ulcer',
  ophthalmology: 'eye injury, tetracaine',
  dentistry: 'dental avulsion',
  anesthesiology: `advanced airway, sedation, analgesia, pain, paralytic, opioid, nitrous oxide`,
  palliative_care: 'end of life',
};

/** Words that name a field without a concept: those of the search design ("specialty_keywords"), and similar ones. */
const specialtyWords: Readonly<Record<string, RegExp>> = {
  // The place where something is done, not the destination of a patient.
  emergency_medicine:
    /(?<!\b(?:transport|transfer|tak(?:e|en|ing)\b|diver[st]|destination|send|sent\b|bypass|go(?:es|ing)?\b|nearest|closest|which|receiving)[^.?;]{0,40})\b(?:emergency (?:departments?|rooms?|medicine|physicians?)|(?<=\b(?:in|to|at) (?:the|our) )er)\b(?! (?:approved|diversion))/,
  cardiology: /\b(?:hearts?|cardiac|cardio\w*|coronar\w*|af|atrial|ventricular|chf|mi)\b/,
  pulmonology: /\b(?:lungs?|pulmonary|pulmon\w*)\b/,
  neurology: /\b(?:brain|neuro(?!leptic)\w*|cerebr\w*)\b/,
  endocrinology: /\b(?:diabet\w*|thyroid\w*|hypothyroid\w*|hyperthyroid\w*|insulin|glucose|endocrin\w*)\b/,
  infectious_disease: /\b(?:infect\w*|antibiotics?|sep(?:sis|tic)|fevers?|febrile)\b/,
  nephrology: /\b(?:kidneys?|renal|nephr\w*|dialysis|ckd)\b/,
  obstetrics: /\b(?:obstetric\w*|pregnan\w*|maternal|postpartum)\b/,
  psychiatry: /\b(?:psych(?:iatr\w*)?|mental health|suicid\w*)\b/,
  toxicology: /\b(?:toxicolog\w*|poison\w*|overdos\w*|antidotes?)\b/,
  gastroenterology: /\b(?:gastro\w*|liver|hepatic|bowel)\b/,
  ophthalmology: /\b(?:ophthalm\w*|eyes?)\b/,
  oncology: /\b(?:cancers?|tumou?rs?|oncolog\w*|chemotherapy|neoplasms?)\b/,
  dermatology: /\b(?:dermat\w*|rash(?:es)?)\b/,
};

/** The listed concepts, with their specialties. */
export const specialtiesOfConcept: ReadonlyMap<string, readonly string[]> = (() => {
  const found = new Map<string, string[]>();
  for (const [specialty, names] of Object.entries(specialtyConcepts)) {
    for (const name of names.split(',')) {
      const key = name.trim().replace(/\s+/g, ' ');
      found.set(key, [...(found.get(key) ?? []), specialty]);
    }
  }
  return found;
})();

/**
 * The specialties of a concept itself, otherwise of its broader concepts. The terminology's hierarchy has no cycles.
 */
export const specialtiesOfConceptNamed = (name: string): readonly string[] =>
  specialtiesOfConcept.get(name) ??
  (conceptByName.get(name)?.broader ?? []).flatMap((broader) => specialtiesOfConceptNamed(broader));

/**
 * Returns the specialties that a question touches: by its concepts of any kind, in order of mention, then by words that
 * name a field. A hint for sources and routing, never a filter.
 *
 * @param concepts preferred names
 * @param text in lower case
 */
export const specialtiesOf = (
  concepts: readonly string[],
  text: string,
  population: QueryInterpretation['population'],
): readonly string[] => {
  const found = new Set(concepts.flatMap(specialtiesOfConceptNamed));
  for (const [specialty, words] of Object.entries(specialtyWords)) if (words.test(text)) found.add(specialty);
  if (population === 'pediatric' || population === 'neonatal') found.add('pediatrics');
  return [...found];
};
