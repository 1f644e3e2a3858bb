import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';

/** Creates the failures of a pool. */
export const refusalsOf = (component: string) => ({
  closed: () => new Failure(failure('unavailable', 'The server is shutting down.', { component })),
  overloaded: () =>
    new Failure(
      failure('unavailable', 'Too many files are waiting to be read. Try again in a minute.', {
        component,
        retryAfter: 60,
      }),
    ),
  tookTooLong: (step?: number) =>
    new Failure(
      failure('timeout', 'Reading the file took too much processor time and was stopped.', {
        component,
        details: { reason: 'extraction_timeout', ...omitUndefined({ step }) },
      }),
    ),
  outOfTime: () =>
    new Failure(
      failure('timeout', 'There was not enough time to read the file. It will be tried again.', {
        component,
        details: { reason: 'out_of_time' },
      }),
    ),
  exhausted: () =>
    new Failure(
      failure(
        'rule_violated',
        'Reading the file needs more memory than is allowed. Split it and upload the parts.',
        { component, details: { reason: 'needs_too_much_memory' } },
      ),
    ),
  crashed: (cause: unknown, step?: number) =>
    new Failure(
      failure(
        'unavailable',
        'The program that reads files stopped unexpectedly and was restarted. Try again.',
        { component, details: { reason: 'extractor_crashed', ...omitUndefined({ step }) } },
      ),
      { cause },
    ),
});

export type PoolRefusals = ReturnType<typeof refusalsOf>;
