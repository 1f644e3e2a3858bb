import { z } from 'zod';
import type { ServerProcess } from '../../support/server-process.ts';

const loggedEventSchema = z.object({
  position: z.int(),
  id: z.string(),
  type: z.string(),
  streamId: z.string(),
  revision: z.int(),
  data: z.record(z.string(), z.unknown()).nullish(),
  metadata: z.looseObject({ subject: z.string().optional() }).nullish(),
});
/** An event of the export. */
export type LoggedEvent = z.output<typeof loggedEventSchema>;

/** Milliseconds for the export of a run's log. */
const TIMEOUT_MS = 300_000;

/** The whole log, exported as a compliance officer. */
export const readLog = async (server: ServerProcess): Promise<readonly LoggedEvent[]> => {
  const response = await server.fetch('/api/audit/export?format=ndjson', {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok)
    throw new Error(`The log cannot be exported: ${response.status} ${await response.text()}`);
  const lines = (await response.text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => loggedEventSchema.parse(JSON.parse(line)));
};
