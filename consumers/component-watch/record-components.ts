import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { contextOf } from '../../commands/runtime/context-of.ts';
import { executeDecider } from '../../commands/runtime/execute-decider.ts';
import { systemCaller } from '../../commands/runtime/system-caller.ts';
import {
  type ComponentCommand,
  type ComponentsState,
  componentDecider,
  componentsStream,
} from '../../domain/operations/component-decider.ts';
import { type ComponentHealthState, failsTooOften } from '../../domain/operations/component-health.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';

export type RecordServices = Pick<CommandServices, 'eventStore' | 'identity' | 'states'> & {
  readonly monitor: Pick<ComponentMonitor, 'states'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Names this process among the others; changes with each start. */
  readonly node: string;
};

/**
 * A component must have been well for this long, without failures, before its recovery is recorded: one that flaps is
 * recorded once.
 */
const STEADY_MS = 60_000;

const isSteadilyWell = (
  { state, since, lastOk, against }: ComponentHealthState,
  failedAt: string,
  now: string,
): boolean =>
  state === 'well' &&
  against === 0 &&
  lastOk !== undefined &&
  lastOk > failedAt &&
  (since <= failedAt || Date.parse(now) - Date.parse(since) >= STEADY_MS);

/** The commands for changes that this process sees and the log does not have yet. */
const commandsFor = (
  seen: readonly ComponentHealthState[],
  known: ComponentsState,
  node: string,
  at: string,
): readonly ComponentCommand[] =>
  seen.flatMap((state): ComponentCommand[] => {
    const { component } = state;
    const failure = known.failed.get(component);
    const { failed, calls } = state.recent;
    return [
      ...(state.state === 'failed' && failure === undefined
        ? [{ type: 'RecordComponentFailed' as const, component, node, at, reason: state.reason ?? 'unknown' }]
        : []),
      ...(failure !== undefined && isSteadilyWell(state, failure.at, at)
        ? [{ type: 'RecordComponentRecovered' as const, component, node, at }]
        : []),
      ...(failure === undefined && state.state === 'well' && failsTooOften(state)
        ? [{ type: 'RecordFailuresRose' as const, component, node, at, failed, calls }]
        : []),
    ];
  });

/** Records new changes of components, as this process sees them. Rejects as an append does. */
export const recordComponents = async (services: RecordServices): Promise<void> => {
  const { monitor, clock, node, identity } = services;
  // The log cannot record that the database is down; operators hear of it directly (`alert-of-database.ts`).
  const seen = monitor.states().filter(({ component }) => component !== 'database');
  if (seen.length === 0) return;
  const commandId = identity.newId();
  await executeDecider({
    decider: componentDecider,
    streamId: componentsStream,
    commands: (known) => commandsFor(seen, known, node, clock.now()),
    context: contextOf(systemCaller('component-watch', commandId), { commandId }),
    services,
  });
};
