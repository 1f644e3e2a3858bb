import { Failure, failure } from '../domain/kernel/failure.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** In the one form in which the log writes instants, so that comparing text compares time. */
const instantOf = (path: 'from' | 'to', text: string): string => {
  const start = Date.parse(text);
  if (Number.isNaN(start)) {
    throw new Failure(
      failure('validation_error', 'An instant must be written as ISO 8601, such as 2025-01-31T08:00:00Z.', {
        details: { issues: [{ path, message: 'must be an ISO 8601 instant or a day' }] },
      }),
    );
  }
  return new Date(path === 'to' && DAY.test(text) ? start + DAY_MS - 1 : start).toISOString();
};

/**
 * The condition on a column of instants that a span stands for; `undefined` when it is open at both ends. Both ends
 * are part of the span, and a day (UTC) counts to its end.
 *
 * @throws Failure `validation_error` for `from` or `to`
 */
export const instantSpan = (
  from: string | undefined,
  to: string | undefined,
): { readonly $gte?: string; readonly $lte?: string } | undefined =>
  from === undefined && to === undefined
    ? undefined
    : {
        ...(from === undefined ? {} : { $gte: instantOf('from', from) }),
        ...(to === undefined ? {} : { $lte: instantOf('to', to) }),
      };
