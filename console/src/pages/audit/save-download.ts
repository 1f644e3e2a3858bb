type Download = { readonly headers: Headers; readonly bytes: AsyncGenerator<Uint8Array> };

const nameOf = (headers: Headers): string =>
  /filename="([\w.-]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'export';

/**
 * Saves a download as a file. Nothing is saved unless all of it arrived: a part of an export would look like the whole.
 */
export const saveDownload = async (
  { headers, bytes }: Download,
  onBytes: (count: number) => void,
): Promise<void> => {
  const parts: BlobPart[] = [];
  let count = 0;
  for await (const part of bytes) {
    parts.push(new Uint8Array(part));
    count += part.length;
    onBytes(count);
  }
  const address = URL.createObjectURL(new Blob(parts));
  try {
    const link = document.createElement('a');
    link.href = address;
    link.download = nameOf(headers);
    link.click();
  } finally {
    URL.revokeObjectURL(address);
  }
};
