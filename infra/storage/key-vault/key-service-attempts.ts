import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { abortablePause } from '../../../ports/abortable-pause.ts';

/** A start waits for its only call: these attempts bridge the restart of a service on the same machine. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;

/** The failure of a call to a key service, with a sentence for the operator. */
export const keyServiceUnavailable = (message: string, cause?: unknown): Failure =>
  new Failure(failure('unavailable', message, { component: 'key-service' }), { cause });

/** What an error of an adapter means to the operator, and whether a retry may help. */
export type KeyServiceProblem = { readonly failure: Failure; readonly isPassing: boolean };

/**
 * Calls a key service, and again after a pause while its problem may pass.
 *
 * @throws Failure `unavailable`, of the last attempt
 */
export const askKeyService = async <Answer>(
  ask: () => Promise<Answer>,
  problemOf: (error: unknown) => KeyServiceProblem,
): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      const problem = problemOf(error);
      if (!problem.isPassing || attempt === ATTEMPTS) throw problem.failure;
      await abortablePause(FIRST_PAUSE_MS * 2 ** (attempt - 1), new AbortController().signal);
    }
  }
};
