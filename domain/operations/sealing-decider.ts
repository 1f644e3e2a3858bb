import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { ok } from '../kernel/result.ts';
import type { SealingEvent, StopReason } from './sealing-events.ts';

type DataOf<Type extends SealingEvent['type']> = Extract<SealingEvent, { readonly type: Type }>['data'];

/** The one stream of all checkpoints, and of what was found about them. */
export const sealingStream = streamIdOf('operations', 'sealing');

export type SealedCheckpoint = DataOf<'LogSealed'>;
export type SealingCommand =
  | ({ readonly type: 'RecordCheckpoint' } & SealedCheckpoint)
  | { readonly type: 'StopSealing'; readonly because: StopReason; readonly size: number }
  | { readonly type: 'ResumeSealing'; readonly reason: string }
  | ({ readonly type: 'RecordVerification' } & DataOf<'LogVerified'>)
  | ({ readonly type: 'RecordFailedVerification' } & DataOf<'LogVerificationFailed'>);

/** What is known about the checkpoints of the log. */
export type SealingState = {
  /** The newest checkpoint. */
  readonly checkpoint?: SealedCheckpoint;
  /** The checkpoint that the next one must extend: none at first, and after a person decided. */
  readonly extends?: SealedCheckpoint;
  /** Whether the next checkpoint is signed with a new key. */
  readonly needsNewKey: boolean;
  /** Whether a person ever let sealing begin again. */
  readonly wasResumed?: true;
  readonly stopped?: DataOf<'SealingStopped'>;
  readonly verified?: DataOf<'LogVerified'>;
  /** The last verification, if it failed. */
  readonly failed?: DataOf<'LogVerificationFailed'>;
};

/**
 * Signs off what the sealer does: checkpoints only grow, none is recorded while sealing is stopped, and only a person
 * lets it continue.
 */
export const sealingDecider: Decider<SealingCommand, SealingEvent, SealingState> = {
  initialState: { needsNewKey: false },

  decide: (command, state) => {
    switch (command.type) {
      case 'RecordCheckpoint': {
        const { size, root, note, verifierKey } = command;
        const before = state.extends;
        if (state.stopped)
          return refuse('rule_violated', 'Sealing is stopped until a person decides.', {
            details: { because: state.stopped.because },
          });
        if (before && size <= before.size)
          return refuse('conflict', `The log is already sealed up to position ${before.size}.`);
        if (before && verifierKey !== before.verifierKey)
          return refuse('rule_violated', 'The key is not the one that signed the last checkpoint.');
        return ok([{ type: 'LogSealed', data: { size, root, note, verifierKey } }]);
      }
      case 'StopSealing':
        return ok(
          state.stopped
            ? []
            : [{ type: 'SealingStopped', data: { because: command.because, size: command.size } }],
        );
      case 'ResumeSealing':
        return state.stopped
          ? ok([{ type: 'SealingResumed', data: { reason: command.reason } }])
          : refuse('rule_violated', 'Sealing is not stopped: there is nothing to decide.');
      case 'RecordVerification': {
        const { size, root, checkpoints, at } = command;
        return ok([{ type: 'LogVerified', data: { size, root, checkpoints, at } }]);
      }
      case 'RecordFailedVerification': {
        const { from, position, checkpointSize, at } = command;
        return ok([{ type: 'LogVerificationFailed', data: { from, position, checkpointSize, at } }]);
      }
    }
  },

  evolve: (state, event) => {
    switch (event.type) {
      case 'LogSealed':
        return { ...state, checkpoint: event.data, extends: event.data, needsNewKey: false };
      case 'SealingStopped':
        return { ...state, stopped: event.data };
      case 'SealingResumed': {
        const { stopped: _stopped, extends: _extends, ...rest } = state;
        return { ...rest, needsNewKey: true, wasResumed: true };
      }
      case 'LogVerified': {
        const { failed: _failed, ...rest } = state;
        return { ...rest, verified: event.data };
      }
      case 'LogVerificationFailed':
        return { ...state, failed: event.data };
    }
  },
};
