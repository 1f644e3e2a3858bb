import { agencyTraps } from './agency-traps.ts';
import { chartTraps } from './chart-traps.ts';
import { dosingTableTraps } from './dosing-table-traps.ts';
import { followUpTraps } from './follow-up-traps.ts';
import { otherLayoutTraps } from './other-layout-traps.ts';
import { patientChartTraps } from './patient-chart-traps.ts';
import { secondAgencyTraps } from './second-agency-traps.ts';
import { sourceTraps } from './source-traps.ts';
import { statementTraps } from './statement-traps.ts';
import { strengthTraps } from './strength-traps.ts';
import type { Trap } from './trap.ts';
import { treatmentTraps } from './treatment-traps.ts';

/** Every trap, by its subject. */
export const allTraps: readonly Trap[] = [
  ...chartTraps,
  ...patientChartTraps,
  ...dosingTableTraps,
  ...strengthTraps,
  ...statementTraps,
  ...sourceTraps,
  ...agencyTraps,
  ...secondAgencyTraps,
  ...otherLayoutTraps,
  ...followUpTraps,
  ...treatmentTraps,
];
