import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiClient } from '../../../client/create-client.ts';
import { useApi } from '../session/use-session.ts';

/** The picture of a page, and where it stands in its document. */
export type PagePicture = {
  readonly blob: Blob;
  readonly pages: number;
  /** A file without pages of its own is typeset on sheets. */
  readonly sheet: number;
  readonly sheets: number;
  /** How many of the quoted lines are marked; absent on pages without any. */
  readonly marks: 'marked' | 'partly' | 'not-found' | undefined;
};

/** The largest picture that is read, in bytes. */
const MAX_BYTES = 32 * 1024 * 1024;

const numberIn = (headers: Headers, name: string, index = 0): number => {
  const value = Number(headers.get(name)?.split('/')[index]);
  return Number.isInteger(value) && value > 0 ? value : 1;
};

const marksIn = (headers: Headers): PagePicture['marks'] => {
  const marks = headers.get('X-Highlight');
  return marks === 'marked' || marks === 'partly' || marks === 'not-found' ? marks : undefined;
};

const blobOf = async ({ headers, bytes }: Awaited<ReturnType<ApiClient['openLink']>>): Promise<Blob> => {
  const pieces: BlobPart[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.byteLength;
    if (length > MAX_BYTES) throw new Error('The picture is too large to be shown.');
    pieces.push(new Uint8Array(piece));
  }
  return new Blob(pieces, { type: headers.get('Content-Type') ?? 'image/png' });
};

/** Reads a picture by its link, e.g. that of a figure. */
export const usePicture = (link: string, isEnabled = true) => {
  const api = useApi();
  return useQuery({
    queryKey: ['picture', link],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    queryFn: async ({ signal }): Promise<Blob> => blobOf(await api.openLink(link, { signal })),
    enabled: isEnabled,
  });
};

/** Reads the picture of a page by its link. */
export const usePagePicture = (link: string, width: number) => {
  const api = useApi();
  return useQuery({
    queryKey: ['picture', link, width],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    queryFn: async ({ signal }): Promise<PagePicture> => {
      const opened = await api.openLink(link, { query: { width }, signal });
      const { headers } = opened;
      return {
        blob: await blobOf(opened),
        pages: numberIn(headers, 'X-Page-Count'),
        sheet: numberIn(headers, 'X-Sheet'),
        sheets: numberIn(headers, 'X-Sheet', 1),
        marks: marksIn(headers),
      };
    },
  });
};

/** An address for a picture in memory, which is released with the component. */
export const useObjectUrl = (blob: Blob | undefined): string | undefined => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return setUrl(undefined);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
};
