import { fencedEvidence } from '../../domain/consultation/answering/build-prompt.ts';
import { planToolCalls } from '../../domain/consultation/answering/plan-tool-calls.ts';
import type { Citation } from '../../domain/consultation/citation.ts';
import type { ModelCall, ToolRound } from '../../domain/consultation/query-state.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { resultLines } from '../../domain/tools/result-lines.ts';
import type { ToolCitation } from '../../domain/tools/tool-citation.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { ModelMessage } from '../../ports/language-model.ts';
import type { ModelEvidence } from './model-evidence.ts';
import type { ObservedToolCall } from './question-tools.ts';

/** The most sources shown of one result: as many as a search returns. */
const MOST_CITATIONS = 10;
/** The least characters shown of each result, however many there are: a score with its interpretation. */
const LEAST_CHARACTERS = 600;

type EvidenceOptions = {
  /** The first number, following those of the evidence found by search. */
  readonly from: number;
  /** Characters for all results together. */
  readonly room: number;
  readonly timeZone: string;
  readonly hasher: Hasher;
};

/** The result of a tool call as evidence. */
export type ToolEvidence = { readonly call: ObservedToolCall; readonly pieces: readonly ModelEvidence[] };

const webAddress = (url: string | undefined): string | undefined =>
  url !== undefined && url.length <= 500 && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    ? new URL(url).href.slice(0, 500)
    : undefined;

/** Cuts a text to whole lines within the limit. */
const linesWithin = (text: string, room: number): string => {
  if (text.length <= room) return text;
  const end = text.lastIndexOf('\n', room);
  return `${text.slice(0, end > 0 ? end : room)}\n[…]`;
};

const citationOf = (
  { toolCallId, tool }: ObservedToolCall,
  {
    n,
    text,
    source,
  }: { readonly n: number; readonly text: string; readonly source: ToolCitation | undefined },
  { sha256 }: Hasher,
): Citation => ({
  n,
  chunkId: `tool_call-${toolCallId}`,
  docKey: `tool-${toolCallId}`,
  version: 1,
  fileName: tool,
  title: source?.sourceTitle ?? tool.replaceAll('_', ' '),
  sourceType: source?.sourceType ?? 'tool',
  pages: [],
  section: '',
  excerpt: text,
  textHash: sha256(text),
  score: source?.relevanceScore ?? 0,
  source: 'tool',
  toolCallId,
  ...omitUndefined({ url: webAddress(source?.sourceUrl) }),
});

/** Splits a result into pieces: its whole text, then the sources that it quotes. */
const piecesOf = (
  call: ObservedToolCall,
  from: number,
  room: number,
  { timeZone, hasher }: EvidenceOptions,
): readonly ModelEvidence[] => {
  const { result } = call;
  if (!result?.result) return [];
  const cited = (result.citations ?? []).filter(({ text }) => text.trim() !== '').slice(0, MOST_CITATIONS);
  const whole = resultLines(result.result, { timeZone, elsewhere: cited.map(({ text }) => text) });
  const outcome = [
    { text: whole, source: undefined },
    ...cited.map((source) => ({ text: source.text, source })),
  ];
  let left = room;
  const pieces: ModelEvidence[] = [];
  for (const { text, source } of outcome) {
    if (text.trim() === '' || (left < LEAST_CHARACTERS && pieces.length > 0)) continue;
    const shown = linesWithin(text, Math.max(left, LEAST_CHARACTERS));
    left -= shown.length;
    const citation = citationOf(call, { n: from + pieces.length, text: shown, source }, hasher);
    pieces.push({ n: citation.n, text: shown, title: citation.title, source: 'tool', citation });
  }
  return pieces;
};

/** The results of tool calls as evidence, numbered consecutively. Each gets an equal share of the room. */
export const toolEvidence = (
  calls: readonly ObservedToolCall[],
  options: EvidenceOptions,
): readonly ToolEvidence[] => {
  const share = Math.floor(options.room / Math.max(1, calls.length));
  let n = options.from;
  return calls.map((call) => {
    const pieces = piecesOf(call, n, share, options);
    n += pieces.length;
    return { call, pieces };
  });
};

/** The message of a tool call for a model. The tool's output is in numbered lines, because it is data. */
const answerTo = ({ call: { tool, result }, pieces }: ToolEvidence): string => {
  const error = result?.error ?? undefined;
  const outcome = error === undefined ? '' : `${tool}: ${error}\n`;
  if (pieces.length === 0) return outcome === '' ? `${tool} gave nothing.` : outcome.trim();
  return `${outcome}The result of ${tool}, as evidence:\n${pieces.map(fencedEvidence).join('\n\n')}`;
};

/**
 * The messages that show a model its calls and their results. Text that it wrote besides its calls is omitted, because it
 * is unchecked.
 */
export const toolMessages = (
  rounds: readonly ToolRound[],
  calls: readonly ModelCall[],
  evidence: readonly ToolEvidence[],
): readonly ModelMessage[] => {
  const answers = new Map(evidence.map((one) => [one.call.toolCallId, one]));
  return rounds.flatMap(({ attempt, calls: requested }, at): readonly ModelMessage[] => {
    const call = calls.find(({ called }) => called.attempt === attempt);
    const written = call?.ended?.toolCalls ?? [];
    if (written.length === 0) return [];
    const before = rounds.slice(0, at).flatMap((round) => round.calls);
    const planned = planToolCalls(written, call?.called.tools ?? [], before);
    return [
      { role: 'assistant', content: '', toolCalls: written },
      ...planned.map((plan): ModelMessage => {
        const made = requested.find(({ modelCallId }) => modelCallId === `${attempt}/${plan.id}`);
        const answer = made && answers.get(made.toolCallId);
        const refused = 'refused' in plan ? plan.refused : 'Nothing came of it.';
        return { role: 'tool', toolCallId: plan.id, content: answer ? answerTo(answer) : refused };
      }),
    ];
  });
};
