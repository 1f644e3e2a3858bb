/** The part of WebAssembly's JavaScript interface that is used here; the types of Node.js leave it to browsers'. */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { readonly initial: number; readonly maximum?: number });
    /** Detached by `grow`: create new views of it then. */
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
