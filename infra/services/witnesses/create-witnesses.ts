import type { CheckpointWitness } from '../../../ports/checkpoint-witness.ts';
import type { Clock } from '../../../ports/clock.ts';
import { createFolderWitness } from './folder-witness.ts';
import { createHttpWitness } from './http-witness.ts';
import type { WitnessConfiguration } from './witness-configuration.ts';

/** Creates the configured witnesses. */
export const createWitnesses = (
  { servers, folder }: WitnessConfiguration,
  clock: Pick<Clock, 'now'>,
): readonly CheckpointWitness[] => [
  ...servers.map(createHttpWitness),
  ...(folder === undefined ? [] : [createFolderWitness(folder, clock)]),
];
