import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Files below this size in bytes fit into one packet anyway. */
const WORTH_COMPRESSING = 1024;

/** Writes `.br` and `.gz` files beside the built ones, so that no server compresses the same file for every visitor. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  closeBundle: () => {
    const folder = join(import.meta.dirname, 'dist');
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(?:css|html|js|svg)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      if (bytes.length < WORTH_COMPRESSING) continue;
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
    }
  },
});

/** The server that `npm run dev` passes API calls to. */
const server = process.env.ANAMNESIS_URL ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  // Set for a console that another host serves than the API; see docs/http.md.
  define: { __API_URL__: JSON.stringify(process.env.API_URL ?? '') },
  css: { transformer: 'lightningcss' },
  build: {
    target: 'es2023',
    // Inlined files would be `data:` addresses, which the content security policy allows for pictures only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': server, '/auth': server, '/openapi.json': server } },
});
