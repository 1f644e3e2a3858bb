import { z } from 'zod';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Doctor, ExaminationOptions } from '../../ports/doctor.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { observationRepresentation } from '../representations/doctor-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';

const HOUR_MS = 3_600_000;

/** The interval between lines of progress in milliseconds: a page of the log takes less. */
const PROGRESS_EVERY_MS = 200;

const line = (value: z.input<typeof observationRepresentation>): string =>
  `${JSON.stringify(observationRepresentation.parse(value))}\n`;

async function* examined(
  doctor: Doctor,
  options: ExaminationOptions,
  elapsed: () => number,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let shownAt = Number.NEGATIVE_INFINITY;
  for await (const observation of doctor.examine(options, signal)) {
    if (observation.kind === 'progress') {
      if (elapsed() - shownAt < PROGRESS_EVERY_MS) continue;
      shownAt = elapsed();
    }
    yield line(observation);
  }
  // A truncated response lacks this line, so that a partial examination never passes for a complete one.
  yield line({ kind: 'end' });
}

/** Examines the installation, for operators. */
export const doctorRoute = ({ doctor, clock }: Pick<HttpApiServices, 'doctor' | 'clock'>): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/admin/doctor',
    access: 'doctor:run',
    tag: 'Operations',
    operationId: 'examine',
    summary:
      'Examines the installation; on request, removes files that no event refers to and unused collections in Qdrant.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: z.strictObject({
      deep: z.boolean().default(false).meta({
        description: 'Opens and reads every event, and compares every file with its address.',
      }),
      repair: z
        .boolean()
        .default(false)
        .meta({ description: 'Removes files that no event refers to, and unused collections in Qdrant.' }),
      olderThanHours: z
        .int()
        .min(1)
        .max(24 * 365)
        .default(24)
        .meta({ description: 'The minimum age of such a file, counted from when it was last stored.' }),
      formerInstallation: z
        .string()
        .regex(/^[0-9a-f]{8}$/)
        .optional()
        .meta({
          description:
            'An installation that no longer exists: its data in Qdrant counts as unused, and a repair removes it.',
        }),
    }),
    responses: [
      {
        status: 200,
        description:
          'One finding per line, with lines of progress between them; complete only with the line "end".',
        contentType: 'application/x-ndjson',
        content: observationRepresentation,
      },
    ],
    handle: async ({ body: { deep, repair, olderThanHours, formerInstallation } }) => ({
      kind: 'stream',
      live: false,
      contentType: 'application/x-ndjson',
      content: (signal) =>
        examined(
          doctor,
          { deep, repair, grace: olderThanHours * HOUR_MS, ...omitUndefined({ formerInstallation }) },
          clock.elapsed,
          signal,
        ),
    }),
  });
