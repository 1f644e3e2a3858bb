import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PDFiumModule } from '@hyzyla/pdfium';
import { widenTable } from './widen-table.ts';

/**
 * The functions of PDFium's C interface that are in use; pointers are numbers. See `fpdf_text.h`, `fpdfview.h`,
 * `fpdf_edit.h`.
 */
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
  'FPDFAnnot_SetStringValue',
  'FPDFAnnot_GetAP',
  'FPDFAnnot_CountAttachmentPoints',
  'FPDFAnnot_GetAttachmentPoints',
  'FPDFAnnot_GetFormFieldType',
  'FPDFAnnot_GetFormFieldFlags',
  'FPDFAnnot_GetFormFieldValue',
  'FPDFAnnot_GetFormFieldExportValue',
  'FPDFAnnot_GetOptionCount',
  'FPDFAnnot_GetOptionLabel',
  'FPDFAnnot_IsOptionSelected',
  'FPDFDOC_InitFormFillEnvironment',
  'FPDFDOC_ExitFormFillEnvironment',
  'FORM_OnAfterLoadPage',
  'FORM_OnBeforeClosePage',
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
  'FPDFTextObj_GetFont',
  'FPDFFont_GetBaseFontName',
  'FPDFFont_GetFlags',
  'malloc',
  'free',
] as const;
type FunctionName = (typeof functionNames)[number];

/** PDFium as plain functions over its own memory. */
export type Pdfium = {
  readonly call: Readonly<Record<FunctionName, (...values: readonly number[]) => number>>;
  /** PDFium's memory. It moves when it grows: call this again after every call into PDFium. */
  readonly memory: () => ArrayBufferLike;
  /**
   * Sets the function that decides whether to pause, and returns the address in PDFium's table of a callback for
   * `IFSDK_PAUSE` (`fpdf_progressive.h`). The callback returns the result of the last `shouldStop`.
   */
  readonly stopWhen: (shouldStop: () => boolean) => number;
  /** True when more memory was requested than allowed. Results after that are unreliable. */
  readonly isExhausted: () => boolean;
};

const isFunction = (value: unknown): value is (...values: readonly number[]) => number =>
  typeof value === 'function';

/** Reads the WASM file from disk, found through its package: nothing is downloaded. */
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
/** The part of WebAssembly in use here: Node has it, but its types come only with those of browsers. */
declare const WebAssembly: {
  readonly compile: (bytes: ArrayBuffer) => Promise<object>;
  readonly Instance: new (compiled: object, imports: unknown) => WasmInstance;
  readonly Memory: new (descriptor: { readonly initial: number }) => WasmMemory;
  readonly Table: new (descriptor: { readonly initial: number; readonly element: 'anyfunc' }) => WasmTable;
};

/** A module that forwards calls of its one function, from pointer to number, to a function of ours. */
const CALLBACK_MODULE = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  // A type (i32) -> i32, an import "e" "f" of that type, and its export as "f".
  ...[1, 6, 1, 0x60, 1, 0x7f, 1, 0x7f],
  ...[2, 7, 1, 1, 0x65, 1, 0x66, 0, 0],
  ...[7, 5, 1, 1, 0x66, 0, 0],
]);

/** Adds a function to PDFium's table, from which PDFium can call it; returns its address. */
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
 * Most memory of PDFium in bytes. Its build allows up to 2 GiB, which a PDF of a few kilobytes can provoke; the
 * heaviest of some hundred real documents needed 60 MB.
 */
const maxPdfiumMemory = 512 * 1024 * 1024;

/**
 * Makes a memory refuse to grow beyond `limit`, as if the machine had run out. Returns a function that reports
 * whether the last growth was refused.
 */
const limitMemory = (memory: WasmMemory, limit: number): (() => boolean) => {
  const grow = memory.grow.bind(memory);
  let refused = false;
  Object.defineProperty(memory, 'grow', {
    value: (pages: number): number => {
      if (memory.buffer.byteLength + pages * wasmPage > limit) {
        // PDFium first asks for a reserve and then for less: only the last request counts, which is what it needs.
        refused = true;
        throw new RangeError('The memory of PDFium is limited.');
      }
      refused = false;
      return grow(pages);
    },
  });
  return () => refused;
};

/** Loads and starts PDFium. One instance serves one document at a time. `limit` bounds its memory, in bytes. */
export const loadPdfium = async (limit = maxPdfiumMemory): Promise<Pdfium> => {
  const wasm = await readWasm();
  widenTable(new Uint8Array(wasm));
  const compiled = await WebAssembly.compile(wasm);
  let isExhausted = (): boolean => false;
  let table: WasmTable | undefined;
  const options = {
    // Discards its messages about memory; `isExhausted` reports the fact.
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
  if (table === undefined) throw new Error('This build of PDFium exports no function table.');
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

/** Allocates memory in PDFium for the duration of `work`. */
export const withMemory = <Value>(pdfium: Pdfium, size: number, work: (pointer: number) => Value): Value => {
  const pointer = pdfium.call.malloc(size);
  if (pointer === 0) throw new Error(`PDFium cannot allocate ${size} bytes.`);
  try {
    return work(pointer);
  } finally {
    pdfium.call.free(pointer);
  }
};

/**
 * Returns a reader of the 32-bit floats that PDFium writes at an address, as its calls do for every character and
 * corner.
 */
export const createFloatReader = (pdfium: Pdfium, pointer: number): ((at: number) => number) => {
  let floats: Float32Array = new Float32Array(0);
  return (at) => {
    // The memory may move with each call.
    if (floats.buffer !== pdfium.memory()) floats = new Float32Array(pdfium.memory());
    return floats[(pointer >> 2) + at] ?? 0;
  };
};
