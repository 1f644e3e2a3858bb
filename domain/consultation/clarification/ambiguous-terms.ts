/** A term for several conditions with different treatments. Everything is in lower case, like a parsed question. */
export type AmbiguousTerm = {
  /** The ambiguous wordings. */
  readonly terms: readonly string[];
  /** Words, or prefixes with `*`, each of which settles the meaning. */
  readonly said: readonly string[];
  readonly question: string;
  readonly readings: readonly {
    readonly label: string;
    /** Replaces the term in the question. */
    readonly readAs: string;
    /** Words, or prefixes with `*`, in the title of a document or section about this reading. */
    readonly shows: readonly string[];
  }[];
};

/**
 * The first three come from the orchestrator's requirements. The others were chosen by the same rule: the treatment
 * of one reading would be harmful or useless for another.
 */
export const ambiguousTerms: readonly AmbiguousTerm[] = [
  {
    terms: ['kidney disease', 'renal disease', 'kidney failure', 'renal failure'],
    said: [
      'acute',
      'chronic',
      'stage',
      'aki',
      'ckd',
      'esrd',
      'dialysis',
      'polycystic',
      'end-stage',
      'prerenal',
      'diabetic',
    ],
    question:
      'Which kidney disease do you mean: acute kidney injury or chronic kidney disease, and at which stage?',
    readings: [
      {
        label: 'Acute kidney injury',
        readAs: 'acute kidney injury',
        shows: ['acute kidney', 'acute renal', 'aki'],
      },
      {
        label: 'Chronic kidney disease, stage 1 to 3',
        readAs: 'chronic kidney disease stage 3',
        shows: ['chronic kidney', 'chronic renal', 'ckd'],
      },
      {
        label: 'Chronic kidney disease, stage 4 to 5 without dialysis',
        readAs: 'chronic kidney disease stage 5',
        shows: ['chronic kidney', 'chronic renal', 'ckd'],
      },
      {
        label: 'End-stage renal disease on dialysis',
        readAs: 'end-stage renal disease on dialysis',
        shows: ['dialysis', 'esrd', 'end-stage'],
      },
    ],
  },
  {
    terms: ['diabetes mellitus', 'diabetes'],
    said: [
      'type',
      't1d*',
      't2d*',
      'gestational',
      'pregnan*',
      'insipidus',
      'ketoacidosis',
      'hypoglyc*',
      'hyperglyc*',
      'hyperosmolar',
      'steroid',
    ],
    question: 'Which type of diabetes do you mean?',
    readings: [
      { label: 'Type 1 diabetes', readAs: 'type 1 diabetes', shows: ['type 1', 'type i'] },
      { label: 'Type 2 diabetes', readAs: 'type 2 diabetes', shows: ['type 2', 'type ii'] },
      { label: 'Diabetes in pregnancy', readAs: 'gestational diabetes', shows: ['gestational', 'pregnan*'] },
    ],
  },
  {
    terms: ['congestive heart failure', 'heart failure'],
    said: [
      'acute',
      'chronic',
      'decompensated',
      'reduced',
      'preserved',
      'hfref',
      'hfpef',
      'nyha',
      'stage',
      'right',
      'diastolic',
      'systolic',
      'advanced',
    ],
    question: 'Which type of heart failure do you mean?',
    readings: [
      {
        label: 'Acute decompensated heart failure',
        readAs: 'acute decompensated heart failure',
        shows: ['acute heart failure', 'decompensated', 'pulmonary edema'],
      },
      {
        label: 'Chronic heart failure with reduced ejection fraction',
        readAs: 'chronic heart failure with reduced ejection fraction',
        shows: ['reduced ejection', 'hfref'],
      },
      {
        label: 'Chronic heart failure with preserved ejection fraction',
        readAs: 'chronic heart failure with preserved ejection fraction',
        shows: ['preserved ejection', 'hfpef'],
      },
    ],
  },
  {
    terms: ['liver disease', 'liver failure', 'hepatic failure'],
    said: [
      'acute',
      'chronic',
      'alcohol*',
      'fatty',
      'cirrhosis',
      'acetaminophen',
      'child-pugh',
      'meld',
      'fulminant',
      'autoimmune',
    ],
    question: 'Which liver disease do you mean?',
    readings: [
      { label: 'Acute liver failure', readAs: 'acute liver failure', shows: ['acute liver', 'fulminant'] },
      { label: 'Cirrhosis', readAs: 'cirrhosis', shows: ['cirrho*'] },
      {
        label: 'Alcohol-associated liver disease',
        readAs: 'alcohol-associated liver disease',
        shows: ['alcohol*'],
      },
      { label: 'Fatty liver disease', readAs: 'fatty liver disease', shows: ['fatty', 'steato*'] },
    ],
  },
  {
    terms: ['hepatitis'],
    said: [
      'hepatitis a',
      'hepatitis b',
      'hepatitis c',
      'hepatitis d',
      'hepatitis e',
      'hep b',
      'hep c',
      'viral',
      'alcohol*',
      'autoimmune',
      'drug-induced',
      'ischemic',
      'exposure',
      'needlestick',
      'vaccin*',
    ],
    question: 'Which type of hepatitis do you mean?',
    readings: [
      { label: 'Hepatitis B', readAs: 'hepatitis B', shows: ['hepatitis b'] },
      { label: 'Hepatitis C', readAs: 'hepatitis C', shows: ['hepatitis c'] },
      { label: 'Alcohol-associated hepatitis', readAs: 'alcohol-associated hepatitis', shows: ['alcohol*'] },
      { label: 'Autoimmune hepatitis', readAs: 'autoimmune hepatitis', shows: ['autoimmune'] },
    ],
  },
  {
    terms: ['pneumonia'],
    said: [
      'community*',
      'hospital*',
      'ventilator*',
      'aspiration',
      'pneumocystis',
      'viral',
      'covid*',
      'nosocomial',
      'atypical',
      'pcp',
      'cap',
      'hap',
      'vap',
    ],
    question: 'Which type of pneumonia do you mean?',
    readings: [
      {
        label: 'Community-acquired pneumonia',
        readAs: 'community-acquired pneumonia',
        shows: ['community*'],
      },
      {
        label: 'Hospital-acquired pneumonia',
        readAs: 'hospital-acquired pneumonia',
        shows: ['hospital-acquired', 'nosocomial'],
      },
      {
        label: 'Ventilator-associated pneumonia',
        readAs: 'ventilator-associated pneumonia',
        shows: ['ventilator*'],
      },
      { label: 'Aspiration pneumonia', readAs: 'aspiration pneumonia', shows: ['aspiration'] },
    ],
  },
  {
    terms: ['meningitis'],
    said: [
      'bacterial',
      'viral',
      'aseptic',
      'fungal',
      'cryptococcal',
      'tuberculous',
      'meningococcal',
      'exposure',
      'prophylaxis',
      'isolation',
    ],
    question: 'Which type of meningitis do you mean?',
    readings: [
      {
        label: 'Bacterial meningitis',
        readAs: 'bacterial meningitis',
        shows: ['bacterial', 'meningococcal'],
      },
      { label: 'Viral meningitis', readAs: 'viral meningitis', shows: ['viral', 'aseptic'] },
      {
        label: 'Cryptococcal meningitis',
        readAs: 'cryptococcal meningitis',
        shows: ['cryptococc*', 'fungal'],
      },
    ],
  },
  {
    terms: ['thyroid disease', 'thyroid problem', 'thyroid disorder'],
    said: ['hyper*', 'hypo*', 'graves', 'hashimoto*', 'nodule', 'cancer', 'storm', 'myxedema'],
    question: 'Which thyroid disease do you mean?',
    readings: [
      { label: 'Hypothyroidism', readAs: 'hypothyroidism', shows: ['hypothyroid*', 'myxedema'] },
      {
        label: 'Hyperthyroidism',
        readAs: 'hyperthyroidism',
        shows: ['hyperthyroid*', 'thyroid storm', 'thyrotoxic*'],
      },
      { label: 'Thyroid nodule', readAs: 'thyroid nodule', shows: ['nodule*'] },
    ],
  },
  {
    terms: ['anemia', 'anaemia'],
    said: [
      'iron',
      'b12',
      'pernicious',
      'hemolytic',
      'sickle',
      'aplastic',
      'chronic',
      'blood',
      'megaloblastic',
      'folate',
      'pregnan*',
      'prematurity',
    ],
    question: 'Which type of anemia do you mean?',
    readings: [
      { label: 'Iron deficiency anemia', readAs: 'iron deficiency anemia', shows: ['iron'] },
      {
        label: 'Vitamin B12 deficiency',
        readAs: 'vitamin B12 deficiency anemia',
        shows: ['b12', 'pernicious'],
      },
      { label: 'Hemolytic anemia', readAs: 'hemolytic anemia', shows: ['hemolytic'] },
      {
        label: 'Anemia of chronic kidney disease',
        readAs: 'anemia of chronic kidney disease',
        shows: ['chronic kidney', 'ckd'],
      },
    ],
  },
  {
    terms: ['leukemia', 'leukaemia'],
    said: [
      'acute',
      'chronic',
      'myeloid',
      'lymphoblastic',
      'lymphocytic',
      'promyelocytic',
      'aml',
      'cml',
      'cll',
      'hairy',
    ],
    question: 'Which type of leukemia do you mean?',
    readings: [
      { label: 'Acute myeloid leukemia', readAs: 'acute myeloid leukemia', shows: ['acute myel*', 'aml'] },
      {
        label: 'Acute lymphoblastic leukemia',
        readAs: 'acute lymphoblastic leukemia',
        shows: ['lymphoblastic'],
      },
      {
        label: 'Chronic lymphocytic leukemia',
        readAs: 'chronic lymphocytic leukemia',
        shows: ['lymphocytic', 'cll'],
      },
      {
        label: 'Chronic myeloid leukemia',
        readAs: 'chronic myeloid leukemia',
        shows: ['chronic myel*', 'cml'],
      },
    ],
  },
  {
    terms: ['arthritis'],
    said: ['osteo*', 'rheumatoid', 'septic', 'psoriatic', 'juvenile', 'reactive', 'gout*', 'crystal'],
    question: 'Which type of arthritis do you mean?',
    readings: [
      { label: 'Osteoarthritis', readAs: 'osteoarthritis', shows: ['osteoarthr*'] },
      { label: 'Rheumatoid arthritis', readAs: 'rheumatoid arthritis', shows: ['rheumatoid'] },
      { label: 'Septic arthritis', readAs: 'septic arthritis', shows: ['septic'] },
      { label: 'Gout', readAs: 'gout', shows: ['gout*'] },
    ],
  },
  {
    terms: ['gastrointestinal bleeding', 'gi bleeding', 'gi bleed'],
    said: [
      'upper',
      'lower',
      'variceal',
      'varices',
      'ulcer',
      'hematemesis',
      'melena',
      'hematochezia',
      'rectal',
      'diverticular',
    ],
    question: 'Which type of gastrointestinal bleeding do you mean?',
    readings: [
      { label: 'Upper, not from varices', readAs: 'upper gastrointestinal bleeding', shows: ['upper'] },
      { label: 'Upper, from varices', readAs: 'variceal bleeding', shows: ['varic*'] },
      { label: 'Lower', readAs: 'lower gastrointestinal bleeding', shows: ['lower'] },
    ],
  },
  {
    terms: ['glaucoma'],
    said: ['acute', 'angle', 'open', 'closed', 'closure', 'congenital', 'neovascular'],
    question: 'Which type of glaucoma do you mean?',
    readings: [
      { label: 'Acute angle closure', readAs: 'acute angle-closure glaucoma', shows: ['closure'] },
      { label: 'Open-angle glaucoma', readAs: 'open-angle glaucoma', shows: ['open'] },
    ],
  },
  {
    terms: ['heart block', 'av block'],
    said: [
      'first',
      'second',
      'third',
      '1st',
      '2nd',
      '3rd',
      'complete',
      'mobitz',
      'wenckebach',
      'bundle',
      'high-grade',
    ],
    question: 'Which type of heart block do you mean?',
    readings: [
      { label: 'First degree', readAs: 'first degree heart block', shows: ['first'] },
      {
        label: 'Second degree, Mobitz I',
        readAs: 'second degree heart block Mobitz I',
        shows: ['second', 'mobitz'],
      },
      {
        label: 'Second degree, Mobitz II',
        readAs: 'second degree heart block Mobitz II',
        shows: ['second', 'mobitz'],
      },
      { label: 'Third degree', readAs: 'third degree heart block', shows: ['third', 'complete'] },
    ],
  },
  {
    terms: ['incontinence'],
    said: ['stress', 'urge', 'overflow', 'mixed', 'fecal', 'functional', 'bowel'],
    question: 'Which type of incontinence do you mean?',
    readings: [
      { label: 'Stress incontinence', readAs: 'stress urinary incontinence', shows: ['stress'] },
      { label: 'Urge incontinence', readAs: 'urge urinary incontinence', shows: ['urge', 'overactive'] },
      {
        label: 'Overflow incontinence',
        readAs: 'overflow urinary incontinence',
        shows: ['overflow', 'retention'],
      },
    ],
  },
  {
    terms: ['colitis'],
    said: [
      'ulcerative',
      'difficile',
      'ischemic',
      'microscopic',
      'infectious',
      'pseudomembranous',
      'immune*',
      'radiation',
    ],
    question: 'Which type of colitis do you mean?',
    readings: [
      { label: 'Ulcerative colitis', readAs: 'ulcerative colitis', shows: ['ulcerative'] },
      {
        label: 'Clostridioides difficile colitis',
        readAs: 'Clostridioides difficile colitis',
        shows: ['difficile'],
      },
      { label: 'Ischemic colitis', readAs: 'ischemic colitis', shows: ['ischemic'] },
    ],
  },
  {
    terms: ['sleep apnea', 'sleep apnoea'],
    said: ['obstructive', 'central', 'osa', 'mixed'],
    question: 'Which type of sleep apnea do you mean?',
    readings: [
      { label: 'Obstructive sleep apnea', readAs: 'obstructive sleep apnea', shows: ['obstructive'] },
      { label: 'Central sleep apnea', readAs: 'central sleep apnea', shows: ['central'] },
    ],
  },
];
