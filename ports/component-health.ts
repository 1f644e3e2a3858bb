import type { ComponentHealthState, ComponentOutcome } from '../domain/operations/component-health.ts';
import type { ComponentName } from '../domain/operations/component-name.ts';

/**
 * What this process has seen of the components that an answer needs. Each process knows its own: a network may fail for
 * one of them alone. Never throws and never waits, since it is told in the middle of an answer.
 */
export type ComponentMonitor = {
  /**
   * What came of asking a component.
   *
   * @param reason a failure code or a fixed sentence, free of PHI
   */
  readonly report: (component: ComponentName, outcome: ComponentOutcome, reason?: string) => void;
  /** Those that were reported on, in order of their names. */
  readonly states: () => readonly ComponentHealthState[];
  /** Whether several critical ones fail: answers then come from what was found before, and background work rests. */
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
  /** Whether what comes of it is reported on the way, as a guard does. */
  readonly reports: boolean;
};
