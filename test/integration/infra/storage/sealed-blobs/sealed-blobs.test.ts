import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileBlobStore } from '../../../../../infra/storage/blob-store/file-blob-store.ts';
import { createSealedBlobs } from '../../../../../infra/storage/sealed-blobs/create-sealed-blobs.ts';
import { describeSealedBlobs } from '../../../../contract/sealed-blobs.contract.ts';
import { createInMemoryKeyVault } from '../../../../support/in-memory-key-vault.ts';

describeSealedBlobs('files', async () => {
  const root = await mkdtemp(join(tmpdir(), 'anamnesis-sealed-'));
  const raw = await openFileBlobStore(root);
  const vault = createInMemoryKeyVault();
  const incoming = join(root, 'incoming');
  return {
    raw,
    vault,
    sealed: createSealedBlobs({ blobs: raw, vault }),
    incoming: async () =>
      Buffer.concat(
        await Promise.all((await readdir(incoming)).map((name) => readFile(join(incoming, name)))),
      ),
    dispose: () => rm(root, { recursive: true, force: true }),
  };
});
