import { describe, expect, test } from 'vitest';
import {
  type ConversationCommand,
  conversationDecider,
} from '../../../../domain/consultation/conversation-decider.ts';
import type { ConversationEvent } from '../../../../domain/consultation/conversation-events.ts';
import { given } from '../../../support/given.ts';

const conversationId = '00000000-0000-7000-8000-000000000001';
const start = { type: 'StartConversation', conversationId, title: 'Chest pain' } as const;
const set: ConversationCommand = {
  type: 'SetClinicalContext',
  clinicalContext: { patientAge: 65, allergies: ['aspirin'] },
};
const started: ConversationEvent = {
  type: 'ConversationStarted',
  data: { conversationId, title: 'Chest pain' },
};
const contextSet = (clinicalContext: { patientAge?: number; allergies?: string[] }): ConversationEvent => ({
  type: 'ClinicalContextSet',
  data: { conversationId, clinicalContext },
});
const known = contextSet({ patientAge: 65, allergies: ['aspirin'] });

describe('an unknown conversation', () => {
  test('is started, with or without a title', () => {
    given(conversationDecider).when(start).thenEvents(started);
    given(conversationDecider)
      .when({ type: 'StartConversation', conversationId })
      .thenEvents({ type: 'ConversationStarted', data: { conversationId } });
  });

  test('has no clinical context to set', () => {
    given(conversationDecider).when(set).thenRefused('not_found');
  });

  test('is not created by a clinical context', () => {
    expect(given(conversationDecider, known).state()).toEqual({ status: 'unknown' });
  });
});

describe('a started conversation', () => {
  test('is not started twice, nor under another title', () => {
    given(conversationDecider, started).when(start).thenNothing();
    given(conversationDecider, started)
      .when({ ...start, title: 'Other' })
      .thenRefused('conflict');
  });

  test('accepts a clinical context', () => {
    given(conversationDecider, started).when(set).thenEvents(known);
  });

  test('records no event for an unchanged context, in any order of its members', () => {
    given(conversationDecider, started, known).when(set).thenNothing();
    given(conversationDecider, started, known)
      .when({ type: 'SetClinicalContext', clinicalContext: { allergies: ['aspirin'], patientAge: 65 } })
      .thenNothing();
    given(conversationDecider, started)
      .when({ type: 'SetClinicalContext', clinicalContext: {} })
      .thenNothing();
  });

  test('replaces its context as a whole, and can clear it', () => {
    const replaced = given(conversationDecider, started, known)
      .when({ type: 'SetClinicalContext', clinicalContext: { patientAge: 66 } })
      .thenEvents(contextSet({ patientAge: 66 }));
    expect(replaced.state()).toMatchObject({ status: 'started', clinicalContext: { patientAge: 66 } });
    expect(replaced.state()).not.toHaveProperty('clinicalContext.allergies');
    replaced.when({ type: 'SetClinicalContext', clinicalContext: {} }).thenEvents(contextSet({}));
  });
});
