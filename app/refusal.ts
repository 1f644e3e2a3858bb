import { omitUndefined } from '../domain/kernel/omit-undefined.ts';

/** Why a task on a data directory is not begun, for the person who asked for it: nothing has been done yet. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** What to do next. */
  readonly hint?: string;
  /** Whether the task was asked for in a wrong way, rather than impossible as things are. */
  readonly isMisuse: boolean;

  constructor(
    message: string,
    {
      hint,
      isMisuse = false,
      cause,
    }: { readonly hint?: string; readonly isMisuse?: boolean; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    Object.assign(this, omitUndefined({ hint }));
    this.isMisuse = isMisuse;
  }
}

/** For a task that names something wrong. */
export const misuse = (message: string, hint: string): Refusal =>
  new Refusal(message, { hint, isMisuse: true });
