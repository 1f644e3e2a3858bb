/** The part of the WebAssembly JavaScript API that this project uses; the types of Node.js omit it. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { readonly initial: number; readonly maximum?: number });
    /** `grow` detaches the buffer; create new views afterwards. */
    readonly buffer: ArrayBuffer;
    /** In pages of 64 KiB. */
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
