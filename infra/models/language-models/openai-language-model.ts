import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { z } from 'zod';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type {
  LanguageModel,
  ModelFinish,
  ModelMessage,
  ModelPrice,
  ModelStreamPart,
  ModelTool,
  ModelToolCall,
  TokenUsage,
} from '../../../ports/language-model.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { createOpenAiClient } from '../../services/outside/openai-client.ts';
import { assembleToolCalls, type ToolCallAssembly, toolCallDeltaSchema } from './assemble-tool-calls.ts';
import {
  type ModelService,
  modelFailure,
  phiStaysLocal,
  tooSlow,
  unusableAnswer,
  wasCut,
} from './model-failures.ts';

/** Milliseconds that a person waits for. */
type ModelTimeLimits = { readonly firstToken: number; readonly betweenTokens: number };

type OpenAiModelOptions = {
  /** Up to and with the version, e.g. `http://localhost:11434/v1`. */
  readonly baseUrl: URL;
  readonly model: string;
  readonly apiKey?: string;
  readonly where: 'local' | 'cloud';
  /** OpenAI itself is told what other servers may refuse. */
  readonly dialect: 'openai' | 'compatible';
  /** Whether the model takes a temperature; those that reason first take none. */
  readonly takesTemperature: boolean;
  readonly contextTokens: number;
  readonly usdPerMillionTokens?: ModelPrice;
  readonly timeLimits: ModelTimeLimits;
  readonly metrics: Metrics;
};

/**
 * Most characters that so many tokens can be: English has four to a token, and no language eight. Beyond, a server does
 * not heed the limit of tokens that it was given.
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
type Usage = z.output<typeof frameSchema>['usage'];

/** OpenAI's words for how an answer ended, and those of servers that speak its API. */
const finishes: ReadonlyMap<string, ModelFinish> = new Map([
  ['stop', 'stop'],
  ['eos_token', 'stop'],
  ['stop_sequence', 'stop'],
  ['length', 'length'],
  ['content_filter', 'filtered'],
  ['tool_calls', 'tool_calls'],
]);

/** A message in OpenAI's members. Well-formed throughout: half a surrogate pair is no JSON that others read. */
const messageFor = (message: ModelMessage): ChatCompletionMessageParam => {
  const content = message.content.toWellFormed();
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.toolCallId, content };
  if (message.role !== 'assistant' || message.toolCalls === undefined) return { role: message.role, content };
  return {
    role: 'assistant',
    content,
    tool_calls: message.toolCalls.map(({ id, name, arguments: written }) => ({
      id,
      type: 'function',
      function: { name, arguments: written.toWellFormed() },
    })),
  };
};

const toolsFor = (tools: readonly ModelTool[]) =>
  tools.map(({ name, description, parameters }) => ({
    type: 'function' as const,
    function: { name, description, parameters: { ...parameters } },
  }));

type End = { readonly finish: ModelFinish; readonly calls: readonly ModelToolCall[] };

/** How an answer ended, with the calls that are whole then; or why it cannot be used. */
const endOf = (told: string, assembly: ToolCallAssembly): End | { readonly unusable: string } => {
  const finish = finishes.get(told);
  if (finish === undefined) return { unusable: 'it did not end as an answer ends' };
  if (finish !== 'stop' && finish !== 'tool_calls') return { finish, calls: [] };
  const calls = assembly.finish();
  if (typeof calls === 'string') return { unusable: calls };
  // Some services say "stop" of an answer with calls, too.
  if (calls.length > 0) return { finish: 'tool_calls', calls };
  return finish === 'stop' ? { finish, calls } : { unusable: 'it says that it calls a tool, and calls none' };
};

const serviceOf = (where: 'local' | 'cloud'): ModelService =>
  where === 'local'
    ? {
        component: 'local-model',
        settings: { url: 'LOCAL_LLM_URL', model: 'LOCAL_LLM_MODEL', apiKey: 'LOCAL_LLM_API_KEY' },
      }
    : {
        component: 'cloud-model',
        settings: { url: 'LLM_BASE_URL', model: 'LLM_MODEL', apiKey: 'LLM_API_KEY' },
      };

/** A clock for silences: aborts when none has stopped it in time. */
const createSilenceClock = (service: ModelService, limits: ModelTimeLimits) => {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    signal: silence.signal,
    stop,
    start: (what: 'first' | 'next'): void => {
      stop();
      const limit = what === 'first' ? limits.firstToken : limits.betweenTokens;
      timer = setTimeout(() => silence.abort(tooSlow(service, what, limit)), limit);
    },
  };
};

/** A language model behind any server that speaks OpenAI's chat completions, streamed. */
export const createOpenAiLanguageModel = (options: OpenAiModelOptions): LanguageModel => {
  const { where, dialect, metrics, timeLimits } = options;
  const service = serviceOf(where);
  const leavesThePremises = where === 'cloud';
  const client = createOpenAiClient({
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    leavesThePremises,
    component: service.component,
    metrics,
  });

  /** What a service may bill for one call: its context, and as much again that a model thought and did not say. */
  const isCredible = ({ prompt_tokens: read, completion_tokens: written }: NonNullable<Usage>): boolean =>
    read + written <= 2 * options.contextTokens;

  const generate: LanguageModel['generate'] = async function* (
    request,
    { signal },
  ): AsyncGenerator<ModelStreamPart> {
    const { messages, tools = [], temperature, maxTokens, phi } = request;
    signal.throwIfAborted();
    if (phi && leavesThePremises) {
      metrics.count('anamnesis_outside_requests_refused_total', { component: service.component });
      throw phiStaysLocal(service);
    }
    const clock = createSilenceClock(service, timeLimits);
    let finish: ModelFinish | undefined;
    let usage: TokenUsage | undefined;
    let room = maxTokens * CHARACTERS_PER_TOKEN;
    let answering = false;
    let began = false;
    const assembly = assembleToolCalls();
    let calls: readonly ModelToolCall[] = [];
    clock.start('first');
    try {
      const asked = client.chat.completions.create(
        {
          model: options.model,
          messages: messages.map(messageFor),
          ...(tools.length === 0 ? {} : { tools: toolsFor(tools) }),
          stream: true,
          stream_options: { include_usage: true },
          ...(options.takesTemperature ? { temperature } : {}),
          // OpenAI's newer models refuse `max_tokens`; other servers may not know its successor.
          ...(dialect === 'openai'
            ? { max_completion_tokens: maxTokens, store: false }
            : { max_tokens: maxTokens }),
        },
        { signal: AbortSignal.any([signal, clock.signal]) },
      );
      const { data: frames, response } = await asked.withResponse();
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        frames.controller.abort();
        throw unusableAnswer(service, 'no stream of events');
      }
      answering = true;
      for await (const received of frames) {
        const frame = frameSchema.safeParse(received);
        if (!frame.success) throw unusableAnswer(service, 'not the form of an answer');
        const { choices, usage: told } = frame.data;
        if (told && isCredible(told))
          usage = { promptTokens: told.prompt_tokens, completionTokens: told.completion_tokens };
        const choice = choices?.find(({ index = 0 }) => index === 0);
        if (choice === undefined || finish !== undefined) continue;
        const text = choice.delta?.content?.slice(0, room) ?? '';
        if (text !== '') {
          began = true;
          room -= text.length;
          // What the reader does with it is not the model's time.
          clock.stop();
          yield { kind: 'text', text };
        }
        const calling = choice.delta?.tool_calls ?? [];
        if (calling.length > 0) {
          if (tools.length === 0) throw unusableAnswer(service, 'it calls tools that it was not given');
          began = true;
          const unusable = assembly.add(calling);
          if (unusable !== undefined) throw unusableAnswer(service, unusable);
        }
        if (began) clock.start('next');
        if (choice.delta?.refusal) finish = 'filtered';
        if (choice.finish_reason) {
          const ended = endOf(choice.finish_reason, assembly);
          if ('unusable' in ended) throw unusableAnswer(service, ended.unusable);
          if (finish === undefined) ({ finish, calls } = ended);
        }
        if (finish === undefined && room === 0) {
          finish = 'length';
          break;
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      // What fails after the answer is whole is only the count of its tokens.
      if (finish === undefined)
        throw clock.signal.aborted ? clock.signal.reason : modelFailure(service, error, answering);
    } finally {
      clock.stop();
    }
    // The client ends quietly when it is stopped.
    signal.throwIfAborted();
    if (finish === undefined) {
      clock.signal.throwIfAborted();
      throw wasCut(service);
    }
    for (const call of calls) yield { kind: 'tool_call', ...call };
    yield { kind: 'end', finish, ...omitUndefined({ usage }) };
  };

  return {
    model: {
      name: options.model,
      where,
      leavesThePremises,
      contextTokens: options.contextTokens,
      ...omitUndefined({ usdPerMillionTokens: options.usdPerMillionTokens }),
    },
    generate,
  };
};
