import type { Decider } from '../kernel/decider.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { ok } from '../kernel/result.ts';
import type { SealedCheckpoint, SealingState } from './sealing-decider.ts';
import type { WitnessingEvent } from './witnessing-events.ts';

type DataOf<Type extends WitnessingEvent['type']> = Extract<WitnessingEvent, { readonly type: Type }>['data'];

/**
 * The stream of what witnesses keep. It is apart from that of the checkpoints, which no witness must be able to hold
 * back.
 */
export const witnessingStream = streamIdOf('operations', 'witnesses');

export type WitnessedCheckpoint = DataOf<'CheckpointWitnessed'>;
type Contradiction = DataOf<'WitnessContradicted'>;

/** A sentence for people about a witness that contradicts the log. */
export const describeContradiction = ({ witness, size, witnessSize }: Contradiction): string =>
  `The witness ${witness} keeps a checkpoint ${witnessSize === null ? 'with other events' : `of ${witnessSize} events`}, which the log of ${size} events does not extend.`;

export type WitnessingCommand =
  | ({ readonly type: 'RecordWitnessed' } & WitnessedCheckpoint)
  | ({ readonly type: 'RecordContradiction' } & Contradiction);

/** What is known of one witness. */
export type WitnessRecord = {
  /** The newest checkpoint that it keeps. */
  readonly kept?: WitnessedCheckpoint;
  /** What it refused since. */
  readonly contradiction?: Contradiction;
};

/** What is known of the witnesses, by their names. */
export type WitnessingState = ReadonlyMap<string, WitnessRecord>;

const isKnown = (
  kept: WitnessedCheckpoint | undefined,
  { size, verifierKey }: WitnessedCheckpoint,
): boolean => kept !== undefined && kept.verifierKey === verifierKey && kept.size >= size;

const isSame = (one: Contradiction | undefined, { witnessSize, verifierKey }: Contradiction): boolean =>
  one !== undefined && one.witnessSize === witnessSize && one.verifierKey === verifierKey;

/** Records what witnesses keep and refuse, each once. */
export const witnessingDecider: Decider<WitnessingCommand, WitnessingEvent, WitnessingState> = {
  initialState: new Map(),

  decide: (command, state) => {
    const { kept, contradiction } = state.get(command.witness) ?? {};
    switch (command.type) {
      case 'RecordWitnessed': {
        const { type: _type, ...data } = command;
        return ok(
          contradiction === undefined && isKnown(kept, data) ? [] : [{ type: 'CheckpointWitnessed', data }],
        );
      }
      case 'RecordContradiction': {
        const { type: _type, ...data } = command;
        return ok(isSame(contradiction, data) ? [] : [{ type: 'WitnessContradicted', data }]);
      }
    }
  },

  evolve: (state, event) => {
    const { witness } = event.data;
    const before = state.get(witness);
    return new Map(state).set(
      witness,
      event.type === 'CheckpointWitnessed' ? { kept: event.data } : { ...before, contradiction: event.data },
    );
  },
};

/** Whether a witness keeps exactly this checkpoint. */
export const keepsCheckpoint = (
  kept: WitnessedCheckpoint | undefined,
  { size, verifierKey }: Pick<SealedCheckpoint, 'size' | 'verifierKey'>,
): boolean => kept !== undefined && kept.size === size && kept.verifierKey === verifierKey;

/**
 * Whether a witness that keeps what the log does not extend shows that the log went back: it has countersigned with the
 * key of this checkpoint, or there has only been this key. After a person let sealing begin again, a witness that was
 * not set to the new log says so as well, which is no news.
 */
export const showsLoss = (
  { kept }: WitnessRecord,
  { verifierKey }: Pick<SealedCheckpoint, 'verifierKey'>,
  { wasResumed }: Pick<SealingState, 'wasResumed'>,
): boolean => kept?.verifierKey === verifierKey || wasResumed !== true;

/** A configured witness, and what is known of it. */
export type WitnessStatus = WitnessRecord & { readonly name: string };

/** What is known of the configured witnesses, in the order of the configuration. */
export const witnessStatuses = (names: readonly string[], state: WitnessingState): readonly WitnessStatus[] =>
  names.map((name) => ({ name, ...state.get(name) }));
