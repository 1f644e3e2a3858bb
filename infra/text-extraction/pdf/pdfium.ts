import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PDFiumModule } from '@hyzyla/pdfium';

/** The functions of PDFium's C interface that are used here; pointers are numbers. See `fpdf_text.h`, `fpdfview.h`. */
const functionNames = [
  'FPDF_InitLibrary',
  'FPDF_LoadMemDocument',
  'FPDF_CloseDocument',
  'FPDF_GetLastError',
  'FPDF_GetPageCount',
  'FPDF_GetMetaText',
  'FPDF_LoadPage',
  'FPDF_ClosePage',
  'FPDF_GetPageWidthF',
  'FPDF_GetPageHeightF',
  'FPDFPage_CountObjects',
  'FPDFPage_GetObject',
  'FPDFPageObj_GetType',
  'FPDFPageObj_GetBounds',
  'FPDFPath_CountSegments',
  'FPDFPath_GetDrawMode',
  'FPDFText_LoadPage',
  'FPDFText_ClosePage',
  'FPDFText_CountChars',
  'FPDFText_GetUnicode',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetCharAngle',
  'FPDFText_GetFontSize',
  'FPDFText_IsGenerated',
  'FPDFBitmap_CreateEx',
  'FPDFBitmap_FillRect',
  'FPDFBitmap_Destroy',
  'FPDF_RenderPageBitmap',
  'malloc',
  'free',
] as const;
type FunctionName = (typeof functionNames)[number];

/** PDFium as plain functions over its own memory. */
export type Pdfium = {
  readonly call: Readonly<Record<FunctionName, (...values: readonly number[]) => number>>;
  /** PDFium's memory. It moves when it grows, so it is asked for anew after every call. */
  readonly memory: () => ArrayBufferLike;
};

const isFunction = (value: unknown): value is (...values: readonly number[]) => number =>
  typeof value === 'function';

/** The WASM file, found through the package and read from disk: nothing is downloaded. */
const readWasm = async (): Promise<ArrayBuffer> => {
  const path = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm');
  const file = await readFile(path);
  return new Uint8Array(file).buffer;
};

/** Loads PDFium and starts it. One instance serves one document at a time. */
export const loadPdfium = async (): Promise<Pdfium> => {
  const module = await PDFiumModule({ wasmBinary: await readWasm() });
  const members: ReadonlyMap<string, unknown> = new Map(Object.entries(module));
  const lookUp = (name: FunctionName): ((...values: readonly number[]) => number) => {
    const found = members.get(`_${name}`);
    if (!isFunction(found)) throw new Error(`This build of PDFium lacks ${name}.`);
    return found;
  };
  const call = Object.fromEntries(functionNames.map((name) => [name, lookUp(name)])) as Pdfium['call'];
  call.FPDF_InitLibrary();
  return { call, memory: () => module.HEAPU8.buffer };
};

/** Reserves memory in PDFium for the time of some work. */
export const withMemory = <Value>(pdfium: Pdfium, size: number, work: (pointer: number) => Value): Value => {
  const pointer = pdfium.call.malloc(size);
  if (pointer === 0) throw new Error(`PDFium has no ${size} bytes of memory left.`);
  try {
    return work(pointer);
  } finally {
    pdfium.call.free(pointer);
  }
};
