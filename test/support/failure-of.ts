import { Failure } from '../../domain/kernel/failure.ts';

/** Why something was rejected: the reason of a Failure, or whatever else was thrown; undefined where nothing was. */
export const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof Failure ? thrown.reason : thrown),
  );
