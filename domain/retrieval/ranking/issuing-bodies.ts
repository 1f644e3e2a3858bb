/** An issuer of guidelines, and the questions for which it counts. */
type IssuingBody = {
  /** Its short name. */
  readonly key: string;
  /** Its names in full, in lower case. */
  readonly names: readonly string[];
  /** Abbreviations in any case. */
  readonly abbreviations: readonly string[];
  /** Abbreviations in capitals only, which otherwise are a word or another medical term. */
  readonly inCapitals: readonly string[];
  /** Specialties in which it is an authority; all when none is named. */
  readonly specialties: readonly string[];
};

type Row = readonly [
  key: string,
  names: string,
  abbreviations: string,
  inCapitals: string,
  specialties: string,
];

/** One body a line; names at "|", the rest at blanks. AHA, ACC, ESC, WHO and CDC are those of the requirements. */
const rows: readonly Row[] = [
  ['AHA', 'american heart association', 'aha', '', 'cardiology emergency_medicine neurology neonatology'],
  ['ASA', 'american stroke association', '', '', 'neurology'],
  ['ACC', 'american college of cardiology', 'acc', '', 'cardiology'],
  ['HFSA', 'heart failure society of america', 'hfsa', '', 'cardiology'],
  ['HRS', 'heart rhythm society', '', 'HRS', 'cardiology'],
  ['ESC', 'european society of cardiology', 'esc', '', 'cardiology'],
  ['ERC', 'european resuscitation council', '', 'ERC', 'cardiology emergency_medicine neonatology'],
  ['ILCOR', 'international liaison committee on resuscitation', 'ilcor', '', 'cardiology emergency_medicine'],
  ['ESO', 'european stroke organisation', '', 'ESO', 'neurology'],
  ['WHO', 'world health organization|world health organisation', '', 'WHO', ''],
  [
    'CDC',
    'centers for disease control|centers for disease control and prevention',
    'cdc',
    '',
    'infectious_disease toxicology environmental_medicine pediatrics',
  ],
  ['FDA', 'food and drug administration', 'fda', '', ''],
  ['EMA', 'european medicines agency', '', 'EMA', ''],
  ['NICE', 'national institute for health and care excellence', '', 'NICE', ''],
  ['IDSA', 'infectious diseases society of america', 'idsa', '', 'infectious_disease'],
  [
    'SCCM',
    'society of critical care medicine',
    'sccm',
    '',
    'infectious_disease pulmonology emergency_medicine',
  ],
  ['ATS', 'american thoracic society', '', 'ATS', 'pulmonology'],
  ['ADA', 'american diabetes association', '', 'ADA', 'endocrinology'],
  ['KDIGO', 'kidney disease improving global outcomes', 'kdigo', '', 'nephrology'],
  ['AAP', 'american academy of pediatrics', 'aap', '', 'pediatrics neonatology'],
  ['ACOG', 'american college of obstetricians and gynecologists', 'acog', '', 'obstetrics'],
  ['ACEP', 'american college of emergency physicians', 'acep', '', 'emergency_medicine'],
  ['NAEMSP', 'national association of ems physicians', 'naemsp', '', 'emergency_medicine'],
  ['ACMT', 'american college of medical toxicology', 'acmt', '', 'toxicology'],
];

const wordsAt = (separator: string, text: string): readonly string[] =>
  text === '' ? [] : text.split(separator);

/** The bodies whose guidelines count. The agency itself is none of them: its protocols and policies are known as such. */
export const issuingBodies: readonly IssuingBody[] = rows.map(
  ([key, names, abbreviations, inCapitals, specialties]) => ({
    key,
    names: wordsAt('|', names),
    abbreviations: wordsAt(' ', abbreviations),
    inCapitals: wordsAt(' ', inCapitals),
    specialties: wordsAt(' ', specialties),
  }),
);
