import { describe, expect, it } from 'vitest';
import type { DraftDelta } from '../../../ports/answer-feed.ts';
import { createDraftFrames } from '../../../read-api/streams/draft-frames.ts';

const piece = (from: number, text: string, position = 5): DraftDelta => ({
  position,
  attempt: 1,
  from,
  text,
});
const at = (position: number, characters = 0) => ({ position, characters });

describe('drafts between the events of a question', () => {
  it('are shown after the event that precedes them, with the characters up to their position', () => {
    const frames = createDraftFrames();
    frames.add(piece(0, 'Give '));
    expect(frames.takeAt(at(5))).toEqual({ piece: piece(0, 'Give '), place: at(5, 5) });
    expect(frames.takeAt(at(5, 5))).toBeUndefined();
    frames.add(piece(5, 'oxygen'));
    expect(frames.takeAt(at(5, 5))).toEqual({ piece: piece(5, 'oxygen'), place: at(5, 11) });
  });

  it('wait in one piece until their event was sent', () => {
    const frames = createDraftFrames();
    frames.add(piece(0, 'too '));
    frames.add(piece(4, 'early'));
    expect(frames.takeAt(at(4))).toBeUndefined();
    expect(frames.takeAt(at(5))).toEqual({ piece: piece(0, 'too early'), place: at(5, 9) });
  });

  it('are dropped after a later event was sent, because ids do not go backwards', () => {
    const frames = createDraftFrames();
    frames.add(piece(0, 'too late'));
    expect(frames.takeAt(at(6))).toBeUndefined();
    expect(frames.takeAt(at(5))).toBeUndefined();
  });

  it('are sent in one piece from the beginning to a resuming reader, when there is as much as they have seen', () => {
    const frames = createDraftFrames();
    frames.add(piece(0, 'Give '));
    expect(frames.takeAt(at(5, 8))).toBeUndefined();
    frames.add(piece(5, 'oxygen'));
    expect(frames.takeAt(at(5, 8))).toEqual({ piece: piece(0, 'Give oxygen'), place: at(5, 11) });
  });

  it('are sent even when there is exactly as much', () => {
    const frames = createDraftFrames();
    frames.add(piece(0, 'Give '));
    expect(frames.takeAt(at(5, 5))).toEqual({ piece: piece(0, 'Give '), place: at(5, 5) });
  });

  it('are replaced by those of a further attempt', () => {
    const frames = createDraftFrames();
    frames.add(piece(0, 'half'));
    frames.add(piece(0, 'new', 7));
    expect(frames.takeAt(at(5))).toBeUndefined();
    expect(frames.takeAt(at(7))).toEqual({ piece: piece(0, 'new', 7), place: at(7, 3) });
  });
});
