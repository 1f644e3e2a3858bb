import { z } from 'zod';
import { type Chunk, chunkSchema } from './chunk.ts';

/** The chunks of one document version as they are stored in a blob. */
export const publishedChunksSchema = z.strictObject({ chunks: z.array(chunkSchema).min(1) });

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const codeOf = (character: string): number => character.charCodeAt(0);
const [quote, backslash, open, openList, close, closeList] = [...'"\\{[}]'].map(codeOf);
/** How deep in the JSON a chunk is: in the list of the only member. */
const CHUNK_DEPTH = 2;

/** The JSON of chunks in pieces of a chunk each, so that a large document need not be written in one go. */
export function* encodeChunks(chunks: Iterable<Chunk>): Iterable<Uint8Array> {
  let before = '{"chunks":[';
  for (const chunk of chunks) {
    yield encoder.encode(before + JSON.stringify(chunk));
    before = ',';
  }
  yield encoder.encode(before === ',' ? ']}' : `${before}]}`);
}

/**
 * The chunks of a blob, read one after the other as they are asked for: those of a file of 36 MB together take the event
 * loop for seconds, and twice their memory. Throws where the bytes are no such JSON.
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
  // What there is beside the chunks has to be as it should, and at least one of them.
  if (count === 0 || depth !== 0) publishedChunksSchema.parse(JSON.parse(decoder.decode(json)));
}
