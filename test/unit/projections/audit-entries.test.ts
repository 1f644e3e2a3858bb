import { describe, expect, it } from 'vitest';
import { allEvents } from '../../../domain/all-events.ts';
import { auditActions, auditActionsOf } from '../../../projections/audit-entries/audit-actions.ts';
import { auditEntriesProjection } from '../../../projections/audit-entries/projection.ts';
import { foldProjection, rowsAfter } from '../../support/fold-projection.ts';
import { createHistory, type StreamEvent, secondsIn, uuidOf } from '../../support/recorded-history.ts';
import {
  answered,
  answerRead,
  asked,
  contextSet,
  conversationStarted,
  queryFailed,
  versionAdded,
  withdrawn,
} from '../../support/sample-events.ts';

describe('the audit trail', () => {
  it('has an entry with the actor, reason and origin', () => {
    const history = createHistory();
    const event = history.record(asked(uuidOf(1)), {
      actor: { id: 'bedside-app', role: 'service', onBehalfOf: 'dr-house' },
      correlationId: 'correlation-7',
      causationId: 'command-8',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      client: { ip: '10.0.0.7', userAgent: 'bedside/1.0' },
      phi: true,
      subject: 'patient-3',
    });
    expect([...foldProjection(auditEntriesProjection, history.events)]).toEqual([
      [
        event.id,
        {
          eventId: event.id,
          position: 1,
          type: 'QueryAsked',
          action: 'Asked a question.',
          streamId: `query-${uuidOf(1)}`,
          category: 'query',
          revision: 0,
          recordedAt: secondsIn(1),
          actorId: 'bedside-app',
          actorRole: 'service',
          onBehalfOf: 'dr-house',
          correlationId: 'correlation-7',
          causationId: 'command-8',
          traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
          ip: '10.0.0.7',
          userAgent: 'bedside/1.0',
          phi: true,
          subject: 'patient-3',
          about: ['patient-3'],
          basis: null,
        },
      ],
    ]);
  });

  it('has null for unknown values', () => {
    const [row] = rowsAfter(auditEntriesProjection, answerRead(uuidOf(1))).values();
    expect(row).toMatchObject({
      onBehalfOf: null,
      traceparent: null,
      ip: null,
      userAgent: null,
      subject: null,
      phi: false,
    });
  });

  it('covers every event type of the system, each with a separate sentence', () => {
    const types = allEvents.map(({ type }) => type);
    expect(Object.keys(auditEntriesProjection.folds).toSorted()).toEqual(types.toSorted());
    const sentences = types.map((type) => auditActions[type]);
    expect(new Set(sentences).size).toBe(types.length);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z][a-z].+\.$/);
  });

  it('says what was listed, what was read and what was exported', () => {
    const readOf = (kind: 'entries' | 'stream' | 'export'): StreamEvent => ({
      streamId: `access-audit-${kind}`,
      event: { type: 'AuditTrailRead', data: { kind, parameters: {} } },
    });
    const rows = rowsAfter(auditEntriesProjection, readOf('entries'), readOf('stream'), readOf('export'));
    expect([...rows.values()].map(({ action }) => action)).toEqual([
      'Listed entries of the audit trail.',
      'Read the history of one thing.',
      'Exported the audit trail.',
    ]);
    expect(auditActionsOf('AuditTrailRead')).toContain('Exported the audit trail.');
  });

  it('contains nothing of questions, answers or names', () => {
    const secret = 'Jane Roe';
    const conversationId = uuidOf(9);
    const rows = rowsAfter(
      auditEntriesProjection,
      versionAdded('note-1', 1, { fileName: `${secret}.pdf` }),
      withdrawn('note-1', 1),
      conversationStarted(conversationId, secret),
      contextSet(conversationId, { chiefComplaint: secret }),
      asked(uuidOf(1), { question: `Dose for ${secret}?` }),
      answered(uuidOf(1), { answer: secret, prompt: secret }),
      asked(uuidOf(2), { question: secret }),
      queryFailed(uuidOf(2)),
    );
    expect(rows.size).toBe(8);
    expect(JSON.stringify([...rows])).not.toContain(secret);
  });
});
