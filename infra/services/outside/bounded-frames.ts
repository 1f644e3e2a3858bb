import { isIP, connect as openPlain, type Socket } from 'node:net';
import { connect as openSecure } from 'node:tls';
import type { ISocketFactory } from 'kafkajs';

/** A response starts with its length, in this many bytes. */
const LENGTH_BYTES = 4;
/** Far above any expected response: a fetch returns at most a megabyte for each of sixteen partitions. */
const ANSWER_BYTES = 64 * 1024 * 1024;
const KEEP_ALIVE_MS = 60_000;

/**
 * Destroys a connection on which an oversized response begins; the client would buffer up to two gigabytes.
 */
const boundFrames = (socket: Socket): void => {
  const length = Buffer.alloc(LENGTH_BYTES);
  let known = 0;
  let left = 0;
  socket.on('data', (bytes: Buffer) => {
    for (let at = 0; at < bytes.length; ) {
      if (left > 0) {
        const taken = Math.min(left, bytes.length - at);
        left -= taken;
        at += taken;
        continue;
      }
      length.writeUInt8(bytes.readUInt8(at), known);
      known += 1;
      at += 1;
      if (known < LENGTH_BYTES) continue;
      known = 0;
      left = length.readUInt32BE();
      if (left <= ANSWER_BYTES) continue;
      socket.destroy();
      return;
    }
  });
};

/** Opens connections to brokers as the client itself does, but limits the size of responses. */
export const boundedSockets: ISocketFactory = ({ host, port, ssl, onConnect }) => {
  const socket = ssl
    ? openSecure({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}), ...ssl }, onConnect)
    : openPlain({ host, port }, onConnect);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  boundFrames(socket);
  return socket;
};
