type DiagnosisCode = { readonly code: string; readonly description: string };

type CodeRequest = {
  /** Words of a diagnosis, or the beginning of a code. */
  readonly query: string;
  readonly limit: number;
  readonly signal: AbortSignal;
};

/** Searches ICD-10-CM codes; best first, with their total number. Rejects as `LiteratureSearch` does. */
export type DiagnosisCodes = (
  request: CodeRequest,
) => Promise<{ readonly codes: readonly DiagnosisCode[]; readonly total: number }>;
