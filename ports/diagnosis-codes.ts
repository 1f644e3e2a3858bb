type DiagnosisCode = { readonly code: string; readonly description: string };

type CodeRequest = {
  /** Words of a diagnosis, or the beginning of a code. */
  readonly query: string;
  readonly limit: number;
  readonly signal: AbortSignal;
};

/** Finds codes of ICD-10-CM, best first, and how many there are. Rejects as `LiteratureSearch` does. */
export type DiagnosisCodes = (
  request: CodeRequest,
) => Promise<{ readonly codes: readonly DiagnosisCode[]; readonly total: number }>;
