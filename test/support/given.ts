import { expect } from 'vitest';
import { type Decider, foldState } from '../../domain/kernel/decider.ts';
import type { FailureCode } from '../../domain/kernel/failure.ts';

/**
 * Given a history, when a command arrives, then exactly these events follow, in this order, or the refusal. The events
 * are folded too, so that a test can continue: `thenEvents(…).when(…)`.
 */
export const given = <Command, Event, State>(
  decider: Decider<Command, Event, State>,
  ...history: readonly Event[]
) => ({
  when: (command: Command) => {
    const state = foldState(decider, history);
    const decision = decider.decide(command, state);
    return {
      thenEvents: (...expected: readonly Event[]) => {
        expect(decision).toStrictEqual({ ok: true, value: expected });
        return given(decider, ...history, ...expected);
      },
      thenNothing: () => {
        expect(decision).toStrictEqual({ ok: true, value: [] });
        return given(decider, ...history);
      },
      thenRefused: (code: FailureCode, message: RegExp = /./) => {
        expect(decision).toMatchObject({ ok: false, error: { code } });
        expect(decision.ok ? '' : decision.error.message).toMatch(message);
      },
    };
  },
  /** The state after the history. */
  state: (): State => foldState(decider, history),
});
