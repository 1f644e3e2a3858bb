import type { ComponentHealthState, ComponentOutcome } from '../domain/operations/component-health.ts';
import type { ComponentName } from '../domain/operations/component-name.ts';

/**
 * The health of the components that an answer needs, as observed by this process. Each process keeps its own: a
 * network may fail for one of them alone. Never throws and never waits, since it is updated in the middle of an
 * answer.
 */
export type ComponentMonitor = {
  /**
   * Records the outcome of a call to a component.
   *
   * @param reason a failure code or a fixed sentence, free of PHI
   */
  readonly report: (component: ComponentName, outcome: ComponentOutcome, reason?: string) => void;
  /** Those that were reported on, in order of their names. */
  readonly states: () => readonly ComponentHealthState[];
  /** Whether several critical ones fail: answers then come from earlier results, and background work pauses. */
  readonly degraded: () => boolean;
  /** Resolves at the next change of a state, or when the signal aborts. */
  readonly changed: (signal: AbortSignal) => Promise<void>;
};

/** Takes note of nothing; for tests and tools. */
export const unwatchedComponents: ComponentMonitor = {
  report: () => {},
  states: () => [],
  degraded: () => false,
  changed: (signal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    }),
};

/** Looks cheaply whether a component is at work. */
export type ComponentProbe = {
  readonly component: ComponentName;
  /** Rejects when it is not. Bounded in time. */
  readonly look: (signal: AbortSignal) => Promise<unknown>;
  /** Whether the outcome is reported along the way, as a guard does. */
  readonly reports: boolean;
};
