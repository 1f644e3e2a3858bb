import { Failure, type FailureCode, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';

/** A failure of the server of patient records. Nothing that it said is part of it but codes, and no id. */
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
    /** Codes of an OperationOutcome. */
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
