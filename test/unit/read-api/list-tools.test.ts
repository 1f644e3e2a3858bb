import { describe, expect, it } from 'vitest';
import { createToolRegistry } from '../../../consumers/tools/create-tool-registry.ts';
import type { Role } from '../../../domain/kernel/actor.ts';
import { toolListRepresentation } from '../../../read-api/representations/tool-representation.ts';
import { listTools, toolFormats } from '../../../read-api/tools/list-tools.ts';
import { bookTool, echoTool, unavailableTool } from '../../support/sample-tools.ts';

const tools = createToolRegistry([bookTool(), echoTool(), unavailableTool]);
const as = (role: Role) => ({ person: 'ada', roles: [role] });
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
    expect(listTools(tools, 'openai-chat', as('clinician'))).toEqual([
      { type: 'function', function: expect.objectContaining({ name: 'book_room' }) },
      {
        type: 'function',
        function: { name: 'say_words', description: 'Repeats a text.', parameters },
      },
    ]);
  });

  it('for realtime sessions flat', () => {
    expect(listTools(createToolRegistry([echoTool()]), 'openai-realtime', as('clinician'))).toEqual([
      { type: 'function', name: 'say_words', description: 'Repeats a text.', parameters },
    ]);
  });

  it('for MCP with the fields that a client may show its user', () => {
    expect(listTools(tools, 'mcp', as('service'))).toMatchObject([
      { name: 'book_room', annotations: { readOnlyHint: false, openWorldHint: false } },
      { name: 'say_words', inputSchema: parameters, annotations: { readOnlyHint: true } },
    ]);
  });

  it('for people and programs including unconfigured ones, with the settings that enable them', () => {
    const all = listTools(tools, 'json', as('clinician'));
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
    expect(
      listTools(tools, 'json', as('compliance')).map((tool) => 'mayCall' in tool && tool.mayCall),
    ).toEqual([false, false, false]);
    for (const format of toolFormats)
      if (format !== 'json') expect(listTools(tools, format, as('compliance')), format).toEqual([]);
  });

  it('to people without the permission of a single tool as such', () => {
    const access = [
      { tool: 'book_room', roles: ['admin' as const], people: ['ada'] },
      { tool: 'say_words', roles: [], people: ['bob'] },
    ];
    const registry = createToolRegistry([bookTool(), echoTool()], () => access);
    const offered = (person: string, role: Role) =>
      listTools(registry, 'mcp', { person, roles: [role] }).map((tool) => 'name' in tool && tool.name);
    expect(offered('ada', 'clinician')).toEqual(['book_room']);
    expect(offered('bob', 'clinician')).toEqual(['say_words']);
    expect(offered('eve', 'clinician')).toEqual([]);
    expect(offered('eve', 'admin')).toEqual(['book_room']);
    // It adds nothing to what roles permit.
    expect(offered('ada', 'compliance')).toEqual([]);
  });

  it('as documented', () => {
    for (const format of toolFormats)
      expect(toolListRepresentation.safeParse(listTools(tools, format, as('clinician'))).success).toBe(true);
  });
});
