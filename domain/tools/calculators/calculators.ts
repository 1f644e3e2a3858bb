import { type FailureReason, failure } from '../../kernel/failure.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import { nearestName } from '../../language/nearest-name.ts';
import { anionGap } from './anion-gap.ts';
import { apgar } from './apgar.ts';
import { bmi } from './bmi.ts';
import { centor } from './centor.ts';
import { chadsva } from './chadsva.ts';
import { chadsvasc } from './chadsvasc.ts';
import { childPugh } from './child-pugh.ts';
import { correctedCalcium } from './corrected-calcium.ts';
import { correctedSodium } from './corrected-sodium.ts';
import { curb65 } from './curb65.ts';
import type { Calculator } from './define-calculator.ts';
import { gcs } from './gcs.ts';
import { grace } from './grace.ts';
import { graceSixMonths } from './grace-6-months.ts';
import { hasbled } from './hasbled.ts';
import { heart } from './heart.ts';
import { meld } from './meld.ts';
import { nihss } from './nihss.ts';
import { parkland } from './parkland.ts';
import { pediatricWeight } from './pediatric-weight.ts';
import { perc } from './perc.ts';
import { qsofa } from './qsofa.ts';
import { renalDosing } from './renal-dosing.ts';
import { shockIndex } from './shock-index.ts';
import { sofa } from './sofa.ts';
import { wellsDvt } from './wells-dvt.ts';
import { wellsPe } from './wells-pe.ts';

/** All calculators, those of the requirements first, in their order. */
export const calculators: readonly Calculator[] = [
  wellsDvt,
  wellsPe,
  chadsvasc,
  chadsva,
  hasbled,
  grace,
  graceSixMonths,
  meld,
  renalDosing,
  bmi,
  curb65,
  qsofa,
  sofa,
  nihss,
  gcs,
  apgar,
  centor,
  perc,
  heart,
  childPugh,
  shockIndex,
  pediatricWeight,
  parkland,
  anionGap,
  correctedCalcium,
  correctedSodium,
];

const byName: ReadonlyMap<string, Calculator> = new Map(
  calculators.map((calculator) => [calculator.name, calculator]),
);
const names = calculators.map(({ name }) => name);

/** The calculator with a name, or `not_found` with the one that was probably meant. */
export const findCalculator = (name: string): Result<Calculator, FailureReason> => {
  const found = byName.get(name);
  if (found) return ok(found);
  const nearest = nearestName(name, names);
  return err(
    failure(
      'not_found',
      `There is no calculator with this name.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
      { details: { calculators: names } },
    ),
  );
};
