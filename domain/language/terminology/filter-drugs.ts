import { type Concept, conceptsOf } from './concept.ts';
import { drugs } from './drugs.ts';

/**
 * Drugs that `drugs.ts` deals with under another drug or under their class, because a question about one is answered
 * by what stands about the other. A filter must keep them apart: alteplase and tenecteplase are one of the pairs on
 * the ISMP List of Confused Drug Names. They are not in `drugs.ts` because the built-in embedding depends on it.
 */
const keptApart: readonly Concept[] = conceptsOf('drug', [
  ['alteplase', 'tpa, t-pa, activase', 'thrombolytic'],
  ['tenecteplase', 'tnkase, tnk', 'thrombolytic'],
  [
    'thrombolytic',
    'thrombolytics, thrombolysis, fibrinolytic, fibrinolytics, fibrinolysis, clot buster, clotbuster',
  ],
  ['losartan', 'cozaar', 'angiotensin receptor blocker'],
  ['angiotensin receptor blocker', 'angiotensin receptor blockers, arb'],
  ['dobutamine', 'dobutrex', 'inotrope'],
  ['milrinone', 'primacor', 'inotrope'],
  ['inotrope', 'inotropes'],
  ['glipizide', 'glucotrol', 'sulfonylurea'],
  ['glyburide', 'diabeta, micronase', 'sulfonylurea'],
  ['sulfonylurea', 'sulfonylureas', 'oral hypoglycemic'],
  ['amyl nitrite'],
  ['sodium nitrite'],
  ['phenobarbital', 'luminal, phenobarb, phenobarbitone', 'barbiturate'],
  ['barbiturate', 'barbiturates', 'anticonvulsant'],
  ['amitriptyline', 'elavil', 'tricyclic antidepressant'],
  ['nortriptyline', 'pamelor', 'tricyclic antidepressant'],
  ['fluoxetine', 'prozac', 'selective serotonin reuptake inhibitor'],
  ['sertraline', 'zoloft', 'selective serotonin reuptake inhibitor'],
  ['tetracaine'],
  ['proparacaine', 'alcaine'],
  ['methamphetamine', 'meth, crystal meth', 'amphetamine'],
  ['amphetamine', 'amphetamines', 'stimulant'],
  ['atorvastatin', 'lipitor', 'statin'],
  ['statin', 'statins'],
  ['amoxicillin', 'amoxil', 'antibiotic'],
  ['amoxicillin and clavulanate', 'augmentin, amoxicillin clavulanate', 'amoxicillin'],
]);

const namesApart: ReadonlySet<string> = new Set(keptApart.flatMap(({ name, also }) => [name, ...also]));

/** The drugs as filters tell them apart, each with its own names only. */
export const filterDrugs: readonly Concept[] = [
  ...keptApart,
  ...drugs
    .filter(({ name }) => !namesApart.has(name))
    .map((drug) => ({ ...drug, also: drug.also.filter((name) => !namesApart.has(name)) })),
];

/** The same by preferred name. */
export const filterDrugByName: ReadonlyMap<string, Concept> = new Map(
  filterDrugs.map((drug) => [drug.name, drug]),
);
