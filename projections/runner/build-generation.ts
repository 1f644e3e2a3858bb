import type { Position } from '../../domain/kernel/event.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { notExamined } from '../../domain/operations/rebuild-examination.ts';
import { isLeaseLost } from '../../ports/leases.ts';
import { doWithRetries } from '../../ports/retry.ts';
import { examineGeneration } from './examine-generation.ts';
import type { Followed } from './follow-generation.ts';
import { createGeneration } from './generation-tables.ts';
import { isOutage } from './is-outage.ts';
import { generationSchema } from './projection-definition.ts';
import { follow, type NextGeneration, type Stretch } from './stretch.ts';

/** Attempts to build a generation. */
const BUILD_ATTEMPTS = 4;
/** Where the failure says that trying again makes sense: what is away for half a minute costs no rebuild. */
const PATIENT_BUILD_ATTEMPTS = 8;
const buildPauses = { firstPause: 200, maxPause: 25_600 };
/** Within so many events of the head the live generation pauses, so that the new one can pass it. */
const NEARLY_THERE = 500;

/** Compares a new generation with the live one; answers whether it has to wait for a person. */
const mustWait = async (
  { definition, services, ownership, opened: { live }, signal }: Stretch,
  { generation, verdict }: NextGeneration,
  { position, completeTo }: { readonly position: Position; readonly completeTo: Position | undefined },
): Promise<boolean> => {
  const generations = {
    live: { generation: live.generation, position: live.position },
    next: { generation, position, ...omitUndefined({ completeTo }) },
  };
  // What cannot be kept current must not go on being read until somebody has looked.
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

/** How far a generation is stored. */
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

/** Follows the log close to its head, and has the projection settle what it built. */
const buildNearHead = async (stretch: Stretch, generation: number, from: Position): Promise<Followed> => {
  const { definition, signal } = stretch;
  const built = await follow(stretch, { generation, from, until: isNearHead });
  if (!definition.settle || built.unreadable || signal.aborted) return built;
  await definition.settle(generationSchema(definition.name, generation), signal);
  // The log has grown meanwhile.
  return follow(stretch, { generation, from: built.position, until: isNearHead });
};

/** Builds as far as the live generation and compares the two; one that has to wait is kept current. */
const examineBuilt = async (stretch: Stretch, wanted: NextGeneration, from: Position): Promise<Followed> => {
  const { definition, services, signal } = stretch;
  const { generation } = wanted;
  // As far as the live one, which goes on meanwhile: only what both hold can be compared.
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
  // Another version of the program took over meanwhile, and has rebuilt it: do not wait beside a frozen one.
  const isUndecided = verdict === 'none' || (verdict === 'waiting' && opened.live.isFrozen);
  await definition.plan?.(generation, 'read-when-built');
  await createTables(stretch, generation);
  const from = await reached(stretch, generation);
  // Until somebody decides it is kept as fresh as the live one.
  if (verdict === 'waiting' && !isUndecided) return follow(stretch, { generation, from });
  const built = await buildNearHead(stretch, generation, from);
  if (!definition.examine || isDecided || !isUndecided) return built;
  return examineBuilt(stretch, wanted, built.position);
};

/** Builds a generation until it is close to the head. What was built before a failure or a crash is kept. */
export const buildGeneration = async (stretch: Stretch, wanted: NextGeneration): Promise<Followed> => {
  const { signal } = stretch;
  let made = 0;
  const work = (attempt: number): Promise<Followed> => {
    made = attempt;
    return buildOnce(stretch, wanted);
  };
  const mayPass = (error: unknown): boolean => {
    if (isLeaseLost(error) || isOutage(error)) return false;
    const isExpectedRetry = error instanceof Failure && error.reason.retryAfter !== undefined;
    return isExpectedRetry || made < BUILD_ATTEMPTS;
  };
  const retries = { ...buildPauses, attempts: PATIENT_BUILD_ATTEMPTS, mayPass, signal };
  if (wanted.verdict !== 'waiting') return doWithRetries(work, retries);
  // It may wait for days: failures that it got over meanwhile do not add up.
  for (let before = await reached(stretch, wanted.generation); ; ) {
    try {
      return await doWithRetries(work, retries);
    } catch (error) {
      if (signal.aborted || isLeaseLost(error) || isOutage(error)) throw error;
      const now = await reached(stretch, wanted.generation);
      if (now <= before) throw error;
      before = now;
    }
  }
};
