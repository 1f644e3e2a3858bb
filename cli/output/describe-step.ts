import type { QueryProgress, ToolActivity } from '../../client/api.generated.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { plainLine } from '../plain-text.ts';

const listed = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll('_', ' ')).join(', ');

/** Describes, on one line, the work that follows a step of a query. */
export const describeStep = (step: QueryProgress): string => {
  switch (step.stage) {
    case 'asked':
      return 'Checking for patient identifiers …';
    case 'screened':
      return step.phiDetected
        ? 'The question identifies a person, so it stays on the premises …'
        : 'Reading the question …';
    case 'routed':
      return `Searching ${listed(step.sources)} (${listed([step.intent])}) …`;
    case 'clarified':
      return 'Applying your clarification …';
    case 'searched': {
      const missing = step.sources.filter(({ outcome }) => outcome === 'failed' || outcome === 'timeout');
      const without = missing.length === 0 ? '' : `, without ${listed(missing.map(({ source }) => source))}`;
      return `${counted(step.found, 'passage')} found${without}; composing …`;
    }
    case 'tools_called':
      return step.toolCalls.length === 0
        ? 'Continuing without tools …'
        : plainLine(`Calling ${listed(step.toolCalls.map(({ tool }) => tool))} …`);
    case 'model_called':
      return plainLine(
        `${step.model} (${step.where === 'local' ? 'on the premises' : 'in the cloud'}) is writing …`,
      );
  }
};

/** Describes the state of a tool call on one line. */
export const describeActivity = ({ tool, status }: ToolActivity): string =>
  plainLine(`${listed([tool])}: ${listed([status])} …`);
