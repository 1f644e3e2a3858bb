import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ServiceError, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type KurrentConnection,
  openKurrentConnection,
} from '../../../../../infra/storage/event-store-kurrent/kurrent-connection.ts';
import { createKurrentStreams } from '../../../../../infra/storage/event-store-kurrent/kurrent-streams.ts';
import { kurrentConfiguration } from '../../../../support/kurrent.ts';
import { NO_STREAM } from '../../../../support/kurrent-log.ts';
import { type KurrentServer, startKurrentServer } from '../../../../support/kurrent-server.ts';

type Header = (options: streams.AppendReq.Options) => unknown;
const noStream: Header = (options) => options.setNoStream(new shared.Empty());
const any: Header = (options) => options.setAny(new shared.Empty());
const exists: Header = (options) => options.setStreamExists(new shared.Empty());
const behind =
  (revision: number): Header =>
  (options) =>
    options.setRevision(String(revision));

const message = (id: string = crypto.randomUUID(), bytes = 2): streams.AppendReq.ProposedMessage => {
  const proposed = new streams.AppendReq.ProposedMessage();
  const uuid = new shared.UUID();
  uuid.setString(id);
  proposed.setId(uuid);
  proposed.getMetadataMap().set('type', 'Noted').set('content-type', 'application/json');
  proposed.setData(Buffer.alloc(bytes, '1'));
  return proposed;
};

// The responses of the vendor's server are in its source (24.10): Streams.Append, IndexWriter.CheckCommit, Position.
describe('the test server answers like the real one', () => {
  let server: KurrentServer;
  let connection: KurrentConnection;
  beforeEach(async () => {
    server = await startKurrentServer();
    connection = await openKurrentConnection(kurrentConfiguration(server.url(), 't.'));
  });
  afterEach(async () => {
    connection.close();
    await server.kill();
  });

  /** The response to an append: its message, or the status. */
  const append = (header: Header, ...messages: readonly streams.AppendReq.ProposedMessage[]) =>
    connection.call(
      ({ client, metadata, options }) =>
        new Promise<string>((resolve) => {
          const call = client.append(metadata, options, (error: ServiceError | null, response) => {
            if (error) return resolve(String(error.metadata?.get('exception')[0] ?? status[error.code]));
            const [success, wrong] = [response.getSuccess(), response.getWrongExpectedVersion()];
            if (success)
              return resolve(success.hasNoStream() ? 'none' : `at ${success.getCurrentRevision()}`);
            return resolve(
              `wrong: ${wrong?.hasCurrentNoStream() ? 'none' : wrong?.getCurrentRevision()}, ` +
                `not ${wrong?.hasExpectedStreamExists() ? 'exists' : wrong?.hasExpectedAny() ? 'any' : wrong?.getExpectedRevision()}`,
            );
          });
          call.on('error', () => {});
          const request = new streams.AppendReq();
          const appendOptions = new streams.AppendReq.Options();
          const name = new shared.StreamIdentifier();
          name.setStreamName(Buffer.from('t.query-1'));
          appendOptions.setStreamIdentifier(name);
          header(appendOptions);
          request.setOptions(appendOptions);
          call.write(request);
          for (const one of messages) {
            const part = new streams.AppendReq();
            part.setProposedMessage(one);
            call.write(part);
          }
          call.end();
        }),
      10_000,
    );

  it('for missing and empty streams, oversized appends, and events without an id', async () => {
    expect(await append(exists, message())).toBe('wrong: none, not exists');
    expect(await append(any)).toBe('none');
    expect(await append(() => {}, message())).toBe('UNKNOWN');
    expect(await append(any, message('not-a-uuid'))).toBe('UNKNOWN');
    expect(await append(any, message(undefined, 16.5 * 1024 * 1024))).toBe('RESOURCE_EXHAUSTED');
    expect(await append(any, message(undefined, 9 * 1024 * 1024), message(undefined, 9 * 1024 * 1024))).toBe(
      'maximum-append-size-exceeded',
    );
    expect(await append(noStream, message())).toBe('at 0');
    expect(await append(exists, message())).toBe('at 1');
    expect(await append(behind(1))).toBe('at 1');
    expect(await append(behind(0))).toBe('wrong: 1, not 0');
    expect(await append(noStream, message())).toBe('wrong: 1, not 18446744073709551615');
  });

  it('for a soft-deleted stream, which reappears from the next append on', async () => {
    expect(await append(noStream, message(), message())).toBe('at 1');
    const { readStream, lastRevision } = createKurrentStreams(connection);
    const revisions = async () => (await readStream('t.query-1', 0, 9)).map(({ revision }) => revision);
    server.log.softDelete('t.query-1');
    expect(await revisions()).toEqual([]);
    expect(await lastRevision('t.query-1')).toBe(NO_STREAM);
    expect(await append(exists, message())).toBe('stream-deleted');
    expect(await append(noStream, message())).toBe('at 2');
    expect(await revisions()).toEqual([2]);
    server.log.softDelete('t.query-1');
    expect(await append(behind(2), message())).toBe('at 3');
    expect(await revisions()).toEqual([3]);
  });

  it('for mismatched positions, and beyond the end', async () => {
    expect(await append(noStream, message(), message())).toBe('at 1');
    const { readAll, subscribe } = createKurrentStreams(connection);
    const [, second] = await readAll('start', { streams: ['t.'] }, () => false);
    const { commit } = second ?? { commit: 0 };
    const read = async (prepare: number) =>
      (await readAll({ commit, prepare }, { streams: ['t.'] }, () => false)).map(({ revision }) => revision);
    expect(await read(commit - 1)).toEqual([1]);
    await expect(read(commit + 1)).rejects.toMatchObject({ reason: { code: 'unavailable' } });

    const stop = new AbortController();
    const kinds: string[] = [];
    const beyond = { commit: server.log.end() + 50, prepare: server.log.end() + 50 };
    for await (const news of subscribe(beyond, { streams: ['t.'] }, stop.signal)) {
      kinds.push(...news.map(({ kind }) => kind));
      if (kinds.includes('caughtUp')) break;
    }
    stop.abort();
    expect(kinds).toEqual(['confirmed', 'caughtUp']);
  });
});
