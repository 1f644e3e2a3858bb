import { type FileHandle, link, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openFileBlobStore } from '../../../../../infra/storage/blob-store/file-blob-store.ts';
import { describeBlobStore } from '../../../../contract/blob-store.contract.ts';

describeBlobStore('files', async () => {
  const root = await mkdtemp(join(tmpdir(), 'anamnesis-blobs-'));
  return {
    store: await openFileBlobStore(root),
    leftovers: async () => [
      ...(await readdir(join(root, 'incoming'))),
      ...(await readdir(join(root, 'leaving'))),
    ],
    dispose: () => rm(root, { recursive: true, force: true }),
  };
});

it('a file is not removed instead of another one stored at the same instant', async () => {
  const root = await mkdtemp(join(tmpdir(), 'anamnesis-blobs-'));
  try {
    const store = await openFileBlobStore(root);
    const { sha256 } = await store.putBytes(Buffer.from('Give oxygen.'));
    const path = join(root, sha256.slice(0, 2), sha256);
    await utimes(path, 1_700_000_000, 1_700_000_000);
    const [listed] = await Array.fromAsync(store.list());
    if (!listed) throw new Error('Nothing was stored.');
    // Keeps the second file from reusing the inode of the first one.
    await link(path, join(root, 'first'));
    await rm(path);
    await writeFile(path, 'Give oxygen.');
    await utimes(path, 1_700_000_000, 1_700_000_000);
    expect(await store.remove(listed)).toBe(false);
    expect(await store.has(sha256)).toBe(true);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

it('content that is stored again during the removal of its file survives', async () => {
  const root = await mkdtemp(join(tmpdir(), 'anamnesis-blobs-'));
  const handle = await open(join(root, 'any'), 'w');
  const prototype: FileHandle = Object.getPrototypeOf(handle);
  await handle.close();
  try {
    const store = await openFileBlobStore(root);
    const content = Buffer.from('Give oxygen.');
    const { sha256 } = await store.putBytes(content);
    const [listed] = await Array.fromAsync(store.list());
    if (!listed) throw new Error('Nothing was stored.');
    const original = prototype.utimes;
    // The remover has compared the marks when the file gets its new one.
    const renewed = vi.spyOn(prototype, 'utimes').mockImplementationOnce(async function (
      this: FileHandle,
      ...times
    ) {
      expect(await store.remove(listed)).toBe(true);
      await original.apply(this, times);
    });
    await store.putBytes(content);
    expect(renewed).toHaveBeenCalled();
    expect(await store.get(sha256)).toEqual(content);
  } finally {
    vi.restoreAllMocks();
    await rm(root, { recursive: true, force: true });
  }
});
