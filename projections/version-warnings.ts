import { describeWithheld, type WithheldEmbedding } from '../domain/indexing/withheld-embedding.ts';
import { describeLeftOut, type LeftOut } from '../domain/knowledge/left-out.ts';

/** What a person should know of a version although nothing failed. */
export const versionWarnings = ({
  withheld,
  leftOut,
}: {
  readonly withheld: readonly WithheldEmbedding[];
  readonly leftOut: LeftOut | null;
}): readonly string[] => [
  ...withheld.map(describeWithheld),
  ...(leftOut === null ? [] : describeLeftOut(leftOut)),
];
