import type { Position } from '../../domain/kernel/event.ts';
import { type ExaminationState, verdictOn } from '../../domain/operations/examination-decider.ts';
import type { ProjectionState } from '../../domain/operations/projection-decider.ts';
import { lostQuestions } from '../../domain/operations/rebuild-examination.ts';
import type { Generation } from '../../ports/generations.ts';
import type { ProjectionStatus, Reembedding } from '../projection-status.ts';

type RebuildFacts = {
  readonly state: ProjectionState;
  readonly examination: ExaminationState;
  /** The stored generations of the projection. */
  readonly generations: readonly Generation[];
  readonly head: Position;
  /** The progress of embedding documents for the next generation, if any. */
  readonly reembedding: Reembedding | undefined;
};

const rounded = (share: number): number => Math.round(Math.min(1, share) * 1000) / 1000;

/** Before a generation is built, the documents are embedded for it. */
const embeddingFor = (
  generation: number,
  head: Position,
  reembedding: Reembedding,
): NonNullable<ProjectionStatus['rebuild']> => {
  const { done, withheld, total } = reembedding;
  return {
    generation,
    position: 0,
    target: head,
    progress: total === 0 ? 0 : rounded((done + withheld) / total),
    reembedding,
  };
};

/** The generation of a projection that is being built or failed to build. */
export const rebuildOf = ({
  state: { building, failed, last },
  examination,
  generations,
  head,
  reembedding,
}: RebuildFacts): Pick<ProjectionStatus, 'rebuild'> => {
  if (reembedding && building === undefined) return { rebuild: embeddingFor(last + 1, head, reembedding) };
  const generation = building ?? failed?.generation;
  if (generation === undefined) return {};
  const stored = generations.find((other) => other.generation === generation);
  const { position, target } = stored ?? { position: 0, target: head };
  return {
    rebuild: {
      generation,
      position,
      target,
      progress: target === 0 ? 1 : rounded(position / target),
      ...(failed === undefined ? {} : { error: failed.message }),
      ...(reembedding ? { reembedding } : {}),
      ...(verdictOn(examination, building) === 'waiting' ? { waits: true as const } : {}),
    },
  };
};

/** The comparison of the last generation with its predecessor. */
export const examinationOf = ({ examined }: ExaminationState): Pick<ProjectionStatus, 'examination'> => {
  if (!examined) return {};
  const { examination, ...about } = examined;
  return { examination: { ...about, ...examination, lost: lostQuestions(examination).length } };
};
