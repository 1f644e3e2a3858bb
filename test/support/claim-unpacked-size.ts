const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;

/** Changes the uncompressed size in both headers of a zip entry. Offsets are those of APPNOTE.TXT, 4.3.7 and 4.3.12. */
export const claimUnpackedSize = (zip: Uint8Array, name: string, bytes: number): Uint8Array => {
  const lying = Buffer.from(zip);
  for (let at = lying.indexOf(name); at >= 0; at = lying.indexOf(name, at + 1)) {
    if (at >= 30 && lying.readUInt32LE(at - 30) === LOCAL_HEADER) lying.writeUInt32LE(bytes, at - 30 + 22);
    if (at >= 46 && lying.readUInt32LE(at - 46) === DIRECTORY_HEADER)
      lying.writeUInt32LE(bytes, at - 46 + 24);
  }
  return lying;
};
