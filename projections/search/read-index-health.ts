import { describeError } from '../../domain/kernel/describe-error.ts';
import { type ExaminationState, verdictOn } from '../../domain/operations/examination-decider.ts';
import type { Generation } from '../../ports/generations.ts';
import { generationSchema } from '../runner/projection-definition.ts';
import { type CountServices, countIndex } from './count-index.ts';
import type { CountedIndex, IndexHealth } from './index-health.ts';
import { SEARCH_PROJECTION } from './search-projection.ts';
import { withTimeout } from './with-timeout.ts';

type HealthServices = CountServices & {
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
  /** The time limit for counting one generation in milliseconds; five seconds when absent. */
  readonly within?: number;
};

/** Reads the health of the stored generations of the search index. Never rejects. */
export type IndexHealthReader = (
  generations: readonly Generation[],
  examination: ExaminationState,
) => Promise<readonly IndexHealth[]>;

const WITHIN_MS = 5_000;
/**
 * Counting uses at most a twentieth of the time, however often it is requested; a recent count is as good as a new
 * one.
 */
const SHARE = 20;
const AS_GOOD_AS_NOW_MS = 500;

const reindexAdvice =
  'Run "npx anamnesis projections reset search": a new index is built alongside the live one. If files are lost ("npx anamnesis doctor" names them), restore them from a backup or ingest the documents again.';
const decide =
  'Run "npx anamnesis projections check search" to compare it again, then "npx anamnesis projections accept search --reason …" or "npx anamnesis projections discard search --reason …".';

const adviceOn = (state: IndexHealth['state'], counted: CountedIndex): string | undefined => {
  if (state === 'waiting') return decide;
  // A generation under construction is incomplete, and a retired one serves no searches.
  return state === 'live' && (counted.lacking > 0 || counted.documents.length > 0)
    ? reindexAdvice
    : undefined;
};

const stateOf = (
  { generation, state }: Generation,
  examination: ExaminationState,
): IndexHealth['state'] | undefined => {
  if (state === 'live') return 'live';
  if (state === 'retired') return 'kept';
  if (state === 'failed') return undefined;
  return verdictOn(examination, generation) === 'waiting' ? 'waiting' : 'building';
};

type LastCount = { readonly at: number; readonly took: number; readonly counted: CountedIndex };

/**
 * Counts generations at most as often as the cost permits; in between, the last counts are returned. A count that
 * fails or times out is reported as unknown, not as zero.
 */
export const createIndexHealthReader = (services: HealthServices): IndexHealthReader => {
  const { elapsed, within = WITHIN_MS } = services;
  const known = new Map<string, LastCount>();
  const underWay = new Map<string, Promise<CountedIndex>>();

  const recount = (schema: string): Promise<CountedIndex> => {
    const before = underWay.get(schema);
    if (before) return before;
    const began = elapsed();
    const counting = countIndex(services, schema)
      .then((counted) => {
        const at = elapsed();
        known.set(schema, { at, took: at - began, counted });
        return counted;
      })
      .finally(() => underWay.delete(schema));
    underWay.set(schema, counting);
    // A caller that no longer waits must not leave its rejection unhandled.
    counting.catch(() => {});
    return counting;
  };

  const count = async (schema: string): Promise<CountedIndex> => {
    const last = known.get(schema);
    if (last && elapsed() - last.at < Math.max(AS_GOOD_AS_NOW_MS, SHARE * last.took)) return last.counted;
    return withTimeout(recount(schema), within);
  };

  return async (generations, examination) => {
    const schemas = new Set(
      generations.map(({ generation }) => generationSchema(SEARCH_PROJECTION, generation)),
    );
    for (const schema of known.keys()) if (!schemas.has(schema)) known.delete(schema);
    const all = await Promise.all(
      generations.map(async (one): Promise<IndexHealth | undefined> => {
        const { generation } = one;
        const state = stateOf(one, examination);
        if (state === undefined) return undefined;
        try {
          const counted = await count(generationSchema(SEARCH_PROJECTION, generation));
          const advice = adviceOn(state, counted);
          return { generation, state, counted, ...(advice === undefined ? {} : { advice }) };
        } catch (error) {
          const { reason, message } = describeError(error);
          return {
            generation,
            state,
            unknown:
              reason === 'timeout'
                ? 'It could not be counted in time.'
                : `It could not be counted: ${message}`,
            advice: 'Try again in a minute; then run "npx anamnesis doctor".',
          };
        }
      }),
    );
    return all.filter((one) => one !== undefined);
  };
};
