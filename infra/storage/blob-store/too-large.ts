import { describeSize } from '../../../domain/kernel/describe-size.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';

/** The failure for a file of more than `limit` bytes. */
export const tooLarge = (limit: number): Failure =>
  new Failure(
    failure('payload_too_large', `The file is larger than the limit of ${describeSize(limit)}.`, {
      details: { limit },
    }),
  );
