/**
 * Proves that the compiled kernel that compares vectors is the one whose source can be read: assembles `scan.wat` and
 * compares it with what is shipped. Exits 1 where they differ.
 */
import { readFile } from 'node:fs/promises';
import assembler from 'wabt';
import { SCAN_MODULE } from '../../infra/search/vector-index/in-memory/scan-kernel.ts';

const source = new URL('../../infra/search/vector-index/in-memory/scan.wat', import.meta.url);
const wabt = await assembler();
const parsed = wabt.parseWat('scan.wat', await readFile(source, 'utf8'), { simd: true });
if (SCAN_MODULE !== Buffer.from(parsed.toBinary({}).buffer).toString('base64')) {
  console.error('scan-kernel.ts is not what scan.wat assembles to.');
  process.exit(1);
}
console.log('The shipped scan kernel is what scan.wat assembles to.');
