import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const TOKEN = 'a-token-for-tests';

/** The requests that are served: an operation, and the key `anamnesis` or `another`. */
const REQUEST = /^\/v1\/transit\/(?<operation>encrypt|decrypt)\/(?<name>anamnesis|another)$/;

/**
 * The part of a transit engine that a master key needs: it encrypts and decrypts under its keys. `fail` makes the coming
 * requests fail with the given statuses.
 */
export const startTransitServer = async () => {
  const keys: Readonly<Record<string, Buffer>> = { anamnesis: randomBytes(32), another: randomBytes(32) };
  const asked: string[] = [];
  let failures: number[] = [];
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    asked.push(request.url ?? '');
    const failing = failures.shift();
    if (failing !== undefined) return answer(failing, { errors: ['not now'] });
    if (request.headers['x-vault-token'] !== TOKEN) return answer(403, { errors: ['permission denied'] });
    const body = JSON.parse(await text(request));
    const { operation, name = '' } = REQUEST.exec(request.url ?? '')?.groups ?? {};
    const key = keys[name];
    if (key === undefined) return answer(404, { errors: [] });
    if (operation === 'encrypt') {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([
        iv,
        cipher.update(body.plaintext, 'base64'),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
      return answer(200, { data: { ciphertext: `vault:v1:${sealed.toString('base64')}` } });
    }
    try {
      const sealed = Buffer.from(String(body.ciphertext).replace('vault:v1:', ''), 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(-16));
      const opened = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
      return answer(200, { data: { plaintext: opened.toString('base64') } });
    } catch {
      return answer(400, { errors: ['invalid ciphertext'] });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    token: TOKEN,
    asked,
    fail: (...statuses: number[]): void => {
      failures = statuses;
    },
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
