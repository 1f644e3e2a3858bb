import { inSpan } from '../../ports/in-span.ts';
import type { TraceScope } from '../../ports/trace-scope.ts';
import type { CommandDefinition } from './command-definition.ts';

/** Records a span for each executed command. */
export const traceCommands = (
  definitions: readonly CommandDefinition[],
  traces: Pick<TraceScope, 'open'>,
): readonly CommandDefinition[] =>
  definitions.map((definition) => ({
    ...definition,
    handle: (...given) =>
      inSpan(
        traces,
        {
          name: `command ${definition.name}`,
          kind: 'internal',
          attributes: { 'anamnesis.command': definition.name },
        },
        () => definition.handle(...given),
      ),
  }));
