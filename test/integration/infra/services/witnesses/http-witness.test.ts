import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSignedNote, validSignatures } from '../../../../../domain/audit/merkle/signed-note.ts';
import { verifyEd25519 } from '../../../../../infra/installation/ed25519.ts';
import { createHttpWitness } from '../../../../../infra/services/witnesses/http-witness.ts';
import {
  describeCheckpointWitness,
  knownLogs,
  witnessedLog,
} from '../../../../contract/checkpoint-witness.contract.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { startHttpWitness } from '../../../../support/http-witness.ts';
import { sealedLogOf } from '../../../../support/sealed-log.ts';
import { signingKey } from '../../../../support/signing.ts';
import { storedEventAt } from '../../../../support/stored-log.ts';

const open = async () => {
  const server = await startHttpWitness('witness.example/w1');
  for (const { key, verifierKey } of knownLogs) server.state.logs.set(key.name, [verifierKey]);
  return server;
};

describeCheckpointWitness('a server', async () => {
  const server = await open();
  const again = () => createHttpWitness({ key: server.key, url: server.url });
  return { witness: again(), again, dispose: () => server[Symbol.asyncDispose]() };
});

describe('a witness that is a server', () => {
  let server: Awaited<ReturnType<typeof open>>;
  beforeEach(async () => {
    server = await open();
  });
  afterEach(() => server[Symbol.asyncDispose]());

  const never = new AbortController().signal;
  const request = async () =>
    (
      await sealedLogOf(
        [1, 2, 3].map((position) => storedEventAt(position)),
        witnessedLog,
      )
    ).request(3, 0);
  const submit = async (key = server.key, signal = never) =>
    createHttpWitness({ key, url: server.url }).submit(await request(), signal);
  const refused = (key = server.key) => failureOf(submit(key));

  it('returns countersignatures that verify together with the note, and the time that it states', async () => {
    const answer = await submit();
    if (answer.kind !== 'kept') throw new Error('It was not kept.');
    expect(answer.at).toBe('2023-11-14T22:13:20.000Z');
    const note = parseSignedNote(`${(await request()).note}${answer.countersignatures.join('')}`);
    const valid = note && validSignatures(note, [witnessedLog.key, server.key], verifyEd25519);
    expect(valid?.map(({ key }) => key.name)).toEqual([witnessedLog.key.name, 'witness.example/w1']);
  });

  it('counts for nothing without a valid countersignature of its key', async () => {
    const invalid = `— witness.example/w1 ${Buffer.concat([server.key.id, Buffer.alloc(72)]).toString('base64')}\n`;
    for (const body of ['', 'ok\n', '— witness.example/w1 AAAA\n', invalid]) {
      server.state.instead = { status: 200, body };
      expect(await refused(), body).toMatchObject({ code: 'external_api_error', component: 'witnesses' });
    }
    server.state.instead = undefined;
    const another = signingKey('witness.example/w1', 10, 'witness').key;
    expect(await refused(another)).toMatchObject({ code: 'external_api_error' });
  });

  it('refuses a log, or a key, that it does not know', async () => {
    server.state.logs.set(witnessedLog.key.name, [signingKey(witnessedLog.key.name, 1).verifierKey]);
    expect(await refused()).toMatchObject({
      message: expect.stringContaining('does not know this log or its key (403)'),
    });
    server.state.logs.clear();
    expect(await refused()).toMatchObject({
      message: expect.stringContaining('does not know this log or its key (404)'),
    });
  });

  it('fails for a time when it is overloaded or answers with an error', async () => {
    for (const status of [429, 500, 503]) {
      server.state.instead = { status, body: '' };
      expect(await refused()).toMatchObject({ code: 'unavailable' });
    }
  });

  it('is distinguished from a server of something else, and from an answer without an end', async () => {
    for (const instead of [
      { status: 200, body: 'x'.repeat(100_000) },
      { status: 400, body: '' },
      { status: 409, body: '007\n' },
      { status: 409, body: '' },
      { status: 302, body: '' },
    ]) {
      server.state.instead = instead;
      expect(await refused(), String(instead.status)).toMatchObject({
        code: expect.stringMatching(/external_api_error|unavailable/),
        component: 'witnesses',
      });
    }
  });

  it('that does not answer ends with the signal, and one that is not there is unavailable', async () => {
    server.state.instead = 'hang';
    const stopping = new AbortController();
    const hanging = submit(server.key, stopping.signal);
    setTimeout(() => stopping.abort(), 20);
    await expect(hanging).rejects.toThrow(/abort/i);
    await server[Symbol.asyncDispose]();
    expect(await refused()).toMatchObject({ code: 'unavailable' });
  });
});
