import { describe, expect, it } from 'vitest';
import { toolListRepresentation } from '../../../read-api/representations/tool-representation.ts';
import { listTools, toolFormats } from '../../../read-api/tools/list-tools.ts';
import { bookTool, echoTool, unavailableTool } from '../../support/sample-tools.ts';

const tools = [bookTool(), echoTool(), unavailableTool];
const parameters = {
  type: 'object',
  additionalProperties: false,
  required: ['words'],
  properties: {
    words: { type: 'string', minLength: 1, maxLength: 200, description: 'What to say' },
    times: { type: 'integer', minimum: 1, maximum: 5, default: 1, description: 'How often' },
  },
};

describe('tools are listed', () => {
  it('for chat completions as functions one level down, only those callable alone', () => {
    expect(listTools(tools, 'openai-chat', ['clinician'])).toEqual([
      { type: 'function', function: expect.objectContaining({ name: 'book_room' }) },
      {
        type: 'function',
        function: { name: 'say_words', description: 'Repeats a text.', parameters },
      },
    ]);
  });

  it('for realtime sessions flat', () => {
    expect(listTools([echoTool()], 'openai-realtime', ['clinician'])).toEqual([
      { type: 'function', name: 'say_words', description: 'Repeats a text.', parameters },
    ]);
  });

  it('for MCP with the fields that a client may show its user', () => {
    expect(listTools(tools, 'mcp', ['service'])).toMatchObject([
      { name: 'book_room', annotations: { readOnlyHint: false, openWorldHint: false } },
      { name: 'say_words', inputSchema: parameters, annotations: { readOnlyHint: true } },
    ]);
  });

  it('for people and programs including unconfigured ones, with the settings that enable them', () => {
    const all = listTools(tools, 'json', ['clinician']);
    expect(all).toMatchObject([
      { name: 'book_room', available: true, requiresConfirmation: true, mayCall: true },
      { name: 'say_words', available: true, arguments: parameters },
      {
        name: 'search_elsewhere',
        available: false,
        unavailable: 'Set ELSEWHERE_KEY to search elsewhere.',
        phiOutside: 'refuse',
      },
    ]);
  });

  it('to callers without permission as such, and not to their models', () => {
    expect(listTools(tools, 'json', ['compliance']).map((tool) => 'mayCall' in tool && tool.mayCall)).toEqual(
      [false, false, false],
    );
    for (const format of toolFormats)
      if (format !== 'json') expect(listTools(tools, format, ['compliance']), format).toEqual([]);
  });

  it('as documented', () => {
    for (const format of toolFormats)
      expect(toolListRepresentation.safeParse(listTools(tools, format, ['clinician'])).success).toBe(true);
  });
});
