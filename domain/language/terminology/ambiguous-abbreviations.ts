/** A dose that speaks for a meaning. */
export type SenseDose = {
  /** As `tokenize` writes it: `mg`, `g/h`, `ml/kg`. */
  readonly unit: string;
  readonly from?: number;
  readonly to?: number;
};

/** One meaning of an abbreviation, and what around it speaks for it. */
export type Sense = {
  readonly expansion: string;
  /**
   * Beginnings of words anywhere in the question. Cues of up to three letters, or with a point, are whole words; `#mg`
   * is an amount of that unit, `#` a bare number.
   */
  readonly cues: readonly string[];
  /** The same of words that do not decide alone: "Ms. Jones has pain" gives nobody morphine. */
  readonly weak: readonly string[];
  /** The same of the words right before and right after, which say more. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Doses that stand by it and are no other drug's. */
  readonly doses: readonly SenseDose[];
};

export type AmbiguousAbbreviation = {
  readonly senses: readonly Sense[];
  /** The meaning without a clear winner; absent when it is safer to leave the abbreviation as it is. */
  readonly usual?: string;
  /** Whether it is an everyday word unless it is in capitals. */
  readonly onlyInCapitals?: boolean;
};

/** @param cues separated by blanks; marked `<` for the word right before, `>` for the one right after, `?` for weak */
const sense = (expansion: string, cues: string, doses: readonly SenseDose[] = []): Sense => {
  const all = cues.split(/\s+/).filter((cue) => cue !== '');
  const marked = (mark: string): readonly string[] =>
    all.flatMap((cue) => (cue.startsWith(mark) ? [cue.slice(1)] : []));
  return {
    expansion,
    cues: all.filter((cue) => !/^[<>?]/.test(cue)),
    weak: marked('?'),
    before: marked('<'),
    after: marked('>'),
    doses,
  };
};

/**
 * Morphine: 0.1 to 0.2 mg/kg into a vein, tablets of 15 and 30 mg (FDA labels of morphine sulfate injection and
 * tablets). Magnesium sulfate: 1 to 6 g, 1 to 2 g an hour (FDA label of magnesium sulfate in water; AHA Guidelines
 * 2020 for torsades), 25 to 50 mg/kg in children (PALS 2020); also counted in milliequivalents and millimoles.
 */
const morphineDoses: readonly SenseDose[] = [
  { unit: 'mg', to: 30 },
  { unit: 'mg/kg', to: 0.2 },
  { unit: 'mg/h', to: 30 },
  { unit: 'mcg/kg' },
];
const magnesiumDoses: readonly SenseDose[] = [
  { unit: 'g' },
  { unit: 'g/h' },
  { unit: 'mg', from: 1000 },
  { unit: 'mg/kg', from: 25 },
  { unit: 'meq' },
  { unit: 'mmol' },
];

/** Beside a route or a repetition stands the dose of the drug that was named before. */
const doseBefore = '<#mg <#mcg <#g <#ml <#units';

/**
 * Abbreviations with several meanings. Which one is meant is decided by what stands around it; without a clear winner
 * and without a usual meaning the abbreviation stays as written. "MS" never becomes a drug without a reason: the ISMP
 * List of Error-Prone Abbreviations names MS, MSO4 and MgSO4, because morphine was given for magnesium and the reverse.
 */
export const ambiguousAbbreviations: ReadonlyMap<string, AmbiguousAbbreviation> = new Map<
  string,
  AmbiguousAbbreviation
>([
  [
    'ms',
    {
      senses: [
        sense('morphine sulfate', '?pain opioid opiat analges narcot naloxone narcan pca', morphineDoses),
        sense(
          'magnesium sulfate',
          'torsad eclamp preeclamp pre-eclamp asthma bronchospasm qt qtc hypomagnes tocoly magnes',
          magnesiumDoses,
        ),
        sense('mitral stenosis', 'murmur valv mitral rheumatic diastolic atrial afib echo'),
        sense(
          'multiple sclerosis',
          `neuro flare relaps optic demyelin spastic mri weakness lesion numb. numbness ivig vision visual interferon
          ocrelizumab natalizumab baclofen immobil paraly wheelchair tremor ataxi sclerosis >patient >pt <has`,
        ),
      ],
    },
  ],
  [
    'od',
    {
      senses: [
        sense('right eye', 'eye. vision visual acuity ocular cornea os. ou <visual >os'),
        sense('once daily', 'mane nocte refill <#mg <#mcg'),
        sense(
          'overdose',
          'opioid opiat heroin narcan naloxone pill ingest suicid tca benzo intent took drug fentanyl unrespons',
        ),
      ],
      usual: 'overdose',
    },
  ],
  [
    'pe',
    {
      senses: [
        sense(
          'pulmonary edema',
          'chf cpap nitro ntg rales frothy furosemide lasix crackle flash hypertensive',
        ),
        sense('physical exam', 'unremarkable <on >finding >show >reveal >exam'),
        sense(
          'pulmonary embolism',
          'dvt clot embol heparin tpa leg. calf flight surgery wells d-dimer dimer anticoag',
        ),
      ],
      usual: 'pulmonary embolism',
    },
  ],
  [
    'cp',
    {
      senses: [
        sense(
          'cerebral palsy',
          'palsy spastic developmental wheelchair contracture baclofen nonverbal quadripleg',
        ),
      ],
      usual: 'chest pain',
    },
  ],
  [
    'cva',
    {
      senses: [
        sense(
          'costovertebral angle',
          'tender flank kidney pyelo renal percuss >tender >angle >pain >percuss',
        ),
        sense('stroke', 'stroke tpa facial droop speech lkw lkwt weakness slurred hemipar aphasi >symptom'),
      ],
      usual: 'stroke',
    },
  ],
  [
    'ca',
    {
      senses: [
        sense(
          'calcium',
          'chloride gluconate hyperkal hypocalc ionized tetany <ionized >chloride >gluconate >level',
        ),
        sense(
          'cancer',
          'lung breast prostate tumor tumour chemo oncolog metast colon <breast <lung <prostate',
        ),
        sense('cardiac arrest', 'cpr rosc asystol vfib arrest downtime bystander'),
      ],
    },
  ],
  [
    'ra',
    {
      senses: [
        sense('room air', 'spo2 sat sats oxygen o2 saturation <on >sat'),
        sense('rheumatoid arthritis', 'joint arthritis methotrexat rheumat swollen'),
        sense('right atrium', 'atrium atrial catheter ventricle >pressure >lead'),
      ],
    },
  ],
  [
    'rom',
    {
      senses: [
        sense(
          'rupture of membranes',
          `labor labour pregnan fluid meconium water contraction gestation gbs crowning deliver obstetric gravid
          preterm prolonged premature <prolonged <premature`,
        ),
        sense(
          'range of motion',
          `joint shoulder knee hip neck ankle wrist elbow spine arm leg limited passive active fracture splint
          <full <limited <passive <active <decreased`,
        ),
      ],
    },
  ],
  [
    'bm',
    {
      senses: [
        // From the test strips of Boehringer Mannheim, in British use.
        sense(
          'blood glucose',
          'diabet insulin glucos glucagon hypo sugar mmol #mmol >low >high <low <high ># >of',
        ),
        sense('bowel movement', 'blood constipat diarrh stool tarry <bloody <last <black <loose'),
        sense('bone marrow', 'transplant biopsy leuk'),
      ],
    },
  ],
  [
    'pt',
    {
      senses: [
        sense('prothrombin time', '<prolonged <elevated >inr <inr >ptt <ptt >prolonged'),
        sense('physical therapy', '<outpatient >consult >ot <ot >eval >session'),
      ],
      usual: 'patient',
    },
  ],
  [
    'loc',
    {
      senses: [
        sense(
          'loss of consciousness',
          `fall fell head. trauma witness syncop concuss amnesia collis crash mva mvc tbi struck blow faint
          <no <without <brief <with <positive <had <denies <denied <any <transient <momentary <prolonged`,
          [{ unit: 'min' }, { unit: 'sec' }],
        ),
        sense(
          'level of consciousness',
          `gcs avpu alert drows letharg assess
          <decreas <alter <declin <chang <reduc <lower <low <diminish <deteriorat <worsen <improv <abnormal <normal
          <depress <fluctuat <impaired <assess`,
        ),
      ],
      usual: 'level of consciousness',
    },
  ],
  [
    'vt',
    {
      senses: [
        sense('tidal volume', 'tidal ventilator vent peep ards ibw pbw plateau fio2', [
          { unit: 'ml/kg' },
          { unit: 'ml' },
        ]),
        sense(
          'ventricular tachycardia',
          'pulseless monomorph polymorph wide amiodarone shock cardiover defib ecg ekg torsad vf stable arrest',
        ),
      ],
      usual: 'ventricular tachycardia',
    },
  ],
  [
    'als',
    {
      senses: [
        sense(
          'amyotrophic lateral sclerosis',
          `feeding neurolog neurodegen degenerat bulbar riluzole edaravone wheelchair gehrig fasciculat sclerosis bipap
          hospice >disease >diagnos`,
        ),
      ],
      usual: 'advanced life support',
    },
  ],
  [
    'icp',
    {
      senses: [
        sense('intrahepatic cholestasis of pregnancy', 'itch prurit bile cholesta ursodiol'),
        sense('intracranial pressure', 'head herniat mannitol brain cushing hypertonic'),
      ],
      usual: 'intracranial pressure',
    },
  ],
  [
    'ams',
    {
      senses: [
        sense(
          'acute mountain sickness',
          'altitude mountain acetazolamide ascent ascend descen hiker hiking climb',
        ),
        sense('altered mental status', 'confus glucose drunk alcohol overdos sepsis altered gcs narcan'),
      ],
      usual: 'altered mental status',
    },
  ],
  [
    'doa',
    {
      senses: [sense('drugs of abuse', 'urine tox >screen >panel')],
      usual: 'dead on arrival',
    },
  ],
  [
    'rr',
    {
      senses: [sense('r-r interval', 'qrs qtc >interval >variab')],
      usual: 'respiratory rate',
    },
  ],
  [
    'dt',
    { senses: [sense('delirium tremens', 'alcohol etoh withdraw shak'), sense('due to', 'secondary caus')] },
  ],
  [
    'bs',
    {
      senses: [
        sense('breath sounds', 'lung wheez clear bilateral diminish rales crackle >clear >equal >absent'),
        sense('bowel sounds', 'abdomen abdominal bowel quadrant'),
        sense(
          'blood sugar',
          'diabet insulin glucos low. high. d10 d50 sugar dextros hypoglyc <low <high <check ># >#mg/dl >#mmol/l',
        ),
      ],
    },
  ],
  [
    'dc',
    {
      senses: [
        sense('discharge', 'home hospital discharg'),
        sense('discontinue', 'stop drip infusion medication'),
        sense('direct current cardioversion', 'shock cardiover joules', [{ unit: 'j' }]),
      ],
    },
  ],
  [
    'ed',
    {
      senses: [
        sense(
          'erectile dysfunction',
          'viagra cialis levitra sildenafil tadalafil vardenafil >med >meds >medication >pill >drug >tablet',
        ),
      ],
      usual: 'emergency department',
    },
  ],
  ['ha', { senses: [sense('headache', 'head migrain pain nausea vision photophob sudden worst')] }],
  [
    'mr',
    {
      senses: [
        sense('mitral regurgitation', 'valv mitral murmur echo'),
        sense('may repeat', `x1 x2 q5 q10 prn >in >every ${doseBefore}`),
      ],
    },
  ],
  ['as', { senses: [sense('aortic stenosis', 'valv murmur aortic tavr syncop')], onlyInCapitals: true }],
  [
    'pcp',
    {
      senses: [
        sense(
          'phencyclidine',
          `agitat combativ intoxic overdos violent delirium dust smok ingest used. using took snort nystagm high.
          <on <smoked <used <took >intox >use`,
        ),
        sense('pneumocystis pneumonia', 'hiv aids. pneumonia cd4 immunocomp bactrim pentamidine'),
        sense(
          'primary care physician',
          'follow appoint refer clinic prescri <her <his <their <the <call <contact <my',
        ),
      ],
      usual: 'primary care physician',
    },
  ],
  [
    'sc',
    {
      senses: [
        sense('sickle cell', 'crisis sickle anemia anaemia vaso-occlus'),
        sense('subcutaneous', `inject units insulin epi heparin terbutaline ${doseBefore}`),
      ],
    },
  ],
  [
    'co',
    {
      senses: [
        sense(
          'carbon monoxide',
          `poison exposur smoke fire garag alarm spco hbo hyperbaric monoxid furnac generator carboxy detector
          inhal`,
        ),
        sense('cardiac output', 'output cardiac index'),
      ],
    },
  ],
  [
    'hf',
    {
      senses: [
        sense('hydrofluoric acid', 'hydrofluoric burn gel exposur chemical spill etch rust >acid >burn'),
        sense('heart failure', 'chf bnp lasix furosemide edema ejection dyspnea cpap'),
      ],
      usual: 'heart failure',
    },
  ],
  ['lr', { senses: [], usual: 'lactated ringers' }],
  ['cps', { senses: [], usual: 'child protective services' }],
  ['aps', { senses: [], usual: 'adult protective services' }],
  ['src', { senses: [], usual: 'stemi receiving center' }],
  ['tb', { senses: [], usual: 'tuberculosis' }],
  ['tor', { senses: [], usual: 'termination of resuscitation' }],
  ['ich', { senses: [], usual: 'intracranial hemorrhage' }],
  ['dr', { senses: [], usual: 'doctor' }],
]);
