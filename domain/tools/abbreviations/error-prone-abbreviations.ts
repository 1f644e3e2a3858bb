/** The organizations that discourage an abbreviation. */
export const errorProneLists = {
  joint_commission: {
    title: 'The Joint Commission: Official "Do Not Use" List',
    url: 'https://www.jointcommission.org/resources/news-and-multimedia/fact-sheets/facts-about-do-not-use-list/',
  },
  ismp: {
    title: 'ISMP List of Error-Prone Abbreviations, Symbols, and Dose Designations (2024)',
    url: 'https://www.ismp.org/recommendations/error-prone-abbreviations-list',
  },
} as const;
type ErrorProneList = keyof typeof errorProneLists;

/** A misreading of an abbreviation, and what to write instead. */
export type ErrorProneAbbreviation = {
  /** The writer's intended meaning. */
  readonly intended: string;
  readonly mistakenFor: string;
  readonly writeInstead: string;
  readonly lists: readonly ErrorProneList[];
};

const ismp = (intended: string, mistakenFor: string, writeInstead: string): ErrorProneAbbreviation => ({
  intended,
  mistakenFor,
  writeInstead,
  lists: ['ismp'],
});
const both = (intended: string, mistakenFor: string, writeInstead: string): ErrorProneAbbreviation => ({
  ...ismp(intended, mistakenFor, writeInstead),
  lists: ['joint_commission', 'ismp'],
});

const rightEar = ismp('right ear', 'right eye (OD)', 'right ear');
const leftEar = ismp('left ear', 'left eye (OS)', 'left ear');
const eachEar = ismp('each ear', 'each eye (OU)', 'each ear');
const underSkin = ismp(
  'subcutaneous',
  'SL (sublingual), or "5 every" where it is SQ',
  'SUBQ or subcutaneously',
);
const slidingScale = ismp(
  'sliding scale (insulin)',
  'strong solution of iodine, or selective serotonin reuptake inhibitor',
  'sliding scale (insulin)',
);
const morphineOrMagnesium = 'the other of morphine sulfate and magnesium sulfate';

/**
 * Abbreviations that have harmed patients, as `plainAbbreviation` spells them: those of both lists that abbreviate
 * words, drugs and units. Symbols and number formats are left out.
 */
export const errorProneAbbreviations: ReadonlyMap<string, readonly ErrorProneAbbreviation[]> = new Map([
  ['u', [both('unit', '0, 4 or cc', 'unit')]],
  ['iu', [both('international unit', 'IV (intravenous) or the number 10', 'unit')]],
  ['qd', [both('daily', 'QID (four times daily)', 'daily')]],
  ['qod', [both('every other day', 'QD (daily) or QID (four times daily)', 'every other day')]],
  ['ms', [both('morphine sulfate or magnesium sulfate', morphineOrMagnesium, 'the full name of the drug')]],
  ['mso4', [both('morphine sulfate', 'magnesium sulfate', 'morphine sulfate')]],
  ['mgso4', [both('magnesium sulfate', 'morphine sulfate', 'magnesium sulfate')]],
  ['cc', [ismp('cubic centimeters', 'U (units)', 'mL')]],
  ['ng', [ismp('nanogram', 'mg, or nasogastric', 'nanogram')]],
  ['ug', [ismp('microgram', 'mg', 'mcg')]],
  ['ad', [rightEar]],
  ['as', [leftEar]],
  ['au', [eachEar]],
  [
    'od',
    [
      ismp('right eye', 'right ear (AD)', 'right eye'),
      ismp('once daily', 'right eye: liquids meant to be swallowed were dropped into the eye', 'daily'),
    ],
  ],
  ['os', [ismp('left eye', 'left ear (AS)', 'left eye')]],
  ['ou', [ismp('each eye', 'each ear (AU)', 'each eye')]],
  ['in', [ismp('intranasal', 'IM or IV', 'intranasal')]],
  ['it', [ismp('intrathecal', 'intratracheal, intratumor, intratympanic or inhaled', 'intrathecal')]],
  ['nas', [ismp('intranasal', 'another word', 'intranasal')]],
  ['sc', [underSkin]],
  ['sq', [underSkin]],
  ['hs', [ismp('at bedtime, or half-strength', 'the other of the two', 'at bedtime, or half-strength')]],
  ['qn', [ismp('nightly', 'qh (every hour)', 'nightly')]],
  ['q1d', [ismp('daily', 'QID (four times daily)', 'daily')]],
  ['biw', [ismp('2 times a week', '2 times a day', '2 times weekly')]],
  ['tiw', [ismp('3 times a week', '3 times a day, or twice a week', '3 times weekly')]],
  ['ud', [ismp('as directed', 'unit dose', 'as directed')]],
  ['ssri', [slidingScale]],
  ['ssi', [slidingScale]],
  ['d/c', [ismp('discharge or discontinue', 'the other of the two', 'discharge or discontinue')]],
  ['dc', [ismp('discharge or discontinue', 'the other of the two', 'discharge or discontinue')]],
  ['ij', [ismp('injection', 'IV, or intrajugular', 'injection')]],
  ['oj', [ismp('orange juice', 'OD or OS (right or left eye)', 'orange juice')]],
  ['apap', [ismp('acetaminophen', 'not recognized as acetaminophen', 'acetaminophen')]],
  ['azt', [ismp('zidovudine', 'azathioprine, azithromycin or aztreonam', 'the full name of the drug')]],
  ['cpz', [ismp('prochlorperazine', 'chlorpromazine', 'the full name of the drug')]],
  ['dto', [ismp('diluted tincture of opium', 'tincture of opium', 'the full name of the drug')]],
  ['hct', [ismp('hydrocortisone', 'hydrochlorothiazide', 'the full name of the drug')]],
  ['hctz', [ismp('hydrochlorothiazide', 'hydrocortisone', 'the full name of the drug')]],
  ['mtx', [ismp('methotrexate', 'mitoxantrone', 'the full name of the drug')]],
  ['noac', [ismp('new oral anticoagulant', '"no anticoagulant"', 'direct oral anticoagulant')]],
  ['pca', [ismp('procainamide', 'patient-controlled analgesia', 'the full name of the drug')]],
  ['pit', [ismp('Pitocin (oxytocin)', 'Pitressin (vasopressin)', 'the full name of the drug')]],
  ['pnv', [ismp('prenatal vitamins', 'penicillin VK', 'prenatal vitamins')]],
  ['ptu', [ismp('propylthiouracil', 'Purinethol (mercaptopurine)', 'the full name of the drug')]],
  ['t3', [ismp('Tylenol with codeine No. 3', 'liothyronine', 'the full name of the drug')]],
  ['tac', [ismp('triamcinolone', 'tacrolimus, or tetracaine, epinephrine and cocaine', 'the full name')]],
  ['tnk', [ismp('tenecteplase', 'TPA (alteplase)', 'tenecteplase')]],
  ['tpa', [ismp('alteplase', 'TNK (tenecteplase) or TXA (tranexamic acid)', 'alteplase')]],
  ['txa', [ismp('tranexamic acid', 'TPA (alteplase)', 'tranexamic acid')]],
  ['znso4', [ismp('zinc sulfate', 'morphine sulfate', 'zinc sulfate')]],
  ['levo', [ismp('levofloxacin', 'Levophed (norepinephrine)', 'the full name of the drug')]],
  ['neo', [ismp('Neo-Synephrine (phenylephrine)', 'neostigmine', 'the full name of the drug')]],
  ['nitro', [ismp('nitroglycerin', 'nitroprusside', 'the full name of the drug')]],
]);
