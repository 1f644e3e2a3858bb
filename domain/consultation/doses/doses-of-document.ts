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
import { isDrugTerm, type OutlinedDocument } from '../excerpt/judge-blocks.ts';
import { headsOf } from '../excerpt/outline/block-tree.ts';

import { drugsNamedDirectlyIn, isFluid } from './drugs-and-routes.ts';

/** A dose of one drug as a document names it. */
export type DoseMention = {
  readonly drug: string;
  readonly dose: NamedDose;
  /** Whether it is in a table, where an amount is for one weight or age of many. */
  readonly isInTable: boolean;
  readonly isForChildren: boolean;
  /** The statement that it is in. */
  readonly statement: string;
};

const parts = /[;|]|\.\s|,\s|\b(?:or|then|and)\b/;
/** The volume or the strength of a dose in parentheses comes between it and its route. */
const aside = /\([^()]{0,60}\)/g;
/** An amount that bounds others, or was given before, is not a separate dose. */
const bounds = /\b(?:max(?:imum)?|total|exceed|up to|no more than|limit|cumulative|already|minimum)\b/i;

/** Drugs of which the terminology has only the name: their doses are not those of the drug before them. */
const namesAnotherDrug = (part: string): boolean => tokenize(part).some(({ text }) => drugNames.has(text));

/** Whether a fluid is named after the amount that is given in it: "1 g in 100 mL saline". */
const isVehicleIn = (part: string, drug: string): boolean => {
  if (!isFluid(drug)) return false;
  const doses = parseQuantities(part).filter(isDose);
  const [first] = doses;
  if (first === undefined || doses.every(({ kind }) => kind === 'volume')) return false;
  return drugsNamedDirectlyIn(part.slice(0, first.start)).length === 0;
};

/** The doses in a text, each with the one drug that it can only be of. */
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
          // Of a fluid named further up a mass is a slip only where the fluid stands beside it.
          if (isFluid(current) && !isVolume && !namesIt) return [];
          return isBeforeVehicle && isVolume ? [] : [{ drug: current, dose, statement }];
        });
      }),
  );
};

/** All doses of a document, each with its drug by the statement or by what it is under. */
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
