import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import assembler from 'wabt';
import { SCAN_MODULE } from '../../../../../infra/search/vector-index/in-memory/scan-kernel.ts';

it('the scan kernel that runs is the one that can be read', async () => {
  const source = new URL('../../../../../infra/search/vector-index/in-memory/scan.wat', import.meta.url);
  const wabt = await assembler();
  const parsed = wabt.parseWat('scan.wat', await readFile(source, 'utf8'), { simd: true });
  expect(SCAN_MODULE).toBe(Buffer.from(parsed.toBinary({}).buffer).toString('base64'));
});
