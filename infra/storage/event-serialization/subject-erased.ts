import { Failure, failure } from '../../../domain/kernel/failure.ts';

/** The refusal to store sensitive content about a person whose key has been destroyed. */
export const subjectErased = (type: string): Failure =>
  new Failure(
    failure('rule_violated', 'The person that this is about has been erased; nothing more can be stored.', {
      details: { type, reason: 'subject_erased' },
    }),
  );
