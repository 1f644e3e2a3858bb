import { readdir } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join, relative } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { documentVersionAdded } from '../../../domain/knowledge/document-events.ts';
import { type HttpFixture, type HttpFixtureOptions, openHttpApi } from '../../support/http-api.ts';
import { ADMIN_TOKEN } from '../../support/http-client.ts';
import { until } from '../../support/log-harness.ts';

const INGEST = '/api/commands/IngestDocument';
const guideline = ['sourceType', 'guideline'] as const;
const file = (content: string) => ({ name: 'sample.md', content });

describe('a refused upload', () => {
  let api: HttpFixture;
  afterEach(() => api[Symbol.asyncDispose]());
  const open = async (options: HttpFixtureOptions = {}): Promise<void> => {
    api = await openHttpApi(options);
  };

  /** Every file under the blobs, stored or staged. */
  const stored = async (): Promise<readonly string[]> =>
    (await readdir(api.blobFolder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(api.blobFolder, join(entry.parentPath, entry.name)))
      .sort();

  const refusals: readonly (readonly [
    string,
    number,
    (content: string) => Promise<{ readonly status: number }>,
  ])[] = [
    ['without a token', 401, (text) => api.upload(INGEST, file(text), [guideline], { token: null })],
    [
      'by a user without permission',
      403,
      async (text) =>
        api.upload(INGEST, file(text), [guideline], { token: await api.tokenFor('dr-1', ['clinician']) }),
    ],
    ['without its source type', 400, (text) => api.upload(INGEST, file(text), [])],
    [
      'with an invalid field',
      400,
      (text) => api.upload(INGEST, file(text), [guideline, ['docKey', '../up']] as const),
    ],
    [
      'with a name without an extension',
      415,
      (text) => api.upload(INGEST, { name: 'sample.bin', content: text }, [guideline]),
    ],
    [
      'with a revision that does not match',
      409,
      (text) =>
        api.upload(INGEST, file(text), [guideline, ['docKey', 'guideline-first']], {
          headers: { 'if-match': '"7"' },
        }),
    ],
    [
      'under a key already used for another file',
      422,
      (text) =>
        api.upload(INGEST, file(text), [guideline, ['docKey', 'guideline-first']], {
          headers: { 'idempotency-key': 'first' },
        }),
    ],
  ];

  it.each(refusals)('%s leaves no file behind', async (_, status, send) => {
    await open();
    const first = await api.upload(INGEST, file('First.'), [guideline, ['docKey', 'guideline-first']], {
      headers: { 'idempotency-key': 'first' },
    });
    expect(first.status).toBe(202);
    const before = await stored();
    expect(before.length).toBe(1);
    const answer = await send('Something else.');
    expect(answer.status).toBe(status);
    expect(await stored()).toEqual(before);
  });

  it('that lost a race leaves no file behind, and removes nothing of the accepted one', async () => {
    const senders = 24;
    let waiting = 0;
    let letGo = (): void => {};
    const allAreThere = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await open({
      replace: ({ commandServices }) => ({
        commandServices: {
          ...commandServices,
          eventStore: {
            ...commandServices.eventStore,
            append: async (streamId, events, expected, ...more) => {
              // All have seen the same revision and stored their files before the first event is stored.
              if (expected !== 'no-stream') {
                waiting += 1;
                if (waiting === senders) letGo();
                await allAreThere;
              }
              return commandServices.eventStore.append(streamId, events, expected, ...more);
            },
          },
        },
      }),
    });
    const toFirst = [guideline, ['docKey', 'guideline-first']] as const;
    const first = await api.upload(INGEST, file('First.'), toFirst);
    const headers = { 'if-match': `"${String(first.body.data.revision)}"` };
    const answers = await Promise.all(
      Array.from({ length: senders }, (_, index) =>
        api.upload(INGEST, file(`Version ${index}.`), toFirst, { headers }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, ...Array(senders - 1).fill(409)]);
    const named: string[] = [];
    for await (const { data } of api.eventStore.readStream('document-guideline-first'))
      named.push(documentVersionAdded.schema.parse(data).contentHash);
    expect((await stored()).map((path) => path.slice(3)).sort()).toEqual(named.toSorted());
  });

  it('under a key in use leaves no file behind, and neither does a repeated one', async () => {
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await open({
      limits: { idempotencyWait: 0 },
      replace: ({ commandServices }) => ({
        commandServices: {
          ...commandServices,
          eventStore: {
            ...commandServices.eventStore,
            append: async (...appended) => {
              await held;
              return commandServices.eventStore.append(...appended);
            },
          },
        },
      }),
    });
    const send = () =>
      api.upload(INGEST, file('Only once.'), [guideline], { headers: { 'idempotency-key': 'once' } });
    const first = send();
    await until('the first upload has stored its file', async () =>
      (await stored()).some((path) => !path.startsWith('incoming')),
    );
    const second = await send();
    expect(second.status).toBe(503);
    letGo();
    expect((await first).status).toBe(202);
    const after = await stored();
    expect(after.length).toBe(1);
    const third = await send();
    expect(third.headers.get('idempotency-replayed')).toBe('true');
    expect(await stored()).toEqual(after);
  });

  it('refused by the log leaves no file behind; when the log is merely silent, the file stays, as an event may name it', async () => {
    let answer = new Failure(failure('rule_violated', 'No.'));
    await open({
      replace: ({ commandServices }) => ({
        commandServices: {
          ...commandServices,
          eventStore: { ...commandServices.eventStore, append: () => Promise.reject(answer) },
        },
      }),
    });
    expect((await api.upload(INGEST, file('Refused.'), [guideline])).status).toBe(422);
    expect(await stored()).toEqual([]);
    answer = new Failure(failure('unavailable', 'The database fell silent.'));
    expect((await api.upload(INGEST, file('Who knows.'), [guideline])).status).toBe(503);
    expect((await stored()).length).toBe(1);
  });

  /** Starts a form and sends part of its file, a megabyte of which waits in memory; it continues only on request. */
  const begin = async (announced: number, sent: number): Promise<ClientRequest> => {
    const head =
      '--xx\r\nContent-Disposition: form-data; name="sourceType"\r\n\r\nguideline\r\n' +
      '--xx\r\nContent-Disposition: form-data; name="file"; filename="slow.md"\r\n\r\n';
    const sending = request(`${api.url}${INGEST}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ADMIN_TOKEN}`,
        'content-type': 'multipart/form-data; boundary=xx',
        'content-length': announced,
      },
    });
    sending.on('error', () => {});
    sending.write(head + 'a'.repeat(sent));
    return sending;
  };
  const staged = async (): Promise<number> =>
    (await stored()).filter((path) => path.startsWith('incoming')).length;

  it('with a broken connection leaves no file behind', async () => {
    await open();
    const sending = await begin(3_000_000, 1_500_000);
    await until('part of the file is staged', async () => (await staged()) === 1);
    sending.destroy();
    await until('no file is left', async () => (await stored()).length === 0);
  });

  it('beyond the limit of concurrent uploads learns when to retry, and room is released', async () => {
    await open({ limits: { maxUploads: 2 } });
    const slow = [await begin(3_000_000, 1_500_000), await begin(3_000_000, 1_500_000)];
    await until('two uploads are in progress', async () => (await staged()) === 2);
    const refused = await api.upload(INGEST, file('Too many.'), [guideline]);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.body.error).toMatchObject({ code: 'unavailable', component: 'uploads' });
    expect(await staged()).toBe(2);
    slow[0]?.destroy();
    await until('one upload has ended', async () => (await staged()) === 1);
    await until(
      'there is room',
      async () => (await api.upload(INGEST, file('Now.'), [guideline])).status === 202,
    );
    slow[1]?.destroy();
    await until('both uploads have ended', async () => (await staged()) === 0);
  });

  it('beyond the limit of concurrent uploads is not caused by those that only wait for their end', async () => {
    await open({ limits: { maxUploads: 1 } });
    const leaving = new AbortController();
    let waits = true;
    const waiting = api
      .upload(INGEST, file('It is never indexed.'), [guideline], {
        headers: { prefer: 'wait=60' },
        signal: leaving.signal,
      })
      .catch(() => {})
      .finally(() => {
        waits = false;
      });
    await until('the command is executed', async () => (await api.eventStore.head()) > 0);
    let answer = await api.upload(INGEST, file('Another.'), [guideline]);
    while (waits && answer.status === 503) answer = await api.upload(INGEST, file('Another.'), [guideline]);
    expect({ waits, status: answer.status }).toEqual({ waits: true, status: 202 });
    leaving.abort();
    await waiting;
  });

  it('of a caller with too many uploads at a time, however slow, leaves room for everyone else', async () => {
    await open({ limits: { maxUploads: 4, maxUploadsPerCaller: 2 } });
    const slow = [await begin(3_000_000, 1_500_000), await begin(3_000_000, 1_500_000)];
    await until('two uploads are in progress', async () => (await staged()) === 2);
    const refused = await api.upload(INGEST, file('Too many.'), [guideline]);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.body.error).toMatchObject({ code: 'rate_limit_exceeded', component: 'uploads' });
    const token = await api.tokenFor('another-service', ['service']);
    expect((await api.upload(INGEST, file('Of another.'), [guideline], { token })).status).toBe(202);
    slow[0]?.destroy();
    await until(
      'there is room',
      async () => (await api.upload(INGEST, file('Now.'), [guideline])).status === 202,
    );
    slow[1]?.destroy();
  });

  it('of a caller with too many bytes at a time leaves room for everyone else', async () => {
    await open({ limits: { maxUploadBytes: 4_000_000 } });
    const large = await begin(2_800_000, 1_500_000);
    await until('the upload is in progress', async () => (await staged()) === 1);
    const content = 'a'.repeat(600_000);
    expect((await api.upload(INGEST, file(content), [guideline])).status).toBe(429);
    const token = await api.tokenFor('another-service', ['service']);
    expect((await api.upload(INGEST, file(content), [guideline], { token })).status).toBe(202);
    large.destroy();
  });

  it('beyond the limit of bytes in transit learns that, while a single large one is accepted', async () => {
    await open({ limits: { maxUploads: 10, maxUploadBytes: 20_000 } });
    const large = await begin(3_000_000, 1_500_000);
    await until('the upload is in progress', async () => (await staged()) === 1);
    expect((await api.upload(INGEST, file('Small.'), [guideline])).status).toBe(503);
    large.destroy();
    await until(
      'there is room',
      async () => (await api.upload(INGEST, file('Small.'), [guideline])).status === 202,
    );
  });
});
