import { omitUndefined } from '../domain/kernel/omit-undefined.ts';

/** The refusal of a task on a data directory, explained to the person who requested it; nothing has been done yet. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** What to do next. */
  readonly hint?: string;
  /** Whether the request was wrong, rather than impossible in the current state. */
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

/** Creates the refusal of a wrong request. */
export const misuse = (message: string, hint: string): Refusal =>
  new Refusal(message, { hint, isMisuse: true });
