/** One meaning of an abbreviation, and the words around it that speak for it. */
export type Sense = {
  readonly expansion: string;
  /** Stems or beginnings of words that speak for this meaning. */
  readonly cues: readonly string[];
};

export type AmbiguousAbbreviation = {
  readonly senses: readonly Sense[];
  /** The meaning without any cue; absent when it is safer to leave the abbreviation as it is. */
  readonly usual?: string;
};

const sense = (expansion: string, cues: string): Sense => ({ expansion, cues: cues.split(' ') });

/**
 * Abbreviations with several meanings. Which one is meant is decided by the cues around it; without a cue and without
 * a usual meaning the abbreviation stays as written. "MS" never becomes a drug without a cue: the ISMP's list of
 * error-prone abbreviations names it as one that has killed.
 */
export const ambiguousAbbreviations: ReadonlyMap<string, AmbiguousAbbreviation> = new Map<
  string,
  AmbiguousAbbreviation
>([
  [
    'ms',
    {
      senses: [
        sense(
          'morphine sulfate',
          'pain dos mg mcg iv im give opioid analges max titrat narcot push administer',
        ),
        sense(
          'mitral stenosis',
          'murmur valv mitral heart cardiac rheumatic atrial echo afib failur edema diastolic',
        ),
        sense(
          'multiple sclerosis',
          'neuro flare relaps optic demyelin weak spastic mri weakness chronic lesion numb',
        ),
      ],
    },
  ],
  [
    'od',
    {
      senses: [
        sense('right eye', 'eye vision visual acuity ocular cornea'),
        sense('once daily', 'tablet prescription mane nocte refill'),
      ],
      usual: 'overdose',
    },
  ],
  [
    'pe',
    {
      senses: [
        sense('pulmonary edema', 'chf cpap nitro ntg rales frothy furosemide lasix'),
        sense('physical exam', 'exam finding physical unremarkable'),
      ],
      usual: 'pulmonary embolism',
    },
  ],
  [
    'cp',
    {
      senses: [sense('cerebral palsy', 'palsy spastic developmental wheelchair')],
      usual: 'chest pain',
    },
  ],
  [
    'ca',
    {
      senses: [
        sense('calcium', 'chloride gluconate hyperkal potassium level'),
        sense('cancer', 'lung breast prostate tumor chemo oncolog metast'),
        sense('cardiac arrest', 'cpr rosc epi asystol vfib arrest'),
      ],
    },
  ],
  [
    'ra',
    {
      senses: [
        sense('room air', 'spo2 sat sats oxygen o2 saturation'),
        sense('rheumatoid arthritis', 'joint arthritis methotrexat'),
      ],
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
        sense('breath sounds', 'lung wheez clear bilateral diminish rales'),
        sense('bowel sounds', 'abdomen abdominal bowel'),
        sense('blood sugar', 'diabet insulin glucos low high d10 d50 sugar dextros'),
      ],
    },
  ],
  [
    'dc',
    {
      senses: [
        sense('discharge', 'home hospital discharg'),
        sense('discontinue', 'stop drip infusion medication iv'),
        sense('direct current cardioversion', 'shock cardiover joules'),
      ],
    },
  ],
  [
    'ed',
    {
      senses: [
        sense(
          'erectile dysfunction',
          'viagra cialis sildenafil meds nitro ntg nitroglycerin pill drug drugs',
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
        sense('may repeat', 'dos mg mcg x1 q5 prn'),
      ],
    },
  ],
  ['as', { senses: [sense('aortic stenosis', 'valv murmur aortic tavr syncop')] }],
  [
    'pcp',
    {
      senses: [
        sense('phencyclidine', 'agitat combativ drug intoxic high od overdos violent delirium dust'),
        sense('pneumocystis pneumonia', 'hiv aids pneumonia'),
      ],
      usual: 'primary care physician',
    },
  ],
  [
    'sc',
    {
      senses: [
        sense('sickle cell', 'crisis sickle anemia'),
        sense('subcutaneous', 'inject dos mg give units insulin epi'),
      ],
    },
  ],
  [
    'co',
    {
      senses: [
        sense(
          'carbon monoxide',
          'poison exposur smoke fire garag alarm spco hbo hyperbaric monoxid furnac generator',
        ),
        sense('cardiac output', 'output cardiac index'),
      ],
    },
  ],
  [
    'hf',
    {
      senses: [sense('hydrofluoric acid', 'acid burn calcium gel exposur chemical')],
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
