import { describe, expect, it } from 'vitest';
import type { ConversationRow } from '../../../projections/conversations/entity.ts';
import { conversationsProjection } from '../../../projections/conversations/projection.ts';
import { rowsAfter } from '../../support/fold-projection.ts';
import { type StreamEvent, secondsIn, uuidOf } from '../../support/recorded-history.ts';
import { answered, asked, contextSet, conversationStarted } from '../../support/sample-events.ts';

const conversationId = uuidOf(9);
const conversationAfter = (...sampled: readonly StreamEvent[]): ConversationRow | undefined =>
  rowsAfter(conversationsProjection, ...sampled).get(conversationId);

describe('the conversation list', () => {
  it('starts conversations without questions', () => {
    expect(conversationAfter(conversationStarted(conversationId, 'Bed 4'))).toEqual({
      conversationId,
      subject: `conversation:${conversationId}`,
      title: 'Bed 4',
      clinicalContext: null,
      startedAt: secondsIn(1),
      startedBy: 'dr-house',
      owner: 'dr-house',
      updatedAt: secondsIn(1),
      updatedPosition: 1,
      queryCount: 0,
      revision: 0,
    });
    expect(conversationAfter(conversationStarted(conversationId))?.title).toBeNull();
  });

  it('has the last clinical context, as a whole', () => {
    const row = conversationAfter(
      conversationStarted(conversationId),
      contextSet(conversationId, { patientAge: 4, patientWeight: 16 }),
      contextSet(conversationId, { patientAge: 5 }),
    );
    expect(row).toMatchObject({ revision: 2, updatedPosition: 3, updatedAt: secondsIn(3) });
    expect(row?.clinicalContext).toEqual({ patientAge: 5 });
  });

  it('counts the questions of each conversation, and keeps the revision of the conversation stream', () => {
    const row = conversationAfter(
      conversationStarted(conversationId),
      asked(uuidOf(1), { conversationId }),
      answered(uuidOf(1), { conversationId }),
      asked(uuidOf(2), { conversationId }),
      asked(uuidOf(3)),
      asked(uuidOf(4), { conversationId: uuidOf(8) }),
    );
    expect(row).toMatchObject({ queryCount: 2, updatedPosition: 4, updatedAt: secondsIn(4), revision: 0 });
  });

  it('does not create a conversation for a question', () => {
    expect(conversationAfter(asked(uuidOf(1), { conversationId }))).toBeUndefined();
  });
});
