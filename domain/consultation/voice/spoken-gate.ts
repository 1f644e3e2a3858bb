import type { SpokenVerdict } from './judge-spoken.ts';
import type { RealtimeServerEvent } from './realtime-events.ts';
import { MAX_UTTERANCE } from './voice-events.ts';

/** An event that the person would hear or read; it is held until its content is known. */
type Spoken = Extract<RealtimeServerEvent, { readonly item_id: string; readonly type: `response.${string}` }>;

/** A complete utterance of the model with its verdict. */
export type Utterance = { readonly itemId: string; readonly text: string } & SpokenVerdict;

export type GateStep = {
  /** The events to play now, in order. */
  readonly play: readonly Spoken[];
  /** The utterance just judged, if any. */
  readonly utterance?: Utterance;
};

/** Maximum base64 characters of one utterance: five minutes of 24 kHz PCM are 19 million. */
const MAX_HELD = 20_000_000;
/** Maximum number of utterances held at a time; the service produces one. */
const MAX_ITEMS = 8;

const isSpoken = (event: RealtimeServerEvent): event is Spoken =>
  event.type.startsWith('response.output_audio') || event.type.startsWith('response.output_text');

const wholeText = (event: Spoken): string | undefined => {
  if (event.type === 'response.output_audio_transcript.done') return event.transcript;
  return event.type === 'response.output_text.done' ? event.text : undefined;
};

/** Sound belongs to a transcript that was already judged; text is new content. */
const isSound = ({ type }: Spoken): boolean => type.startsWith('response.output_audio.');

const sizeOf = (event: Spoken): number => ('delta' in event ? event.delta.length : 100);

/**
 * Holds an utterance until its transcript is complete and judged; then all of it is played, or none. A model
 * generates speech several times faster than it plays, so this costs a second or two at the beginning of an
 * utterance. Speech without a transcript, because it was interrupted, is never played; nor is an utterance longer
 * than the limits, because checking delays everything else.
 */
export const createSpokenGate = (judge: (text: string) => SpokenVerdict) => {
  const held = new Map<string, { events: Spoken[]; size: number; isOver: boolean }>();
  /** Approved utterances, with their size so far: their further sound passes, up to the limit of one utterance. */
  const passed = new Map<string, number>();
  /** Rejected utterances: nothing more of them is played. */
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
      const size = passed.get(event.item_id);
      if (size !== undefined && isSound(event)) {
        passed.set(event.item_id, size + sizeOf(event));
        return { play: size + sizeOf(event) > MAX_HELD ? [] : [event] };
      }
      // A further part of the utterance, with new words.
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
      passed.set(event.item_id, waiting?.size ?? 0);
      return { play: waiting?.events ?? [], utterance };
    },
  };
};
