import type { SourceType } from '../source-type.ts';

/** How text is measured against a policy's bounds. */
type ChunkUnit = 'tokens' | 'characters';

/**
 * Bounds of a chunk, in the policy's unit. A chunk aims at `target`, is never longer than `maximum` and shorter
 * than `minimum` only where keeping a table or a list of steps whole, or the end of the document, asks for it.
 */
export type ChunkingPolicy = {
  readonly name: 'textbook' | 'protocol';
  readonly unit: ChunkUnit;
  readonly target: number;
  /** Most of the end of a chunk that the next one repeats, in whole sentences. */
  readonly overlap: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Whether a heading starts a new chunk as soon as the current one has the minimum. */
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

/** The policy for a kind of source: instructions and reference entries are protocols, running prose is a textbook. */
export const policyFor = (sourceType: SourceType): ChunkingPolicy => policyBySource[sourceType];
