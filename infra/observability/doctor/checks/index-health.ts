import { counted } from '../../../../domain/kernel/counted.ts';
import type { Finding } from '../../../../ports/doctor.ts';
import type { ProjectionStatusReader } from '../../../../projections/projection-status.ts';
import type { IndexHealth } from '../../../../projections/search/index-health.ts';
import { type Check, fine, problem, warning } from '../check.ts';

const NAMED = 5;

const findingOn = ({ generation, counted: counts, unknown, advice }: IndexHealth): Finding => {
  const what = `Generation ${generation} of search`;
  if (!counts)
    return warning(`${what}: ${unknown ?? 'its state is unknown.'}`, advice ?? 'Look again in a minute.');
  const { passages, vectors, lacking, documents, withheld } = counts;
  const numbers = `${counted(passages, 'passage')}, ${counted(vectors, 'vector')}`;
  const kept = withheld > 0 ? `; ${withheld} without a vector by the policy on PHI` : '';
  if (advice === undefined) return fine(`${what}: ${numbers}, as it should be${kept}.`);
  const named = documents.slice(0, NAMED).map(({ docKey }) => docKey);
  const more = documents.length > NAMED ? ' and others' : '';
  return problem(`${what}: ${numbers}, ${lacking} missing${kept}: ${named.join(', ')}${more}.`, advice);
};

/** Checks that the live search index has a vector for each passage that should have one. */
export const indexHealth = ({
  projectionStatus,
}: {
  readonly projectionStatus: Pick<ProjectionStatusReader, 'listCounted'>;
}): Check => ({
  name: 'index',
  run: async function* () {
    const all = await projectionStatus.listCounted();
    const live = all.flatMap(({ index = [] }) => index.filter(({ state }) => state === 'live'));
    if (live.length === 0) yield fine('There is no search index yet.');
    for (const one of live) yield findingOn(one);
  },
});
