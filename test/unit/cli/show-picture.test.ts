import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { showPicture } from '../../../cli/output/show-picture.ts';
import { createTerminal } from '../../../cli/output/terminal.ts';

describe('a picture on a screen that cannot display it', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('suggests what to add to the command when no viewer is installed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'anamnesis-no-viewer-'));
    vi.stubEnv('PATH', folder);
    const screen = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    await expect(
      showPicture(Buffer.alloc(8), {
        terminal: createTerminal(screen, new PassThrough(), {}),
        environment: {},
        signal: new AbortController().signal,
      }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/^No program was found to show the picture \(\S+\)\.$/),
      hint: 'Add "--output page.png" to the command to write the picture to a file.',
    });
    await rm(folder, { recursive: true });
  });
});
