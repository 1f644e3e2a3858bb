import type { CheckProgress, ExaminationOptions, Finding } from '../../../ports/doctor.ts';

/** A check of an installation; each has a file in `checks/`. */
export type Check = {
  /** One word, shown with its findings. */
  readonly name: string;
  /** Runs the check, page by page if it takes a while. May throw: then the check could not be made. */
  readonly run: (options: ExaminationOptions, signal: AbortSignal) => AsyncIterable<Finding | CheckProgress>;
};

/** A finding that requires no action. */
export const fine = (message: string): Finding => ({ kind: 'finding', severity: 'ok', message });

/** A finding that an operator should look at, although nothing is lost or stalled. */
export const warning = (message: string, advice: string): Finding => ({
  kind: 'finding',
  severity: 'warning',
  message,
  advice,
});

/** A finding that something is lost or stalled, or will be. */
export const problem = (message: string, advice: string): Finding => ({
  kind: 'finding',
  severity: 'error',
  message,
  advice,
});

export const progress = (done: number, total: number): CheckProgress => ({ kind: 'progress', done, total });
