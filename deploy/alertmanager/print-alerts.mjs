// Prints every alert from Alertmanager, one per line, so that "docker compose logs alert-log" shows them until another
// receiver is configured.
import { createServer } from 'node:http';

const MAX_BYTES = 4 * 1024 * 1024;

const print = (text) => process.stdout.write(`${text}\n`);

const asLine = ({ status, labels = {}, annotations = {}, startsAt }) =>
  JSON.stringify({ status, severity: labels.severity, alert: labels.alertname, startsAt, ...annotations });

const read = async (request) => {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MAX_BYTES) throw new Error('too large');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
};

const server = createServer(async (request, response) => {
  try {
    const { alerts } = await read(request);
    for (const alert of alerts) print(asLine(alert));
    response.writeHead(204).end();
  } catch {
    response.writeHead(400, { Connection: 'close' }).end();
  }
});
server.listen(Number(process.env.PORT ?? 9095), () =>
  print(`Listening for alerts on port ${server.address().port}.`),
);
process.once('SIGTERM', () => process.exit(0));
