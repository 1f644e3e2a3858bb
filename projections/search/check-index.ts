import { Failure, failure } from '../../domain/kernel/failure.ts';
import { verdictOn } from '../../domain/operations/examination-decider.ts';
import type { Database } from '../../ports/database.ts';
import type { Generations } from '../../ports/generations.ts';
import type { IndexChecker } from '../../ports/index-checker.ts';
import type { RebuildHistory } from '../../ports/rebuild-history.ts';
import type { ProjectionDefinition } from '../runner/projection-definition.ts';
import type { createSearchCheck } from './examine-search.ts';
import { SEARCH_PROJECTION } from './search-projection.ts';
import { withTimeout } from './with-timeout.ts';

type CheckerServices = {
  readonly database: Database;
  readonly generations: Pick<Generations, 'list'>;
  readonly rebuilds: Pick<RebuildHistory, 'read'>;
  readonly ask: ReturnType<typeof createSearchCheck>;
  readonly examine: NonNullable<ProjectionDefinition['examine']>;
};

/** A check takes seconds; with two indexes to load it may take as long as a rebuild's examination. */
const WITHIN_MS = 120_000;

/** Checks the index on demand, one check at a time; concurrent callers share it. */
export const createIndexChecker = (services: CheckerServices): IndexChecker => {
  const { database, generations, rebuilds, ask, examine } = services;
  let underWay: ReturnType<IndexChecker['check']> | undefined;

  const check: IndexChecker['check'] = async () => {
    const stored = await generations.list(database, SEARCH_PROJECTION);
    const live = stored.find(({ state }) => state === 'live');
    if (!live)
      throw new Failure(
        failure('unavailable', 'There is no search index yet. Try again shortly.', {
          component: 'search-index',
          retryAfter: 5,
        }),
      );
    const { state, examination } = await rebuilds.read(SEARCH_PROJECTION);
    const isWaiting = verdictOn(examination, state.building) === 'waiting';
    const next = stored.find(({ generation }) => isWaiting && generation === state.building);
    const checked = await ask(live);
    return {
      generation: live.generation,
      ...checked,
      ...(next
        ? {
            waiting: {
              generation: next.generation,
              examination: await examine({ live, next }, AbortSignal.timeout(WITHIN_MS)),
            },
          }
        : {}),
    };
  };

  return {
    projection: SEARCH_PROJECTION,
    check: () => {
      underWay ??= check().finally(() => {
        underWay = undefined;
      });
      return withTimeout(underWay, WITHIN_MS);
    },
  };
};
