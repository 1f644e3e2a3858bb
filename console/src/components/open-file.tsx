import { useMutation } from '@tanstack/react-query';
import { useApi } from '../session/use-session.ts';
import { Button } from './button.tsx';
import { explainError } from './explain-error.ts';
import { savedFileName } from './file-name.tsx';
import { useNotify } from './toasts.tsx';

type Props = { readonly docKey: string; readonly version: number; readonly fileName: string };

/** Long enough for the browser to take the file over, in milliseconds. */
const RELEASE_MS = 60_000;

/** Saves the original file of a document. Browsers never show it here, because it may contain anything. */
export const OpenFile = ({ docKey, version, fileName }: Props) => {
  const api = useApi();
  const notify = useNotify();
  const open = useMutation({
    mutationFn: async () => {
      const pieces: BlobPart[] = [];
      const path = { docKey, version };
      for await (const piece of api.download('/api/documents/{docKey}/versions/{version}/file', { path }))
        pieces.push(new Uint8Array(piece));
      const url = URL.createObjectURL(new Blob(pieces));
      Object.assign(document.createElement('a'), { href: url, download: savedFileName(fileName) }).click();
      setTimeout(() => URL.revokeObjectURL(url), RELEASE_MS);
    },
    onError: (error) => notify(explainError(error).text),
  });
  return (
    <Button onPress={() => open.mutate()} isPending={open.isPending}>
      {open.isPending ? 'Loading …' : 'Open file'}
    </Button>
  );
};
