import { describeError } from '../domain/kernel/describe-error.ts';
import type { NewSpan, OpenSpan } from './span.ts';
import type { TraceScope } from './trace-scope.ts';

/** Runs work within a span that ends with it. */
export const inSpan = async <T>(
  traces: Pick<TraceScope, 'open'>,
  span: NewSpan,
  work: (span: OpenSpan) => Promise<T>,
  traceparent?: string,
): Promise<T> => {
  const open = traces.open(span, traceparent);
  try {
    const value = await open.within(() => work(open));
    open.end();
    return value;
  } catch (error) {
    open.end(describeError(error).reason);
    throw error;
  }
};
