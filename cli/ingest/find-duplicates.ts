import pLimit from 'p-limit';
import type { ApiClient } from '../../client/create-client.ts';
import { CliError } from '../cli-error.ts';

/** Documents that are asked for at the same time. */
const CONCURRENCY = 5;

/**
 * Which of some documents are the same file as an older one in use, by their keys. What cannot be asked for is left out:
 * to know it is of use, and nothing depends on it.
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
