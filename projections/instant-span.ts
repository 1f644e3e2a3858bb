import { Failure, failure } from '../domain/kernel/failure.ts';
import { firstInstantOf, lastInstantOf } from '../domain/kernel/whole-day.ts';

type End = 'from' | 'to';

const invalid = (path: End, message: string, rule: string): Failure =>
  new Failure(failure('validation_error', message, { details: { issues: [{ path, message: rule }] } }));

const instantOf = (path: End, text: string): string => {
  const instant = path === 'from' ? firstInstantOf(text) : lastInstantOf(text);
  if (instant !== undefined) return instant;
  throw invalid(
    path,
    'An instant must be written as ISO 8601, such as 2025-01-31T08:00:00Z.',
    'must be an ISO 8601 instant or a day',
  );
};

/**
 * The condition on a column of instants for a span; `undefined` when it is open at both ends. Both ends are included,
 * and a day (UTC) counts as a whole.
 *
 * @throws Failure `validation_error` for `from` or `to`, also where the span ends before it begins
 */
export const instantSpan = (
  from: string | undefined,
  to: string | undefined,
): { readonly $gte?: string; readonly $lte?: string } | undefined => {
  if (from === undefined && to === undefined) return undefined;
  const $gte = from === undefined ? undefined : instantOf('from', from);
  const $lte = to === undefined ? undefined : instantOf('to', to);
  if ($gte !== undefined && $lte !== undefined && $gte > $lte)
    throw invalid('to', 'The span ends before it begins.', 'must not be before "from"');
  return { ...($gte === undefined ? {} : { $gte }), ...($lte === undefined ? {} : { $lte }) };
};
