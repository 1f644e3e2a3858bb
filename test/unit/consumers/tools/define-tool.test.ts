import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createToolRegistry } from '../../../../consumers/tools/create-tool-registry.ts';
import { defineTool } from '../../../../consumers/tools/define-tool.ts';
import { Failure } from '../../../../domain/kernel/failure.ts';
import { confirmationText } from '../../../../domain/tools/confirmation-text.ts';
import type { ToolOutput, ToolRunContext } from '../../../../ports/tool.ts';

const facts = {
  name: 'book_room',
  category: 'calendar',
  description: 'Books a room.',
  requiresPhi: false,
  requiresConfirmation: true,
  riskLevel: 'medium',
  rateLimit: 10,
  timeoutSeconds: 30,
  permission: 'tools:call',
  sends: 'on-premises',
  afterCrash: 'unknown',
} as const;

const args = z.strictObject({
  room: z.string().min(1).max(100).describe('Name of the room'),
  seats: z.int().min(1).max(50).default(4).describe('How many people come'),
  note: z.string().max(1000).optional().describe('What else the host should know'),
});
const result = z.strictObject({ booking: z.string().max(500_000), room: z.string() });

const bookRoom = (
  handler: (given: z.output<typeof args>, context: unknown) => Promise<z.input<typeof result>>,
  more: object = {},
) =>
  defineTool({
    ...facts,
    arguments: args,
    result,
    confirmationPrompt: ({ room }) => `Shall I book the room ${room}?`,
    citations: ({ booking }) => [
      { text: booking, sourceType: 'rooms', sourceTitle: 'Rooms', sourceUrl: 'javascript:alert(1)' },
    ],
    ...more,
    handler,
  });

const booked = bookRoom(async ({ room }) => ({ booking: `No. 1 of ${room}`, room }));

const contextOf = (partials: ToolOutput[] = []): ToolRunContext => ({
  toolCallId: 'c1',
  idempotencyKey: 'k1',
  user: 'dr-lee',
  signal: new AbortController().signal,
  partial: (output) => partials.push(output),
  phi: () => {},
});

const prepared = (tool: ReturnType<typeof bookRoom>, input: unknown) => {
  const outcome = tool.prepare(input);
  if (!outcome.ok) throw new Failure(outcome.error);
  return outcome.value;
};

describe('null in the arguments of a call', () => {
  const nested = defineTool({
    ...facts,
    requiresConfirmation: false,
    arguments: z.strictObject({
      patient: z
        .strictObject({ age: z.int().optional(), weight: z.number().nullable().optional() })
        .optional()
        .describe('Who it is for'),
      drugs: z.array(z.strictObject({ name: z.string(), dose: z.string().optional() })).describe('Drugs'),
    }),
    result,
    handler: async () => ({ booking: '1', room: 'x' }),
  });

  it('means "not given" for an optional argument, at any depth', () => {
    expect(prepared(booked, { room: 'Blue', seats: null, note: null }).arguments).toEqual({
      room: 'Blue',
      seats: 4,
    });
    const outcome = nested.prepare({
      patient: { age: null, weight: null },
      drugs: [{ name: 'naloxone', dose: null }],
    });
    expect(outcome.ok && outcome.value.arguments).toEqual({
      patient: { weight: null },
      drugs: [{ name: 'naloxone' }],
    });
    const without = nested.prepare({ patient: null, drugs: [] });
    expect(without.ok && without.value.arguments).toEqual({ drugs: [] });
  });

  it('is rejected by name for a required or unknown argument', () => {
    for (const input of [{ room: null }, { room: 'Blue', colour: null }]) {
      const outcome = booked.prepare(input);
      expect(outcome.ok ? undefined : outcome.error.code).toBe('validation_error');
    }
  });
});

describe('defineTool', () => {
  it('derives the JSON Schema for models from the one schema of the arguments', () => {
    expect(booked.argumentsSchema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      required: ['room'],
      properties: { room: { type: 'string', maxLength: 100, description: 'Name of the room' } },
    });
    expect(booked.argumentsSchema).not.toHaveProperty('$schema');
    expect(booked.resultSchema).toMatchObject({ required: ['booking', 'room'] });
  });

  it('fills in defaults and returns the result with its citations', async () => {
    const call = prepared(booked, { room: 'Blue' });
    expect(call.arguments).toEqual({ room: 'Blue', seats: 4 });
    const output = await call.run(contextOf());
    expect(output.result).toEqual({ booking: 'No. 1 of Blue', room: 'Blue' });
    // Text that is not a web address does not become a link.
    expect(output.citations).toEqual([{ text: 'No. 1 of Blue', sourceType: 'rooms', sourceTitle: 'Rooms' }]);
  });

  it('rejects an instant tool that sends data outside, asks for confirmation, or is not repeatable', () => {
    const instant = (more: object) => () =>
      bookRoom(async ({ room }) => ({ booking: '', room }), {
        instant: true,
        sends: 'nothing',
        afterCrash: 'repeat',
        requiresConfirmation: false,
        confirmationPrompt: undefined,
        ...more,
      });
    expect(instant({})().facts.instant).toBe(true);
    expect(instant({ sends: 'on-premises' })).toThrow('is not instant');
    expect(instant({ afterCrash: 'unknown' })).toThrow('is not instant');
    expect(instant({ requiresConfirmation: true, confirmationPrompt: () => 'Now?' })).toThrow(
      'is not instant',
    );
  });

  it('rejects invalid arguments without repeating them', () => {
    const refused = booked.prepare({ room: '', seats: 'Jane Roe', extra: 1 });
    expect(refused).toMatchObject({ ok: false, error: { code: 'validation_error' } });
    expect(JSON.stringify(refused)).not.toContain('Jane');
  });

  it('rejects more than 32 KB of arguments', () => {
    const refused = booked.prepare({ room: 'Blue', note: 'é'.repeat(17_000) });
    expect(refused).toMatchObject({ ok: false, error: { details: { issues: [{ path: '' }] } } });
  });

  it('completes the prompt of a tool with any omitted argument, so that the user sees everything that is sent', () => {
    const { prompt } = prepared(booked, { room: 'Blue', seats: 9, note: 'bring\nchairs' });
    expect(prompt).toBe(
      'Shall I book the room Blue?\n- seats: 9\n- note: bring\n    chairs\nAll of this is sent.',
    );
  });

  it('leaves a complete prompt unchanged', () => {
    const tool = bookRoom(async ({ room }) => ({ booking: '', room }), {
      confirmationPrompt: ({ room, seats, note }: z.output<typeof args>) =>
        confirmationText('I would like to book a room:', { Room: room, Seats: seats, Note: note }),
    });
    expect(prepared(tool, { room: 'Blue', note: 'one\n- Room: Red' }).prompt).toBe(
      'I would like to book a room:\n- Room: Blue\n- Seats: 4\n- Note: one\n    - Room: Red\nShould I proceed?',
    );
  });

  it('makes bidirectional and invisible characters visible', () => {
    const { prompt } = prepared(booked, { room: 'Blue\u202eder', seats: 4 });
    expect(prompt).toContain('Blue<U+202E>der');
  });

  it('rejects a result that does not match the schema of the tool, or is too large', async () => {
    const wrong = bookRoom(async () => JSON.parse('{"booking":7,"room":"Jane Roe"}'));
    const failed = prepared(wrong, { room: 'Blue' }).run(contextOf());
    await expect(failed).rejects.toMatchObject({ reason: { code: 'internal_error' } });
    await expect(failed).rejects.not.toThrow('Jane');
    const large = bookRoom(async ({ room }) => ({ booking: 'x'.repeat(270_000), room }));
    await expect(prepared(large, { room: 'Blue' }).run(contextOf())).rejects.toMatchObject({
      reason: { code: 'payload_too_large' },
    });
  });

  it('keeps the valid parts of a partial result', async () => {
    const partials: ToolOutput[] = [];
    const partly = defineTool({
      ...facts,
      requiresConfirmation: false,
      arguments: args,
      result,
      handler: async ({ room }, context) => {
        context.partial({ booking: 'asked', room });
        context.partial(JSON.parse('{"booking":1}'));
        return { booking: 'done', room };
      },
    });
    await prepared(partly, { room: 'Blue' }).run(contextOf(partials));
    expect(partials.map(({ result: part }) => part)).toEqual([{ booking: 'asked', room: 'Blue' }]);
  });

  it('does not run while a setting is missing', async () => {
    const off = bookRoom(async ({ room }) => ({ booking: '', room }), { unavailable: 'Set ROOMS_URL.' });
    expect(off.unavailable).toBe('Set ROOMS_URL.');
    await expect(prepared(off, { room: 'Blue' }).run(contextOf())).rejects.toThrow('Set ROOMS_URL.');
  });

  it.each([
    ['a name that clients reject', { name: 'Book Room' }],
    ['no prompt where a user must confirm', { confirmationPrompt: undefined }],
    ['no statement on PHI although it sends outside', { sends: 'outside' }],
    ['a statement on PHI although it sends nothing outside', { phiOutside: 'redact' }],
    [
      'a member missing from the schema of the model',
      { arguments: z.strictObject({ room: z.string().max(9) }) },
    ],
    ['arguments without limits', { arguments: z.object({ room: z.string().describe('Room') }) }],
    ['an overlong description', { description: 'x'.repeat(1025) }],
    ['an excessive time limit', { timeoutSeconds: 3600 }],
  ])('rejects a definition with %s', (_, more) => {
    expect(() => bookRoom(async ({ room }) => ({ booking: '', room }), more)).toThrow('The tool');
  });
});

it('omits a member name that a model invented, which may be a patient', () => {
  const outcome = booked.prepare({ room: 'Blue', 'Jane Doe': { mrn: 4711 } });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'validation_error' } });
  expect(JSON.stringify(outcome)).toContain('has members that the tool does not take; it takes room');
  expect(JSON.stringify(outcome)).not.toContain('Jane');
});

describe('createToolRegistry', () => {
  it('finds tools by name and rejects two of one name', () => {
    const registry = createToolRegistry([booked]);
    expect(registry.find('book_room')).toBe(booked);
    expect(registry.find('book')).toBeUndefined();
    expect(registry.all()).toEqual([booked]);
    expect(() => createToolRegistry([booked, booked])).toThrow('defined twice');
  });
});
