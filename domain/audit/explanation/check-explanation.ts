import { hasPatientContext } from '../../consultation/has-patient-context.ts';
import { MAX_MODEL_CALLS } from '../../consultation/query-events.ts';
import { isExternalSource } from '../../consultation/sources/source-name.ts';
import type { Position } from '../../kernel/event.ts';
import type { ExplainedRound, ExplainedToolCall, Explanation, Finding } from './explanation.ts';

type Unjudged = Omit<Explanation, 'findings'>;

/** Whether one thing keeps a rule; null when that depends on content that has been erased. */
type Verdict = boolean | null;

/** A rule about each of several things, with the events that break it, cannot be checked, or keep it. */
const ruleOfEach = <Thing extends { readonly position: Position }>(
  rule: string,
  things: readonly Thing[],
  judge: (thing: Thing) => Verdict,
): readonly Finding[] => {
  if (things.length === 0) return [];
  const judged = things.map((thing) => ({ position: thing.position, verdict: judge(thing) }));
  const positionsWith = (wanted: Verdict): readonly Position[] =>
    judged.flatMap(({ position, verdict }) => (verdict === wanted ? [position] : []));
  const [broken, unknown] = [positionsWith(false), positionsWith(null)];
  if (broken.length > 0) return [{ rule, holds: false, positions: broken }];
  if (unknown.length > 0) return [{ rule, holds: null, positions: unknown }];
  return [{ rule, holds: true, positions: positionsWith(true) }];
};

/** Whether a round is about a person; null when only an erased clinical context would say so. */
const holdsPhi = ({ screened }: ExplainedRound, { asked }: Unjudged): Verdict => {
  if (screened === null || screened.detected) return true;
  return asked.erased && asked.clinicalContext !== undefined
    ? null
    : hasPatientContext(asked.clinicalContext);
};

type CallInRound = { readonly position: Position; readonly round: ExplainedRound };

/** The model calls since the last tool calls. */
const callsOfStep = ({ position, round: { calls, waits } }: CallInRound): ExplainedRound['calls'] => {
  const waitedBefore = (at: Position): number => waits.filter((wait) => wait.position < at).length;
  return calls.filter((call) => waitedBefore(call.position) === waitedBefore(position));
};

/** The position of a step of a tool call; without the step, nothing precedes it. */
const stepOf = ({ steps }: ExplainedToolCall, what: string): Position | undefined =>
  steps.find((step) => step.what === what)?.position;

const toolRules = ({ toolCalls, rounds, asked }: Unjudged): readonly Finding[] => {
  const waits = rounds.flatMap((round) => round.waits);
  const calls = toolCalls.map((call) => ({ ...call, position: call.steps[0]?.position ?? 0 }));
  const asker = asked.by.onBehalfOf ?? asked.by.id;
  const phiSince = Math.min(
    ...toolCalls.filter(({ phi }) => phi).map((call) => stepOf(call, 'ToolSucceeded') ?? 0),
  );
  return [
    ...ruleOfEach(
      'Each tool call was recorded as wanted before it was requested, for the person who asked.',
      calls,
      ({ toolCallId, position, requestedBy }) =>
        requestedBy === asker &&
        waits.some((wait) => wait.position < position && wait.toolCallIds.includes(toolCallId)),
    ),
    ...ruleOfEach(
      'No tool that needed confirmation was called before the person agreed.',
      calls.filter((call) => stepOf(call, 'ToolConfirmationRequested') !== undefined),
      (call) => {
        const started = stepOf(call, 'ToolStarted');
        return started === undefined || (stepOf(call, 'ToolConfirmed') ?? started) < started;
      },
    ),
    ...ruleOfEach(
      'No cloud model was called after a tool had returned data that may not leave the premises.',
      Number.isFinite(phiSince)
        ? rounds.flatMap((round) => round.calls).filter(({ position }) => position > phiSince)
        : [],
      ({ where }) => where !== 'cloud',
    ),
  ];
};

const roundRules = (explained: Unjudged): readonly Finding[] => {
  const { rounds } = explained;
  const searches = rounds.flatMap((round) => (round.searched ? [{ ...round.searched, round }] : []));
  const calls = rounds.flatMap((round) => round.calls.map((call) => ({ ...call, round })));
  return [
    ...ruleOfEach(
      'Nothing was searched before the question was screened for PHI.',
      searches,
      ({ position, round: { screened } }) => screened !== null && screened.position < position,
    ),
    ...ruleOfEach(
      'The sources and the permitted model were decided before the search.',
      searches.filter(({ round }) => round.routed !== null),
      ({ position, round: { routed } }) => routed !== null && routed.position < position,
    ),
    ...ruleOfEach(
      'If the question contained PHI, external sources received only the redacted text.',
      searches.filter(({ round }) => holdsPhi(round, explained) !== false),
      ({ sources, round }) =>
        sources.every(
          ({ source, outcome, redacted }) =>
            !isExternalSource(source) || redacted || outcome === 'not_configured' || outcome === 'skipped',
        ) || (holdsPhi(round, explained) === null ? null : false),
    ),
    ...ruleOfEach(
      'Each model call was recorded before it ended.',
      calls,
      ({ position, ended }) => ended === null || position < ended.position,
    ),
    ...ruleOfEach(
      'No cloud model was called about a question with PHI or clinical context.',
      calls.filter(({ where }) => where === 'cloud'),
      ({ round }) => {
        const phi = holdsPhi(round, explained);
        return phi === null ? null : !phi;
      },
    ),
    ...ruleOfEach(
      `No model was called more than ${MAX_MODEL_CALLS} times in a round, or before it received the results of its tools.`,
      calls,
      (call) => callsOfStep(call).filter(({ where }) => where === call.where).length <= MAX_MODEL_CALLS,
    ),
  ];
};

const marks = /\[(\d{1,3})\]/g;

const answerRules = ({ ending, rounds, toolCalls }: Unjudged): readonly Finding[] => {
  if (ending?.status !== 'answered') return [];
  const searched = rounds.at(-1)?.searched;
  const numbers = new Set(ending.citations.map(({ n }) => n));
  const found = new Set([
    ...(searched?.found ?? []).map(({ chunkId }) => chunkId),
    ...(searched?.evidence ?? []).map(({ source, id }) => `${source}-${id}`.toLowerCase()),
  ]);
  for (const { toolCallId } of toolCalls) found.add(`tool-${toolCallId}`);
  const answered = [ending];
  return [
    ...ruleOfEach(
      'The answer was given after its sources were searched.',
      answered,
      ({ position }) => searched !== null && searched !== undefined && searched.position < position,
    ),
    ...ruleOfEach('Each citation refers to something that was found.', answered, ({ citations, erased }) =>
      erased ? null : citations.every(({ chunkId, docKey }) => found.has(chunkId) || found.has(docKey)),
    ),
    ...ruleOfEach('Each number in the answer refers to a citation.', answered, ({ answer, erased }) =>
      erased ? null : answer.matchAll(marks).every(([, n]) => numbers.has(Number(n))),
    ),
  ];
};

/** Checks the history against the rules that every answer must keep. A rule without anything to judge is left out. */
export const checkExplanation = (explained: Unjudged): readonly Finding[] => [
  ...roundRules(explained),
  ...toolRules(explained),
  ...answerRules(explained),
];
