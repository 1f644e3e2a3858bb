import pLimit from 'p-limit';
import type { ApiClient } from '../../client/create-client.ts';
import { CliError } from '../cli-error.ts';

/** The number of documents requested in parallel. */
const CONCURRENCY = 5;

/**
 * Finds the documents that are the same file as an older one in use, and maps their keys to those of the older ones. A
 * failed request yields no duplicates: they are useful to know, but nothing depends on them.
 */
export const findDuplicates = async (
  client: ApiClient,
  docKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (docKeys.length === 0) return new Map();
  try {
    const [first] = await client.get('/api/admin/projections');
    const found = await pLimit(CONCURRENCY).map([...new Set(docKeys)], async (docKey) => {
      const { duplicateOf } = await client.get('/api/documents/{docKey}', {
        path: { docKey },
        query: { after: first?.head },
      });
      return duplicateOf === undefined ? [] : [[docKey, duplicateOf] as const];
    });
    return new Map(found.flat());
  } catch (error) {
    if (error instanceof CliError) return new Map();
    throw error;
  }
};
