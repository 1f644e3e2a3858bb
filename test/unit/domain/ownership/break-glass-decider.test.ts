import { describe, expect, test } from 'vitest';
import { breakGlassDecider } from '../../../../domain/ownership/break-glass-decider.ts';
import type { BreakGlassEvent } from '../../../../domain/ownership/break-glass-events.ts';

const { decide, evolve, initialState } = breakGlassDecider;
type Command = Parameters<typeof decide>[0];

const wanted = (grantId: string) => ({
  grantId,
  target: { subject: 'person:patient-7' },
  reason: 'Unconscious.',
  minutes: 60,
});
const opened = (grantId: string): BreakGlassEvent => ({ type: 'BreakGlassOpened', data: wanted(grantId) });
const requested = (grantId: string): BreakGlassEvent => ({
  type: 'BreakGlassRequested',
  data: wanted(grantId),
});
const approved = (grantId: string): BreakGlassEvent => ({ type: 'BreakGlassApproved', data: { grantId } });
const reviewed = (grantId: string, outcome: 'justified' | 'unjustified' | 'unclear'): BreakGlassEvent => ({
  type: 'BreakGlassReviewed',
  data: { grantId, outcome },
});
const open = (grantId: string): Command => ({ type: 'OpenGlass', ...wanted(grantId) });
const approve = (grantId: string): Command => ({ type: 'ApproveGrant', grantId });

/** The outcome of a command after some events: further events, or the code of a refusal. */
const outcomeOf = (given: readonly BreakGlassEvent[], command: Command) => {
  const decision = decide(command, given.reduce(evolve, initialState));
  return decision.ok ? decision.value : decision.error.code;
};

const unjustified = [opened('a'), reviewed('a', 'unjustified')];

describe('a break-glass request', () => {
  test.each([
    ['for the first time', []],
    ['after an unreviewed grant', [opened('a')]],
    ['after a justified grant', [opened('a'), reviewed('a', 'justified')]],
    ['after an unclear grant', [opened('a'), reviewed('a', 'unclear')]],
    ['after another person has approved a grant since', [...unjustified, requested('b'), approved('b')]],
  ])('needs no second person %s', (_, given) => {
    expect(outcomeOf(given, open('z'))).toEqual([opened('z')]);
  });

  test.each([
    ['an unjustified grant', unjustified],
    ['an unjustified grant without an approved successor', [...unjustified, requested('b')]],
    ['a justified grant since', [...unjustified, opened('b'), reviewed('b', 'justified')]],
    [
      'an approved grant that was unjustified, too',
      [...unjustified, requested('b'), approved('b'), reviewed('b', 'unjustified')],
    ],
  ])('needs a second person after %s', (_, given) => {
    expect(outcomeOf(given, open('z'))).toEqual([requested('z')]);
  });

  test('has the same outcome when repeated', () => {
    expect(outcomeOf([...unjustified, requested('b')], open('b'))).toEqual([]);
    expect(outcomeOf(unjustified, open('a'))).toEqual([]);
  });
});

describe('the approval of a break-glass request', () => {
  const asked = [...unjustified, requested('b')];

  test('grants access once', () => {
    expect(outcomeOf(asked, approve('b'))).toEqual([approved('b')]);
    expect(outcomeOf([...asked, approved('b')], approve('b'))).toEqual([]);
  });

  test.each([
    ['an unknown request', asked, 'z', 'not_found'],
    ['a request that needs no approval', asked, 'a', 'rule_violated'],
    ['a request reviewed in between', [...asked, reviewed('b', 'unclear')], 'b', 'rule_violated'],
  ])('is refused for %s', (_, given, grantId, code) => {
    expect(outcomeOf(given, approve(grantId))).toBe(code);
  });
});
