import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PDFiumModule } from '@hyzyla/pdfium';
import { widenTable } from './widen-table.ts';

/** The functions of PDFium's C interface that are used here; pointers are numbers. See `fpdf_text.h`, `fpdfview.h`, `fpdf_edit.h`. */
const functionNames = [
  'FPDF_InitLibrary',
  'FPDF_LoadMemDocument',
  'FPDF_CloseDocument',
  'FPDF_GetLastError',
  'FPDF_GetPageCount',
  'FPDF_GetMetaText',
  'FPDFBookmark_GetFirstChild',
  'FPDFBookmark_GetNextSibling',
  'FPDFBookmark_GetTitle',
  'FPDFBookmark_GetDest',
  'FPDFBookmark_GetAction',
  'FPDFAction_GetDest',
  'FPDFDest_GetDestPageIndex',
  'FPDF_LoadPage',
  'FPDF_ClosePage',
  'FPDF_GetPageWidthF',
  'FPDF_GetPageHeightF',
  'FPDF_GetPageBoundingBox',
  'FPDFPage_CountObjects',
  'FPDFPage_GetObject',
  'FPDFPageObj_GetType',
  'FPDFPageObj_GetBounds',
  'FPDFPageObj_GetMatrix',
  'FPDFPageObj_GetFillColor',
  'FPDFPageObj_SetIsActive',
  'FPDFPageObj_CountMarks',
  'FPDFPageObj_GetMark',
  'FPDFPageObjMark_GetName',
  'FPDFTextObj_GetTextRenderMode',
  'FPDFFormObj_CountObjects',
  'FPDFFormObj_GetObject',
  'FPDFImageObj_GetImagePixelSize',
  'FPDFPath_CountSegments',
  'FPDFPath_GetDrawMode',
  'FPDFPath_GetPathSegment',
  'FPDFPathSegment_GetPoint',
  'FPDFPathSegment_GetType',
  'FPDFText_LoadPage',
  'FPDFText_ClosePage',
  'FPDFText_CountChars',
  'FPDFText_GetUnicode',
  'FPDFText_GetLooseCharBox',
  'FPDFText_GetCharBox',
  'FPDFText_GetCharOrigin',
  'FPDFText_GetFontSize',
  'FPDFText_GetMatrix',
  'FPDFText_GetTextObject',
  'FPDFPage_GetAnnotCount',
  'FPDFPage_GetAnnot',
  'FPDFPage_CloseAnnot',
  'FPDFAnnot_GetSubtype',
  'FPDFAnnot_GetFlags',
  'FPDFAnnot_GetRect',
  'FPDFAnnot_GetStringValue',
  'FPDFAnnot_CountAttachmentPoints',
  'FPDFAnnot_GetAttachmentPoints',
  'FPDFBitmap_CreateEx',
  'FPDFBitmap_FillRect',
  'FPDFBitmap_Destroy',
  'FPDF_RenderPageBitmap',
  'FPDF_RenderPageBitmap_Start',
  'FPDF_RenderPage_Close',
  'FPDF_PageToDevice',
  'FPDF_CreateNewDocument',
  'FPDFPage_New',
  'FPDFPage_Delete',
  'FPDFPage_InsertObject',
  'FPDFPageObj_CreateTextObj',
  'FPDFPageObj_CreateNewRect',
  'FPDFPageObj_SetFillColor',
  'FPDFPageObj_Transform',
  'FPDFPath_SetDrawMode',
  'FPDFText_LoadStandardFont',
  'FPDFText_SetText',
  'FPDFFont_GetGlyphWidth',
  'malloc',
  'free',
] as const;
type FunctionName = (typeof functionNames)[number];

/** PDFium as plain functions over its own memory. */
export type Pdfium = {
  readonly call: Readonly<Record<FunctionName, (...values: readonly number[]) => number>>;
  /** PDFium's memory. It moves when it grows, so it is fetched again after every call. */
  readonly memory: () => ArrayBufferLike;
  /**
   * The address of a function in PDFium's table that PDFium can ask whether to stop (`IFSDK_PAUSE`, `fpdf_progressive.h`).
   * It gives the answer of the last `shouldStop`.
   */
  readonly stopWhen: (shouldStop: () => boolean) => number;
  /** Whether more memory was asked for than there may be. What happened after that is not to be trusted. */
  readonly isExhausted: () => boolean;
};

const isFunction = (value: unknown): value is (...values: readonly number[]) => number =>
  typeof value === 'function';

/** The WASM file, found through the package and read from disk: nothing is downloaded. */
const readWasm = async (): Promise<ArrayBuffer> => {
  const path = createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm');
  const file = await readFile(path);
  return new Uint8Array(file).buffer;
};

type WasmMemory = { readonly buffer: ArrayBufferLike; readonly grow: (pages: number) => number };
type WasmTable = {
  readonly grow: (places: number) => number;
  readonly set: (at: number, item: unknown) => void;
};
type WasmInstance = { readonly exports: Readonly<Record<string, unknown>> };
/** The part of WebAssembly that is used here: Node has it, but its types come with those of browsers only. */
declare const WebAssembly: {
  readonly compile: (bytes: ArrayBuffer) => Promise<object>;
  readonly Instance: new (compiled: object, imports: unknown) => WasmInstance;
  readonly Memory: new (descriptor: { readonly initial: number }) => WasmMemory;
  readonly Table: new (descriptor: { readonly initial: number; readonly element: 'anyfunc' }) => WasmTable;
};

/** A module that passes calls of its one function, which takes a pointer and gives a number, to a function of ours. */
const CALLBACK_MODULE = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  // A type: (i32) -> i32; an import "e" "f" of that type; and an export "f" of it.
  ...[1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f],
  ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
]);

/** Puts a function into PDFium's table, from which PDFium calls it; returns its address. */
const addCallback = async (table: WasmTable, callback: () => number): Promise<number> => {
  const compiled = await WebAssembly.compile(CALLBACK_MODULE.buffer);
  const { f } = new WebAssembly.Instance(compiled, { e: { f: callback } }).exports;
  const address = table.grow(1);
  table.set(address, f);
  return address;
};

/** Bytes in a page of WASM memory. */
const wasmPage = 65_536;
/**
 * Most memory of PDFium in bytes. It was built to take up to 2 GiB, which a PDF of a few kilobytes can make it do;
 * the heaviest of some hundred real documents took 60 MB.
 */
const maxPdfiumMemory = 512 * 1024 * 1024;

/** Makes a memory refuse to grow beyond `limit`, as if the machine had run out. Returns whether it ever did. */
const limitMemory = (memory: WasmMemory, limit: number): (() => boolean) => {
  const grow = memory.grow.bind(memory);
  let refused = false;
  Object.defineProperty(memory, 'grow', {
    value: (pages: number): number => {
      if (memory.buffer.byteLength + pages * wasmPage > limit) {
        // PDFium asks for a reserve first and then for less: only what it needs counts, which is asked for last.
        refused = true;
        throw new RangeError('The memory of PDFium is limited.');
      }
      refused = false;
      return grow(pages);
    },
  });
  return () => refused;
};

/** Loads PDFium and starts it. One instance serves one document at a time. `limit` bounds its memory, in bytes. */
export const loadPdfium = async (limit = maxPdfiumMemory): Promise<Pdfium> => {
  const wasm = await readWasm();
  widenTable(new Uint8Array(wasm));
  const compiled = await WebAssembly.compile(wasm);
  let isExhausted = (): boolean => false;
  let table: WasmTable | undefined;
  const options = {
    // What it says about memory goes nowhere; the caller asks.
    printErr: () => {},
    instantiateWasm: (imports: unknown, receive: (instance: WasmInstance) => void) => {
      const instance = new WebAssembly.Instance(compiled, imports);
      const { memory } = instance.exports;
      if (memory instanceof WebAssembly.Memory) isExhausted = limitMemory(memory, limit);
      table = Object.values(instance.exports).find((item) => item instanceof WebAssembly.Table);
      receive(instance);
      return instance.exports;
    },
  };
  const module = await PDFiumModule(options);
  const members: ReadonlyMap<string, unknown> = new Map(Object.entries(module));
  const lookUp = (name: FunctionName): ((...values: readonly number[]) => number) => {
    const found = members.get(`_${name}`);
    if (!isFunction(found)) throw new Error(`${name} is missing from this build of PDFium.`);
    return found;
  };
  const call = Object.fromEntries(functionNames.map((name) => [name, lookUp(name)])) as Pdfium['call'];
  call.FPDF_InitLibrary();
  if (table === undefined) throw new Error('This build of PDFium shows no table of functions.');
  let shouldStop = (): boolean => false;
  const stopAddress = await addCallback(table, () => (shouldStop() ? 1 : 0));
  return {
    call,
    memory: () => module.HEAPU8.buffer,
    stopWhen: (wanted) => {
      shouldStop = wanted;
      return stopAddress;
    },
    isExhausted: () => isExhausted(),
  };
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

/** Reads 32-bit floats that PDFium wrote from a place on, which its calls do for every character and corner. */
export const createFloats = (pdfium: Pdfium, pointer: number): ((at: number) => number) => {
  let floats: Float32Array = new Float32Array(0);
  return (at) => {
    // The memory may move with each call.
    if (floats.buffer !== pdfium.memory()) floats = new Float32Array(pdfium.memory());
    return floats[(pointer >> 2) + at] ?? 0;
  };
};
