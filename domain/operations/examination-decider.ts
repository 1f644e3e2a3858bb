import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { ok } from '../kernel/result.ts';
import type { ExaminationEvent } from './examination-events.ts';
import type { Examination } from './rebuild-examination.ts';

/**
 * The stream of the examinations of a projection's rebuilds and the decisions on them. It is separate from the stream of
 * generations, because earlier versions read that as a whole and would stop at unknown events.
 */
export const examinationStream = (projection: string) => streamIdOf('projection', `${projection}.check`);

type RecordExamined = {
  readonly type: 'RecordExamined';
  readonly projection: string;
  readonly generation: number;
  readonly live: number;
  readonly builtTo: number;
  readonly examination: Examination;
  /**
   * Whether it was rebuilt since its examination: the findings that wait for a person are then about an index that no
   * longer exists.
   */
  readonly isRebuilt?: boolean;
};

/** A person's decision on the waiting generation, which is the one `building` in the projection's stream. */
type Decide = {
  readonly type: 'AcceptRebuild' | 'DiscardRebuild';
  readonly projection: string;
  readonly building: number | undefined;
  /** The generation that the person names, if any. */
  readonly generation?: number;
  readonly reason: string;
};

export type ExaminationCommand = RecordExamined | Decide;

/** The verdict on a generation: not examined, may take over, waits for a person, or decided by one. */
export type Verdict = 'none' | 'passed' | 'waiting' | 'accepted' | 'discarded';

export type ExaminationState = {
  /** The last examined generation. */
  readonly examined?: {
    readonly generation: number;
    readonly live: number;
    readonly examination: Examination;
    readonly decided?: 'accepted' | 'discarded';
  };
};

export const verdictOn = ({ examined }: ExaminationState, generation: number | undefined): Verdict => {
  if (examined === undefined || examined.generation !== generation) return 'none';
  if (examined.decided) return examined.decided;
  return examined.examination.outcome === 'lost' ? 'waiting' : 'passed';
};

const decide = (command: Decide, state: ExaminationState): Decision<ExaminationEvent> => {
  const { type, projection, building, generation: expected, reason } = command;
  const verdict = verdictOn(state, building);
  const wanted = type === 'AcceptRebuild' ? 'accepted' : 'discarded';
  if (building === undefined || verdict === 'none' || verdict === 'passed')
    return refuse(
      'conflict',
      `No rebuild of ${projection} waits for a person. "npx anamnesis projections list" shows the current state.`,
    );
  if (expected !== undefined && expected !== building)
    return refuse(
      'conflict',
      `Generation ${building} waits, not ${expected}. Look at it with "npx anamnesis projections list", and decide on that one.`,
      { details: { generation: building } },
    );
  if (verdict === wanted) return ok([]);
  if (verdict !== 'waiting')
    return refuse('conflict', `Generation ${building} has been ${verdict} already.`, {
      details: { generation: building },
    });
  const data = { projection, generation: building, reason };
  return ok([
    wanted === 'accepted'
      ? { type: 'ProjectionRebuildAccepted', data }
      : { type: 'ProjectionRebuildDiscarded', data },
  ]);
};

/** Whether the last new generation of a projection may take over. */
export const examinationDecider: Decider<ExaminationCommand, ExaminationEvent, ExaminationState> = {
  initialState: {},
  decide: (command, state) => {
    if (command.type !== 'RecordExamined') return decide(command, state);
    const { type: _, isRebuilt = false, ...data } = command;
    const verdict = verdictOn(state, data.generation);
    // The first findings stand, even if another node examines it again after a crash.
    return verdict === 'none' || (verdict === 'waiting' && isRebuilt)
      ? ok([{ type: 'ProjectionRebuildExamined', data }])
      : ok([]);
  },
  evolve: (state, event) => {
    if (event.type === 'ProjectionRebuildExamined') {
      const { generation, live, examination } = event.data;
      return { examined: { generation, live, examination } };
    }
    const { examined } = state;
    if (examined?.generation !== event.data.generation) return state;
    return {
      examined: {
        ...examined,
        decided: event.type === 'ProjectionRebuildAccepted' ? 'accepted' : 'discarded',
      },
    };
  },
};
