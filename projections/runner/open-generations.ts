import type { Position } from '../../domain/kernel/event.ts';
import { type Verdict, verdictOn } from '../../domain/operations/examination-decider.ts';
import type { StepDownReason } from '../../ports/consumer-feed.ts';
import type { Ownership } from '../../ports/follower.ts';
import type { Generation } from '../../ports/generations.ts';
import type { Logger } from '../../ports/logger.ts';
import type { RebuildHistory } from '../../ports/rebuild-history.ts';
import type { FollowServices } from './follow-generation.ts';
import { createGeneration, dropGeneration } from './generation-tables.ts';
import { generationSchema, type ProjectionDefinition } from './projection-definition.ts';
import { reconcile } from './reconcile.ts';

type OpenServices = FollowServices & {
  readonly logger: Logger;
  readonly rebuilds: RebuildHistory;
};

/** The work to do for a projection, according to the log at a position. */
export type Opened = {
  readonly knownTo: Position;
  readonly live: {
    readonly generation: number;
    readonly position: Position;
    /** Built by another version of the fold: left unchanged until the next one takes over. */
    readonly isFrozen: boolean;
  };
  readonly next?: {
    readonly generation: number;
    /** Already live according to the log, so no decision about it remains. */
    readonly isDecided: boolean;
    /** The result of its examination. */
    readonly verdict: Verdict;
  };
  /** Whether any version of the program has requested a rebuild. */
  readonly isRebuilding: boolean;
};

/** The rebuild that an older program left to newer ones, so far in vain. */
export type DeferredRebuild = { generation?: number };

const olderProgram = (live: Generation, { version }: ProjectionDefinition): StepDownReason => ({
  because:
    `The read model was built by version ${live.definitionVersion} of its fold, and this program has version ${version}. ` +
    'It is read as far as this program can. Start the newer program, or reset the projection to rebuild it with this one.',
});

/** Lets a projection remove external data of dropped generations. Never rejects. */
const dropOutside = async (
  definition: ProjectionDefinition,
  { database, generations, logger }: OpenServices,
): Promise<void> => {
  if (!definition.keepOnly) return;
  const { name } = definition;
  try {
    const present = await generations.list(database, name);
    await definition.keepOnly(present.map(({ generation }) => generationSchema(name, generation)));
  } catch {
    logger.warn({ projection: name }, 'External data of dropped generations was not removed.');
  }
};

/**
 * Brings the stored generations of a projection in line with the log and returns the remaining work. When this
 * program is too old for the projection, returns why it should leave it to others: it never rebuilds what a newer
 * program has built, unless an admin requests it and no newer program is running.
 */
export const openGenerations = async (
  definition: ProjectionDefinition,
  services: OpenServices,
  ownership: Ownership,
  left: DeferredRebuild,
): Promise<Opened | StepDownReason> => {
  const { database, eventStore, generations, logger, rebuilds } = services;
  const { name, version } = definition;
  const { state, examination, position: knownTo, unreadable } = await rebuilds.read(name);
  if (unreadable) return { because: unreadable.message };

  const stored = await generations.list(database, name);
  const { live: generation = state.live, next, drop } = reconcile(stored, state);
  const before = stored.find((other) => other.state === 'live');
  if (!stored.some((other) => other.generation === generation)) {
    // Data left there by an earlier generation of the same number is not its own.
    await dropOutside(definition, services);
    await definition.plan?.(generation, 'read-at-once');
    const start = { generation, state: 'live', target: await eventStore.head() } as const;
    await database.transaction((session) => createGeneration(session, generations, definition, start), {
      timeout: 'long',
    });
  } else if (before?.generation !== generation) {
    await database.transaction((session) =>
      generations.makeLive(session, name, { live: generation, next, fence: ownership.fence }),
    );
    const previous = before?.generation;
    logger.info({ projection: name, generation, previous }, 'A rebuilt read model went live.');
  }
  const inPlainText = (await generations.list(database, name)).flatMap((other) =>
    other.state === 'retired' &&
    other.definitionVersion < (definition.sealedSince ?? 0) &&
    other.generation !== next
      ? [other.generation]
      : [],
  );
  for (const obsolete of new Set([...drop, ...inPlainText]))
    await database.transaction((session) => dropGeneration(session, generations, name, obsolete), {
      timeout: 'long',
    });
  await dropOutside(definition, services);

  const rows = await generations.list(database, name);
  const live = rows.find((row) => row.generation === generation);
  if (!live) throw new Error(`Generation ${generation} of ${name} has disappeared.`);
  const isFrozen = live.definitionVersion !== version;
  const begun = rows.find((row) => row.generation === next);
  /** A newer program has started to build it. */
  const isNewer = begun !== undefined && begun.definitionVersion > version;
  const opened: Opened = {
    knownTo,
    live: { generation, position: live.position, isFrozen },
    ...(next === undefined || isNewer
      ? {}
      : {
          next: {
            generation: next,
            isDecided: next === state.live,
            verdict: verdictOn(examination, next),
          },
        }),
    isRebuilding: next !== undefined,
  };

  // An older one is to be replaced by one that only a newer program can build: nothing to do here.
  if (isFrozen && isNewer) return olderProgram(begun, definition);
  if (live.definitionVersion <= version || (opened.next && left.generation === next)) return opened;
  if (next !== undefined) left.generation = next;
  return olderProgram(live, definition);
};
