import type { Scenario } from './harness/scenario.ts';
import { disk } from './scenarios/disk.ts';
import { freeze } from './scenarios/freeze.ts';
import { kill } from './scenarios/kill.ts';
import { restartPostgres } from './scenarios/restart-postgres.ts';
import { silent } from './scenarios/silent.ts';
import { versions } from './scenarios/versions.ts';

/** Every endurance run, by its name on the command line. */
export const scenarios: readonly Scenario[] = [kill, restartPostgres, freeze, silent, versions, disk];
