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
  /** The states of the reported components, by name. */
  readonly states: () => readonly ComponentHealthState[];
  /** Whether several critical ones fail: answers then come from earlier results, and background work pauses. */
  readonly degraded: () => boolean;
  /** Resolves at the next change of a state, or when the signal aborts. */
  readonly changed: (signal: AbortSignal) => Promise<void>;
};

/** Discards all reports; for tests and tools. */
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

/** A cheap health check of a component. */
export type ComponentProbe = {
  readonly component: ComponentName;
  /** Rejects when the component is unhealthy. Bounded in time. */
  readonly look: (signal: AbortSignal) => Promise<unknown>;
  /** Whether the probe reports its own outcome, as a guard does. */
  readonly reports: boolean;
};
