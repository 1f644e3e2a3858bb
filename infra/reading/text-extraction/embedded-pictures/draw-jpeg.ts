import type { ColourPicture } from '../../pictures/encode-png.ts';
import { type Pdfium, withMemory } from '../pdf/pdfium.ts';
import { type JpegSize, jpegSize } from './jpeg-size.ts';

/** `FPDFBitmap_BGR`; `FPDF_REVERSE_BYTE_ORDER` of `fpdfview.h`, which turns it into RGB. */
const colourBitmap = 2;
const renderFlags = 0x10;

/** The colour space entry by the number of components. The program that writes most CMYK files stores them inverted. */
const colourSpaceOf: ReadonlyMap<number, string> = new Map([
  [1, '/DeviceGray'],
  [3, '/DeviceRGB'],
  [4, '/DeviceCMYK /Decode [1 0 1 0 1 0 1 0]'],
]);

/** Wraps the picture in a one-page PDF that it fills. */
const wrapped = (file: Buffer, size: JpegSize, page: { readonly width: number; readonly height: number }) => {
  const content = `${page.width} 0 0 ${page.height} 0 0 cm /P Do`;
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /XObject << /P 5 0 R >> >> /Contents 4 0 R >>`,
    ),
    Buffer.from(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`),
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width ${size.width} /Height ${size.height} /ColorSpace ${colourSpaceOf.get(size.colours)} /BitsPerComponent 8 /Filter /DCTDecode /Length ${file.length} >>\nstream\n`,
      ),
      file,
      Buffer.from('\nendstream'),
    ]),
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  let length = parts[0]?.length ?? 0;
  const offsets = objects.map((object, index) => {
    const offset = length;
    const framed = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    parts.push(framed);
    length += framed.length;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  parts.push(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
};

/**
 * Draws a JPEG on white with PDFium, its longest side at most `longest` pixels; `undefined` if it is not a JPEG or
 * has more than `maxPixels`.
 */
export const drawJpeg = (
  pdfium: Pdfium,
  bytes: Uint8Array,
  limits: { readonly longest: number; readonly maxPixels: number },
): ColourPicture | undefined => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const size = jpegSize(file);
  if (size === undefined || size.width === 0 || size.height === 0) return undefined;
  if (size.width * size.height > limits.maxPixels || !colourSpaceOf.has(size.colours)) return undefined;
  const scale = Math.min(1, limits.longest / Math.max(size.width, size.height));
  const width = Math.max(1, Math.round(size.width * scale));
  const height = Math.max(1, Math.round(size.height * scale));
  const pdf = wrapped(file, size, { width, height });
  const { call } = pdfium;
  const stride = width * 3;
  return withMemory(pdfium, pdf.length, (pointer) => {
    new Uint8Array(pdfium.memory(), pointer, pdf.length).set(pdf);
    const document = call.FPDF_LoadMemDocument(pointer, pdf.length, 0);
    const page = document === 0 ? 0 : call.FPDF_LoadPage(document, 0);
    try {
      if (page === 0) return undefined;
      return withMemory(pdfium, stride * height, (pixels) => {
        const bitmap = call.FPDFBitmap_CreateEx(width, height, colourBitmap, pixels, stride);
        if (bitmap === 0) return undefined;
        try {
          call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
          call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, renderFlags);
          const drawn = new Uint8Array(pdfium.memory(), pixels, stride * height).slice();
          // An unreadable picture leaves the paper white.
          return drawn.some((value) => value !== 0xff) ? { width, height, pixels: drawn } : undefined;
        } finally {
          call.FPDFBitmap_Destroy(bitmap);
        }
      });
    } finally {
      if (page !== 0) call.FPDF_ClosePage(page);
      if (document !== 0) call.FPDF_CloseDocument(document);
    }
  });
};
