import type { CheckProgress, ExaminationOptions, Finding } from '../../../ports/doctor.ts';

/** One question about an installation. A file each, in `checks/`. */
export type Check = {
  /** One word, shown beside its findings. */
  readonly name: string;
  /** Answers it, page by page where that takes a while. May throw: then the check could not be made. */
  readonly run: (options: ExaminationOptions, signal: AbortSignal) => AsyncIterable<Finding | CheckProgress>;
};

/** Nothing is to be done. */
export const fine = (message: string): Finding => ({ kind: 'finding', severity: 'ok', message });

/** Nothing is lost or stalled, but an operator should look. */
export const warning = (message: string, advice: string): Finding => ({
  kind: 'finding',
  severity: 'warning',
  message,
  advice,
});

/** Something is lost or stalled, or will be. */
export const problem = (message: string, advice: string): Finding => ({
  kind: 'finding',
  severity: 'error',
  message,
  advice,
});

export const progress = (done: number, total: number): CheckProgress => ({ kind: 'progress', done, total });
