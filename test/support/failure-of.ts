import { Failure } from '../../domain/kernel/failure.ts';

/** The reason of a rejection: that of a Failure, or anything else thrown; undefined when nothing was. */
export const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof Failure ? thrown.reason : thrown),
  );
