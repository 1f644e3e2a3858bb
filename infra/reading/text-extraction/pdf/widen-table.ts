const HEADER_BYTES = 8;
const TABLE_SECTION = 4;
/** The limits of a table that has a largest size. */
const HAS_MAXIMUM = 1;

/**
 * Lets the table of functions of a WASM file grow by one place, in these bytes: PDFium was built with a table that is full,
 * and without the function by which others are added to it.
 *
 * @throws Error for a file that is laid out otherwise
 */
export const widenTable = (wasm: Uint8Array): void => {
  let at = HEADER_BYTES;
  /** A number of the format, seven bits a byte (LEB128). */
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
    // One more must not take one byte more.
    if (tables !== 1 || limits !== HAS_MAXIMUM || (maximum + 1) % 128 === 0) break;
    wasm[start] = (wasm[start] ?? 0) + 1;
    return;
  }
  throw new Error('The table of functions of this build of PDFium cannot be widened.');
};
