const HEADER_BYTES = 8;
const TABLE_SECTION = 4;
/** The flag of a table limit with a maximum. */
const HAS_MAXIMUM = 1;

/**
 * Patches a WASM file so that its function table can grow by one entry: PDFium was built with a full table, and
 * without the function that adds to it.
 *
 * @throws Error for a file with another layout
 */
export const widenTable = (wasm: Uint8Array): void => {
  let at = HEADER_BYTES;
  /** Reads a LEB128 number (seven bits per byte). */
  const readNumber = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at] ?? 0;
      at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < wasm.length) {
    const section = readNumber();
    const end = readNumber() + at;
    if (section !== TABLE_SECTION) {
      at = end;
      continue;
    }
    const tables = readNumber();
    at += 1;
    const limits = readNumber();
    readNumber();
    const start = at;
    const maximum = readNumber();
    // One more must not need another byte.
    if (tables !== 1 || limits !== HAS_MAXIMUM || (maximum + 1) % 128 === 0) break;
    wasm[start] = (wasm[start] ?? 0) + 1;
    return;
  }
  throw new Error('The function table of this build of PDFium cannot be widened.');
};
