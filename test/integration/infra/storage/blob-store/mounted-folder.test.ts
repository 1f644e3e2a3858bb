import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readBlobIdentity } from '../../../../../app/start-checks/claim-blobs.ts';
import { Failure, failure } from '../../../../../domain/kernel/failure.ts';
import { blobFolder } from '../../../../../infra/storage/blob-store/blob-place.ts';
import { openFileBlobStore } from '../../../../../infra/storage/blob-store/file-blob-store.ts';
import { createMountedFolder } from '../../../../../infra/storage/blob-store/mounted-folder.ts';
import { describeBlobStore } from '../../../../contract/blob-store.contract.ts';

const identity = '0197f3a0-0000-7000-8000-000000000001';

const notFound = () => new Failure(failure('not_found', 'A stored file is missing.'));

const openMounted = async (root: string) => {
  const store = await openFileBlobStore(root);
  await writeFile(join(root, 'identity'), `${identity}\n`);
  return createMountedFolder(store, { identity, readIdentity: () => readBlobIdentity(blobFolder(root)) });
};

describeBlobStore('a mounted folder', async () => {
  const root = await mkdtemp(join(tmpdir(), 'anamnesis-blobs-'));
  return {
    store: (await openMounted(root)).store,
    leftovers: async () => [
      ...(await readdir(join(root, 'incoming'))),
      ...(await readdir(join(root, 'leaving'))),
    ],
    dispose: () => rm(root, { recursive: true, force: true }),
  };
});

describe('a folder of files whose volume disappears while the server runs', () => {
  const content = Buffer.from('Give oxygen.');
  const away = { reason: { code: 'unavailable', component: 'blob-store', details: { retryable: false } } };
  let parent: string;
  let root: string;
  let mounted: Awaited<ReturnType<typeof openMounted>>;
  let sha256: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'anamnesis-volume-'));
    root = join(parent, 'blobs');
    await mkdir(root);
    mounted = await openMounted(root);
    ({ sha256 } = await mounted.store.putBytes(content));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  const bytesOf = (blob: string) => Array.fromAsync(mounted.store.read(blob));
  /** What is left when a volume is unmounted: an empty folder, in which an earlier start may have made its own folders. */
  const unmount = async () => {
    await rename(root, join(parent, 'volume'));
    await mkdir(join(root, 'incoming'), { recursive: true });
    await mkdir(join(root, 'leaving'));
  };
  const mount = async () => {
    await rm(root, { recursive: true });
    await rename(join(parent, 'volume'), root);
  };

  it.each([
    ['an empty mount point', unmount],
    ['another volume', async () => writeFile(join(root, 'identity'), `${identity.replace('1', '2')}\n`)],
    ['nothing', async () => rename(root, join(parent, 'volume'))],
  ])(
    'and leaves %s is unavailable: no file counts as lost, none is stored elsewhere',
    async (_what, lose) => {
      const { store, check } = mounted;
      await lose();
      await rm(join(root, sha256.slice(0, 2)), { recursive: true, force: true });
      await expect(check()).rejects.toMatchObject(away);
      await expect(store.get(sha256)).rejects.toMatchObject(away);
      await expect(bytesOf(sha256)).rejects.toMatchObject(away);
      await expect(store.has(sha256)).rejects.toMatchObject(away);
      await expect(store.sizeOf(sha256)).rejects.toMatchObject(away);
      await expect(store.putBytes(Buffer.from('Give more.'))).rejects.toMatchObject(away);
      await expect(Array.fromAsync(store.list())).rejects.toMatchObject(away);
    },
  );

  it('keeps nothing that was received before, and serves every file once it is mounted again', async () => {
    const { store, check } = mounted;
    const staged = await store.stage(
      (async function* () {
        yield Buffer.from('Give more.');
      })(),
      100,
    );
    await unmount();
    await expect(staged.keep()).rejects.toMatchObject(away);
    await mount();
    await check();
    await staged.keep();
    expect(await store.get(sha256)).toEqual(content);
    expect(await store.has(staged.sha256)).toBe(true);
  });

  it('finds a file that was out of reach only for a moment', async () => {
    const { store } = mounted;
    const flickering = createMountedFolder(
      {
        ...store,
        get: vi.fn(store.get).mockRejectedValueOnce(notFound()),
        sizeOf: vi.fn(store.sizeOf).mockResolvedValueOnce(undefined),
        read: vi.fn(store.read).mockImplementationOnce(() => {
          throw notFound();
        }),
      },
      { identity, readIdentity: async () => identity },
    ).store;
    expect(await flickering.get(sha256)).toEqual(content);
    expect(await flickering.sizeOf(sha256)).toBe(content.byteLength);
    expect(Buffer.concat(await Array.fromAsync(flickering.read(sha256)))).toEqual(content);
  });

  it('still reports a file that is missing in the right folder as missing', async () => {
    const { store } = mounted;
    const unknown = '0'.repeat(64);
    await expect(store.get(unknown)).rejects.toMatchObject({ reason: { code: 'not_found' } });
    await expect(bytesOf(unknown)).rejects.toMatchObject({ reason: { code: 'not_found' } });
    expect(await store.has(unknown)).toBe(false);
    expect(await store.sizeOf(unknown)).toBeUndefined();
  });
});
