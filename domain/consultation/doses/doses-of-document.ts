import { dosesIn, type NamedDose } from '../../clinical-text/doses-named.ts';
import { namesDose } from '../../clinical-text/names-dose.ts';
import { parseQuantities } from '../../clinical-text/parse-quantities.ts';
import { namesPatients } from '../../clinical-text/population.ts';
import { isDose } from '../../clinical-text/quantity.ts';
import { splitStatements } from '../../clinical-text/split-statements.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { drugNames } from '../../language/terminology/drug-names.ts';
import { tokenize } from '../../language/tokenize.ts';
import { unitNamed } from '../../language/units-of-measure.ts';
import { isDrugTerm } from '../excerpt/drug-terms.ts';
import type { OutlinedDocument } from '../excerpt/judge-blocks.ts';
import { headsOf } from '../excerpt/outline/block-tree.ts';

import { drugsNamedDirectlyIn, isFluid } from './drugs-and-routes.ts';

/** A dose of one drug in a document. */
export type DoseMention = {
  readonly drug: string;
  readonly dose: NamedDose;
  /** Whether it is in a table, where an amount applies to one of many weights or ages. */
  readonly isInTable: boolean;
  readonly isForChildren: boolean;
  /** The statement that contains it. */
  readonly statement: string;
};

const parts = /[;|]|\.\s|,\s|\b(?:or|then|and)\b/;
/** A volume or strength in parentheses may separate a dose from its route. */
const aside = /\([^()]{0,60}\)/g;
/** An amount that limits others, or was given earlier, is not a separate dose. */
const bounds = /\b(?:max(?:imum)?|total|exceed|up to|no more than|limit|cumulative|already|minimum)\b/i;

/**
 * Whether a text names a drug that the terminology knows only by name: a dose there does not belong to the drug
 * before it.
 */
const namesAnotherDrug = (part: string): boolean => tokenize(part).some(({ text }) => drugNames.has(text));

/** Whether a fluid is the vehicle of the preceding amount: "1 g in 100 mL saline". */
const isVehicleIn = (part: string, drug: string): boolean => {
  if (!isFluid(drug)) return false;
  const doses = parseQuantities(part).filter(isDose);
  const [first] = doses;
  if (first === undefined || doses.every(({ kind }) => kind === 'volume')) return false;
  return drugsNamedDirectlyIn(part.slice(0, first.start)).length === 0;
};

/** Returns the doses in a text that can belong to only one drug. */
export const dosesNamedIn = (
  text: string,
  named: string | undefined,
): readonly Pick<DoseMention, 'drug' | 'dose' | 'statement'>[] => {
  let drug = named;
  return splitStatements(text).flatMap(({ text: statement }) =>
    statement
      .replace(aside, ' ')
      .split(parts)
      .flatMap((part) => {
        const own = drugsNamedDirectlyIn(part);
        const [only] = own;
        const isBeforeVehicle = only !== undefined && own.length === 1 && isVehicleIn(part, only);
        if (own.length > 0 && !isBeforeVehicle) drug = own.length === 1 ? only : undefined;
        else if (own.length === 0 && namesAnotherDrug(part)) drug = undefined;
        const current = drug;
        if (current === undefined || bounds.test(part)) return [];
        const namesIt = own.includes(current);
        return dosesIn(part).flatMap((dose) => {
          const isVolume = unitNamed(dose.unit)?.kind === 'volume';
          // A mass is an error only if the fluid is next to it, not named further up.
          if (isFluid(current) && !isVolume && !namesIt) return [];
          return isBeforeVehicle && isVolume ? [] : [{ drug: current, dose, statement }];
        });
      }),
  );
};

/** Returns all doses of a document, each with the drug named by its statement or its heads. */
export const dosesOfDocument = weakMemoize(({ blocks, terms }: OutlinedDocument): readonly DoseMention[] =>
  blocks.flatMap(({ kind, lines }, index) => {
    const text = lines.join('\n');
    if (kind === 'heading' || !namesDose(text)) return [];
    const heads = headsOf(blocks, index);
    const above = heads.find((at) => [...(terms[at] ?? [])].some(isDrugTerm));
    const headed = above === undefined ? [] : drugsNamedDirectlyIn((blocks[above]?.lines ?? []).join(' '));
    const around = `${text} ${heads.map((at) => (blocks[at]?.lines ?? []).join(' ')).join(' ')}`;
    const isForChildren = namesPatients(around, 'pediatric', 'neonatal') && !namesPatients(around, 'adult');
    return dosesNamedIn(text, headed.length === 1 ? headed[0] : undefined).map((mention) => ({
      ...mention,
      isInTable: kind === 'table',
      isForChildren,
    }));
  }),
);
