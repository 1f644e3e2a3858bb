import { type ReactNode, useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { choices } from '../../../../client/choices.generated.ts';
import { Button } from '../../components/button.tsx';
import { CheckField } from '../../components/check-field.tsx';
import { sourceTypeWords } from '../../components/document-words.ts';
import { Field } from '../../components/field.tsx';
import { Section } from '../../components/section.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { type ChosenFile, MOST_UPLOADS } from '../../session/upload-store.ts';
import { useUploads } from '../../session/use-uploads.ts';
import styles from './add-documents.module.css';
import { filesOf, type SharedFields, sharedInput, withPath } from './chosen-files.ts';

const nothing: SharedFields = { sourceType: 'protocol', specialty: '', agency: '', containsPhi: false };

type ZoneProps = { readonly onFiles: (files: readonly ChosenFile[]) => void; readonly children: ReactNode };

const Zone = ({ onFiles, children }: ZoneProps) => (
  <DropZone
    className={styles.zone ?? ''}
    aria-label="Drop files or folders here, or paste them"
    onDrop={async ({ items }) => onFiles(await filesOf(items, MOST_UPLOADS))}
  >
    {children}
  </DropZone>
);

/** Where files are dropped or chosen, with what holds for all of them. */
export const AddDocuments = () => {
  const notify = useNotify();
  const { store } = useUploads();
  const [fields, setFields] = useState(nothing);
  const set = (changed: Partial<SharedFields>): void => setFields({ ...fields, ...changed });
  const input = sharedInput(fields);
  const add = (files: readonly ChosenFile[]): void => {
    if (files.length === 0 || input === undefined) return;
    const left = store.add(files, input);
    if (left > 0)
      notify(`${left} files did not fit: at most ${MOST_UPLOADS} can be listed. Clear the list first.`);
  };
  return (
    <Section
      title="Add documents"
      lead="A file with the name of an earlier one becomes its next version. PDF, Word, Excel, PowerPoint, OpenDocument, EPUB, RTF, HTML, Markdown and plain text."
    >
      <div className={styles.fields}>
        <SelectField
          label="Kind of source"
          value={fields.sourceType}
          options={choices.listDocuments.sourceType.map((value) => ({
            value,
            label: sourceTypeWords[value],
          }))}
          onChange={(sourceType) => set({ sourceType })}
        />
        <Field
          label="Specialties (optional)"
          value={fields.specialty}
          onChange={(specialty) => set({ specialty })}
          description="e.g. cardiology, emergency_medicine"
          isInvalid={input === undefined}
          errorMessage="Small letters, digits and _, separated by commas."
        />
        <Field
          label="Agency (optional)"
          value={fields.agency}
          onChange={(agency) => set({ agency })}
          maxLength={200}
        />
        <CheckField
          label="These files name patients"
          isSelected={fields.containsPhi}
          onChange={(containsPhi) => set({ containsPhi })}
          description="They then never leave the premises."
        />
      </div>
      <Zone onFiles={add}>
        <p className={styles.invitation}>Drop files or folders here</p>
        <div className={styles.choices}>
          <FileTrigger
            allowsMultiple
            onSelect={(list) => add([...(list ?? [])].map((file) => ({ file, path: undefined })))}
          >
            <Button variant="contained" isDisabled={input === undefined}>
              Choose files
            </Button>
          </FileTrigger>
          <FileTrigger acceptDirectory onSelect={(list) => add([...(list ?? [])].map(withPath))}>
            <Button isDisabled={input === undefined}>Choose a folder</Button>
          </FileTrigger>
        </div>
      </Zone>
    </Section>
  );
};
