import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import type {
  GenerateRequest,
  LanguageModel,
  ModelPrice,
  ModelStreamPart,
} from '../../../ports/language-model.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { createOpenAiClient } from '../../services/outside/openai-client.ts';
import {
  answerTruncated,
  type ModelService,
  modelFailure,
  phiStaysLocal,
  unusableAnswer,
} from './model-failures.ts';
import { messageFor, toolsFor } from './openai-request.ts';
import { readOpenAiAnswer } from './read-openai-answer.ts';
import { createSilenceClock, type ModelTimeLimits } from './silence-clock.ts';

type OpenAiModelOptions = {
  /** Base URL including the version, e.g. `http://localhost:11434/v1`. */
  readonly baseUrl: URL;
  readonly model: string;
  readonly apiKey?: string;
  readonly where: 'local' | 'cloud';
  /** OpenAI gets parameters that other servers may reject. */
  readonly dialect: 'openai' | 'compatible';
  /** Whether the model accepts a temperature; reasoning models do not. */
  readonly takesTemperature: boolean;
  readonly contextTokens: number;
  readonly usdPerMillionTokens?: ModelPrice;
  readonly timeLimits: ModelTimeLimits;
  readonly metrics: Metrics;
};

const serviceOf = (where: 'local' | 'cloud'): ModelService =>
  where === 'local'
    ? {
        component: 'local-model',
        settings: {
          url: 'LOCAL_LLM_URL',
          model: 'LOCAL_LLM_MODEL',
          apiKey: 'LOCAL_LLM_API_KEY',
          contextTokens: 'LOCAL_LLM_CONTEXT_TOKENS',
        },
      }
    : {
        component: 'cloud-model',
        settings: {
          url: 'LLM_BASE_URL',
          model: 'LLM_MODEL',
          apiKey: 'LLM_API_KEY',
          contextTokens: 'LLM_CONTEXT_TOKENS',
        },
      };

/** Creates a language model for any server that speaks OpenAI's chat completions API, streamed. */
export const createOpenAiLanguageModel = (options: OpenAiModelOptions): LanguageModel => {
  const { where, dialect, metrics, timeLimits } = options;
  const service = serviceOf(where);
  const leavesThePremises = where === 'cloud';
  /** A client of one call, which learns of all that its server sends. */
  const clientOf = (onReceived: () => void): ReturnType<typeof createOpenAiClient> =>
    createOpenAiClient({
      baseUrl: options.baseUrl,
      apiKey: options.apiKey,
      leavesThePremises,
      component: service.component,
      metrics,
      onReceived,
    });

  const requestFor = ({ messages, tools = [], temperature, maxTokens }: GenerateRequest) => ({
    model: options.model,
    messages: messages.map(messageFor),
    ...(tools.length === 0 ? {} : { tools: toolsFor(tools) }),
    stream: true as const,
    stream_options: { include_usage: true },
    ...(options.takesTemperature ? { temperature } : {}),
    // OpenAI's newer models reject `max_tokens`; other servers may not support its successor.
    ...(dialect === 'openai'
      ? { max_completion_tokens: maxTokens, store: false }
      : { max_tokens: maxTokens }),
  });

  const generate: LanguageModel['generate'] = async function* (
    request,
    { signal, onAlive },
  ): AsyncGenerator<ModelStreamPart> {
    const { tools = [], maxTokens, phi } = request;
    signal.throwIfAborted();
    if (phi && leavesThePremises) {
      metrics.count('anamnesis_outside_requests_refused_total', { component: service.component });
      throw phiStaysLocal(service);
    }
    const clock = createSilenceClock(service, timeLimits);
    const answer = readOpenAiAnswer(service, {
      maxTokens,
      contextTokens: options.contextTokens,
      offered: tools.map(({ name }) => name),
    });
    let answering = false;
    // Thoughts, parts of calls and comments that keep a connection open are no text, and show that the server is at work.
    const client = clientOf(() => {
      clock.restart();
      onAlive?.();
    });
    clock.start('first');
    try {
      const asked = client.chat.completions.create(requestFor(request), {
        signal: anySignal([signal, clock.signal]),
      });
      const { data: frames, response } = await asked.withResponse();
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        frames.controller.abort();
        throw unusableAnswer(service, 'not an event stream');
      }
      answering = true;
      for await (const received of frames) {
        const part = answer.partOf(received);
        if (part === undefined) continue;
        const text = answer.textOf(part);
        if (text !== '') {
          // The consumer's time does not count against the model.
          clock.stop();
          yield { kind: 'text', text };
        }
        answer.takeCalls(part);
        if (answer.hasBegun()) clock.start('next');
        if (answer.takeEnd(part)) break;
      }
    } catch (error) {
      signal.throwIfAborted();
      // After the last token, only the usage report can still fail.
      if (answer.finish() === undefined)
        throw clock.signal.aborted ? clock.signal.reason : modelFailure(service, error, answering);
    } finally {
      clock.stop();
    }
    // The client returns without an error when it is aborted.
    signal.throwIfAborted();
    const finish = answer.finish();
    if (finish === undefined) {
      clock.signal.throwIfAborted();
      throw answerTruncated(service);
    }
    const rest = answer.rest();
    if (rest !== '') yield { kind: 'text', text: rest };
    for (const call of answer.calls()) yield { kind: 'tool_call', ...call };
    yield { kind: 'end', finish, ...omitUndefined({ usage: answer.usage() }) };
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
