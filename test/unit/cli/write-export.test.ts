import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createTerminal } from '../../../cli/output/terminal.ts';
import { writeExport } from '../../../cli/output/write-export.ts';

/** A line that a newer version may have written to the log, cut in the middle of a character. */
const hostile = 'type,\u001b]0;taken over\u0007,\u009b2J,é\r\n';
async function* content() {
  const bytes = Buffer.from(hostile);
  yield bytes.subarray(0, -3);
  yield bytes.subarray(-3);
}

const written = async (isTTY: boolean): Promise<string> => {
  const out = Object.assign(new PassThrough(), { isTTY });
  await writeExport(
    content(),
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
});
