import { z } from 'zod';
import type { ModelFinish, ModelToolCall, TokenUsage } from '../../../ports/language-model.ts';
import { assembleToolCalls, type ToolCallAssembly, toolCallDeltaSchema } from './assemble-tool-calls.ts';
import { type ModelService, unusableAnswer, unusableContent } from './model-failures.ts';

/**
 * The most characters that a number of tokens can be: English has four to a token, and no language eight. Beyond that, a
 * server ignores its token limit.
 */
const CHARACTERS_PER_TOKEN = 8;

const count = z.int().min(0);

/** What is read of a frame; counts that make no sense are none. */
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

/** OpenAI's words for how an answer ended, and those of servers that speak its API. */
const finishes: ReadonlyMap<string, ModelFinish> = new Map([
  ['stop', 'stop'],
  ['eos_token', 'stop'],
  ['stop_sequence', 'stop'],
  ['length', 'length'],
  ['content_filter', 'filtered'],
  ['tool_calls', 'tool_calls'],
]);

type End = { readonly finish: ModelFinish; readonly calls: readonly ModelToolCall[] };

/** How an answer ended, with the calls that are whole then; or why it cannot be used. */
const endOf = (reason: string, assembly: ToolCallAssembly): End | { readonly unusable: string } => {
  const finish = finishes.get(reason);
  if (finish === undefined) return { unusable: 'it did not end as an answer ends' };
  if (finish !== 'stop' && finish !== 'tool_calls') return { finish, calls: [] };
  const calls = assembly.finish();
  if (typeof calls === 'string') return { unusable: calls };
  // Some services say "stop" of an answer with calls, too.
  if (calls.length > 0) return { finish: 'tool_calls', calls };
  return finish === 'stop' ? { finish, calls } : { unusable: 'it says that it calls a tool, and calls none' };
};

/** What an answer may be. */
type AnswerBounds = {
  readonly maxTokens: number;
  readonly contextTokens: number;
  readonly mayCallTools: boolean;
};

/** One answer while it comes, frame by frame. Rejects what no model would say. */
export type OpenAiAnswer = {
  /** The part of the answer in a frame; undefined where there is none, or the answer has ended. */
  readonly partOf: (received: unknown) => Choice | undefined;
  /** Its text, as far as there is room. */
  readonly textOf: (part: Choice) => string;
  /** Takes the calls of tools in it. */
  readonly takeCalls: (part: Choice) => void;
  /** Notes whether the answer has ended with it; answers whether nothing more is to be read. */
  readonly takeEnd: (part: Choice) => boolean;
  readonly hasBegun: () => boolean;
  readonly finish: () => ModelFinish | undefined;
  readonly calls: () => readonly ModelToolCall[];
  readonly usage: () => TokenUsage | undefined;
};

export const readOpenAiAnswer = (service: ModelService, bounds: AnswerBounds): OpenAiAnswer => {
  const assembly = assembleToolCalls();
  let room = bounds.maxTokens * CHARACTERS_PER_TOKEN;
  let began = false;
  let finish: ModelFinish | undefined;
  let calls: readonly ModelToolCall[] = [];
  let usage: TokenUsage | undefined;

  /** What a service may bill for one call: its context, and as much again that a model thought and did not say. */
  const isCredible = ({
    prompt_tokens: read,
    completion_tokens: written,
  }: NonNullable<Frame['usage']>): boolean => read + written <= 2 * bounds.contextTokens;

  return {
    partOf: (received) => {
      const frame = frameSchema.safeParse(received);
      if (!frame.success) throw unusableAnswer(service, 'not the form of an answer');
      const { choices, usage: reported } = frame.data;
      if (reported && isCredible(reported))
        usage = { promptTokens: reported.prompt_tokens, completionTokens: reported.completion_tokens };
      return finish === undefined ? choices?.find(({ index = 0 }) => index === 0) : undefined;
    },
    textOf: ({ delta }) => {
      const text = delta?.content?.slice(0, room) ?? '';
      if (text !== '') began = true;
      room -= text.length;
      return text;
    },
    takeCalls: ({ delta }) => {
      const calling = delta?.tool_calls ?? [];
      if (calling.length === 0) return;
      if (!bounds.mayCallTools) throw unusableContent(service, 'it calls tools that it was not given');
      began = true;
      const unusable = assembly.add(calling);
      if (unusable !== undefined) throw unusableContent(service, unusable);
    },
    takeEnd: ({ delta, finish_reason: reason }) => {
      if (delta?.refusal) finish = 'filtered';
      if (reason) {
        const ended = endOf(reason, assembly);
        if ('unusable' in ended) throw unusableContent(service, ended.unusable);
        if (finish === undefined) ({ finish, calls } = ended);
      }
      if (finish !== undefined || room > 0) return false;
      finish = 'length';
      return true;
    },
    hasBegun: () => began,
    finish: () => finish,
    calls: () => calls,
    usage: () => usage,
  };
};
