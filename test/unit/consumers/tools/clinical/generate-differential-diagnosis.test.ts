import { describe, expect, it } from 'vitest';
import { generateDifferentialDiagnosis } from '../../../../../consumers/tools/clinical/generate-differential-diagnosis.ts';
import type { LanguageModel } from '../../../../../ports/language-model.ts';
import type { ToolRunContext } from '../../../../../ports/tool.ts';
import { callTool } from '../../../../support/call-tool.ts';
import { searchByWords } from '../../../../support/search-by-words.ts';

/** All of it was written for these tests. */
const documents = [
  {
    title: 'Myocardial infarction',
    section: 'Signs and symptoms',
    text: 'Patients feel chest pressure, are short of breath and diaphoretic, and the pain radiates to the arm or jaw. Nausea is common. Risk factors are hypertension and diabetes.\nObtain a 12-lead ECG at once.\nGive aspirin 324 mg by mouth.',
  },
  {
    title: 'Aortic dissection',
    section: 'Signs and symptoms',
    text: 'Sudden tearing chest pain that moves to the back. Blood pressure difference between the arms. Syncope may come first.\nMeasure blood pressure in both arms.',
  },
  {
    title: 'Chest pain',
    section: 'Differential',
    text: 'Think of myocardial infarction, pulmonary embolism, pneumonia, costochondritis and aortic dissection.',
  },
  {
    title: 'Pulmonary embolism',
    section: 'Signs and symptoms',
    text: 'Pleuritic chest pain, shortness of breath, cough with hemoptysis, and swelling of the leg. There is no fever as a rule.',
  },
  { title: 'Costochondritis', text: 'Chest pain that can be pressed for, without shortness of breath.' },
  {
    title: 'Abdominal pain in women',
    section: 'Causes',
    text: 'Ectopic pregnancy gives abdominal pain, vaginal bleeding and syncope. Obtain a pregnancy test.\nAppendicitis gives abdominal pain in the right lower quadrant, fever and vomiting.\nGastroenteritis gives abdominal pain, vomiting and diarrhea.',
  },
  {
    title: 'Invented lung fever',
    text: 'Invented lung fever is told by chest pain, cough and night sweats in whoever keeps pigeons.',
  },
];

type Diagnosis = {
  diagnosis: string;
  probability: string;
  key_features: string[];
  missing_features: string[];
  next_steps: string[];
};
const ask = async (
  input: object,
  {
    given = documents,
    model,
    context = {},
  }: { given?: typeof documents; model?: LanguageModel; context?: Partial<ToolRunContext> } = {},
) => {
  const { search, queries } = await searchByWords(given);
  const tool = generateDifferentialDiagnosis({ search, ...(model === undefined ? {} : { model }) });
  const { result, citations, phi } = await callTool(tool, input, context);
  const diagnoses = (result as unknown as { diagnoses: Diagnosis[] }).diagnoses;
  return {
    result,
    diagnoses,
    names: diagnoses.map(({ diagnosis }) => diagnosis),
    of: (name: string) => diagnoses.find(({ diagnosis }) => diagnosis === name),
    reasoning: String(result.reasoning),
    citations,
    phi,
    queries,
  };
};

const chestPain = {
  chief_complaint: 'chest pain',
  symptoms: ['substernal chest pressure', 'shortness of breath', 'diaphoresis', 'pain radiating to left arm'],
  patient_age: 65,
  patient_sex: 'M',
  relevant_history: ['hypertension', 'diabetes', 'smoking history'],
};
const bellyPain = { chief_complaint: 'abdominal pain', symptoms: ['vomiting', 'fainted'] };

const modelSaying = (text: string): LanguageModel => ({
  model: { name: 'local', where: 'local', leavesThePremises: false, contextTokens: 32_000 },
  generate: async function* () {
    yield { kind: 'text', text };
    yield { kind: 'end', finish: 'stop' };
  },
});

describe('generate_differential_diagnosis', () => {
  it('ranks by what documents state, with matched and missing features from their text alone', async () => {
    const { diagnoses, of, phi } = await ask(chestPain);
    expect(diagnoses[0]).toEqual({
      diagnosis: 'myocardial infarction',
      probability: 'high',
      key_features: [
        'chest pain',
        'substernal chest pressure',
        'shortness of breath',
        'diaphoresis',
        'pain radiating to left arm',
      ],
      missing_features: ['nausea'],
      next_steps: ['Obtain a 12-lead ECG at once.'],
    });
    expect(of('aortic dissection')).toMatchObject({
      probability: 'low',
      missing_features: expect.arrayContaining(['tearing pain', 'pulse difference', 'syncope']),
      next_steps: ['Measure blood pressure in both arms.'],
    });
    expect(phi).toBe(true);
  });

  it('adds diagnoses that must not be missed even if no document mentions them', async () => {
    const { names, reasoning } = await ask(
      {
        chief_complaint: 'abdominal pain',
        symptoms: ['vaginal bleeding'],
        patient_age: 24,
        patient_sex: 'F',
      },
      { given: [{ title: 'Gastroenteritis', text: 'Gastroenteritis gives abdominal pain and diarrhea.' }] },
    );
    expect(names).toEqual(['gastroenteritis']);
    expect(reasoning).toMatch(/Not to be missed .* no document that was found says so.*ectopic pregnancy/);
    expect(reasoning).not.toContain('testicular torsion');
    const nothing = await ask(
      { chief_complaint: 'back pain', symptoms: ['fainted'], patient_age: 74, patient_sex: 'M' },
      { given: [{ title: 'Splints', text: 'A splint holds a limb.' }] },
    );
    expect(nothing.names).toEqual([]);
    expect(nothing.reasoning).toContain('ruptured abdominal aortic aneurysm');
  });

  it('infers no illness from depressed or laboured breathing', async () => {
    const { names } = await ask(
      { chief_complaint: 'slow breathing', symptoms: [], patient_age: 25, patient_sex: 'F' },
      {
        given: [
          { title: 'Sedation', text: 'Respiratory depression with apnea may follow midazolam.' },
          { title: 'Breathing', text: 'Labored breathing turns into slow breathing.' },
        ],
      },
    );
    expect(names).toEqual([]);
  });

  it('has exactly the members of the specification, and its two disclaimers word for word', async () => {
    const { result } = await ask(chestPain);
    expect(Object.keys(result)).toEqual(['chief_complaint', 'diagnoses', 'reasoning', 'disclaimers']);
    expect(result.disclaimers).toEqual([
      'This is not a substitute for clinical judgment',
      'Consider patient context and physical exam findings',
    ]);
  });

  it('cites every diagnosis, by the numbers that its reasons name', async () => {
    const { names, reasoning, citations } = await ask(chestPain);
    for (const name of names) {
      const line = reasoning.split('\n').find((one) => one.includes(`. ${name} (`)) ?? '';
      const cited = [...line.matchAll(/\[(\d+)\]/g)].map(([, n]) => citations[Number(n) - 1]);
      expect(cited.length, name).toBeGreaterThan(0);
      for (const one of cited) expect(`${one?.sourceTitle} ${one?.text}`.toLowerCase(), name).toContain(name);
    }
    expect(citations[0]).toMatchObject({ sourceType: 'knowledge_base', metadata: { doc_key: 'document-0' } });
  });

  it('suggests no dose as a next step', async () => {
    const { diagnoses } = await ask(chestPain);
    expect(JSON.stringify(diagnoses)).not.toContain('324');
  });

  it('keeps diagnoses that must not be missed when the list is truncated', async () => {
    const { names } = await ask({ ...chestPain, max_results: 3 });
    expect(names).toEqual(['myocardial infarction', 'pulmonary embolism', 'aortic dissection']);
  });

  it('searches by name for diagnoses that must not be missed, even unasked', async () => {
    const { queries } = await ask(chestPain, { given: [] });
    expect(queries).toEqual(
      expect.arrayContaining([
        'aortic dissection signs and symptoms',
        'tension pneumothorax signs and symptoms',
      ]),
    );
  });

  it('does not treat an illness that contraindicates a treatment as a cause of the complaint', async () => {
    const text = 'All with chest pain get aspirin unless contraindicated by gastrointestinal bleeding.';
    const { names } = await ask(chestPain, {
      given: [...documents, { title: 'Chest pain', section: 'Treatment', text }],
    });
    expect(names).not.toContain('gastrointestinal bleeding');
  });

  it('does not treat a negated finding of a document as a feature', async () => {
    const { of } = await ask({ chief_complaint: 'chest pain', symptoms: ['shortness of breath'] });
    expect(of('costochondritis')?.key_features).toEqual(['chest pain']);
    expect(of('pulmonary embolism')?.missing_features).not.toContain('fever');
  });

  it('counts findings that the patient denies as missing', async () => {
    const { of } = await ask({ chief_complaint: 'abdominal pain', symptoms: ['vomiting', 'no fever'] });
    expect(of('appendicitis')).toMatchObject({
      key_features: ['abdominal pain', 'vomiting'],
      missing_features: ['fever (denied)', 'right lower abdominal pain'],
      probability: 'low',
    });
  });

  it.each([
    [{ patient_sex: 'M' }, false],
    [{ patient_sex: 'F', patient_age: 30 }, true],
    [{ patient_sex: 'F', patient_age: 75 }, false],
    [{ patient_sex: 'F', patient_age: 6 }, false],
    [{ patient_sex: 'Other', patient_age: 30 }, true],
    [{}, true],
  ])('lists an ectopic pregnancy for %o: %s', async (patient, isListed) => {
    const { names } = await ask({ ...bellyPain, ...patient });
    expect(names.includes('ectopic pregnancy')).toBe(isListed);
    expect(names).toContain('appendicitis');
  });

  it('takes age and sex from the conversation when the call names none', async () => {
    const { names } = await ask(bellyPain, {
      context: { clinicalContext: { patientSex: 'male', patientAge: 30 } },
    });
    expect(names).not.toContain('ectopic pregnancy');
  });

  it('reports that it found nothing instead of guessing', async () => {
    const { diagnoses, reasoning, citations, result } = await ask(chestPain, { given: [] });
    expect(diagnoses).toEqual([]);
    expect(citations).toEqual([]);
    expect(reasoning).toContain('does not mean that there is nothing to find');
    expect(result.disclaimers).toHaveLength(2);
  });

  it('adds a diagnosis of the model only if a document mentions it', async () => {
    const model = modelSaying(
      'DIAGNOSES: myocardial infarction; invented lung fever; takotsubo cardiomyopathy\nREASONING: Myocardial infarction fits chest pressure and an arm that hurts [1].',
    );
    const given = { ...chestPain, symptoms: ['cough', 'night sweats'] };
    const { names, of, reasoning, citations } = await ask(given, { model });
    expect(names).toContain('invented lung fever');
    expect(of('invented lung fever')?.key_features).toEqual(['chest pain', 'cough', 'night sweats']);
    expect(names).not.toContain('takotsubo cardiomyopathy');
    expect(reasoning).toContain('invented lung fever (');
    expect(citations.map(({ text }) => text)).toContainEqual(expect.stringContaining('pigeons'));
    expect((await ask(given)).names).not.toContain('invented lung fever');
  });

  it('drops claims of the model that no document supports, and keeps diagnoses that must not be missed', async () => {
    const model = modelSaying(
      'DIAGNOSES: costochondritis\nREASONING: Pain that can be pressed for is costochondritis [1]. Give morphine 10 mg IV to everybody [1].',
    );
    const { names, reasoning } = await ask(chestPain, { model });
    expect(names[0]).toBe('myocardial infarction');
    expect(reasoning).not.toContain('morphine 10 mg');
  });

  it('works without a model that fails', async () => {
    const model: LanguageModel = {
      ...modelSaying(''),
      generate: async function* () {
        yield* [];
        throw new Error('secret');
      },
    };
    const { names, reasoning } = await ask(chestPain, { model });
    expect(names[0]).toBe('myocardial infarction');
    expect(reasoning).not.toContain('secret');
  });
});
