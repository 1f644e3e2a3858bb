import { expect } from 'vitest';
import type { InProcess, Json } from './server-in-process.ts';

const note = '# Visit\n\nThe patient had a bronchospasm after a wasp sting and was given albuterol.\n';
const guideline = '# Ticks\n\nRemove a tick with fine tweezers, close to the skin.\n';

type Found = {
  readonly results: readonly Json[];
  readonly sources: readonly Json[];
  readonly cached: boolean;
};

/** Observes the searches of an installation with a sealed note and a guideline. */
export const observeVectors = (server: () => InProcess) => {
  const search = async (query: string): Promise<Found> => {
    const response = await server().post('/api/search', { query, limit: 5 });
    const body = await server().bodyOf(response);
    expect(body).toMatchObject({ success: true });
    return body.data as Found;
  };
  return {
    keysOf: async (query: string) => (await search(query)).results.map(({ docKey }) => docKey),
    dense: async (query: string) =>
      (await search(query)).sources.find(({ source }) => source === 'dense')?.outcome,
    cached: async (query: string) => (await search(query)).cached,
    readiness: async () => (await server().request('/health/ready')).text(),
    examined: async () => (await server().post('/api/admin/doctor', {})).text(),
    metrics: async () => (await server().request('/metrics')).text(),
  };
};

/** The readiness message of such a server when the note's vectors are unreadable. */
export const oneMissing = 'The vectors of 1 document(s) cannot be read';

/** Ingests both; returns the name of the blob with the note's vectors. */
export const ingestNoteAndGuideline = async (server: InProcess): Promise<string> => {
  await server.ingest(note, 'visit.md', { docKey: 'note-visit', title: 'Visit', containsPhi: 'true' });
  await server.ingest(guideline, 'ticks.md', { docKey: 'guideline-ticks', title: 'Ticks' });
  await server.settled();
  const [row] = await server.application.database.query('select blob from search_g1.sealed_vectors');
  return String(row?.blob);
};
