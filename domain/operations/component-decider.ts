import type { Decider, Decision } from '../kernel/decider.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { ok } from '../kernel/result.ts';
import type { ComponentEvent } from './component-events.ts';
import type { ComponentName } from './component-name.ts';
import { isDegraded } from './degraded-mode.ts';

/** The one stream for the state of all components, because degraded mode depends on several of them. */
export const componentsStream = streamIdOf('operations', 'components');

type Seen = { readonly component: ComponentName; readonly node: string; readonly at: string };
type RecordComponentFailed = { readonly type: 'RecordComponentFailed'; readonly reason: string } & Seen;
type RecordComponentRecovered = { readonly type: 'RecordComponentRecovered' } & Seen;
type RecordFailuresRose = {
  readonly type: 'RecordFailuresRose';
  readonly failed: number;
  readonly calls: number;
} & Seen;
export type ComponentCommand = RecordComponentFailed | RecordComponentRecovered | RecordFailuresRose;

export type ComponentsState = {
  /** The failed components, with the node that reported it first and when. */
  readonly failed: ReadonlyMap<ComponentName, { readonly node: string; readonly at: string }>;
  readonly degradedSince?: string;
  /** When a component was last reported as failing too often. */
  readonly roseAt: ReadonlyMap<ComponentName, string>;
};

/** More are not reported: no installation configures this many. */
const MAX_FAILED = 64;

/**
 * The node that reports a failure also reports the recovery. If it does not, another node that finds the component
 * healthy may, after this many milliseconds: until then that node may merely have a better network.
 */
const ABANDONED_MS = 15 * 60 * 1000;

/** A persistently high rate is recorded once an hour. */
const RATE_PAUSE_MS = 60 * 60 * 1000;

const since = (then: string, now: string): number => Date.parse(now) - Date.parse(then);

const modeAfter = (
  failed: Iterable<ComponentName>,
  { degradedSince }: ComponentsState,
  at: string,
): readonly ComponentEvent[] => {
  const components = [...failed];
  const isNow = isDegraded(components, degradedSince !== undefined);
  if (isNow && degradedSince === undefined)
    return [{ type: 'DegradedModeEntered', data: { components, at } }];
  if (!isNow && degradedSince !== undefined)
    return [{ type: 'DegradedModeLeft', data: { enteredAt: degradedSince, at } }];
  return [];
};

const decide = (command: ComponentCommand, state: ComponentsState): Decision<ComponentEvent> => {
  const { type, ...seen } = command;
  const { component, node, at } = seen;
  const failure = state.failed.get(component);
  if (type === 'RecordComponentFailed') {
    if (failure !== undefined || state.failed.size >= MAX_FAILED) return ok([]);
    const { reason } = command;
    return ok([
      { type: 'ComponentFailed', data: { component, node, reason: reason.slice(0, 200), at } },
      ...modeAfter([...state.failed.keys(), component], state, at),
    ]);
  }
  if (type === 'RecordComponentRecovered') {
    if (failure === undefined) return ok([]);
    if (failure.node !== node && since(failure.at, at) < ABANDONED_MS) return ok([]);
    const others = [...state.failed.keys()].filter((other) => other !== component);
    return ok([
      { type: 'ComponentRecovered', data: { component, node, failedAt: failure.at, at } },
      ...modeAfter(others, state, at),
    ]);
  }
  const last = state.roseAt.get(component);
  if (last !== undefined && since(last, at) < RATE_PAUSE_MS) return ok([]);
  const { failed, calls } = command;
  return ok([{ type: 'ComponentFailuresRose', data: { component, node, failed, calls, at } }]);
};

/** The state of the components across all nodes: each change is recorded once, however many nodes saw it. */
export const componentDecider: Decider<ComponentCommand, ComponentEvent, ComponentsState> = {
  initialState: { failed: new Map(), roseAt: new Map() },
  decide,
  evolve: (state, event) => {
    switch (event.type) {
      case 'ComponentFailed': {
        const { component, node, at } = event.data;
        return { ...state, failed: new Map(state.failed).set(component, { node, at }) };
      }
      case 'ComponentRecovered': {
        const failed = new Map(state.failed);
        failed.delete(event.data.component);
        return { ...state, failed };
      }
      case 'ComponentFailuresRose':
        return { ...state, roseAt: new Map(state.roseAt).set(event.data.component, event.data.at) };
      case 'DegradedModeEntered':
        return { ...state, degradedSince: event.data.at };
      case 'DegradedModeLeft': {
        const { degradedSince: _, ...rest } = state;
        return rest;
      }
    }
  },
};
