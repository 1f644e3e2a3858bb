/** The certainty of findings, as graded by the service. */
export const evidenceLevels = ['high', 'moderate', 'low'] as const;
type EvidenceLevel = (typeof evidenceLevels)[number];

/** A summary of evidence, from outside: text to be read, never an instruction. */
export type EvidenceFinding = {
  readonly title: string;
  readonly summary: string;
  /** Absent if the service has not graded it. */
  readonly level?: EvidenceLevel;
  /** The journal. */
  readonly source: string;
  readonly pmid?: string;
  readonly url?: string;
  /** A year, a month or a day. */
  readonly published?: string;
};

type EvidenceFindingRequest = {
  readonly query: string;
  readonly level?: EvidenceLevel | undefined;
  readonly limit: number;
  readonly signal: AbortSignal;
};

/** Queries an evidence summary service outside the premises; best first. Rejects as `LiteratureSearch` does. */
export type ClinicalEvidenceSearch = (request: EvidenceFindingRequest) => Promise<readonly EvidenceFinding[]>;
