import type { QueryProgress, ToolActivity } from '../../client/api.generated.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { plainLine } from '../plain-text.ts';

const listed = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll('_', ' ')).join(', ');

/** What is being done after a step of a query, on one line. */
export const describeStep = (step: QueryProgress): string => {
  switch (step.stage) {
    case 'asked':
      return 'Looking for what identifies a person …';
    case 'screened':
      return step.phiDetected
        ? 'Something identifies a person: nothing of it leaves the premises …'
        : 'Reading the question …';
    case 'routed':
      return `Searching ${listed(step.sources)} (${listed([step.intent])}) …`;
    case 'clarified':
      return 'Reading it that way …';
    case 'searched': {
      const missing = step.sources.filter(({ outcome }) => outcome === 'failed' || outcome === 'timeout');
      const without = missing.length === 0 ? '' : `, without ${listed(missing.map(({ source }) => source))}`;
      return `${counted(step.found, 'passage')} found${without}; composing …`;
    }
    case 'tools_called':
      return step.toolCalls.length === 0
        ? 'Going on without tools …'
        : plainLine(`Calling ${listed(step.toolCalls.map(({ tool }) => tool))} …`);
    case 'model_called':
      return plainLine(
        `${step.model} (${step.where === 'local' ? 'on the premises' : 'in the cloud'}) is writing …`,
      );
  }
};

/** What has become of a tool that is called for a query, on one line. */
export const describeActivity = ({ tool, status }: ToolActivity): string =>
  plainLine(`${listed([tool])}: ${listed([status])} …`);
