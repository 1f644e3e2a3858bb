import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createTerminal } from '../../../cli/output/terminal.ts';
import { writeExport } from '../../../cli/output/write-export.ts';

/** A line that a newer version may have written to the log, cut in the middle of a character. */
const hostile = 'type,\u001b]0;taken over\u0007,\u009b2J,é\r\n';
async function* content(given = hostile) {
  const bytes = Buffer.from(given);
  yield bytes.subarray(0, -3);
  yield bytes.subarray(-3);
}

const written = async (isTTY: boolean, given?: string): Promise<string> => {
  const out = Object.assign(new PassThrough(), { isTTY });
  await writeExport(
    content(given),
    undefined,
    createTerminal(out, new PassThrough()),
    new AbortController().signal,
  );
  out.end();
  return text(out);
};

describe('an export', () => {
  it('reaches a screen without control sequences', async () => {
    expect(await written(true)).toBe('type,]0;taken over,2J,é\n');
  });

  it('reaches a pipe unchanged', async () => {
    expect(await written(false)).toBe(hostile);
  });

  it('is kept from a screen when it is not text', async () => {
    await expect(written(true, 'PK\u0003\u0004\u0000\u0000')).rejects.toMatchObject({
      message: 'This file is not text and cannot be shown in a terminal.',
      hint: 'Save it with --output <file>.',
      exitCode: 2,
    });
    expect(await written(false, 'PK\u0000')).toBe('PK\u0000');
  });
});
