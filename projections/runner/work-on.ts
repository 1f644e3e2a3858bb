import type { Position } from '../../domain/kernel/event.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { StepDownReason } from '../../ports/consumer-feed.ts';
import type { UnreadableEvent } from '../../ports/event-store.ts';
import { buildGeneration } from './build-generation.ts';
import type { Followed } from './follow-generation.ts';
import { follow, type Stretch } from './stretch.ts';
import { decideSwitch, finishBuild } from './take-over.ts';

const stoppedBefore = ({ position, message }: UnreadableEvent): StepDownReason => ({
  because: `It stopped before event ${position}. ${message}`,
});

const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Keeps the live generation current; one of another version of the fold is left unchanged. */
const followLive = async (stretch: Stretch): Promise<Followed> => {
  const { ownership, opened, signal } = stretch;
  const { generation, position: from, isFrozen } = opened.live;
  ownership.advance({ generation, position: from, ...(isFrozen ? { frozen: true } : {}) });
  if (isFrozen) return untilAborted(signal).then(() => ({ position: from }));
  const onAdvance = (position: Position): void => ownership.advance({ generation, position });
  return follow(stretch, { generation, from, onAdvance });
};

type Work = Omit<Stretch, 'signal'> & {
  /** Resolves when the work must restart for another reason. */
  readonly until?: (signal: AbortSignal) => Promise<void>;
};

/** Works until the log's decisions change, or until a generation is ready to take over. */
export const workOn = async ({
  until = untilAborted,
  ...work
}: Work): Promise<StepDownReason | undefined> => {
  const { definition, services, ownership, opened } = work;
  const { next } = opened;
  const over = new AbortController();
  const signal = anySignal([ownership.signal, over.signal]);
  const stretch = { ...work, signal };
  const following = followLive(stretch);
  const building = next ? buildGeneration(stretch, next) : untilAborted(signal).then(() => undefined);
  const news = services.rebuilds.news(definition.name, opened.knownTo, signal);
  const due = until(signal);
  try {
    const first = await Promise.race([
      following.then(({ unreadable }) => ({ unreadable, isBuilt: false })),
      news.then(() => ({ unreadable: undefined, isBuilt: false })),
      due.then(() => ({ unreadable: undefined, isBuilt: false })),
      building.catch(() => {}).then(() => ({ unreadable: undefined, isBuilt: true })),
    ]);
    over.abort();
    const { position: liveAt } = await following;
    if (first.unreadable) return stoppedBefore(first.unreadable);
    if (!first.isBuilt || !next) return undefined;
    const finished = await finishBuild(stretch, next, { building, liveAt });
    if (finished?.unreadable) return stoppedBefore(finished.unreadable);
    if (finished && !next.isDecided && !ownership.signal.aborted)
      await decideSwitch(stretch, next.generation, finished.position);
    return undefined;
  } finally {
    over.abort();
    await Promise.allSettled([following, building, news, due]);
  }
};
