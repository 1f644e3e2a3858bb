import type { ScenarioContext } from '../harness/scenario.ts';
import type { ChaosClient, Json } from '../load/chaos-client.ts';

/** Milliseconds without any progress after which work counts as stuck; a failed attempt is repeated after 15 s. */
const TIMEOUT_MS = 60_000;
/** Milliseconds after which work counts as endless even if it progresses. */
const LONGEST = 900_000;

const describeFollower = ({ name, state, eventsBehind, rebuild, error }: Json): string =>
  `${String(name)} ${String(state)}, ${String(eventsBehind)} behind${rebuild === undefined ? '' : `, rebuild ${JSON.stringify(rebuild)}`}${error === undefined ? '' : `, ${String(error)}`}`;

const openJobs = async (client: ChaosClient): Promise<readonly string[]> => {
  const jobs: string[] = [];
  for (const state of ['PENDING', 'RUNNING']) {
    const found = (await client.list(`/api/admin/kb/jobs?state=${state}&limit=100`)) ?? [];
    jobs.push(...found.map((job) => `job ${String(job.jobId)} ${state}`));
  }
  return jobs;
};

/** Work in progress and problems; empty when everything is at rest. */
const unrest = async (client: ChaosClient): Promise<readonly string[]> => {
  const followers = await client.list('/api/admin/projections');
  if (!followers) return ['the list of projections is not answered'];
  const busy = followers
    .filter(
      ({ eventsBehind, rebuild, state }) =>
        eventsBehind !== 0 || rebuild !== undefined || state !== 'running',
    )
    .map(describeFollower);
  if (busy.length > 0) return busy;
  const embedding = await client.get('/api/admin/embedding');
  if (!embedding) return ['the embedding model is not answered'];
  if (embedding.change !== null)
    return [`the embedding model is being changed: ${JSON.stringify(embedding.change)}`];
  return openJobs(client);
};

/**
 * Waits until all work is done; reports the remaining work after the timeout. Returns whether the system came to rest.
 */
export const settle = async (
  client: ChaosClient,
  { violate, measure, signal }: Pick<ScenarioContext, 'violate' | 'measure' | 'signal'>,
): Promise<boolean> => {
  const started = performance.now();
  let quiet = 0;
  let seen = '';
  let progressedAt = started;
  for (;;) {
    signal.throwIfAborted();
    const left = await unrest(client);
    // Twice in a row, because a consumer's command may reach the log between two checks.
    quiet = left.length === 0 ? quiet + 1 : 0;
    if (quiet === 2) {
      measure('seconds until all work was done', (performance.now() - started) / 1000);
      return true;
    }
    const now = performance.now();
    if (left.join() !== seen) progressedAt = now;
    seen = left.join();
    if (now - progressedAt > TIMEOUT_MS || now - started > LONGEST) {
      for (const what of left) violate('endless work', what);
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
};
