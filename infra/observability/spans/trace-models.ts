import { describeError } from '../../../domain/kernel/describe-error.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { LanguageModel, LanguageModels } from '../../../ports/language-model.ts';
import type { TraceScope } from '../../../ports/trace-scope.ts';

const traced = (model: LanguageModel, traces: Pick<TraceScope, 'open'>): LanguageModel => ({
  ...model,
  generate: async function* (request, options) {
    const { name } = model.model;
    const span = traces.open({
      name: 'model call',
      kind: 'client',
      attributes: { 'gen_ai.request.model': name },
    });
    let failed: string | undefined;
    const pieces = span.within(() => model.generate(request, options))[Symbol.asyncIterator]();
    try {
      for (;;) {
        const { done, value } = await span.within(() => pieces.next());
        if (done) return;
        if (value.kind === 'end' && value.usage)
          span.note({
            'gen_ai.usage.input_tokens': value.usage.promptTokens,
            'gen_ai.usage.output_tokens': value.usage.completionTokens,
          });
        yield value;
      }
    } catch (error) {
      failed = describeError(error).reason;
      throw error;
    } finally {
      await span.within(() => pieces.return?.());
      span.end(failed);
    }
  },
});

/** Records a span for each answer of a model, from the first requested piece to the last. */
export const traceModels = (
  { local, cloud }: LanguageModels,
  traces: Pick<TraceScope, 'open'>,
): LanguageModels =>
  omitUndefined({ local: local && traced(local, traces), cloud: cloud && traced(cloud, traces) });
