import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concepts } from '../../../../../domain/language/terminology/concepts.ts';
import type { ConceptKind } from '../../../../../domain/language/terminology/table-rows.ts';
import { createLexicalIndex } from '../../../../../domain/retrieval/lexical/lexical-index.ts';
import { lexicalQuery } from '../../../../../domain/retrieval/lexical/lexical-query.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { queryIntents } from '../../../../../domain/retrieval/query/query-intent.ts';
import {
  specialtiesOfConcept,
  specialtiesOfConceptNamed,
} from '../../../../../domain/retrieval/query/specialties.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';
import { givenPassage } from '../given-passages.ts';

const read = (query: string) => interpretQuery(query, emptyVocabulary);

const filed = (() => {
  const index = createLexicalIndex();
  for (const number of ['814', '502', '834.1', '1219-P', '150', '325']) {
    const docKey = `protocol-${number.toLowerCase()}`;
    index.putDocument(docKey, [givenPassage({ docKey, protocolNumber: number, text: 'text' })]);
  }
  return index.vocabulary;
})();

describe('query interpretation', () => {
  it('expands abbreviations and reports them', () => {
    const interpretation = read('ntg dose chf peds');
    expect(interpretation.searchedFor).toBe('nitroglycerin dose congestive heart failure pediatric');
    expect(interpretation.expansions).toEqual([
      { from: 'ntg', to: 'nitroglycerin' },
      { from: 'chf', to: 'congestive heart failure' },
      { from: 'peds', to: 'pediatric' },
    ]);
  });

  it.each([
    ['ped struck by car 45 yo male', 'adult'],
    ['ped vs auto 40 yo', 'adult'],
    ['auto vs ped adult', 'adult'],
    ['kid 19 yo seizing', 'adult'],
    ["30 yo mom's toddler swallowed pills", 'pediatric'],
    ['ped vs auto', undefined],
    ['peds epi dose', 'pediatric'],
  ])('reads the patient of %j as %s', (query, population) => {
    expect(read(query).population).toBe(population);
  });

  it.each([
    'shot with a BB gun',
    'ACE wrap to the ankle',
    'icd 10 code',
    'class IV',
    'impaled on a PVC pipe',
    'pea allergy',
    'ASA class',
    'Mr. Brady fell',
    'officer Mag has a cut',
  ])('expands no abbreviation against its context: %j', (query) => {
    expect(read(query).expansions).toEqual([]);
  });

  it.each(['MS', 'AZT dose', 'HCT 25', 'CPZ', 'TAC', 'MTX 10', 'levo', 'dex', 'neo', 'DPH'])(
    'expands no error-prone drug abbreviation without evidence: %j',
    (query) => {
      const { expansions, corrections } = read(query);
      expect([...expansions, ...corrections]).toEqual([]);
    },
  );

  it.each([
    ["I'm giving narcan", 'i am giving narcan'],
    ["I'd give it", 'i would give it'],
    ["can't get a line w/o help", 'cannot get a line without help'],
    ["what's the dose", 'what is the dose'],
    ['whats the dose', 'what is the dose'],
    ['don\u2019t know', 'do not know'],
    ["the pt's wife", 'the patient wife'],
    ['im narcan', 'intramuscular narcan'],
  ])('expands contractions before it reads abbreviations: %j', (query, searchedFor) => {
    expect(read(query).searchedFor).toBe(searchedFor);
  });

  it.each([
    ['cpap for chf', 'general'],
    ['gcs 8', 'general'],
    ['polst form valid', 'general'],
    ['cincinnati positive', 'assessment_criteria'],
    ['tx chf', 'treatment'],
    ['how fast adenosine push', 'medication_dosing'],
    ['amio drip rate', 'medication_dosing'],
    ['narcan IN', 'medication_dosing'],
    ['ketamine route', 'medication_dosing'],
    ['heart rate 40 after metoprolol', 'drug_information'],
    ['cpap setting', 'procedure_steps'],
    ['pacing rate and ma', 'procedure_steps'],
    ['how deep compressions', 'procedure_steps'],
    ['pacing 70 joules', 'medication_dosing'],
    ['vs q5min after ntg', 'drug_information'],
  ])('reads the intent of %j from its own words', (query, intent) => {
    expect(read(query).intent).toBe(intent);
  });

  it('keeps an abbreviation that may be two drugs or two opposite states', () => {
    for (const query of ['hypo', 'DPH 50 mg', 'hypo pt'])
      expect(read(query).expansions.filter(({ from }) => from !== 'pt')).toEqual([]);
  });

  it('corrects spelling and reports it', () => {
    const interpretation = read('epinephrin for anaphylaxsis');
    expect(interpretation.searchedFor).toBe('epinephrine for anaphylaxis');
    expect(interpretation.corrections).toEqual([
      { from: 'epinephrin', to: 'epinephrine' },
      { from: 'anaphylaxsis', to: 'anaphylaxis' },
    ]);
  });

  it('also searches the original word, with less weight than the correction', () => {
    const weights = new Map(lexicalQuery(read('midazolamm dose')).map(({ term, weight }) => [term, weight]));
    expect(weights.get('midazolamm')).toBeGreaterThan(0);
    expect(weights.get('midazolamm')).toBeLessThan(weights.get('midazolam') ?? 0);
  });

  it.each([
    ['MS 4 mg IV for pain', 'morphine sulfate'],
    ['MS with a diastolic murmur and afib', 'mitral stenosis'],
    ['MS flare with optic neuritis', 'multiple sclerosis'],
    ['ed meds and nitro', 'erectile dysfunction'],
    ['transport to the ED', 'emergency department'],
    ['PE with frothy sputum, cpap?', 'pulmonary edema'],
    ['PE after a long flight', 'pulmonary embolism'],
    ['CO alarm, exposure to smoke', 'carbon monoxide'],
    ['spo2 88 on RA', 'room air'],
    ['narcan IN dose', 'intranasal'],
  ])('resolves the abbreviation in %j to %s', (query, expansion) => {
    expect(read(query).searchedFor).toContain(expansion);
  });

  it.each([
    ['MS 2 g IV over 20 min for torsades', 'magnesium sulfate'],
    ['MS 2g slow push asthma', 'magnesium sulfate'],
    ['MS 4 g for eclampsia', 'magnesium sulfate'],
    ['2 g of MS', 'magnesium sulfate'],
    ['MS 50 mg/kg in a child', 'magnesium sulfate'],
    ['MS 2000 mg IV', 'magnesium sulfate'],
    ['MS 0.1 mg/kg in a child', 'morphine sulfate'],
    ['4 mg MS IV', 'morphine sulfate'],
    ['MS patient on IVIG', 'multiple sclerosis'],
    ['MS with impaired vision', 'multiple sclerosis'],
    ['MS patient given 4 mg zofran', 'multiple sclerosis'],
    ['fall with LOC', 'loss of consciousness'],
    ['brief LOC after head injury', 'loss of consciousness'],
    ['head trauma, no LOC', 'loss of consciousness'],
    ['decreased LOC after a fall', 'level of consciousness'],
    ['altered LOC', 'level of consciousness'],
    ['LOC and GCS', 'level of consciousness'],
    ['CVA tenderness with fever', 'costovertebral angle'],
    ['CVA with facial droop', 'stroke'],
    ['Vt 6 ml/kg', 'tidal volume'],
    ['ventilator Vt in ARDS', 'tidal volume'],
    ['pulseless VT', 'ventricular tachycardia'],
    ['ALS patient with a feeding tube', 'amyotrophic lateral sclerosis'],
    ['ALS upgrade criteria', 'advanced life support'],
    ['smoked PCP', 'phencyclidine'],
    ['intoxicated with PCP', 'phencyclidine'],
    ['call PCP for follow up', 'primary care physician'],
    ['opioid OD with pinpoint eyes', 'overdose'],
    ['visual acuity OD', 'right eye'],
    ['metoprolol 50 mg OD', 'once daily'],
    ['BS 40', 'blood sugar'],
    ['BS clear bilaterally', 'breath sounds'],
    ['absent BS in all quadrants of the abdomen', 'bowel sounds'],
    ['CA of the breast', 'cancer'],
    ['CA with ROSC', 'cardiac arrest'],
    ['AMS at altitude', 'acute mountain sickness'],
    ['AMS after drinking', 'altered mental status'],
    ['PROM and ROM at 32 weeks gestation', 'rupture of membranes'],
    ['ROM of the shoulder', 'range of motion'],
    ['BM 2.1 and sweating', 'blood glucose'],
    ['last BM was black', 'bowel movement'],
    ['PT/INR', 'prothrombin time'],
    ['pt on warfarin with INR 9', 'patient'],
    ['HF on a calcium channel blocker', 'heart failure'],
    ['HF acid splash', 'hydrofluoric acid'],
    ['ED contacted after nitro', 'emergency department'],
    ['urine DOA screen', 'drugs of abuse'],
    ['epi 0.3 mg SC', 'subcutaneous'],
    ['syncope, AS murmur', 'aortic stenosis'],
    ['levo drip for septic shock', 'norepinephrine'],
    ['levo for hypothyroid', 'levothyroxine'],
    ['dex for croup', 'dexamethasone'],
    ['covid pcr swab', 'polymerase chain reaction'],
    ['aed at the gym', 'automated external defibrillator'],
    ['missed aed, epileptic', 'antiepileptic'],
    ['vanco dose', 'vancomycin'],
    ['ped struck by a truck', 'pedestrian'],
    ['auto vs ped', 'pedestrian'],
    ['ped epi dose', 'pediatric'],
    ['vs q5min after ntg', 'vital signs'],
    ['amiodarone vs lidocaine', 'versus'],
    ['hypo pt bp 70', 'hypotension'],
    ['diabetic, hypo and sweating', 'hypoglycemia'],
    ['hypo after cold water', 'hypothermia'],
    ['DPH level after a seizure', 'phenytoin'],
  ])('reads the abbreviation in %j as %s', (query, expansion) => {
    expect(read(query).expansions.map(({ to }) => to)).toContain(expansion);
  });

  it.each([
    'what about MS',
    'MS dose',
    'give MS now',
    'MS 2 g for pain',
    'MS 100 mg',
    'MS on 4 mg tizanidine',
    'Ms. Jones has chest pain',
    'MS 10 mg IM x1 for torsades',
    'number of MS cases',
  ])('keeps the abbreviation in %j, since nothing supports one meaning alone', (query) => {
    const { searchedFor, entities } = read(query);
    expect(searchedFor.split(' ')).toContain('ms');
    expect(entities.drugs).not.toContain('morphine');
    expect(entities.drugs).not.toContain('magnesium sulfate');
  });

  it('reads "as" as a word', () => {
    expect(read('syncope as well as a murmur').expansions).toEqual([]);
  });

  it('reads "in" as a word unless it is in capitals', () => {
    expect(read('nitro in inferior mi').searchedFor).not.toContain('intranasal');
  });

  it('finds drugs by brand, conditions by lay terms, procedures and routes', () => {
    const { entities } = read('narcan up the nose for heroin overdose, then bvm');
    expect(entities.drugs).toContain('naloxone');
    expect(entities.conditions).toContain('opioid overdose');
    expect(entities.routes).toContain('intranasal');
    expect(entities.procedures).toContain('bag valve mask ventilation');
    expect(read('grandpa had a heart attack').entities.conditions).toEqual(['myocardial infarction']);
  });

  it.each([
    ['3 yo seizure', 'pediatric'],
    ['6 month old fever', 'pediatric'],
    ['newborn hr below 60', 'neonatal'],
    ['adult epi dose', 'adult'],
    ['72 year old chest pain', 'adult'],
    ['dose of aspirin', undefined],
    ['cord around babys neck during delivery', undefined],
    ['TP 1219-P', 'pediatric'],
  ])('reads the population of %j as %s', (query, population) => {
    expect(read(query).population).toBe(population);
  });

  it.each([
    ['can I give nitro with viagra', 'contraindication_check'],
    ['peds epi dose', 'pediatric_specific'],
    ['afib vs aflutter', 'differential_diagnosis'],
    ['protocol 502', 'protocol_lookup'],
    ['how to intubate', 'procedure_steps'],
    ['stroke criteria', 'assessment_criteria'],
    ['adenosine dose', 'medication_dosing'],
    ['side effects of amiodarone', 'contraindication_check'],
    ['current guidelines on heart failure', 'guideline'],
    ['treatment of hyperkalemia', 'treatment'],
    ['poison control phone', 'general'],
  ] as const)('classifies %j as %s', (query, intent) => {
    expect(read(query).intent).toBe(intent);
  });

  it.each([
    // The protocol guide, "Intent Classification".
    ['contraindication_check', 'can I give nitro with viagra', 'contraindication_check'],
    ['pediatric_specific', 'peds epi dose', 'pediatric_specific'],
    ['differential_diagnosis', 'afib vs aflutter', 'differential_diagnosis'],
    ['protocol_lookup', 'protocol 502', 'protocol_lookup'],
    ['procedure_steps', 'how to intubate', 'procedure_steps'],
    ['assessment_criteria', 'stroke criteria', 'assessment_criteria'],
    ['medication_dosing', 'adenosine dose', 'medication_dosing'],
    // The orchestrator, "Intent Classification".
    ['diagnosis', 'ddx of syncope', 'differential_diagnosis'],
    ['treatment', 'therapy of hyperkalemia', 'treatment'],
    ['drug_info', 'what is the mechanism of adenosine', 'drug_information'],
    ['guideline', 'recommendation on heart failure', 'guideline'],
    ['case_consultation', '72M presents with syncope', 'case_consultation'],
    ['general', 'poison control phone', 'general'],
    // The search design, "Query Enhancement" and its example queries.
    ['dosing', 'how much lidocaine', 'medication_dosing'],
    ['safety', 'adverse reactions of amiodarone', 'contraindication_check'],
    ['safety', 'digoxin toxicity', 'contraindication_check'],
    ['management', 'manage hyperkalemia', 'treatment'],
    ['diagnosis', 'workup of chest pain', 'differential_diagnosis'],
    ['diagnosis', 'test for pe', 'differential_diagnosis'],
    ['drug_reference', 'half life of amiodarone', 'drug_information'],
  ] as const)('classifies the example for %s in the requirements (%j) as %s', (_name, question, intent) => {
    expect(read(question).intent).toBe(intent);
  });

  it.each([
    ['epi 0.3 mg im', 'epi 0.3mg im'],
    ['amiodarone 150 mg', 'amiodarone 150mg'],
    ['versed 12 kg', 'versed 12kg'],
    ['defib 200 j', 'defib 200j'],
    ['ketamine 50 mg/ml', 'ketamine 50mg/ml'],
  ])('reads %j like %j: a blank changes nothing', (one, other) => {
    expect(read(one).intent).toBe('medication_dosing');
    expect(read(other).intent).toBe('medication_dosing');
    expect(read(one).variations).toEqual(read(other).variations);
  });

  it.each([
    ['how many joules for vfib', 'medication_dosing'],
    ['joules for cardioversion of svt', 'medication_dosing'],
    ['how many puffs of albuterol', 'medication_dosing'],
    ['mg of epi in anaphylaxis', 'medication_dosing'],
    ['took 20 mg of lisinopril now angioedema', 'treatment'],
    ['Should I give aspirin to pt on warfarin', 'contraindication_check'],
    ['what dose of aspirin should I give', 'medication_dosing'],
    ['who should not get tpa', 'contraindication_check'],
    ["who can't receive ketamine", 'contraindication_check'],
    ['how much glucagon if I cannot get a line', 'medication_dosing'],
    ['morphine allergy', 'contraindication_check'],
    ['allergic to aspirin with chest pain', 'contraindication_check'],
    ['fentanyl side effects', 'contraindication_check'],
    ['allergic to epinephrine', 'contraindication_check'],
    ['epinephrine allergy', 'treatment'],
    ['allergic to peanuts epi dose', 'medication_dosing'],
    ['treatment of digoxin toxicity', 'treatment'],
    ['labs for dka', 'differential_diagnosis'],
    ['refusal of care', 'general'],
    ['level of care', 'general'],
    ['wound care', 'treatment'],
    ['post arrest care', 'treatment'],
  ] as const)('finds that the subjects of %j are %s', (query, intent) => {
    expect(read(query).intent).toBe(intent);
  });

  it.each([
    ['814', ['814']],
    ['Ref 502', ['502']],
    ['policy 510', ['510']],
    ['TP 1219-P', ['1219-p']],
    ['protocol 3.5', ['3.5']],
    ['MCG 1309 dosing', ['1309']],
    ['What is Ref. No. 834.1 about?', ['834.1']],
    ['834.1 form', ['834.1']],
    ['S-122', ['s-122']],
    ['S-122 or so', []],
    ['Protocol S-122', ['s-122']],
  ])('finds the protocol numbers of %j', (query, numbers) => {
    expect(interpretQuery(query, filed).protocolNumbers).toEqual(numbers);
  });

  it.each([
    'epi 0.3 mg',
    'ntg dose sbp 150',
    'aspirin 325 mg',
    'sbp > 150',
    'bp 150/90',
    'aged 150',
    'glucose 325',
    'bgl is 502',
    '150 lb patient',
    '502 mL bolus',
    '5150 hold',
    '9-1-1',
    'give 150 joules',
    'dose 814',
    'in 2023',
    'amiodarone 150',
  ])('reads no measurement or date in %j as a protocol number', (query) => {
    expect(interpretQuery(query, filed).protocolNumbers).toEqual([]);
  });

  it('adds variations only where the protocol guide asks for them', () => {
    expect(read('epi dose anaphylaxis peds').variations.length).toBeGreaterThan(0);
    expect(read('can I give nitro with viagra').variations.length).toBeGreaterThan(0);
    expect(read('stroke criteria').variations).toEqual([]);
  });

  it('names the specialties of a question', () => {
    expect(read('stemi with cardiogenic shock').specialties).toContain('cardiology');
    expect(read('peds seizure').specialties).toEqual(['neurology', 'pediatrics']);
    expect(read('refusal of care').specialties).toEqual([]);
  });

  it.each([
    // The keywords of the search design ("specialty_keywords").
    ...['heart', 'cardiac', 'af', 'atrial', 'chf', 'mi'].map((word) => [word, 'cardiology'] as const),
    ...['diabetes', 'thyroid', 'insulin', 'glucose'].map((word) => [word, 'endocrinology'] as const),
    ...['infection', 'antibiotic', 'sepsis', 'fever'].map((word) => [word, 'infectious_disease'] as const),
    ...['kidney', 'renal', 'dialysis', 'ckd'].map((word) => [word, 'nephrology'] as const),
    // Findings, procedures and drugs, by their specialty.
    ['bgl 30', 'endocrinology'],
    ['lams stroke scale', 'neurology'],
    ['wells score', 'pulmonology'],
    ['metoprolol', 'cardiology'],
    ['apixaban', 'hematology'],
    ['levetiracetam', 'neurology'],
    ['haloperidol', 'psychiatry'],
    ['ceftriaxone', 'infectious_disease'],
    ['prolapsed cord', 'obstetrics'],
    ['tension pneumo', 'trauma_surgery'],
    ['shock', 'emergency_medicine'],
  ] as const)('assigns %j to %s', (query, specialty) => {
    expect(read(query).specialties).toContain(specialty);
  });

  it('has a specialty for nearly every condition, and most drugs', () => {
    const shareOf = (kind: ConceptKind): number => {
      const ofKind = concepts.filter((concept) => concept.kind === kind);
      const placed = ofKind.filter(({ name }) => specialtiesOfConceptNamed(name).length > 0);
      return placed.length / ofKind.length;
    };
    expect(shareOf('condition')).toBeGreaterThan(0.9);
    expect(shareOf('drug')).toBeGreaterThan(0.75);
  });

  it('assigns no concept by a name missing from the terminology', () => {
    const known = new Set(concepts.map(({ name }) => name));
    expect([...specialtiesOfConcept.keys()].filter((name) => !known.has(name))).toEqual([]);
  });

  it.each([
    '',
    '   ',
    '🚑🚑🚑',
    '\u0000\u0001\u0002',
    "'; DROP TABLE chunks; --",
    '(((.*)+)+)+$ [a-z',
    'доза адреналина при анафилаксии',
    '急救 epinephrine 剂量',
    'a'.repeat(10_000),
    '((((((((((1 '.repeat(1000),
    `${'ref '.repeat(2500)}`,
    '1-1-1-1-1-1-1-1-1-'.repeat(500),
  ])('answers odd input %# without an error and quickly', (query) => {
    const interpretation = read(query);
    expect(interpretation.original).toBe(query);
    expect(interpretation.searchedFor.length).toBeLessThan(20_000);
  });

  it('has no confidence in a question without words', () => {
    expect(read('🚑').confidence).toBe(0);
    expect(read('🚑').searchedFor).toBe('');
  });

  it('accepts any text and is deterministic', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (query) => {
        const interpretation = read(query);
        expect(queryIntents).toContain(interpretation.intent);
        expect(interpretation).toEqual(read(query));
      }),
      { numRuns: 300 },
    );
  });
});
