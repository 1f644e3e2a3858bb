import iconv from 'iconv-lite';

/** Encodings by the character set of a font (`\fcharset`). */
const byCharacterSet: ReadonlyMap<number, string> = new Map([
  [0, 'windows-1252'],
  [77, 'macroman'],
  [128, 'shift_jis'],
  [129, 'cp949'],
  [134, 'gbk'],
  [136, 'big5'],
  [161, 'windows-1253'],
  [162, 'windows-1254'],
  [163, 'windows-1258'],
  [177, 'windows-1255'],
  [178, 'windows-1256'],
  [186, 'windows-1257'],
  [204, 'windows-1251'],
  [222, 'windows-874'],
  [238, 'windows-1250'],
  [255, 'cp437'],
]);

export const encodingOfCharacterSet = (set: number): string | undefined => byCharacterSet.get(set);

/** Returns the encoding of a code page (`\ansicpg`). */
export const encodingOfCodePage = (page: number): string => {
  if (page === 10000) return 'macroman';
  if (page === 932) return 'shift_jis';
  if (page === 936) return 'gbk';
  if (page === 950) return 'big5';
  if (page === 65001) return 'utf-8';
  const name = page >= 1250 && page <= 1258 ? `windows-${page}` : `cp${page}`;
  return iconv.encodingExists(name) ? name : 'windows-1252';
};

export const decodeBytes = (bytes: string, encoding: string): string =>
  iconv.decode(Buffer.from(bytes, 'latin1'), encoding);
