import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { executeDecider, loadState } from '../../commands/runtime/execute-decider.ts';
import { systemContext } from '../../commands/runtime/system-caller.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { timerDecider, timerStream } from '../../domain/operations/timer-decider.ts';
import { timerSet } from '../../domain/operations/timer-events.ts';
import { type FollowerServices, runFollower } from '../../followers/run-follower.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { Checkpoints } from '../../ports/checkpoints.ts';
import type { Ownership } from '../../ports/follower.ts';
import type { Fence } from '../../ports/leases.ts';
import type { PendingTimer, PendingTimers } from '../../ports/pending-timers.ts';
import type { SharedClock } from '../../ports/shared-clock.ts';

export const TIMER_SCHEDULER = 'timer-scheduler';

export type TimerServices = FollowerServices &
  Pick<CommandServices, 'eventStore' | 'identity'> & {
    readonly pending: PendingTimers;
    readonly clock: SharedClock;
    readonly checkpoints: Checkpoints;
  };

/** Timers read and fired together: their appends share a transaction. */
const PAGE = 100;
/**
 * The longest pause between two readings of the clock, in milliseconds. Pauses use a monotonic clock that stops while the
 * machine sleeps, so a jump of the shared clock is noticed within this time.
 */
const LOOK_EVERY_MS = 5000;
/** The pause in milliseconds before reading again when the read model still shows fired timers. */
const STALE_PAUSE_MS = 200;

const millisecondsBetween = (from: string, to: string): number => Date.parse(to) - Date.parse(from);

/** Fires one timer. Returns the position of its event; undefined when it had already fired or was cancelled. */
const fire = async (
  { timerId }: PendingTimer,
  fence: Fence,
  services: TimerServices,
): Promise<Position | undefined> => {
  const { eventStore, identity } = services;
  const seen = await loadState({ eventStore }, timerDecider, timerStream(timerId));
  if (!seen.first) return undefined;
  const { events, position } = await executeDecider({
    decider: timerDecider,
    streamId: timerStream(timerId),
    commands: [{ type: 'FireTimer' }],
    // On behalf of the user who set it.
    context: systemContext(seen.first, identity.derivedId(seen.first.id, 'fire'), TIMER_SCHEDULER, fence),
    services,
    seen,
  });
  return events.length > 0 ? position : undefined;
};

/** Fires due timers for as long as the ownership lasts. */
const keepTimers = async (services: TimerServices, ownership: Ownership): Promise<undefined> => {
  const { eventStore, pending, clock, checkpoints, metrics } = services;
  const { fence } = ownership;
  /** The position up to which the log was read for new timers. */
  let heard = await eventStore.head();
  let stored: Position = 0;
  /** The position that the read model must have reached: that of the last timer fired here or set since. */
  let after: Position = 0;
  let woken = new AbortController();

  const followSettings = async (signal: AbortSignal): Promise<void> => {
    const types = [timerSet.type];
    for await (const page of eventStore.subscribePages(heard, { types }, signal)) {
      heard = page.scannedTo;
      ownership.advance({ generation: 0, position: heard });
      const last = page.events.at(-1);
      if (!last) continue;
      after = Math.max(after, last.position);
      woken.abort();
    }
  };

  /** Fires due timers. Returns the milliseconds until the next check. */
  const look = async (): Promise<number> => {
    const timers = await pending.earliest(PAGE, after);
    const now = await clock.now();
    const due = timers.filter(({ dueAt }) => dueAt <= now);
    const fired = await Promise.all(due.map((timer) => fire(timer, fence, services)));
    for (const [index, position] of fired.entries()) {
      const dueAt = due[index]?.dueAt;
      if (position === undefined || dueAt === undefined) continue;
      after = Math.max(after, position);
      metrics.observe('anamnesis_timer_delay_seconds', millisecondsBetween(dueAt, now) / 1000, {});
    }
    const next = timers[due.length];
    if (next) return Math.min(millisecondsBetween(now, next.dueAt), LOOK_EVERY_MS);
    if (due.length === 0) return LOOK_EVERY_MS;
    // More may be due than a page holds. When nothing was left to fire, the read model has yet to catch up.
    return fired.some((position) => position !== undefined) ? 0 : STALE_PAUSE_MS;
  };

  const fireWhatIsDue = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      woken = new AbortController();
      const pause = await look();
      // Only for display by other processes; nothing resumes from it.
      if (heard > stored && (await checkpoints.move(TIMER_SCHEDULER, heard, fence))) stored = heard;
      await abortablePause(pause, anySignal([signal, woken.signal]));
    }
  };

  const ended = new AbortController();
  const signal = anySignal([ownership.signal, ended.signal]);
  ownership.advance({ generation: 0, position: heard });
  const hearing = followSettings(signal);
  const firing = fireWhatIsDue(signal);
  try {
    await Promise.race([hearing, firing]);
  } finally {
    ended.abort();
    await Promise.allSettled([hearing, firing]);
  }
};

/**
 * Fires timers until the signal aborts, in one process at a time. A timer fires at its instant or soon after, by the
 * clock that all nodes share: late after an outage, never early, and once, because firing is a fenced append to its own
 * stream. `TimerFired` then reaches consumers like any event.
 */
export const runTimerScheduler = (services: TimerServices, signal: AbortSignal): Promise<void> => {
  const work = (ownership: Ownership): Promise<undefined> => keepTimers(services, ownership);
  return runFollower({ kind: 'consumer', name: TIMER_SCHEDULER, work }, services, signal);
};
