import { useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import type { Document as LibraryDocument } from '../../../../client/index.ts';
import { Button } from '../../components/button.tsx';
import { CheckField } from '../../components/check-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { sizeText } from '../../components/document-words.ts';
import { useNotify } from '../../components/toasts.tsx';
import { useUploads } from '../../session/use-uploads.ts';
import { keptMetadata } from './kept-metadata.ts';

type Props = { readonly document: LibraryDocument; readonly onClose: () => void };

/** Sends a file as the next version of a document, which keeps what its uploader said of it. */
export const ReplaceDialog = ({ document, onClose }: Props) => {
  const notify = useNotify();
  const { store } = useUploads();
  const [file, setFile] = useState<File>();
  const [replace, setReplace] = useState(false);
  const send = (): void => {
    if (file === undefined) return;
    store.add([{ file, path: undefined }], {
      ...keptMetadata(document),
      docKey: document.docKey,
      ...(replace ? { replace } : {}),
    });
    notify('Uploading the new version. The library shows its progress.');
    onClose();
  };
  return (
    <Dialog
      title="New version"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="contained" isDisabled={file === undefined} onPress={send}>
            Send
          </Button>
        </>
      }
    >
      <p>
        Answers use the current version until the new one is completely indexed. Then they use the new one.
      </p>
      <div>
        <FileTrigger onSelect={(list) => setFile(list?.[0])}>
          <Button>{file === undefined ? 'Choose a file' : 'Choose another file'}</Button>
        </FileTrigger>
      </div>
      {file === undefined ? null : (
        <p>
          {file.name} ({sizeText(file.size)})
        </p>
      )}
      <CheckField
        label="Replace the current version even if the two have little in common"
        isSelected={replace}
        onChange={setReplace}
        description="Otherwise, a file that seems to be a different document is refused."
      />
    </Dialog>
  );
};
