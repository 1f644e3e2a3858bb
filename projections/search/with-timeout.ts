import { Failure, failure } from '../../domain/kernel/failure.ts';

/**
 * Returns the outcome of the work, or rejects with a `timeout` Failure when it takes longer. The work itself is not
 * stopped.
 */
export const withTimeout = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Failure(failure('timeout', `The search took longer than ${milliseconds} ms.`))),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
};
