import { crc32 } from 'node:zlib';

const localHeader = Buffer.from('PK\x03\x04\x14\x00', 'latin1');
const directoryHeader = Buffer.from('PK\x01\x02\x14\x00\x14\x00', 'latin1');
const endHeader = Buffer.from('PK\x05\x06\x00\x00\x00\x00', 'latin1');
const UTF8_NAMES = 0x0800;
/** 1 January 1980, the earliest date there is. */
const DATE = 0x21;

/** Puts parts into a zip container without compressing them, for a reader in the same process (APPNOTE.TXT 4.3). */
export const writeStoredZip = (parts: ReadonlyMap<string, Uint8Array>): Buffer => {
  const contents: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
    const nameBytes = Buffer.from(name, 'utf8');
    const facts = Buffer.alloc(24);
    facts.writeUInt16LE(UTF8_NAMES, 0);
    facts.writeUInt16LE(DATE, 6);
    facts.writeUInt32LE(crc32(content), 8);
    facts.writeUInt32LE(content.length, 12);
    facts.writeUInt32LE(content.length, 16);
    facts.writeUInt16LE(nameBytes.length, 20);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    contents.push(localHeader, facts, nameBytes, content);
    directory.push(directoryHeader, facts, place, nameBytes);
    offset += localHeader.length + facts.length + nameBytes.length + content.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(14);
  end.writeUInt16LE(parts.size, 0);
  end.writeUInt16LE(parts.size, 2);
  end.writeUInt32LE(entries.length, 4);
  end.writeUInt32LE(offset, 8);
  return Buffer.concat([...contents, entries, endHeader, end]);
};
