/** SQLSTATE of a table, and of a schema, that does not exist. */
const GONE = ['42P01', '3F000'];

const isGenerationGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && GONE.includes(error.code);

/**
 * Reads, and reads once more if the generation was dropped between finding and reading it, which can happen to a
 * reader that stalled in between: the second attempt finds the one that took over. `read` opens its read models
 * itself.
 */
export const retryOnDroppedGeneration = async <T>(read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (!isGenerationGone(error)) throw error;
    return read();
  }
};
