/** A group that labels use for drugs without naming each one. */
export type InteractionClass = {
  readonly name: string;
  /**
   * Spellings in labels, in lower case: words in this order, the last of which may have an ending. "CYP3A4" and
   * "inhibitors" must be adjacent.
   */
  readonly written: readonly string[];
  /** The members, as named by the terminology. */
  readonly members: readonly string[];
  /** Classes of the terminology whose drugs all belong to the group. */
  readonly holdsClasses?: readonly string[];
};

const strongCyp3a = [
  'clarithromycin',
  'cobicistat',
  'itraconazole',
  'ketoconazole',
  'nefazodone',
  'posaconazole',
  'ritonavir',
  'telithromycin',
  'voriconazole',
];
const moderateCyp3a = [
  'aprepitant',
  'ciprofloxacin',
  'conivaptan',
  'crizotinib',
  'cyclosporine',
  'diltiazem',
  'dronedarone',
  'erythromycin',
  'fluconazole',
  'fluvoxamine',
  'imatinib',
  'verapamil',
];
const ssris = ['citalopram', 'escitalopram', 'fluoxetine', 'fluvoxamine', 'paroxetine', 'sertraline'];
const snris = ['desvenlafaxine', 'duloxetine', 'levomilnacipran', 'milnacipran', 'venlafaxine'];
const triptans = [
  'almotriptan',
  'eletriptan',
  'frovatriptan',
  'naratriptan',
  'rizatriptan',
  'sumatriptan',
  'zolmitriptan',
];
const maois = ['isocarboxazid', 'linezolid', 'phenelzine', 'rasagiline', 'selegiline', 'tranylcypromine'];
const potassiumSparing = ['amiloride', 'eplerenone', 'spironolactone', 'triamterene'];
const macrolides = ['azithromycin', 'clarithromycin', 'erythromycin'];
const azoles = ['fluconazole', 'itraconazole', 'ketoconazole', 'posaconazole', 'voriconazole'];
const quinolones = ['ciprofloxacin', 'levofloxacin', 'moxifloxacin', 'ofloxacin'];
const statins = [
  'atorvastatin',
  'fluvastatin',
  'lovastatin',
  'pitavastatin',
  'pravastatin',
  'rosuvastatin',
  'simvastatin',
];

/**
 * Groups that the terminology's classes lack. Inhibitors and inducers of enzymes and transporters are the strong and
 * moderate ones of the FDA's list "Drug Development and Drug Interactions: Table of Substrates, Inhibitors and
 * Inducers" (https://www.fda.gov/drugs/drug-interactions-labeling); the others are established pharmacologic classes
 * of FDA labels. A drug that is not listed here is matched only by its name and its classes.
 */
export const interactionClasses: readonly InteractionClass[] = [
  {
    name: 'CYP3A4 inhibitors',
    written: [
      'cyp3a4 inhibitor',
      'cyp3a inhibitor',
      'inhibitors of cyp3a4',
      'inhibitors of cyp3a',
      'inhibit cyp3a4',
    ],
    members: [...strongCyp3a, ...moderateCyp3a],
  },
  {
    name: 'strong CYP3A4 inhibitors',
    written: ['strong cyp3a4 inhibitor', 'strong cyp3a inhibitor', 'strong inhibitors of cyp3a4'],
    members: strongCyp3a,
  },
  {
    name: 'CYP3A4 inducers',
    written: ['cyp3a4 inducer', 'cyp3a inducer', 'inducers of cyp3a4', 'inducers of cyp3a', 'induce cyp3a4'],
    members: [
      'apalutamide',
      'bosentan',
      'carbamazepine',
      'efavirenz',
      'enzalutamide',
      'fosphenytoin',
      'mitotane',
      'phenobarbital',
      'phenytoin',
      'primidone',
      'rifampin',
    ],
  },
  {
    name: 'CYP2D6 inhibitors',
    written: ['cyp2d6 inhibitor', 'inhibitors of cyp2d6', 'inhibit cyp2d6'],
    members: [
      'bupropion',
      'duloxetine',
      'fluoxetine',
      'mirabegron',
      'paroxetine',
      'quinidine',
      'terbinafine',
    ],
  },
  {
    name: 'CYP2C9 inhibitors',
    written: ['cyp2c9 inhibitor', 'inhibitors of cyp2c9', 'inhibit cyp2c9'],
    members: ['amiodarone', 'fluconazole', 'miconazole'],
  },
  {
    name: 'CYP2C19 inhibitors',
    written: ['cyp2c19 inhibitor', 'inhibitors of cyp2c19', 'inhibit cyp2c19'],
    members: [
      'esomeprazole',
      'fluconazole',
      'fluoxetine',
      'fluvoxamine',
      'omeprazole',
      'ticlopidine',
      'voriconazole',
    ],
  },
  {
    name: 'CYP1A2 inhibitors',
    written: ['cyp1a2 inhibitor', 'inhibitors of cyp1a2', 'inhibit cyp1a2'],
    members: ['ciprofloxacin', 'fluvoxamine', 'mexiletine'],
  },
  {
    name: 'P-glycoprotein inhibitors',
    written: ['p-gp inhibitor', 'p gp inhibitor', 'p-glycoprotein inhibitor', 'inhibitors of p-gp'],
    members: [
      'amiodarone',
      'carvedilol',
      'clarithromycin',
      'cyclosporine',
      'dronedarone',
      'itraconazole',
      'ketoconazole',
      'lapatinib',
      'propafenone',
      'quinidine',
      'ranolazine',
      'ritonavir',
      'verapamil',
    ],
  },
  {
    name: 'P-glycoprotein inducers',
    written: ['p-gp inducer', 'p gp inducer', 'p-glycoprotein inducer', 'inducers of p-gp'],
    members: ['carbamazepine', 'phenytoin', 'rifampin'],
  },
  { name: 'SSRIs', written: ['ssri', 'selective serotonin reuptake inhibitor'], members: ssris },
  {
    name: 'SNRIs',
    written: [
      'snri',
      'serotonin and norepinephrine reuptake inhibitor',
      'serotonin norepinephrine reuptake inhibitor',
    ],
    members: snris,
  },
  { name: 'triptans', written: ['triptan', '5-ht1 agonist', '5 ht1 agonist'], members: triptans },
  {
    name: 'MAO inhibitors',
    written: ['maoi', 'mao inhibitor', 'monoamine oxidase inhibitor'],
    members: maois,
  },
  {
    name: 'serotonergic drugs',
    written: ['serotonergic drug', 'serotonergic agent', 'serotonergic medication', 'serotonergic medicine'],
    members: [
      ...ssris,
      ...snris,
      ...triptans,
      ...maois,
      'buspirone',
      'fentanyl',
      'lithium',
      'meperidine',
      'mirtazapine',
      'ondansetron',
      'tramadol',
      'trazodone',
    ],
    holdsClasses: ['tricyclic antidepressant'],
  },
  {
    name: 'CNS depressants',
    written: ['cns depressant', 'central nervous system depressant'],
    members: ['baclofen', 'ethanol', 'gabapentin', 'pregabalin', 'tizanidine', 'zolpidem'],
    holdsClasses: ['opioid', 'benzodiazepine', 'barbiturate', 'antipsychotic'],
  },
  {
    name: 'potassium-sparing diuretics',
    written: ['potassium-sparing diuretic', 'potassium sparing diuretic'],
    members: potassiumSparing,
  },
  {
    name: 'thiazide diuretics',
    written: ['thiazide diuretic', 'thiazide'],
    members: ['chlorothiazide', 'chlorthalidone', 'hydrochlorothiazide', 'indapamide', 'metolazone'],
  },
  { name: 'loop diuretics', written: ['loop diuretic'], members: ['bumetanide', 'furosemide', 'torsemide'] },
  { name: 'diuretics', written: ['diuretic'], members: potassiumSparing, holdsClasses: ['diuretic'] },
  { name: 'macrolides', written: ['macrolide'], members: macrolides },
  { name: 'azole antifungals', written: ['azole antifungal', 'antifungal azole'], members: azoles },
  { name: 'fluoroquinolones', written: ['fluoroquinolone', 'quinolone'], members: quinolones },
  {
    name: 'statins',
    written: ['statin', 'hmg-coa reductase inhibitor', 'hmg coa reductase inhibitor'],
    members: statins,
  },
  {
    name: 'NSAIDs',
    written: [
      'nsaid',
      'nonsteroidal anti-inflammatory',
      'non-steroidal anti-inflammatory',
      'nonsteroidal antiinflammatory',
    ],
    members: [
      'aspirin',
      'celecoxib',
      'etodolac',
      'indomethacin',
      'meloxicam',
      'nabumetone',
      'piroxicam',
      'sulindac',
    ],
    holdsClasses: ['nonsteroidal anti-inflammatory drug'],
  },
  {
    name: 'ACE inhibitors',
    written: [
      'ace inhibitor',
      'angiotensin converting enzyme inhibitor',
      'angiotensin-converting enzyme inhibitor',
    ],
    members: [
      'benazepril',
      'captopril',
      'fosinopril',
      'moexipril',
      'perindopril',
      'quinapril',
      'ramipril',
      'trandolapril',
    ],
    holdsClasses: ['ace inhibitor'],
  },
  {
    name: 'angiotensin receptor blockers',
    written: [
      'angiotensin receptor blocker',
      'angiotensin ii receptor blocker',
      'angiotensin ii receptor antagonist',
      'arb',
    ],
    members: [
      'azilsartan',
      'candesartan',
      'eprosartan',
      'irbesartan',
      'olmesartan',
      'telmisartan',
      'valsartan',
    ],
    holdsClasses: ['angiotensin receptor blocker'],
  },
  {
    name: 'beta blockers',
    written: ['beta blocker', 'beta-blocker', 'beta-adrenergic blocker', 'beta-adrenergic blocking agent'],
    members: [
      'acebutolol',
      'betaxolol',
      'bisoprolol',
      'nadolol',
      'nebivolol',
      'pindolol',
      'sotalol',
      'timolol',
    ],
    holdsClasses: ['beta blocker'],
  },
  {
    name: 'benzodiazepines',
    written: ['benzodiazepine'],
    members: ['chlordiazepoxide', 'clorazepate', 'oxazepam', 'temazepam', 'triazolam'],
    holdsClasses: ['benzodiazepine'],
  },
  {
    name: 'opioids',
    written: ['opioid', 'opiate'],
    members: ['codeine', 'oxymorphone', 'remifentanil', 'sufentanil', 'tapentadol'],
    holdsClasses: ['opioid'],
  },
  {
    name: 'proton pump inhibitors',
    written: ['proton pump inhibitor', 'ppi'],
    members: ['dexlansoprazole', 'esomeprazole', 'lansoprazole', 'omeprazole', 'pantoprazole', 'rabeprazole'],
  },
  {
    name: 'drugs that prolong the QT interval',
    written: [
      'prolong the qt interval',
      'prolong qt',
      'prolongs the qt interval',
      'qt prolonging',
      'qt-prolonging',
      'qtc prolonging',
    ],
    members: [
      ...macrolides,
      ...quinolones,
      'amiodarone',
      'citalopram',
      'dofetilide',
      'dronedarone',
      'droperidol',
      'escitalopram',
      'haloperidol',
      'methadone',
      'ondansetron',
      'procainamide',
      'quinidine',
      'sotalol',
      'ziprasidone',
    ],
  },
];
