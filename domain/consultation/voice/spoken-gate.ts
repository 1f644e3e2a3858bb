import type { SpokenVerdict } from './judge-spoken.ts';
import type { RealtimeServerEvent } from './realtime-events.ts';
import { MAX_UTTERANCE } from './voice-events.ts';

/** Something that is heard or read by the person: it waits until it is known what it says. */
type Spoken = Extract<RealtimeServerEvent, { readonly item_id: string; readonly type: `response.${string}` }>;

/** An utterance of the model that is whole. */
export type Utterance = { readonly itemId: string; readonly text: string } & SpokenVerdict;

export type GateStep = {
  /** What may be played now, in its order. */
  readonly play: readonly Spoken[];
  /** What was judged. */
  readonly utterance?: Utterance;
};

/** Characters of base64 of one utterance: five minutes of 24 kHz PCM are 19 million. */
const MAX_HELD = 20_000_000;
/** Utterances that wait at a time; the service makes one. */
const MAX_ITEMS = 8;

const isSpoken = (event: RealtimeServerEvent): event is Spoken =>
  event.type.startsWith('response.output_audio') || event.type.startsWith('response.output_text');

const wholeText = (event: Spoken): string | undefined => {
  if (event.type === 'response.output_audio_transcript.done') return event.transcript;
  return event.type === 'response.output_text.done' ? event.text : undefined;
};

/** Sound follows a transcript that was judged already; words say something new. */
const isSound = ({ type }: Spoken): boolean => type.startsWith('response.output_audio.');

const sizeOf = (event: Spoken): number => ('delta' in event ? event.delta.length : 100);

/**
 * Holds what a model says until its transcript is whole and was judged; then it is played as a whole, or not at all. A
 * model speaks several times faster than it is heard, so that costs a second or two at the beginning of an utterance.
 * What a response leaves without a transcript (it was interrupted) is never played, nor is one that is longer than what is
 * kept of it: checking takes time that everybody else waits for.
 */
export const createSpokenGate = (judge: (text: string) => SpokenVerdict) => {
  const held = new Map<string, { events: Spoken[]; size: number; isOver: boolean }>();
  /** Utterances that were let through: the sound that still comes of them passes. */
  const passed = new Set<string>();
  /** Those that were not: nothing more of them is heard, whatever else they say. */
  const refused = new Set<string>();

  const hold = (event: Spoken): void => {
    const waiting = held.get(event.item_id) ?? { events: [], size: 0, isOver: false };
    if (!held.has(event.item_id) && held.size >= MAX_ITEMS) return;
    held.set(event.item_id, waiting);
    waiting.size += sizeOf(event);
    if (waiting.size > MAX_HELD) {
      waiting.isOver = true;
      waiting.events = [];
    } else waiting.events.push(event);
  };

  return {
    push: (event: RealtimeServerEvent): GateStep => {
      if (event.type === 'response.done') {
        held.clear();
        passed.clear();
        refused.clear();
        return { play: [] };
      }
      if (!isSpoken(event)) return { play: [] };
      if (refused.has(event.item_id)) return { play: [] };
      if (passed.has(event.item_id) && isSound(event)) return { play: [event] };
      // A further part of it, with different words.
      passed.delete(event.item_id);
      hold(event);
      const text = wholeText(event);
      if (text === undefined) return { play: [] };
      const waiting = held.get(event.item_id);
      held.delete(event.item_id);
      const verdict: SpokenVerdict =
        waiting === undefined || waiting.isOver || text.trim() === '' || text.length > MAX_UTTERANCE
          ? { verdict: 'held_back', because: 'check_failed' }
          : judge(text);
      const utterance = { itemId: event.item_id, text, ...verdict };
      if (verdict.verdict === 'held_back') {
        refused.add(event.item_id);
        return { play: [], utterance };
      }
      passed.add(event.item_id);
      return { play: waiting?.events ?? [], utterance };
    },
  };
};
