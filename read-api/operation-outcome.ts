import type { FailureCode, FailureReason } from '../domain/kernel/failure.ts';

/** The media type of FHIR in JSON. */
export const FHIR_JSON = 'application/fhir+json';

/** Codes of http://hl7.org/fhir/issue-type. */
const issueTypes: Readonly<Record<FailureCode, string>> = {
  validation_error: 'invalid',
  unauthenticated: 'login',
  permission_denied: 'forbidden',
  not_found: 'not-found',
  method_not_allowed: 'not-supported',
  conflict: 'conflict',
  payload_too_large: 'too-long',
  unsupported_media_type: 'not-supported',
  rule_violated: 'business-rule',
  rate_limit_exceeded: 'throttled',
  internal_error: 'exception',
  external_api_error: 'transient',
  unavailable: 'transient',
  timeout: 'timeout',
};

/** The names of fields in a failure; they are those of the schema, never a caller's text. */
const fieldsOf = (details: FailureReason['details']): readonly { path: string; message: string }[] => {
  const issues = details?.issues;
  return Array.isArray(issues)
    ? issues.flatMap((issue: unknown) =>
        typeof issue === 'object' && issue !== null && 'path' in issue && 'message' in issue
          ? [{ path: String(issue.path), message: String(issue.message) }]
          : [],
      )
    : [];
};

/** A failure as FHIR reports it, for callers of `/fhir`. */
export const operationOutcome = ({ code, message, details }: FailureReason, traceId: string) => {
  const issue = (diagnostics: string, expression?: string) => ({
    severity: 'error' as const,
    code: issueTypes[code],
    diagnostics,
    ...(expression === undefined ? {} : { expression: [expression] }),
  });
  // A rule about the whole input has no path, and FHIR has no empty expression.
  const fields = fieldsOf(details).map(({ path, message: rule }) => issue(rule, path || undefined));
  return {
    resourceType: 'OperationOutcome' as const,
    id: traceId,
    issue: [issue(message), ...fields],
  };
};
