import type { SourceType } from '../source-type.ts';

/** The unit in which a policy measures text. */
type ChunkUnit = 'tokens' | 'characters';

/**
 * Bounds of a chunk, in the policy's unit. A chunk aims at `target` and never exceeds `maximum`; it is shorter than
 * `minimum` only to keep a table or a list of steps whole, or at the end of the document.
 */
export type ChunkingPolicy = {
  readonly name: 'textbook' | 'protocol';
  readonly unit: ChunkUnit;
  readonly target: number;
  /** The most of a chunk's end that the next one repeats, in whole sentences. */
  readonly overlap: number;
  readonly minimum: number;
  readonly maximum: number;
  /** True when a heading starts a new chunk once the current one has the minimum. */
  readonly breaksAtHeadings: boolean;
};

/** Long prose (semantic search, "Semantic Chunking"): cl100k_base tokens. */
export const textbookPolicy: ChunkingPolicy = {
  name: 'textbook',
  unit: 'tokens',
  target: 500,
  overlap: 100,
  minimum: 200,
  maximum: 750,
  breaksAtHeadings: true,
};

/** Dense instructions (protocol guide, "Chunking Strategy"): characters. */
export const protocolPolicy: ChunkingPolicy = {
  name: 'protocol',
  unit: 'characters',
  target: 1200,
  overlap: 150,
  minimum: 400,
  maximum: 1800,
  breaksAtHeadings: true,
};

/** Every policy by its name. */
export const policies: Readonly<Record<ChunkingPolicy['name'], ChunkingPolicy>> = {
  textbook: textbookPolicy,
  protocol: protocolPolicy,
};

const policyBySource: Readonly<Record<SourceType, ChunkingPolicy>> = {
  protocol: protocolPolicy,
  guideline: protocolPolicy,
  policy: protocolPolicy,
  drug_formulary: protocolPolicy,
  note: protocolPolicy,
  textbook: textbookPolicy,
  journal: textbookPolicy,
};

/** The policy for a source type: instructions and reference entries use `protocol`, running prose `textbook`. */
export const policyFor = (sourceType: SourceType): ChunkingPolicy => policyBySource[sourceType];
