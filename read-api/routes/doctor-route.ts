import { z } from 'zod';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { Doctor, ExaminationOptions } from '../../ports/doctor.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { observationRepresentation } from '../representations/doctor-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';

const HOUR_MS = 3_600_000;

/** Between two lines about how far a check is, in milliseconds: a page of the log takes less. */
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
  // A truncated response has no such line, so that half an examination never passes for a whole one.
  yield line({ kind: 'end' });
}

/** Looks the installation over, for operators. */
export const doctorRoute = ({ doctor, clock }: Pick<HttpApiServices, 'doctor' | 'clock'>): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/admin/doctor',
    access: 'doctor:run',
    tag: 'Operations',
    operationId: 'examine',
    summary:
      'Examines the installation; on request, removes files that no event names and collections in Qdrant that nothing uses.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: z.strictObject({
      deep: z.boolean().default(false).meta({
        description: 'Open and read every event, and read every file and compare it with its address.',
      }),
      repair: z
        .boolean()
        .default(false)
        .meta({ description: 'Remove files that no event names, and what nothing uses in Qdrant.' }),
      olderThanHours: z
        .int()
        .min(1)
        .max(24 * 365)
        .default(24)
        .meta({ description: 'The minimum age of such a file since it was last stored.' }),
      formerInstallation: z
        .string()
        .regex(/^[0-9a-f]{8}$/)
        .optional()
        .meta({
          description:
            'Another installation that no longer exists: its data in Qdrant counts as unused, and is removed by a repair.',
        }),
    }),
    responses: [
      {
        status: 200,
        description: 'One finding a line, with lines of progress between; complete only with the line "end".',
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
