import { z } from 'zod';
import { Failure } from '../../domain/kernel/failure.ts';
import { unknownProjection } from '../../domain/operations/unknown-projection.ts';
import type { VerificationLine } from '../../ports/projection-verifier.ts';
import { publicFailureReason } from '../failure-response.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { verificationRepresentation } from '../representations/verification-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';

/** The interval between lines of progress, in milliseconds. */
const PROGRESS_EVERY_MS = 200;

const line = (value: z.input<typeof verificationRepresentation>): string =>
  `${JSON.stringify(verificationRepresentation.parse(value))}\n`;

async function* verified(
  lines: AsyncIterable<VerificationLine>,
  elapsed: () => number,
): AsyncGenerator<string> {
  let shownAt = Number.NEGATIVE_INFINITY;
  try {
    for await (const one of lines) {
      if (one.kind === 'progress') {
        if (elapsed() - shownAt < PROGRESS_EVERY_MS) continue;
        shownAt = elapsed();
      }
      yield line(one);
    }
  } catch (error) {
    // The response has begun, so an error can only be its last line.
    const { code, message } = publicFailureReason(error);
    yield line({ kind: 'failure', code, message });
  }
}

/** Re-folds a projection and compares it with the live one, for operators. */
export const verifyRoute = ({
  projectionVerifier,
  clock,
}: Pick<HttpApiServices, 'projectionVerifier' | 'clock'>): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/admin/projections/:name/verify',
    access: 'doctor:run',
    tag: 'Operations',
    operationId: 'verifyProjection',
    summary: 'Rebuilds a projection beside the live one, and reports the first row that differs.',
    ownership: 'none',
    discloses: 'nothing',
    params: z.strictObject({ name: z.string().min(1).max(64) }),
    query: none,
    body: none,
    responses: [
      {
        status: 200,
        description: 'Lines of progress, and a last line with the result or the reason for having none.',
        contentType: 'application/x-ndjson',
        content: verificationRepresentation,
      },
    ],
    handle: async ({ params: { name } }) => {
      if (!projectionVerifier.names.includes(name))
        throw new Failure(unknownProjection(name, projectionVerifier.names));
      return {
        kind: 'stream',
        live: false,
        contentType: 'application/x-ndjson',
        content: (signal) => verified(projectionVerifier.verify(name, signal), clock.elapsed),
      };
    },
  });
