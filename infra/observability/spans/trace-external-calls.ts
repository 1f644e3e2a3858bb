import { describeError } from '../../../domain/kernel/describe-error.ts';
import type { OpenSpan } from '../../../ports/span.ts';
import type { TraceScope } from '../../../ports/trace-scope.ts';
import { type ExternalCall, externalCalls } from '../../services/outside/external-calls.ts';

/** Records a span for each call of an external service within a trace, until disposed. */
export const traceExternalCalls = (traces: Pick<TraceScope, 'open' | 'current'>): Disposable => {
  const open = new WeakMap<ExternalCall, { readonly span: OpenSpan; failed?: string }>();
  const end = (call: ExternalCall): void => {
    const begun = open.get(call);
    begun?.span.end(begun.failed);
    open.delete(call);
  };
  const listener = {
    start: (call: ExternalCall) => {
      // Not part of a trace: a call of another application in this process, or a health probe.
      if (traces.current() === undefined) return;
      const span = traces.open({
        name: `outside ${call.service}`,
        kind: 'client',
        attributes: { 'anamnesis.service': call.service },
      });
      open.set(call, { span });
    },
    end: () => {},
    asyncStart: () => {},
    asyncEnd: end,
    error: (call: ExternalCall & { error: unknown }) => {
      const begun = open.get(call);
      if (begun) begun.failed = describeError(call.error).reason;
    },
  };
  externalCalls.subscribe(listener);
  return { [Symbol.dispose]: () => externalCalls.unsubscribe(listener) };
};
