import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import { describeFailedToolCalls } from '../../domain/tools/describe-failed-tool-calls.ts';
import type { OrchestratorServices } from './orchestrator-services.ts';
import type { ObservedToolCall } from './question-tools.ts';
import { toolEvidence } from './tool-evidence.ts';

type AnswerCommand = CommandOf<'AnswerQuery'>;

/** Characters of results that a person is shown when no model summarizes them. */
const MOST_CHARACTERS = 12_000;

/** The calls as an answer lists them; empty when there were none. */
export const calledTools = (calls: readonly ObservedToolCall[]): Pick<AnswerCommand, 'toolCalls'> =>
  calls.length === 0
    ? {}
    : { toolCalls: calls.map(({ toolCallId, tool, status }) => ({ toolCallId, tool, status })) };

const paragraphs = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

/** Adds the failures of tool calls to an answer, whatever a model writes. */
export const withToolStates = (answer: string, calls: readonly ObservedToolCall[]): string =>
  paragraphs(
    answer,
    describeFailedToolCalls(
      calls.map(({ toolCallId, tool, status, result }) => ({
        toolCallId,
        tool,
        status,
        error: result?.error ?? null,
      })),
    ),
  );

/** The unedited results of tools, each under the name of its tool with its sources, followed by the failed calls. */
export const toolResultsAnswer = (
  calls: readonly ObservedToolCall[],
  from: number,
  { tools, hasher }: Pick<OrchestratorServices, 'tools' | 'hasher'>,
): { readonly text: string; readonly citations: AnswerCommand['citations'] } => {
  const evidence = toolEvidence(calls, {
    from,
    room: MOST_CHARACTERS,
    timeZone: tools?.timeZone ?? 'UTC',
    hasher,
  });
  const results = evidence.flatMap(({ call, pieces: [whole, ...sources] }) =>
    whole === undefined
      ? []
      : [
          [
            `${call.tool.replaceAll('_', ' ')} [${whole.n}]:`,
            whole.text,
            ...sources.map(({ n, title }) => `[${n}] ${title}`),
          ].join('\n'),
        ],
  );
  return {
    text: withToolStates(results.join('\n\n'), calls),
    citations: evidence.flatMap(({ pieces }) => pieces.map(({ citation }) => citation)),
  };
};

/** Puts the results of tools before an answer of excerpts; returns it unchanged when none was called. */
export const withToolResults = (
  answer: AnswerCommand,
  calls: readonly ObservedToolCall[],
  services: Pick<OrchestratorServices, 'tools' | 'hasher'>,
): AnswerCommand => {
  if (calls.length === 0) return answer;
  const from = 1 + Math.max(0, ...answer.citations.map(({ n }) => n));
  const said = toolResultsAnswer(calls, from, services);
  return {
    ...answer,
    answer: paragraphs(said.text, answer.answer),
    citations: [...answer.citations, ...said.citations],
    ...calledTools(calls),
  };
};
