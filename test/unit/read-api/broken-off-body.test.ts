import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readBody } from '../../../read-api/request/read-body.ts';
import { readMultipart } from '../../../read-api/request/read-multipart.ts';

/** A request whose connection has ended before its body is read. */
const brokenOff = (): IncomingMessage => {
  const incoming = new IncomingMessage(new Socket());
  incoming.headers = { 'content-type': 'multipart/form-data; boundary=xx', 'content-length': '900' };
  incoming.on('error', () => {});
  incoming.destroy();
  return incoming;
};
const blobs = { stage: () => Promise.reject(new Error('Nothing is staged.')) };
const limits = { maxFileBytes: 1000, maxJsonBytes: 1000 };
const incomplete = 'The request ended before its body was complete.';

describe('a body whose client has left before it is read', () => {
  it('is rejected without waiting', async () => {
    await expect(async () => readBody(brokenOff(), 1000)).rejects.toThrow(incomplete);
    await expect(readMultipart(brokenOff(), blobs, limits)).rejects.toThrow(incomplete);
  });
});
