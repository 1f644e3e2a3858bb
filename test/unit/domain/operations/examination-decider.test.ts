import { describe, expect, test } from 'vitest';
import { examinationDecider, verdictOn } from '../../../../domain/operations/examination-decider.ts';
import type { ExaminationEvent } from '../../../../domain/operations/examination-events.ts';
import { projectionDecider } from '../../../../domain/operations/projection-decider.ts';
import { type Examination, notExamined } from '../../../../domain/operations/rebuild-examination.ts';
import { given } from '../../../support/given.ts';

const projection = 'search';
const lost: Examination = {
  outcome: 'lost',
  questions: [{ docKey: 'protocol-a', before: 1, after: null }],
};
const passed: Examination = { outcome: 'passed', questions: [{ docKey: 'protocol-a', before: 1, after: 2 }] };
const examined = (generation: number, examination: Examination): ExaminationEvent => ({
  type: 'ProjectionRebuildExamined',
  data: { projection, generation, live: 1, builtTo: 10, examination },
});
const record = (generation: number, examination: Examination) =>
  ({ type: 'RecordExamined', projection, generation, live: 1, builtTo: 10, examination }) as const;
const reason = 'Looked at it.';
const accepted = (generation: number): ExaminationEvent => ({
  type: 'ProjectionRebuildAccepted',
  data: { projection, generation, reason },
});
const discarded = (generation: number): ExaminationEvent => ({
  type: 'ProjectionRebuildDiscarded',
  data: { projection, generation, reason },
});
const accept = (building: number | undefined, generation?: number) =>
  ({
    type: 'AcceptRebuild',
    projection,
    building,
    reason,
    ...(generation === undefined ? {} : { generation }),
  }) as const;
const discard = (building: number | undefined) =>
  ({ type: 'DiscardRebuild', projection, building, reason }) as const;

describe('an examined rebuild', () => {
  test('keeps the first result, even when examined once more after a crash', () => {
    given(examinationDecider)
      .when(record(2, lost))
      .thenEvents(examined(2, lost))
      .when(record(2, passed))
      .thenNothing();
    given(examinationDecider, examined(2, lost)).when(record(3, passed)).thenEvents(examined(3, passed));
  });

  test('replaces the findings of an earlier run by the same rebuild, unless a decision was made', () => {
    const rebuilt = { ...record(2, notExamined('The live one is frozen.')), isRebuilt: true };
    const replaced = examined(2, rebuilt.examination);
    given(examinationDecider, examined(2, lost)).when(rebuilt).thenEvents(replaced);
    expect(verdictOn(given(examinationDecider, examined(2, lost), replaced).state(), 2)).toBe('passed');
    given(examinationDecider, examined(2, lost), accepted(2)).when(rebuilt).thenNothing();
    given(examinationDecider, examined(2, lost), discarded(2)).when(rebuilt).thenNothing();
  });

  test('waits for a decision only when it has losses', () => {
    const verdict = (examination: Examination, generation = 2) =>
      verdictOn(given(examinationDecider, examined(2, examination)).state(), generation);
    expect(verdict(lost)).toBe('waiting');
    expect(verdict(passed)).toBe('passed');
    expect(verdict(notExamined('There is nothing to ask for.'))).toBe('passed');
    expect(verdict(lost, 3)).toBe('none');
    expect(verdictOn(given(examinationDecider).state(), 1)).toBe('none');
  });

  test('is accepted or discarded once, by the first decision', () => {
    const waiting = given(examinationDecider, examined(2, lost));
    waiting.when(accept(2)).thenEvents(accepted(2)).when(accept(2)).thenNothing();
    waiting.when(discard(2)).thenEvents(discarded(2)).when(discard(2)).thenNothing();
    given(examinationDecider, examined(2, lost), accepted(2))
      .when(discard(2))
      .thenRefused('conflict', /accepted/);
    given(examinationDecider, examined(2, lost), discarded(2))
      .when(accept(2))
      .thenRefused('conflict', /discarded/);
    expect(verdictOn(given(examinationDecider, examined(2, lost), accepted(2)).state(), 2)).toBe('accepted');
    expect(verdictOn(given(examinationDecider, examined(2, lost), discarded(2)).state(), 2)).toBe(
      'discarded',
    );
  });

  test('accepts a decision only while it is being built and waits', () => {
    given(examinationDecider)
      .when(accept(2))
      .thenRefused('conflict', /waits for a person/);
    given(examinationDecider, examined(2, passed)).when(accept(2)).thenRefused('conflict');
    given(examinationDecider, examined(2, lost)).when(accept(undefined)).thenRefused('conflict');
    given(examinationDecider, examined(2, lost)).when(discard(3)).thenRefused('conflict');
  });

  test('rejects a decision meant for another rebuild', () => {
    given(examinationDecider, examined(2, lost))
      .when(accept(2, 3))
      .thenRefused('conflict', /Generation 2 waits, not 3/);
    given(examinationDecider, examined(2, lost)).when(accept(2, 2)).thenEvents(accepted(2));
  });
});

describe('switching to a rebuild', () => {
  const building = given(projectionDecider, {
    type: 'ProjectionResetRequested',
    data: { projection, generation: 2 },
  });
  const switchTo = (verdict: 'none' | 'passed' | 'waiting' | 'accepted' | 'discarded') =>
    building.when({ type: 'RecordSwitched', generation: 2, builtTo: 10, verdict });

  test('is refused until a person has accepted its losses', () => {
    switchTo('waiting').thenRefused('conflict', /waits for a person/);
    switchTo('discarded').thenRefused('conflict', /discarded/);
  });

  test('succeeds otherwise', () => {
    for (const verdict of ['none', 'passed', 'accepted'] as const)
      switchTo(verdict).thenEvents({
        type: 'ProjectionGenerationSwitched',
        data: { projection, generation: 2, previous: 1, builtTo: 10 },
      });
  });
});
