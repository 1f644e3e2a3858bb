import type { Position } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { notExamined } from '../../domain/operations/rebuild-examination.ts';
import { isLeaseLost } from '../../ports/leases.ts';
import { examineGeneration } from './examine-generation.ts';
import type { Followed } from './follow-generation.ts';
import { createGeneration } from './generation-tables.ts';
import { isOutage } from './is-outage.ts';
import { generationSchema } from './projection-definition.ts';
import { retryBuild } from './retry-build.ts';
import { follow, type NextGeneration, type Stretch } from './stretch.ts';

/**
 * When the new generation is within this many events of the head, the live one pauses so that the new one can
 * overtake it.
 */
const NEARLY_THERE = 500;

/** Compares a new generation with the live one; returns whether it must wait for a person. */
const mustWait = async (
  { definition, services, ownership, opened: { live }, signal }: Stretch,
  { generation, verdict }: NextGeneration,
  { position, completeTo }: { readonly position: Position; readonly completeTo: Position | undefined },
): Promise<boolean> => {
  const generations = {
    live: { generation: live.generation, position: live.position },
    next: { generation, position, ...omitUndefined({ completeTo }) },
  };
  // A live generation that cannot be kept current must not stay in service until a person decides.
  const examination =
    definition.examine && live.isFrozen
      ? notExamined('The live one was built by another version of the program and cannot be kept current.')
      : await examineGeneration({ definition, generations, signal }, services);
  if (signal.aborted || !examination) return false;
  const isRebuilt = verdict === 'waiting';
  const examined = { generation, live: live.generation, builtTo: position, examination, isRebuilt };
  await services.rebuilds.recordExamined(definition.name, examined, ownership.fence);
  return examination.outcome === 'lost';
};

/** The stored position of a generation. */
const reached = async ({ definition, services }: Stretch, generation: number): Promise<Position> =>
  (await services.generations.list(services.database, definition.name)).find(
    (row) => row.generation === generation,
  )?.position ?? 0;

const createTables = async ({ definition, services }: Stretch, generation: number): Promise<void> => {
  const { database, eventStore, generations } = services;
  const start = { generation, state: 'building', target: await eventStore.head() } as const;
  await database.transaction((session) => createGeneration(session, generations, definition, start), {
    timeout: 'long',
  });
};

const isNearHead = (at: Position, head: Position): boolean => head - at <= NEARLY_THERE;

/** Follows the log close to its head, then has the projection settle the generation. */
const buildNearHead = async (stretch: Stretch, generation: number, from: Position): Promise<Followed> => {
  const { definition, signal } = stretch;
  const built = await follow(stretch, { generation, from, until: isNearHead });
  if (!definition.settle || built.unreadable || signal.aborted) return built;
  await definition.settle(generationSchema(definition.name, generation), signal);
  // The log may have grown meanwhile.
  return follow(stretch, { generation, from: built.position, until: isNearHead });
};

/** Builds up to the live generation's position and compares the two; a generation that must wait is kept current. */
const examineBuilt = async (stretch: Stretch, wanted: NextGeneration, from: Position): Promise<Followed> => {
  const { definition, services, signal } = stretch;
  const { generation } = wanted;
  // Up to the live one, which keeps moving meanwhile: only content that both hold can be compared.
  const completeTo = await definition.completeTo?.();
  const reach = await services.eventStore.head();
  const built = await follow(stretch, { generation, from, until: (at) => at >= reach });
  if (built.unreadable || signal.aborted) return built;
  const waits = await mustWait(stretch, wanted, { position: built.position, completeTo });
  return follow(stretch, { generation, from: built.position, ...(waits ? {} : { until: isNearHead }) });
};

const buildOnce = async (stretch: Stretch, wanted: NextGeneration): Promise<Followed> => {
  const { definition, opened } = stretch;
  const { generation, verdict, isDecided } = wanted;
  // Another version of the program took over meanwhile and rebuilt it: do not wait next to a frozen generation.
  const isUndecided = verdict === 'none' || (verdict === 'waiting' && opened.live.isFrozen);
  await definition.plan?.(generation, 'read-when-built');
  await createTables(stretch, generation);
  const from = await reached(stretch, generation);
  // Until a person decides, it is kept as fresh as the live one.
  if (verdict === 'waiting' && !isUndecided) return follow(stretch, { generation, from });
  const built = await buildNearHead(stretch, generation, from);
  if (!definition.examine || isDecided || !isUndecided) return built;
  return examineBuilt(stretch, wanted, built.position);
};

/** Builds a generation until it is close to the head. Progress survives failures and crashes. */
export const buildGeneration = async (stretch: Stretch, wanted: NextGeneration): Promise<Followed> => {
  const { signal } = stretch;
  const build = (): Promise<Followed> => retryBuild(() => buildOnce(stretch, wanted), signal);
  if (wanted.verdict !== 'waiting') return build();
  // It may wait for days, so failures that it recovered from do not add up.
  for (let before = await reached(stretch, wanted.generation); ; ) {
    try {
      return await build();
    } catch (error) {
      if (signal.aborted || isLeaseLost(error) || isOutage(error)) throw error;
      const now = await reached(stretch, wanted.generation);
      if (now <= before) throw error;
      before = now;
    }
  }
};
