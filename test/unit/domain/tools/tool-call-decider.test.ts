import { describe, expect, it } from 'vitest';
import { foldState } from '../../../../domain/kernel/decider.ts';
import {
  type Admission,
  type ToolCallCommand,
  type ToolOutcome,
  toolCallDecider,
} from '../../../../domain/tools/tool-call-decider.ts';
import { MAX_STARTS, type ToolCallEvent } from '../../../../domain/tools/tool-call-events.ts';
import { uuidOf } from '../../../support/recorded-history.ts';

const call = { toolCallId: uuidOf(1), tool: 'create_calendar_event', queryId: uuidOf(2) };
const asked = {
  ...call,
  arguments: { title: 'Round' },
  requestedBy: 'dr-lee',
  origin: 'query',
  modelCallId: 'call_1',
} as const;
const prompt = {
  arguments: { title: 'Round', all_day: false },
  prompt: 'Create Round?',
  expiresAt: '2026-01-01T10:01:00.000Z',
};
const IN_TIME = '2026-01-01T10:00:59.999Z';

const requested: ToolCallEvent = { type: 'ToolCallRequested', data: asked };
const toConfirm: ToolCallEvent = { type: 'ToolConfirmationRequested', data: { ...call, ...prompt } };
const confirmed: ToolCallEvent = { type: 'ToolConfirmed', data: { ...call, by: 'dr-lee' } };
const declined: ToolCallEvent = { type: 'ToolDeclined', data: { ...call, by: 'dr-lee' } };
const expired: ToolCallEvent = { type: 'ToolConfirmationExpired', data: call };
const started = (attempt = 1): ToolCallEvent => ({
  type: 'ToolStarted',
  data: { ...call, attempt, idempotencyKey: uuidOf(3), redacted: false },
});
const cancelled = (wasStarted: boolean): ToolCallEvent => ({
  type: 'ToolCancelled',
  data: { ...call, by: 'dr-lee', started: wasStarted },
});
const done = { result: { created: true }, citations: [], executionTimeMs: 12, phi: true };
const succeeded: ToolCallEvent = { type: 'ToolSucceeded', data: { ...call, ...done } };

const confirm = (more: object = {}): ToolCallCommand => ({
  type: 'ConfirmTool',
  by: 'dr-lee',
  approved: true,
  now: IN_TIME,
  ...more,
});
const start = (more: object = {}): ToolCallCommand => ({
  type: 'StartTool',
  idempotencyKey: uuidOf(3),
  redacted: false,
  requiresConfirmation: false,
  mayRepeat: false,
  ...more,
});
const outcome: ToolOutcome = { type: 'ToolSucceeded', data: done };
const record = (attempt = 1): ToolCallCommand => ({ type: 'RecordOutcome', attempt, outcome });
const expire: ToolCallCommand = { type: 'ExpireConfirmation' };
const cancel: ToolCallCommand = { type: 'CancelToolCall', by: 'dr-lee' };

const given = (...history: readonly ToolCallEvent[]) => ({
  when: (command: ToolCallCommand) => toolCallDecider.decide(command, foldState(toolCallDecider, history)),
});
const events = (...expected: readonly ToolCallEvent[]) => ({ ok: true, value: expected });
const nothing = events();
const refused = (code: string) => ({ ok: false, error: expect.objectContaining({ code }) });

describe('the tool call decider', () => {
  const request = (admission: Admission = { kind: 'accepted' }): ToolCallCommand => ({
    type: 'RequestToolCall',
    requested: asked,
    admission,
  });

  it('records the request together with its outcome', () => {
    expect(given().when(request())).toEqual(events(requested));
    expect(given().when(request({ kind: 'to-confirm', ...prompt }))).toEqual(events(requested, toConfirm));
    const why = { because: 'not_configured', message: 'Set CALDAV_URL.' } as const;
    expect(given().when(request({ kind: 'rejected', ...why }))).toEqual(
      events(requested, { type: 'ToolCallRejected', data: { ...call, ...why } }),
    );
  });

  it('treats a repeated announcement as the same call, and another call with its id as a conflict', () => {
    expect(given(requested, started()).when(request())).toEqual(nothing);
    const other = { ...asked, arguments: { title: 'Lunch' } };
    expect(
      given(requested).when({ type: 'RequestToolCall', requested: other, admission: { kind: 'accepted' } }),
    ).toEqual(refused('conflict'));
  });

  it('rejects commands for a call that was never requested', () => {
    for (const command of [confirm(), start(), record(), expire, cancel])
      expect(given().when(command)).toEqual(refused('not_found'));
  });

  describe('confirming a tool call', () => {
    it('accepts the answer of the user who was asked', () => {
      expect(given(requested, toConfirm).when(confirm())).toEqual(events(confirmed));
      expect(given(requested, toConfirm).when(confirm({ approved: false }))).toEqual(events(declined));
    });

    it('accepts no answer of another user', () => {
      expect(given(requested, toConfirm).when(confirm({ by: 'dr-no' }))).toEqual(
        refused('permission_denied'),
      );
      expect(given(requested, toConfirm, confirmed).when(confirm({ by: 'dr-no' }))).toEqual(
        refused('permission_denied'),
      );
    });

    it('counts an answer once: a repeat changes nothing, and a different answer comes too late', () => {
      const yes = [requested, toConfirm, confirmed];
      expect(given(...yes).when(confirm())).toEqual(nothing);
      expect(given(...yes).when(confirm({ approved: false }))).toEqual(refused('conflict'));
      expect(given(...yes, started(), succeeded).when(confirm())).toEqual(nothing);
      const no = [requested, toConfirm, declined];
      expect(given(...no).when(confirm({ approved: false }))).toEqual(nothing);
      expect(given(...no).when(confirm())).toEqual(refused('conflict'));
    });

    it('expires on an answer after the deadline, even if the timer is late', () => {
      expect(given(requested, toConfirm).when(confirm({ now: prompt.expiresAt }))).toEqual(events(expired));
      expect(given(requested, toConfirm, expired).when(confirm())).toEqual(refused('conflict'));
    });

    it('depends on which comes first in the stream: expiry or answer', () => {
      expect(given(requested, toConfirm).when(expire)).toEqual(events(expired));
      expect(given(requested, toConfirm, confirmed).when(expire)).toEqual(nothing);
      expect(given(requested, toConfirm, declined).when(expire)).toEqual(nothing);
      expect(given(requested, toConfirm, expired).when(expire)).toEqual(nothing);
    });

    it('is refused for a cancelled call, or one that needs no confirmation', () => {
      expect(given(requested, toConfirm, cancelled(false)).when(confirm())).toEqual(refused('conflict'));
      expect(given(requested).when(confirm())).toEqual(refused('rule_violated'));
    });
  });

  describe('starting a tool call', () => {
    it('is immediate when it needs no confirmation', () => {
      expect(given(requested).when(start())).toEqual(events(started()));
    });

    it('starts nothing whose confirmation is not in the log', () => {
      const confirmedTool = start({ requiresConfirmation: true });
      expect(given(requested).when(confirmedTool)).toEqual(refused('rule_violated'));
      expect(given(requested, toConfirm).when(confirmedTool)).toEqual(refused('rule_violated'));
      // Even if the tool has changed since, and would no longer ask.
      expect(given(requested, toConfirm).when(start())).toEqual(refused('rule_violated'));
      expect(given(requested, toConfirm, confirmed).when(confirmedTool)).toEqual(events(started()));
    });

    it.each([
      ['declined', [toConfirm, declined]],
      ['expired', [toConfirm, expired]],
      ['cancelled', [cancelled(false)]],
      ['finished', [started(), succeeded]],
    ])('is refused for a call that was %s', (_, history) => {
      expect(given(requested, ...history).when(start({ mayRepeat: true }))).toEqual(nothing);
    });

    it('happens once, or a few times at most if the call is repeatable', () => {
      expect(given(requested, started()).when(start())).toEqual(nothing);
      const repeat = start({ mayRepeat: true });
      expect(given(requested, started()).when(repeat)).toEqual(events(started(2)));
      expect(given(requested, started(MAX_STARTS)).when(repeat)).toEqual(nothing);
    });
  });

  describe('ending a tool call', () => {
    it('records the outcome of a start once', () => {
      expect(given(requested, started()).when(record())).toEqual(events(succeeded));
      expect(given(requested, started(), succeeded).when(record())).toEqual(nothing);
    });

    it('refuses an outcome of a call that was never started', () => {
      expect(given(requested).when(record())).toEqual(refused('rule_violated'));
    });

    it('ignores a start that another one has overtaken', () => {
      expect(given(requested, started(), started(2)).when(record(1))).toEqual(nothing);
    });

    it('records a start with an unknown end as unknown, permanently', () => {
      const lost = { because: 'crash', message: 'Look.' } as const;
      const unknown: ToolCallEvent = { type: 'ToolOutcomeUnknown', data: { ...call, ...lost } };
      const giveUp: ToolCallCommand = { type: 'GiveUpOutcome', ...lost };
      expect(given(requested, started()).when(giveUp)).toEqual(events(unknown));
      expect(given(requested).when(giveUp)).toEqual(nothing);
      for (const command of [start({ mayRepeat: true }), record(), giveUp])
        expect(given(requested, started(), unknown).when(command)).toEqual(nothing);
    });

    it('rejects an accepted call that cannot be executed, until it is started', () => {
      const why = { because: 'phi_stays_local', message: 'It holds PHI.' } as const;
      const reject: ToolCallCommand = { type: 'RejectToolCall', ...why };
      const rejected: ToolCallEvent = { type: 'ToolCallRejected', data: { ...call, ...why } };
      expect(given(requested).when(reject)).toEqual(events(rejected));
      expect(given(requested, toConfirm, confirmed).when(reject)).toEqual(events(rejected));
      expect(given(requested, started()).when(reject)).toEqual(nothing);
    });

    it('for an erasure is possible at any time before the end, and records a possible effect', () => {
      const erase: ToolCallCommand = { type: 'EndForErasure' };
      const notMade: ToolCallEvent = {
        type: 'ToolFailed',
        data: {
          ...call,
          code: 'rule_violated',
          message: 'What this call is about has been erased, so it is not made.',
          executionTimeMs: 0,
        },
      };
      for (const history of [[requested], [requested, toConfirm], [requested, toConfirm, confirmed]])
        expect(given(...history).when(erase)).toEqual(events(notMade));
      expect(given(requested, started()).when(erase)).toEqual(
        events({
          type: 'ToolOutcomeUnknown',
          data: {
            ...call,
            because: 'not_told',
            message: 'What this call was about has been erased. Its outcome was not recorded.',
          },
        }),
      );
      expect(given(requested, started(), succeeded).when(erase)).toEqual(nothing);
      expect(given(requested, notMade).when(erase)).toEqual(nothing);
      expect(given().when(erase)).toEqual(refused('not_found'));
    });

    it('by cancellation is possible at any time before the end, and records a possible effect', () => {
      expect(given(requested).when(cancel)).toEqual(events(cancelled(false)));
      expect(given(requested, toConfirm, confirmed).when(cancel)).toEqual(events(cancelled(false)));
      expect(given(requested, started()).when(cancel)).toEqual(events(cancelled(true)));
      expect(given(requested, cancelled(false)).when(cancel)).toEqual(nothing);
      expect(given(requested, started(), succeeded).when(cancel)).toEqual(refused('rule_violated'));
      expect(given(requested, started(), cancelled(true)).when(record())).toEqual(nothing);
    });
  });
});
