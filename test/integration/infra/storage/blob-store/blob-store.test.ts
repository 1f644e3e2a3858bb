import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
