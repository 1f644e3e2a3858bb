import { describeError } from '../../domain/kernel/describe-error.ts';
import {
  describeLoss,
  type Examination,
  lostQuestions,
  notExamined,
} from '../../domain/operations/rebuild-examination.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { Logger } from '../../ports/logger.ts';
import type { ExaminedGenerations, ProjectionDefinition } from './projection-definition.ts';

type ExamineServices = {
  readonly logger: Logger;
  /** Time limit of an examination in milliseconds; two minutes when absent. */
  readonly examineWithin?: number;
};

type Examined = {
  readonly definition: Pick<ProjectionDefinition, 'name' | 'examine'>;
  readonly generations: ExaminedGenerations;
  readonly signal: AbortSignal;
};

/** The index of a large knowledge base is loaded in half a minute; twenty questions take seconds. */
const EXAMINE_WITHIN_MS = 120_000;

const untilAborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

/**
 * Has a projection compare a new generation with the live one, within a time limit. Undefined when it compares
 * nothing. An examination that throws or hangs counts as not made: a failed check must not block a rebuild.
 */
export const examineGeneration = async (
  { definition: { name, examine }, generations, signal }: Examined,
  { logger, examineWithin = EXAMINE_WITHIN_MS }: ExamineServices,
): Promise<Examination | undefined> => {
  if (!examine) return undefined;
  const late = AbortSignal.timeout(examineWithin);
  const either = anySignal([signal, late]);
  const looking = examine(generations, either).catch((error: unknown) => {
    const { message } = describeError(error);
    if (!either.aborted)
      logger.warn({ projection: name, error: message }, 'A new generation could not be examined.');
    return notExamined(message);
  });
  const examination =
    (await Promise.race([looking, untilAborted(either)])) ??
    notExamined(`It took longer than ${Math.round(examineWithin / 1000)} seconds.`);
  if (signal.aborted) return undefined;
  const about = { projection: name, generation: generations.next.generation, outcome: examination.outcome };
  if (examination.outcome === 'lost')
    logger.warn(
      { ...about, lost: lostQuestions(examination).length, why: describeLoss(examination) },
      'A rebuilt index misses documents that the live one finds and is waiting for a decision ("npx anamnesis projections list").',
    );
  else logger.info({ ...about, why: examination.because }, 'A rebuilt index was examined.');
  return examination;
};
