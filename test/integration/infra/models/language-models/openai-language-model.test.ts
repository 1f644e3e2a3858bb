import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOpenAiLanguageModel } from '../../../../../infra/models/language-models/openai-language-model.ts';
import { createPrometheusMetrics } from '../../../../../infra/observability/prometheus-metrics.ts';
import type { LanguageModel } from '../../../../../ports/language-model.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import {
  describeLanguageModel,
  piecesOf,
  someRequest,
  someTool,
  textOf,
  toolCallsOf,
} from '../../../../contract/language-model.contract.ts';
import {
  answering,
  calling,
  type OpenAiServer,
  type OpenAiStep,
  startOpenAiServer,
} from '../../../../support/openai-server.ts';

let server: OpenAiServer;
const metrics = createPrometheusMetrics({ logger: silentLogger });
beforeEach(async () => {
  server = await startOpenAiServer();
});
afterEach(() => server.close());

const patient = { firstToken: 60_000, betweenTokens: 60_000 };
const modelAt = (
  where: 'local' | 'cloud',
  options: Partial<Parameters<typeof createOpenAiLanguageModel>[0]> = {},
): LanguageModel =>
  createOpenAiLanguageModel({
    baseUrl: server.baseUrl,
    model: 'test-model',
    where,
    dialect: 'compatible',
    takesTemperature: true,
    contextTokens: 8192,
    timeLimits: patient,
    metrics,
    ...options,
  });
const { signal } = new AbortController();
const ask = (model: LanguageModel, phi = false) =>
  piecesOf(model.generate({ ...someRequest, phi }, { signal }));

describeLanguageModel('OpenAI-compatible server', async () => {
  server.script.always = ({ body: { model, messages, tools = [] } }) => {
    if (model === 'endless') return ['go on for ever'];
    return model === 'short' || messages.some(({ role }) => role === 'tool')
      ? answering('Yes, it is.')
      : calling(...tools.map((tool) => ({ name: tool.function.name, arguments: { term: 'aspirin' } })));
  };
  return {
    short: modelAt('cloud', { model: 'short' }),
    endless: modelAt('local', { model: 'endless' }),
    calling: modelAt('cloud', { model: 'calling' }),
  };
});

describe('an answer', () => {
  test('arrives piece by piece, with the token counts of the server', async () => {
    server.script.next = [answering('Aspirin 324 mg by mouth.')];
    expect(await ask(modelAt('local'))).toEqual([
      { kind: 'text', text: 'Aspirin ' },
      { kind: 'text', text: '324 ' },
      { kind: 'text', text: 'mg ' },
      { kind: 'text', text: 'by ' },
      { kind: 'text', text: 'mouth.' },
      { kind: 'end', finish: 'stop', usage: { promptTokens: 100, completionTokens: 5 } },
    ]);
  });

  test('is passed on while the server is still writing', async () => {
    const shown = Promise.withResolvers<void>();
    server.script.next = [[{ say: 'First' }, { until: shown.promise }, ...answering(' and last.')]];
    let text = '';
    for await (const piece of modelAt('local').generate(someRequest, { signal })) {
      if (piece.kind === 'text') text += piece.text;
      // Without this the server never continues.
      shown.resolve();
    }
    expect(text).toBe('First and last.');
  });

  test.each([
    ['a server that counts no tokens', answering('Yes.', { usage: false })],
    [
      'a server that counts nonsense',
      [{ say: 'Yes.' }, { finish: 'stop' }, { usage: { prompt_tokens: -1, completion_tokens: 0.5 } }, 'done'],
    ],
    [
      'a server that counts more than a call can cost',
      [
        { say: 'Yes.' },
        { finish: 'stop' },
        { usage: { prompt_tokens: 90_000_000, completion_tokens: 1 } },
        'done',
      ],
    ],
    ['a connection that breaks after the answer', [{ say: 'Yes.' }, { finish: 'stop' }, 'cut']],
    [
      'comments and frames of other kinds in between',
      [
        { raw: ': wait\n\n' },
        { raw: 'data: {"choices":[]}\n\n' },
        { say: 'Yes.' },
        { finish: 'stop' },
        'done',
      ],
    ],
  ] satisfies [string, OpenAiStep[] | readonly OpenAiStep[]][])('is complete with %s', async (_, steps) => {
    server.script.next = [steps];
    const pieces = await ask(modelAt('local'));
    expect(textOf(pieces)).toBe('Yes.');
    expect(pieces.at(-1)).toEqual({ kind: 'end', finish: 'stop' });
  });

  test.each([
    ['length', 'length'],
    ['content_filter', 'filtered'],
  ])('reports that it ended by %s', async (reason, finish) => {
    server.script.next = [answering('Give', { finish: reason })];
    expect((await ask(modelAt('local'))).at(-1)).toMatchObject({ kind: 'end', finish });
  });
});

describe('what a model thinks', () => {
  const after = ' Aspirin 324 mg.';
  test.each([
    ['<think>Is it 500 mg?</think> Aspirin 324 mg.', after],
    ['<think>a<think>b</think>c</think> Aspirin 324 mg.', after],
    ['< THINKING >a</ Thinking > Aspirin 324 mg.', after],
    ['◁think▷a◁/think▷ Aspirin 324 mg.', after],
    ['[THINK]a[/THINK] Aspirin 324 mg.', after],
    ['<reasoning>a</reasoning> Aspirin 324 mg.', after],
    [' Aspirin<think>a</think> 324 mg.<think>b', after],
    ['</think> Aspirin 324 mg.', after],
    ['<think>Is it 500 mg?', ''],
    [' SBP <90 [1] [ <', ' SBP <90 [1] [ <'],
  ])('is no part of the answer, however it is divided: %s', async (text, said) => {
    for (const size of [1, 3, text.length]) {
      const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
      server.script.next = [[...pieces.map((say) => ({ say })), { finish: 'stop' }, 'done']];
      expect(textOf(await ask(modelAt('local')))).toBe(said);
    }
  });

  test.each([
    ['thoughts beside the content', { delta: { reasoning: 'Hm.' } }],
    ['thoughts under their other name', { delta: { reasoning_content: 'Hm.' } }],
    ['thoughts within the content', { delta: { content: '<think>' } }],
    [
      'parts of a call',
      { delta: { tool_calls: [{ index: 0, function: { name: 'look_up', arguments: ' ' } }] } },
    ],
    ['comments', undefined],
  ])('counts as life as long as it comes: %s', async (_, choice) => {
    const raw = choice ? `data: ${JSON.stringify({ choices: [choice] })}\n\n` : ': wait\n\n';
    const pause = () => new Promise((resolve) => setTimeout(resolve, 30));
    const steps: OpenAiStep[] = Array.from({ length: 8 }, () => [{ raw }, { later: pause }] as const).flat();
    server.script.next = [
      [...steps, { say: '</think>'.repeat(8) }, { say: 'Yes.' }, { finish: 'stop' }, 'done'],
    ];
    const timeLimits = { firstToken: 120, betweenTokens: 120 };
    const pieces = await piecesOf(
      modelAt('local', { timeLimits }).generate({ ...someRequest, tools: [someTool] }, { signal }),
    );
    expect(textOf(pieces)).toBe('Yes.');
  });
});

describe('a tool call', () => {
  const tools = [someTool];
  const askWithTools = (steps: readonly OpenAiStep[], maxTokens = 50) => {
    server.script.next = [steps];
    return piecesOf(modelAt('local').generate({ ...someRequest, maxTokens, tools }, { signal }));
  };
  const part = (index: number | undefined, rest: object) => ({ index, ...rest });
  const whole = (index: number | undefined, id: string | undefined, name: string, given = '{}') =>
    part(index, { id, type: 'function', function: { name, arguments: given } });
  const end = (finish: string): readonly OpenAiStep[] => [{ finish }, 'done'];

  test('is assembled by its index from interleaved parts, and is delivered once complete', async () => {
    const pieces = await askWithTools([
      { say: 'I will look. ' },
      { calls: [whole(0, 'a', 'look_up', '{"te')] },
      { calls: [whole(1, 'b', 'look_up', '')] },
      { calls: [part(0, { function: { arguments: 'rm":' } }), part(1, { function: { arguments: '{}' } })] },
      { calls: [part(0, { function: { arguments: '1}' } })] },
      ...end('tool_calls'),
    ]);
    expect(pieces).toEqual([
      { kind: 'text', text: 'I will look. ' },
      { kind: 'tool_call', id: 'a', name: 'look_up', arguments: '{"term":1}' },
      { kind: 'tool_call', id: 'b', name: 'look_up', arguments: '{}' },
      { kind: 'end', finish: 'tool_calls' },
    ]);
  });

  test.each([
    ['gives every call the index 0', [whole(0, 'a', 'one'), whole(0, 'b', 'two')]],
    ['gives no call an index', [whole(undefined, 'a', 'one'), whole(undefined, 'b', 'two')]],
    ['gives neither index nor id', [whole(undefined, undefined, 'one'), whole(undefined, undefined, 'two')]],
    ['gives two calls the same id', [whole(0, 'a', 'one'), whole(1, 'a', 'two')]],
    ['gives invalid ids', [whole(0, 'a b\n', 'one'), whole(1, 'x'.repeat(65), 'two')]],
    [
      'repeats id and name with every part',
      [whole(0, 'a', 'one', '{'), whole(0, 'a', 'one', '}'), whole(1, 'b', 'two')],
    ],
  ])('is distinguished from the other calls of its answer when a service %s', async (_, parts) => {
    const pieces = await askWithTools([...parts.map((one) => ({ calls: [one] })), ...end('tool_calls')]);
    const found = toolCallsOf(pieces);
    expect(found.map(({ name, arguments: given }) => [name, given])).toEqual([
      ['one', '{}'],
      ['two', '{}'],
    ]);
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
    for (const { id } of found) expect(id).toMatch(/^[\w-]{1,64}$/);
  });

  test('counts also where the service ends its answer with "stop"', async () => {
    const pieces = await askWithTools([{ calls: [whole(0, 'a', 'look_up')] }, ...end('stop')]);
    expect(pieces.map(({ kind }) => kind)).toEqual(['tool_call', 'end']);
    expect(pieces.at(-1)).toMatchObject({ finish: 'tool_calls' });
  });

  test.each(['length', 'content_filter'])(
    'is dropped when the answer ended by %s before the call was finished',
    async (finish) => {
      const pieces = await askWithTools([
        { calls: [whole(0, 'a', 'look_up', '{"term":"as')] },
        ...end(finish),
      ]);
      expect(toolCallsOf(pieces)).toEqual([]);
    },
  );

  test('keeps its arguments as written, even when they are not JSON', async () => {
    const broken = '{"term": aspirin';
    const pieces = await askWithTools(calling({ name: 'look_up', arguments: broken }));
    expect(toolCallsOf(pieces).map((call) => call.arguments)).toEqual([broken]);
  });

  describe('written as text', () => {
    const call = '{"name": "look_up", "arguments": {"term": "a {b} \\"c\\""}}';
    const found = [['look_up', '{"term":"a {b} \\"c\\""}']];
    test.each([
      ['in a fence', `\`\`\`json\n${call}\n\`\`\``, found],
      ['in a fence of its own kind', `\`\`\`tool_call\n${call}\n\`\`\``, found],
      ['without a fence', call, found],
      ['in a tag', `<tool_call>\n${call}\n</tool_call>`, found],
      ['in a tag that names it', '<function=look_up>{"term": 1}</function>', [['look_up', '{"term":1}']]],
      ['behind a mark', `<|python_tag|>${call}`, found],
      ['behind a mark in brackets', `[TOOL_CALLS][${call}]`, found],
      ['as a list', `[${call}, ${call}]`, [...found, ...found]],
      ['several times', `${call}\n\n${call}`, [...found, ...found]],
      ['several times in one fence', `\`\`\`\n${call}\n${call}\n\`\`\``, [...found, ...found]],
      [
        'with parameters',
        '{"type":"function","name":"look_up","parameters":{"term":1}}',
        [['look_up', '{"term":1}']],
      ],
      [
        'in the form of the protocol',
        '{"tool_calls":[{"id":"a","type":"function","function":{"name":"look_up","arguments":"{}"}}]}',
        [['look_up', '{}']],
      ],
      ['beside a thought', `<think>I call ${call}</think>${call}`, found],
    ])('is a call when a tool of that name was offered: %s', async (_, text, calls) => {
      const pieces = await askWithTools(answering(text), 500);
      expect(
        toolCallsOf(pieces).map(({ name, arguments: given }) => [name, JSON.stringify(JSON.parse(given))]),
      ).toEqual(calls);
      expect(new Set(toolCallsOf(pieces).map(({ id }) => id)).size).toBe(calls.length);
      expect(textOf(pieces).trim()).toBe('');
      expect(pieces.at(-1)).toMatchObject({ finish: 'tool_calls' });
    });

    test.each([
      [
        'of a tool that was not offered',
        `Yes. ${call.replace('look_up', 'delete_all')} It is.`,
        'Yes.  It is.',
      ],
      ['that breaks off', 'Yes. ```json\n{"name": "look_up", "arguments": {"te', 'Yes. '],
      ['that breaks off in its tag', 'Yes. <tool_call>', 'Yes. '],
    ])('is left out of the text: %s', async (_, text, said) => {
      const pieces = await askWithTools(answering(text), 500);
      expect(toolCallsOf(pieces)).toEqual([]);
      expect(textOf(pieces)).toBe(said);
      expect(pieces.at(-1)).toMatchObject({ finish: 'stop' });
    });

    test('is left out of the text where no tool was offered', async () => {
      server.script.next = [answering(`Yes, it is.\n${call}`)];
      const pieces = await ask(modelAt('local'));
      expect(toolCallsOf(pieces)).toEqual([]);
      expect(textOf(pieces).trim()).toBe('Yes, it is.');
    });

    test('counts once when it is called as well', async () => {
      const pieces = await askWithTools([
        { say: call },
        { calls: [whole(0, 'a', 'look_up', '{"term":2}')] },
        ...end('tool_calls'),
      ]);
      expect(toolCallsOf(pieces)).toEqual([{ id: 'a', name: 'look_up', arguments: '{"term":2}' }]);
    });

    test('is not read out of other JSON, brackets, fences and tags', async () => {
      const text =
        'Give [1] 0.5 mg {see [2]} [Source 3]. {"dose": "0.5 mg"} ```text\nSBP <90, a_b\n``` {"name": "aspirin"} [{"a":1}] __x__ `b` <b>';
      const pieces = await askWithTools(answering(text), 500);
      expect(textOf(pieces)).toBe(text);
      expect(toolCallsOf(pieces)).toEqual([]);
    });
  });

  test.each<[string, readonly object[], readonly (readonly [string, string])[]]>([
    [
      'repeats the index of another call without an id',
      [whole(0, undefined, 'look_up', '{"a":1}'), whole(0, undefined, 'look_up', '{"a":2}')],
      [
        ['look_up', '{"a":1}'],
        ['look_up', '{"a":2}'],
      ],
    ],
    [
      'repeats the index of a call that had an id',
      [whole(0, 'a', 'look_up', '{"a":1}'), whole(0, undefined, 'look_up', '{"a":2}')],
      [
        ['look_up', '{"a":1}'],
        ['look_up', '{"a":2}'],
      ],
    ],
    [
      'repeats its arguments in the last frame',
      [
        whole(0, 'a', 'look_up', ''),
        part(0, { function: { arguments: '{"a"' } }),
        part(0, { function: { arguments: ':1}' } }),
        part(0, { function: { arguments: '{"a":1}' } }),
      ],
      [['look_up', '{"a":1}']],
    ],
    [
      'repeats the whole call in the last frame',
      [
        whole(0, 'a', 'look_up', '{"a":'),
        part(0, { function: { arguments: '1}' } }),
        whole(0, 'a', 'look_up', '{"a":1}'),
      ],
      [['look_up', '{"a":1}']],
    ],
    [
      'repeats the whole call without its id in the last frame',
      [whole(0, 'a', 'look_up', '{"a":1}'), whole(0, undefined, 'look_up', '{"a":1}')],
      [['look_up', '{"a":1}']],
    ],
    [
      'sends all arguments so far with each frame',
      ['{', '{"a"', '{"a":1', '{"a":1}'].map((given) => whole(0, 'a', 'look_up', given)),
      [['look_up', '{"a":1}']],
    ],
    [
      'begins with empty arguments',
      [
        whole(0, 'a', 'look_up', '{}'),
        part(0, { function: { arguments: '{"a":' } }),
        part(0, { function: { arguments: '1}' } }),
      ],
      [['look_up', '{"a":1}']],
    ],
    [
      'divides its name over two frames',
      [
        whole(0, 'a', 'look', ''),
        part(0, { function: { name: '_up', arguments: '' } }),
        part(0, { function: { arguments: '{}' } }),
      ],
      [['look_up', '{}']],
    ],
    [
      'completes its name in the next frame',
      [whole(0, undefined, 'look', ''), whole(0, undefined, 'look_up', '{}')],
      [['look_up', '{}']],
    ],
  ])('is read as it was meant when a service %s', async (_, parts, calls) => {
    const pieces = await askWithTools([...parts.map((one) => ({ calls: [one] })), ...end('tool_calls')]);
    expect(toolCallsOf(pieces).map(({ name, arguments: given }) => [name, given])).toEqual(calls);
  });

  const unusable = { reason: { code: 'external_api_error', component: 'local-model' } };
  test.each([
    ['announces calls and makes none', [{ say: 'Let me see.' }, ...end('tool_calls')]],
    ['calls a tool without a name', [{ calls: [part(0, { id: 'a', function: {} })] }, ...end('tool_calls')]],
    [
      'calls something no function can be named',
      [{ calls: [whole(0, 'a', 'rm -rf')] }, ...end('tool_calls')],
    ],
    [
      'calls more tools than the limit',
      [{ calls: Array.from({ length: 17 }, (_, at) => whole(at, `a${at}`, 'look_up')) }, 'hang'],
    ],
    [
      'never ends its arguments',
      [
        { calls: [whole(0, 'a', 'look_up', '')] },
        ...Array.from({ length: 70 }, () => ({
          calls: [part(0, { function: { arguments: 'x'.repeat(1000) } })],
        })),
        'hang',
      ],
    ],
    ['is cut in the middle of a call', [{ calls: [whole(0, 'a', 'look_up', '{')] }, 'cut']],
    ['sends arguments that are not text', [{ calls: [{ index: 0, function: { arguments: {} } }] }, 'hang']],
  ] satisfies [string, readonly OpenAiStep[]][])('is not taken from an answer that %s', async (_, steps) => {
    await expect(askWithTools(steps)).rejects.toMatchObject(unusable);
  });

  test('is not accepted from a model that was given no tool', async () => {
    server.script.next = [calling({ name: 'look_up', arguments: {} })];
    await expect(ask(modelAt('local'))).rejects.toMatchObject(unusable);
  });

  test("is requested, and its result sent, in the service's own members", async () => {
    await piecesOf(
      modelAt('cloud').generate(
        {
          ...someRequest,
          tools,
          messages: [
            { role: 'user', content: 'What is aspirin?' },
            {
              role: 'assistant',
              content: '',
              toolCalls: [{ id: 'a', name: 'look_up', arguments: '{"term":"aspirin"}' }],
            },
            { role: 'tool', toolCallId: 'a', content: 'An analgesic.' },
          ],
        },
        { signal },
      ),
    );
    expect(server.calls[0]?.body).toMatchObject({
      tools: [{ type: 'function', function: someTool }],
      messages: [
        { role: 'user', content: 'What is aspirin?' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            { id: 'a', type: 'function', function: { name: 'look_up', arguments: '{"term":"aspirin"}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'a', content: 'An analgesic.' },
      ],
    });
  });

  test('with a result that identifies a person is not sent to a cloud model', async () => {
    const pieces = modelAt('cloud').generate(
      {
        ...someRequest,
        messages: [
          ...someRequest.messages,
          { role: 'tool', toolCallId: 'a', content: 'Patient: John Smith, MRN 00451239' },
        ],
      },
      { signal },
    );
    await expect(piecesOf(pieces)).rejects.toMatchObject({
      reason: { details: { reason: 'phi_stays_local' } },
    });
    expect(server.calls).toHaveLength(0);
  });
});

describe('a request', () => {
  test('contains the question and the key, and nothing of the environment', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'another');
    vi.stubEnv('OPENAI_ORG_ID', 'org');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1');
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'x-odd: 1');
    try {
      await ask(modelAt('cloud', { apiKey: 'the-key' }));
    } finally {
      vi.unstubAllEnvs();
    }
    const [call] = server.calls;
    expect(call?.path).toBe('/v1/chat/completions');
    expect(call?.headers.authorization).toBe('Bearer the-key');
    expect(call?.headers).not.toHaveProperty('x-odd');
    expect(call?.headers).not.toHaveProperty('openai-organization');
    expect(call?.body).toEqual({
      model: 'test-model',
      messages: someRequest.messages,
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.3,
      max_tokens: 50,
    });
  });

  test("uses OpenAI's newer parameters for OpenAI, and no temperature for a model without one", async () => {
    await ask(modelAt('cloud', { dialect: 'openai', takesTemperature: false }));
    expect(server.calls[0]?.body).toMatchObject({ max_completion_tokens: 50, store: false });
    expect(server.calls[0]?.body).not.toHaveProperty('temperature');
    expect(server.calls[0]?.body).not.toHaveProperty('max_tokens');
  });

  test('carries no key for a server without one', async () => {
    await ask(modelAt('local'));
    expect(server.calls[0]?.headers).not.toHaveProperty('authorization');
  });

  test.each([
    ['is marked as holding PHI', true, 'Is aspirin given?'],
    [
      'identifies a person anywhere in it',
      false,
      'Sources:\n[1] Patient: John Smith, MRN 00451239, 67-year-old man',
    ],
  ])('that %s is not sent to a cloud model, and is counted', async (_, phi, content) => {
    const counted = async () =>
      (await metrics.render()).match(/refused_total\{component="cloud-model"\} (\d+)/)?.[1] ?? '0';
    const before = Number(await counted());
    const messages = [{ role: 'user', content }] as const;
    const asked = piecesOf(modelAt('cloud').generate({ ...someRequest, messages, phi }, { signal }));
    await expect(asked).rejects.toMatchObject({
      reason: { code: 'rule_violated', details: { reason: 'phi_stays_local' } },
    });
    expect(server.calls).toHaveLength(0);
    expect(Number(await counted())).toBe(before + 1);
    await piecesOf(modelAt('local').generate({ ...someRequest, messages, phi }, { signal }));
    expect(server.calls).toHaveLength(1);
  });
});

test('a request with PHI anywhere in a long prompt is not sent to a cloud model', async () => {
  const model = modelAt('cloud');
  const passage = 'Give epinephrine 1 mg every 3 to 5 minutes in cardiac arrest. ';
  for (let before = 3300; before < 4600; before += 31) {
    const filler = passage.repeat(100).slice(0, before);
    const content = `${filler} Patient: John Smith, MRN 00451239, 67-year-old man. ${passage.repeat(200)}`;
    const messages = [{ role: 'user', content }] as const;
    await expect(piecesOf(model.generate({ ...someRequest, messages }, { signal }))).rejects.toMatchObject({
      reason: { details: { reason: 'phi_stays_local' } },
    });
  }
  expect(server.calls).toHaveLength(0);
});

describe('a model server', () => {
  const json = { 'content-type': 'application/json' };
  const secret = 'Patient Jane Roe';
  test.each([
    [
      '429 with Retry-After',
      { status: 429, headers: { ...json, 'retry-after': '7' }, body: '{"error":{"code":"rate_limited"}}' },
      { code: 'rate_limit_exceeded', retryAfter: 7, details: { retryable: true } },
    ],
    [
      'an exhausted quota',
      { status: 429, headers: json, body: '{"error":{"code":"insufficient_quota"}}' },
      { code: 'rate_limit_exceeded', details: { retryable: false } },
    ],
    [
      '500',
      { status: 500, headers: json, body: `{"error":{"message":"${secret}"}}` },
      { code: 'external_api_error', details: { retryable: true, status: 500 } },
    ],
    ['503', { status: 503, body: secret }, { code: 'unavailable', details: { retryable: true } }],
    ['504', { status: 504 }, { code: 'timeout' }],
    [
      '401',
      { status: 401, headers: json, body: '{"error":{"code":"invalid_api_key"}}' },
      { code: 'external_api_error', details: { retryable: false } },
    ],
    ['404', { status: 404 }, { code: 'external_api_error', details: { retryable: false } }],
    [
      '400',
      { status: 400, headers: json, body: `{"error":{"message":"${secret}"}}` },
      { code: 'external_api_error', details: { retryable: false } },
    ],
    ...(
      [
        '{"error":{"code":"context_length_exceeded"}}',
        '{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}',
      ] as const
    ).map((body): [string, OpenAiServer['script']['next'][number], object] => [
      `400 for a prompt that is too long: ${body.slice(0, 30)}`,
      { status: 400, headers: json, body },
      {
        code: 'external_api_error',
        message: expect.stringContaining('LLM_CONTEXT_TOKENS'),
        details: { retryable: false, status: 400 },
      },
    ]),
    ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, { code: 'unavailable' }],
    [
      'an HTML page in place of an answer',
      { status: 200, headers: { 'content-type': 'text/html' }, body: `<html>${secret}</html>` },
      { code: 'external_api_error', message: expect.stringContaining('not an event stream') },
    ],
    ['a refused connection', 'refuse connection', { code: 'unavailable', details: { retryable: true } }],
    [
      'a stream that is cut',
      [{ say: 'Give 0.3' }, 'cut'],
      { code: 'external_api_error', details: { retryable: true } },
    ],
    [
      'a stream that ends before the answer does',
      [{ say: 'Give 0.3' }, 'done'],
      { code: 'external_api_error' },
    ],
    ['an empty stream', [], { code: 'external_api_error' }],
    ['invalid JSON', [{ raw: `data: {"choices": ${secret}\n\n` }], { code: 'external_api_error' }],
    [
      'JSON of another shape',
      [{ raw: 'data: {"choices":[{"delta":{"content":5}}]}\n\n' }],
      { code: 'external_api_error' },
    ],
    [
      'an error midway',
      [{ say: 'Give' }, { raw: `data: {"error":{"message":"${secret}"}}\n\n` }],
      { code: 'external_api_error' },
    ],
    ['an invalid end', [{ say: 'Give' }, { finish: 'tool_calls' }], { code: 'external_api_error' }],
    ['a line without end', [{ raw: `data: ${'x'.repeat(400_000)}` }, 'hang'], { code: 'external_api_error' }],
    [
      'headers without end',
      [{ raw: `: ${'x'.repeat(1000)}\n\n`.repeat(10_000) }, 'hang'],
      { code: 'external_api_error' },
    ],
  ] satisfies [string, OpenAiServer['script']['next'][number], object][])(
    'reports a distinct failure: %s',
    async (_, reply, reason) => {
      server.script.next = [reply];
      const error: unknown = await ask(modelAt('cloud', { apiKey: 'the-key' })).catch((thrown) => thrown);
      expect(error).toMatchObject({ reason: { component: 'cloud-model', ...reason } });
      expect(JSON.stringify(error)).not.toMatch(/Jane|the-key|aspirin/i);
      expect(server.calls).toHaveLength(1);
    },
  );

  test('reports a server that is down', async () => {
    await server.close();
    await expect(ask(modelAt('local'))).rejects.toMatchObject({
      reason: { code: 'unavailable', component: 'local-model', details: { cause: 'ECONNREFUSED' } },
    });
  });

  test.each([
    [
      'a first token that does not arrive',
      ['hang'],
      { firstToken: 30, betweenTokens: 60_000 },
      'did not start',
    ],
    ['silence midway', [{ say: 'Give' }, 'hang'], { firstToken: 60_000, betweenTokens: 30 }, 'fell silent'],
    [
      'comments in place of tokens',
      [{ say: 'Give' }, { raw: ': wait\n\n' }, 'hang'],
      { firstToken: 60_000, betweenTokens: 30 },
      'fell silent',
    ],
  ] satisfies [string, OpenAiStep[], object, string][])(
    'reports a distinct failure and aborts the call: %s',
    async (_, steps, timeLimits, message) => {
      server.script.next = [steps];
      await expect(ask(modelAt('local', { timeLimits }))).rejects.toMatchObject({
        reason: { code: 'timeout', message: expect.stringContaining(message), details: { retryable: true } },
      });
      // The server never saw a call abandoned before it arrived.
      for (const { closed } of server.calls) expect(await closed).toEqual({ byClient: true });
    },
  );

  test('may omit the token count after a complete answer', async () => {
    server.script.next = [[{ say: 'Yes.' }, { finish: 'stop' }, 'hang']];
    const pieces = await ask(modelAt('local', { timeLimits: { firstToken: 60_000, betweenTokens: 30 } }));
    expect(pieces.at(-1)).toEqual({ kind: 'end', finish: 'stop' });
  });
});

describe('a call is aborted at its server', () => {
  test('when it is cancelled', async () => {
    server.script.next = [[{ say: 'Give' }, 'hang']];
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const listen = async () => {
      for await (const _ of modelAt('local').generate(someRequest, { signal: controller.signal }))
        controller.abort(reason);
    };
    await expect(listen()).rejects.toBe(reason);
    expect(await server.calls[0]?.closed).toEqual({ byClient: true });
  });

  test('when it is cancelled before the first token', async () => {
    server.script.next = [['hang']];
    const controller = new AbortController();
    const asked = piecesOf(modelAt('local').generate(someRequest, { signal: controller.signal }));
    await server.called(1);
    controller.abort(new Error('cancelled'));
    await expect(asked).rejects.toThrow('cancelled');
    expect(await server.calls[0]?.closed).toEqual({ byClient: true });
  });

  test('when the reader leaves', async () => {
    server.script.next = [['go on for ever']];
    for await (const _ of modelAt('local').generate(someRequest, { signal })) break;
    expect(await server.calls[0]?.closed).toEqual({ byClient: true });
  });

  test('when the model writes more than requested', async () => {
    server.script.next = [['go on for ever']];
    await ask(modelAt('local'));
    expect(await server.calls[0]?.closed).toEqual({ byClient: true });
  });
});
