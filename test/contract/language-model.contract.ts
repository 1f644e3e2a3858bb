import { describe, expect, test } from 'vitest';
import type { LanguageModel, ModelStreamPart, ModelToolCall } from '../../ports/language-model.ts';

/** A minimal request. */
export const someRequest = {
  messages: [
    { role: 'system', content: 'Answer from the sources.' },
    { role: 'user', content: 'Is aspirin given in chest pain?' },
  ],
  temperature: 0.3,
  maxTokens: 50,
  phi: false,
} as const;

/** Collects the whole stream of a model. */
export const piecesOf = async (
  pieces: AsyncIterable<ModelStreamPart>,
): Promise<readonly ModelStreamPart[]> => {
  const all: ModelStreamPart[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
};

/** The text of some pieces. */
export const textOf = (pieces: readonly ModelStreamPart[]): string =>
  pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');

/** A tool to offer to a model. */
export const someTool = {
  name: 'look_up',
  description: 'Looks a term up.',
  parameters: { type: 'object', properties: { term: { type: 'string' } }, required: ['term'] },
} as const;

/** The tool calls among some pieces. */
export const toolCallsOf = (pieces: readonly ModelStreamPart[]): readonly ModelToolCall[] =>
  pieces.flatMap((piece) => {
    if (piece.kind !== 'tool_call') return [];
    const { kind: _, ...call } = piece;
    return [call];
  });

/**
 * The contract of every language model. `make` returns one that answers briefly, one that never stops, and one that calls
 * every tool it is given, until it gets a result.
 */
export const describeLanguageModel = (
  name: string,
  make: () => Promise<{
    readonly short: LanguageModel;
    readonly endless: LanguageModel;
    readonly calling: LanguageModel;
  }>,
): void => {
  describe(`language model: ${name}`, () => {
    const { signal } = new AbortController();

    test('generates some text, then exactly one end', async () => {
      const { short } = await make();
      const pieces = await piecesOf(short.generate(someRequest, { signal }));
      expect(textOf(pieces)).not.toBe('');
      expect(pieces.map(({ kind }) => kind).indexOf('end')).toBe(pieces.length - 1);
    });

    test('generates at most the permitted length, whatever its server sends', async () => {
      const { endless } = await make();
      const pieces = await piecesOf(endless.generate(someRequest, { signal }));
      expect(textOf(pieces).length).toBeLessThanOrEqual(someRequest.maxTokens * 8);
      expect(pieces.at(-1)).toMatchObject({ kind: 'end', finish: 'length' });
    });

    test('rejects with the abort reason when its signal aborts', async () => {
      const { endless } = await make();
      const controller = new AbortController();
      const reason = new Error('enough');
      const listen = async () => {
        for await (const _ of endless.generate(
          { ...someRequest, maxTokens: 2000 },
          { signal: controller.signal },
        ))
          controller.abort(reason);
      };
      await expect(listen()).rejects.toBe(reason);
    });

    test('sends no request when its signal was already aborted', async () => {
      const { short } = await make();
      const aborted = { signal: AbortSignal.abort(new Error('too late')) };
      await expect(piecesOf(short.generate(someRequest, aborted))).rejects.toThrow('too late');
    });

    test('emits whole tool calls before an end that says so, and continues with their results', async () => {
      const { calling } = await make();
      const request = { ...someRequest, tools: [someTool, { ...someTool, name: 'look_again' }] };
      const pieces = await piecesOf(calling.generate(request, { signal }));
      const toolCalls = toolCallsOf(pieces);
      expect(toolCalls.map(({ name }) => name)).toEqual(['look_up', 'look_again']);
      expect(new Set(toolCalls.map(({ id }) => id)).size).toBe(2);
      expect(toolCalls.map((call): unknown => JSON.parse(call.arguments))).toEqual([
        { term: 'aspirin' },
        { term: 'aspirin' },
      ]);
      expect(pieces.at(-1)).toMatchObject({ kind: 'end', finish: 'tool_calls' });

      const goesOn = {
        ...request,
        messages: [
          ...someRequest.messages,
          { role: 'assistant', content: '', toolCalls },
          ...toolCalls.map(({ id }) => ({ role: 'tool', toolCallId: id, content: '{"found":1}' }) as const),
        ],
      } as const;
      const after = await piecesOf(calling.generate(goesOn, { signal }));
      expect(textOf(after)).not.toBe('');
      expect(after.at(-1)).toMatchObject({ kind: 'end', finish: 'stop' });
    });

    test('calls no tool that was not offered', async () => {
      const { short } = await make();
      const pieces = await piecesOf(short.generate(someRequest, { signal }));
      expect(toolCallsOf(pieces)).toEqual([]);
    });

    test('describes itself: a name, room for a prompt, and where texts go', async () => {
      const { model } = (await make()).short;
      expect(model.name).not.toBe('');
      expect(model.contextTokens).toBeGreaterThan(0);
      expect(model.where === 'local' && model.leavesThePremises).toBe(false);
    });
  });
};
