import { describe, expect, it } from 'vitest';
import { foldState } from '../../../../domain/kernel/decider.ts';
import {
  type SubjectCommand,
  type SubjectState,
  subjectDecider,
} from '../../../../domain/privacy/subject-decider.ts';

const subject = 'person:patient-4711';
const ask = (erasureId = 'e1', requestedBy = 'okafor'): SubjectCommand => ({
  type: 'RequestErasure',
  erasureId,
  subject,
  reason: 'by letter',
  basis: 'gdpr_art_17',
  requestedBy,
});
const confirm = (confirmedBy = 'moreau', erasureId = 'e1'): SubjectCommand => ({
  type: 'ConfirmErasure',
  erasureId,
  confirmedBy,
});
const hold = (holdId = 'h1'): SubjectCommand => ({ type: 'PlaceHold', holdId, subject, reason: 'a claim' });
const complete: SubjectCommand = {
  type: 'CompleteErasure',
  erasureId: 'e1',
  done: { keyId: 'k', effects: [], notReached: [] },
};

/** The state after commands that were all accepted. */
const stateAfter = (...commands: readonly SubjectCommand[]): SubjectState =>
  commands.reduce<SubjectState>((state, command) => {
    const decided = subjectDecider.decide(command, state);
    if (!decided.ok) throw new Error(`${command.type} was refused: ${decided.error.message}`);
    return foldState(subjectDecider, decided.value, state);
  }, subjectDecider.initialState);

const typesOf = (command: SubjectCommand, state: SubjectState) => {
  const decided = subjectDecider.decide(command, state);
  return decided.ok ? decided.value.map(({ type }) => type) : decided.error;
};

describe('an erasure', () => {
  it('is requested by one person, confirmed by another, and carried out once', () => {
    expect(typesOf(ask(), stateAfter())).toEqual(['SubjectErasureRequested']);
    expect(typesOf(confirm(), stateAfter(ask()))).toEqual(['SubjectErasureConfirmed']);
    expect(typesOf(complete, stateAfter(ask(), confirm()))).toEqual(['SubjectErased']);
    expect(typesOf(complete, stateAfter(ask(), confirm(), complete))).toEqual([]);
  });

  it('is not confirmed by the person who requested it', () => {
    expect(typesOf(confirm('okafor'), stateAfter(ask()))).toMatchObject({
      code: 'rule_violated',
      details: { reason: 'same_person' },
    });
  });

  it('is not carried out before it has been confirmed', () => {
    expect(typesOf(complete, stateAfter(ask()))).toMatchObject({ code: 'rule_violated' });
  });

  it('is not confirmed after it was declined or has expired', () => {
    const declined = stateAfter(ask(), { type: 'DeclineErasure', erasureId: 'e1' });
    const expired = stateAfter(ask(), { type: 'ExpireErasure', erasureId: 'e1' });
    for (const state of [declined, expired])
      expect(typesOf(confirm(), state)).toMatchObject({ code: 'rule_violated' });
    expect(typesOf(ask('e2'), declined)).toEqual(['SubjectErasureRequested']);
  });

  it('does not expire after it has been confirmed', () => {
    expect(typesOf({ type: 'ExpireErasure', erasureId: 'e1' }, stateAfter(ask(), confirm()))).toEqual([]);
  });

  it('is requested once at a time, and never again after it is carried out', () => {
    expect(typesOf(ask('e2'), stateAfter(ask()))).toMatchObject({ details: { reason: 'erasure_pending' } });
    expect(typesOf(ask('e2'), stateAfter(ask(), confirm(), complete))).toMatchObject({
      details: { reason: 'erased' },
    });
  });

  it('is confirmed only by its own id', () => {
    expect(typesOf(confirm('moreau', 'e2'), stateAfter(ask()))).toMatchObject({ code: 'not_found' });
  });
});

describe('a hold', () => {
  it('prevents an erasure from being requested or confirmed, with that reason', () => {
    const refused = { code: 'rule_violated', details: { reason: 'under_hold', holds: ['h1'] } };
    expect(typesOf(ask(), stateAfter(hold()))).toMatchObject(refused);
    expect(typesOf(confirm(), stateAfter(ask(), hold()))).toMatchObject(refused);
  });

  it('no longer prevents it after every hold has been released or has ended', () => {
    const released: SubjectCommand = { type: 'ReleaseHold', holdId: 'h1' };
    const ended: SubjectCommand = { type: 'EndHold', holdId: 'h2' };
    const both = [ask(), hold('h1'), hold('h2')];
    expect(typesOf(confirm(), stateAfter(...both, released))).toMatchObject({ code: 'rule_violated' });
    expect(typesOf(confirm(), stateAfter(...both, released, ended))).toEqual(['SubjectErasureConfirmed']);
  });

  it('comes too late after the erasure has been confirmed', () => {
    expect(typesOf(hold(), stateAfter(ask(), confirm()))).toMatchObject({
      details: { reason: 'erasure_confirmed' },
    });
    expect(typesOf(hold(), stateAfter(ask(), confirm(), complete))).toMatchObject({
      details: { reason: 'erased' },
    });
  });

  it('ends once: an expiry after its release changes nothing', () => {
    const released = stateAfter(hold(), { type: 'ReleaseHold', holdId: 'h1' });
    expect(typesOf({ type: 'EndHold', holdId: 'h1' }, released)).toEqual([]);
    expect(typesOf({ type: 'ReleaseHold', holdId: 'h1' }, released)).toMatchObject({ code: 'not_found' });
  });
});
