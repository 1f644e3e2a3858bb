import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RealtimeServerEvent } from '../../../../../domain/consultation/voice/realtime-events.ts';
import {
  advanceDialogue,
  type DialogueInput,
  newDialogue,
  type VoiceDialogue,
} from '../../../../../domain/consultation/voice/voice-dialogue.ts';

const functionCall = (callId: string, status = 'completed') => ({
  type: 'function_call',
  status,
  name: 'search_medical_guidelines',
  call_id: callId,
  arguments: '{"query":"anaphylaxis"}',
});
const itemDone = (callId: string, status?: string): RealtimeServerEvent => ({
  type: 'response.output_item.done',
  item: functionCall(callId, status),
});
const created: RealtimeServerEvent = { type: 'response.created', response: { id: 'r1' } };
const done = (callIds: readonly string[] = [], status = 'completed'): RealtimeServerEvent => ({
  type: 'response.done',
  response: { id: 'r1', status, output: callIds.map((callId) => functionCall(callId)) },
});
const said = (event: RealtimeServerEvent): DialogueInput => ({ kind: 'said', event });
const called = (callId: string): DialogueInput => ({ kind: 'called', callId, output: '{}' });

const run = (inputs: readonly DialogueInput[], from: VoiceDialogue = newDialogue) => {
  let dialogue = from;
  const sent: string[] = [];
  const calls: string[] = [];
  for (const input of inputs) {
    const step = advanceDialogue(dialogue, input);
    dialogue = step.dialogue;
    sent.push(...step.send.map(({ type }) => type));
    calls.push(...step.calls.map(({ callId }) => callId));
  }
  return { dialogue, sent, calls };
};

describe('a spoken dialogue', () => {
  it('acts once on a call that both its item and its response announce', () => {
    expect(
      run([said(created), said(itemDone('c1')), said(itemDone('c1')), said(done(['c1']))]).calls,
    ).toEqual(['c1']);
  });

  it('acts on a complete call of an interrupted response, but not on a truncated one', () => {
    expect(
      run([said(created), said(itemDone('c1', 'incomplete')), said(done(['c2'], 'cancelled'))]).calls,
    ).toEqual(['c2']);
  });

  it('returns the outputs and lets the model speak after it is silent and has all of them', () => {
    const two = [said(created), said(itemDone('c1')), said(itemDone('c2'))];
    expect(run([...two, called('c1'), called('c2')]).sent).toEqual([
      'conversation.item.create',
      'conversation.item.create',
    ]);
    expect(run([...two, called('c1'), called('c2'), said(done())]).sent).toEqual([
      'conversation.item.create',
      'conversation.item.create',
      'response.create',
    ]);
    expect(run([...two, said(done()), called('c2')]).sent).toEqual(['conversation.item.create']);
  });

  it('retries after the response that the user started in the same moment', () => {
    const busy: RealtimeServerEvent = {
      type: 'error',
      error: { code: 'conversation_already_has_active_response' },
    };
    const before = [said(created), said(itemDone('c1')), said(done()), called('c1')];
    expect(run([...before, said(busy), said(done())]).sent).toEqual([
      'conversation.item.create',
      'response.create',
      'response.create',
    ]);
  });

  it('ignores output of a call that was never made, and a second output', () => {
    expect(run([called('c9')]).sent).toEqual([]);
    expect(run([said(created), said(itemDone('c1')), called('c1'), called('c1')]).sent).toEqual([
      'conversation.item.create',
    ]);
  });

  it('makes each call once and requests no response during a call, in any order of events', () => {
    const id = fc.constantFrom('c1', 'c2', 'c3');
    const input = fc.oneof(
      fc.constant(said(created)),
      id.map((callId) => said(itemDone(callId))),
      id.map((callId) => said(itemDone(callId, 'incomplete'))),
      fc.subarray(['c1', 'c2', 'c3']).map((ids) => said(done(ids))),
      id.map(called),
    );
    fc.assert(
      fc.property(fc.array(input, { maxLength: 40 }), (inputs) => {
        let dialogue = newDialogue;
        const made: string[] = [];
        for (const one of inputs) {
          const wasResponding = dialogue.isResponding;
          const step = advanceDialogue(dialogue, one);
          made.push(...step.calls.map(({ callId }) => callId));
          const asks = step.send.filter(({ type }) => type === 'response.create').length;
          const ends = one.kind === 'said' && one.event.type === 'response.done';
          expect(asks).toBeLessThanOrEqual(wasResponding && !ends ? 0 : 1);
          dialogue = step.dialogue;
        }
        expect(new Set(made).size).toBe(made.length);
      }),
    );
  });
});
