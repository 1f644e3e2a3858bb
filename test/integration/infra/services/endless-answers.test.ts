import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { connectToBucket } from '../../../../infra/storage/blob-store/s3/connect-to-bucket.ts';
import { silentMetrics } from '../../../../ports/metrics.ts';
import { kafkaConfiguration, kafkaConnection } from '../../../support/kafka.ts';
import { connectToRedis } from '../../../support/redis-connection.ts';
import { bucketOf } from '../../../support/s3-server.ts';

const MIB = 1024 * 1024;
/** The size of the flood: far more than any response, and small enough for a test that reads all of it. */
const FLOOD = 320 * MIB;
/** Less than that, and more than responses and buffers in transit need. */
const TAKEN_AT_MOST = 128 * MIB;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const connectTo = (port: number) =>
  connectToBucket(bucketOf(`s3://bucket?endpoint=http://127.0.0.1:${port}&pathStyle=true`), {
    metrics: silentMetrics,
  });

/** A server that starts an endless response to any request, and reports the number of bytes sent. */
const startFlood = async (beginning: string | Buffer, piece: string) => {
  let sent = 0;
  const over = Promise.withResolvers<void>();
  const block = Buffer.from(piece.repeat(Math.ceil(MIB / piece.length)));
  const flood = async (socket: Socket): Promise<void> => {
    await once(socket, 'data').catch(() => {});
    socket.resume();
    socket.write(beginning);
    socket.once('close', over.resolve);
    const send = (): void => {
      while (!socket.destroyed && sent < FLOOD) {
        sent += block.length;
        if (!socket.write(block)) return;
      }
      socket.destroy();
    };
    socket.on('drain', send);
    send();
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    void flood(socket);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { port: portOf(server), sent: () => sent, over: () => over.promise };
};

const http = (status: string, type: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`;

describe('an endless response is abandoned', () => {
  it.each([
    ['refuses', '403 Forbidden', '<Error><Code>', 'x'],
    ['lists', '200 OK', '<ListBucketResult>', '<Contents><Key>blobs/x</Key></Contents>'],
  ])(
    'from a bucket that %s',
    async (_what, status, beginning, piece) => {
      const flood = await startFlood(http(status, 'application/xml') + beginning, piece);
      const objects = connectTo(flood.port);
      await expect(Array.fromAsync(objects.list(''))).rejects.toMatchObject({
        reason: { component: 'blob-store' },
      });
      expect(flood.sent()).toBeLessThan(TAKEN_AT_MOST);
      objects.close();
    },
    60_000,
  );

  it('from a bucket that restarts its listing with each page', async () => {
    let pages = 0;
    const circle = createHttpServer((_request, response) => {
      pages += 1;
      response.setHeader('content-type', 'application/xml');
      response.end(
        `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${pages}</NextContinuationToken><Contents><Key>blobs/x</Key></Contents></ListBucketResult>`,
      );
    });
    servers.push(circle.listen(0, '127.0.0.1'));
    await once(circle, 'listening');
    const objects = connectTo(portOf(circle));
    await expect(Array.fromAsync(objects.list(''))).rejects.toMatchObject({
      reason: { code: 'external_api_error', component: 'blob-store' },
    });
    expect(pages).toBe(2);
    objects.close();
  });

  it('from a Kafka broker', async () => {
    const flood = await startFlood(Buffer.from([0x7f, 0xff, 0xff, 0xff]), 'x');
    const admin = kafkaConnection(kafkaConfiguration({ brokers: [`127.0.0.1:${flood.port}`] })).admin();
    admin.connect().catch(() => {});
    await flood.over();
    expect(flood.sent()).toBeLessThan(TAKEN_AT_MOST);
  }, 60_000);

  it('from Redis', async () => {
    const flood = await startFlood('$500000000\r\n', 'x');
    connectToRedis(`redis://127.0.0.1:${flood.port}`);
    await flood.over();
    expect(flood.sent()).toBeLessThan(TAKEN_AT_MOST);
  }, 60_000);
});
