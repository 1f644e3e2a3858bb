import { z } from 'zod';
import type { ModelFinish, ModelToolCall, TokenUsage } from '../../../ports/language-model.ts';
import { assembleToolCalls, type ToolCallAssembly, toolCallDeltaSchema } from './assemble-tool-calls.ts';
import { type ModelService, unusableAnswer, unusableContent } from './model-failures.ts';
import { removeThoughts } from './remove-thoughts.ts';
import { takeWrittenToolCalls, type WrittenToolCalls } from './written-tool-calls.ts';

/**
 * Upper bound of characters per token: English has four, and no language eight. A longer answer means that the server
 * ignores its token limit.
 */
const CHARACTERS_PER_TOKEN = 8;

const count = z.int().min(0);

/** The members read from a frame; nonsensical counts are ignored. */
const frameSchema = z.object({
  choices: z
    .array(
      z.object({
        index: z.int().optional(),
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z.array(toolCallDeltaSchema).nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
});
type Frame = z.output<typeof frameSchema>;
type Choice = NonNullable<Frame['choices']>[number];

/** Finish reasons of OpenAI, and of servers that speak its API. */
const finishes: ReadonlyMap<string, ModelFinish> = new Map([
  ['stop', 'stop'],
  ['eos_token', 'stop'],
  ['stop_sequence', 'stop'],
  ['length', 'length'],
  ['content_filter', 'filtered'],
  ['tool_calls', 'tool_calls'],
]);

type End = { readonly finish: ModelFinish; readonly calls: readonly ModelToolCall[] };

/** The end of an answer with its complete tool calls, or the reason why it is unusable. */
const endOf = (
  reason: string,
  assembly: ToolCallAssembly,
  written: WrittenToolCalls,
): End | { readonly unusable: string } => {
  const finish = finishes.get(reason);
  if (finish === undefined) return { unusable: 'its finish reason is unknown' };
  if (finish !== 'stop' && finish !== 'tool_calls') return { finish, calls: [] };
  const assembled = assembly.finish();
  if (typeof assembled === 'string') return { unusable: assembled };
  // Who calls in both ways has only said what it calls.
  const calls =
    assembled.length > 0
      ? assembled
      : written.calls().map((call, at): ModelToolCall => ({ id: `call-${at + 1}`, ...call }));
  // Some services also say "stop" for an answer with calls.
  if (calls.length > 0) return { finish: 'tool_calls', calls };
  return finish === 'stop' ? { finish, calls } : { unusable: 'it announces a tool call but contains none' };
};

/** The limits of an answer. */
type AnswerBounds = {
  readonly maxTokens: number;
  readonly contextTokens: number;
  /** Names of the tools that it may call. */
  readonly offered: readonly string[];
};

/** Reads one answer frame by frame. Throws on frames that no model would produce. */
export type OpenAiAnswer = {
  /** Returns the part of the answer in a frame; undefined if there is none, or after the end. */
  readonly partOf: (received: unknown) => Choice | undefined;
  /** Returns its text, up to the length limit, without thoughts and tool calls. */
  readonly textOf: (part: Choice) => string;
  /** Reads its tool calls. */
  readonly takeCalls: (part: Choice) => void;
  /** Records whether the part ends the answer; returns true when reading must stop. */
  readonly takeEnd: (part: Choice) => boolean;
  /** The text that was held back until the end was known. */
  readonly rest: () => string;
  readonly hasBegun: () => boolean;
  readonly finish: () => ModelFinish | undefined;
  readonly calls: () => readonly ModelToolCall[];
  readonly usage: () => TokenUsage | undefined;
};

export const readOpenAiAnswer = (service: ModelService, bounds: AnswerBounds): OpenAiAnswer => {
  const assembly = assembleToolCalls(bounds.offered);
  const said = removeThoughts();
  const written = takeWrittenToolCalls(bounds.offered);
  let room = bounds.maxTokens * CHARACTERS_PER_TOKEN;
  let began = false;
  let rest = '';
  let finish: ModelFinish | undefined;
  let calls: readonly ModelToolCall[] = [];
  let usage: TokenUsage | undefined;

  /** A service may bill the context, and as much again for hidden reasoning. */
  const isCredible = ({
    prompt_tokens: read,
    completion_tokens: written,
  }: NonNullable<Frame['usage']>): boolean => read + written <= 2 * bounds.contextTokens;

  return {
    partOf: (received) => {
      const frame = frameSchema.safeParse(received);
      if (!frame.success) throw unusableAnswer(service, 'its structure is unknown');
      const { choices, usage: reported } = frame.data;
      if (reported && isCredible(reported))
        usage = { promptTokens: reported.prompt_tokens, completionTokens: reported.completion_tokens };
      return finish === undefined ? choices?.find(({ index = 0 }) => index === 0) : undefined;
    },
    textOf: ({ delta }) => {
      const text = delta?.content?.slice(0, room) ?? '';
      if (text !== '') began = true;
      room -= text.length;
      return written.push(said.push(text));
    },
    takeCalls: ({ delta }) => {
      const calling = delta?.tool_calls ?? [];
      if (calling.length === 0) return;
      if (bounds.offered.length === 0) throw unusableContent(service, 'it calls tools that were not offered');
      began = true;
      const unusable = assembly.add(calling);
      if (unusable !== undefined) throw unusableContent(service, unusable);
    },
    takeEnd: ({ delta, finish_reason: reason }) => {
      if (delta?.refusal) finish = 'filtered';
      if (reason) {
        rest += `${written.push(said.end())}${written.end()}`;
        const ended = endOf(reason, assembly, written);
        if ('unusable' in ended) throw unusableContent(service, ended.unusable);
        if (finish === undefined) ({ finish, calls } = ended);
      }
      if (finish !== undefined || room > 0) return false;
      rest += `${written.push(said.end())}${written.end()}`;
      finish = 'length';
      return true;
    },
    rest: () => rest,
    hasBegun: () => began,
    finish: () => finish,
    calls: () => calls,
    usage: () => usage,
  };
};
