import type { Scenario } from './harness/scenario.ts';
import { kill } from './scenarios/kill.ts';

/** Every endurance run, by the name that the command line knows it by. */
export const scenarios: readonly Scenario[] = [kill];
