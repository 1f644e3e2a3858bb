/**
 * Proves that the compiled kernel that compares vectors matches its readable source: assembles `scan.wat` and compares it
 * with the shipped code. Exits 1 if they differ.
 */
import { readFile } from 'node:fs/promises';
import assembler from 'wabt';
import { SCAN_MODULE } from '../../infra/search/vector-index/in-memory/scan-kernel.ts';

const source = new URL('../../infra/search/vector-index/in-memory/scan.wat', import.meta.url);
const wabt = await assembler();
const parsed = wabt.parseWat('scan.wat', await readFile(source, 'utf8'), { simd: true });
if (SCAN_MODULE !== Buffer.from(parsed.toBinary({}).buffer).toString('base64')) {
  console.error('scan-kernel.ts does not match scan.wat.');
  process.exit(1);
}
console.log('The shipped scan kernel matches scan.wat.');
