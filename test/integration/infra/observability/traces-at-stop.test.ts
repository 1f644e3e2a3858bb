import { expect, it } from 'vitest';
import { until } from '../../../support/log-harness.ts';
import { startOtlpReceiver } from '../../../support/otlp-receiver.ts';
import { startInProcess } from '../../../support/server-in-process.ts';

it('a hung receiver of traces does not delay the stop of a server', async () => {
  await using receiver = await startOtlpReceiver();
  receiver.state.answer = 'hang';
  const server = await startInProcess({
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: '60000' },
  });
  expect((await server.request('/api/documents')).status).toBe(200);
  await until('the receiver was called', () => receiver.headers.length > 0);
  await server.dispose();
  // Nor did it stop because of the receiver's time-out, which is reported as a failure.
  expect(server.logLines.join('')).not.toContain('Trace spans could not be sent');
});
