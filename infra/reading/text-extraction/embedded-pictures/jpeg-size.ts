/** The size and the number of colour components in the header of a JPEG. */
export type JpegSize = { readonly width: number; readonly height: number; readonly colours: number };

/** Reads the size from the header of a JPEG (ITU T.81, B.2.2); `undefined` if the file is not a JPEG. */
export const jpegSize = (file: Buffer): JpegSize | undefined => {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < file.length; ) {
    if (file[at] !== 0xff) return undefined;
    const marker = file[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return {
        height: file.readUInt16BE(at + 5),
        width: file.readUInt16BE(at + 7),
        colours: file[at + 9] ?? 0,
      };
    at += 2 + file.readUInt16BE(at + 2);
  }
  return undefined;
};
