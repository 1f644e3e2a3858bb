import { Failure, type FailureCode, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';

/**
 * Creates a failure of the server of patient records. It contains no id and nothing from the response but
 * issue codes.
 */
export const fhirFailure = (
  code: FailureCode,
  message: string,
  {
    status,
    retryAfter,
    issues,
  }: {
    readonly status?: number | undefined;
    readonly retryAfter?: number | undefined;
    /** Issue codes of an OperationOutcome. */
    readonly issues?: readonly string[] | undefined;
  } = {},
): Failure =>
  new Failure(
    failure(code, message, {
      component: 'patient-records',
      details: {
        service: 'fhir',
        ...omitUndefined({
          upstream_status: status,
          issues: issues === undefined || issues.length === 0 ? undefined : issues.join(', '),
        }),
      },
      ...omitUndefined({ retryAfter }),
    }),
  );
