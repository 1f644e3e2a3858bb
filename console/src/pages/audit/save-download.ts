type Download = { readonly headers: Headers; readonly bytes: AsyncGenerator<Uint8Array> };

const nameOf = (headers: Headers): string =>
  /filename="([\w.-]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'export';

const saveAs = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  try {
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
  } finally {
    URL.revokeObjectURL(address);
  }
};

/** Saves a text as a file. */
export const saveText = (name: string, text: string): void => saveAs(name, new Blob([text]));

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
  saveAs(nameOf(headers), new Blob(parts));
};
