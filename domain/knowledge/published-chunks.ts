import { z } from 'zod';
import { type Chunk, chunkSchema } from './chunk.ts';

/** The chunks of one document version as stored in a blob. */
export const publishedChunksSchema = z.strictObject({ chunks: z.array(chunkSchema).min(1) });

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const codeOf = (character: string): number => character.charCodeAt(0);
const [quote, backslash, open, openList, close, closeList] = [...'"\\{[}]'].map(codeOf);
/** The nesting depth of a chunk in the JSON: in the list of the only member. */
const CHUNK_DEPTH = 2;

/** Encodes chunks as JSON, one piece per chunk, so that a large document is not written in one go. */
export function* encodeChunks(chunks: Iterable<Chunk>): Iterable<Uint8Array> {
  let before = '{"chunks":[';
  for (const chunk of chunks) {
    yield encoder.encode(before + JSON.stringify(chunk));
    before = ',';
  }
  yield encoder.encode(before === ',' ? ']}' : `${before}]}`);
}

/**
 * Decodes the chunks of a blob lazily: all those of a 36 MB file at once block the event loop for seconds and need
 * twice their memory. Throws when the bytes are not such JSON.
 */
export function* decodeChunks(json: Uint8Array): Iterable<Chunk> {
  let depth = 0;
  let start = 0;
  let count = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (isInText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInText = false;
    } else if (byte === quote) isInText = true;
    else if (byte === open || byte === openList) {
      if (depth === CHUNK_DEPTH) start = at;
      depth += 1;
    } else if (byte === close || byte === closeList) {
      depth -= 1;
      if (depth !== CHUNK_DEPTH) continue;
      yield chunkSchema.parse(JSON.parse(decoder.decode(json.subarray(start, at + 1))));
      count += 1;
    }
  }
  // The rest of the JSON must be valid too, with at least one chunk.
  if (count === 0 || depth !== 0) publishedChunksSchema.parse(JSON.parse(decoder.decode(json)));
}
