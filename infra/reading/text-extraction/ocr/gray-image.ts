/** A grayscale picture: one byte per pixel, row by row from the top. */
export type GrayImage = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };
