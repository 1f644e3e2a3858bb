import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import {
  examinationDecider,
  examinationStream,
  verdictOn,
} from '../../domain/operations/examination-decider.ts';
import { projectionDecider } from '../../domain/operations/projection-decider.ts';
import type { CommandServices } from '../runtime/command-definition.ts';
import { loadState } from '../runtime/execute-decider.ts';

/** The generation of a projection that misses documents of the live one and awaits a person's decision, if any. */
export const waitingRebuild = async (
  projection: string,
  services: Pick<CommandServices, 'eventStore' | 'states'>,
): Promise<number | undefined> => {
  const { state } = await loadState(services, projectionDecider, streamIdOf('projection', projection));
  const { state: examination } = await loadState(services, examinationDecider, examinationStream(projection));
  return verdictOn(examination, state.building) === 'waiting' ? state.building : undefined;
};
