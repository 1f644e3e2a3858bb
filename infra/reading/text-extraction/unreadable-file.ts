import { Failure, failure } from '../../../domain/kernel/failure.ts';

/** The messages for unreadable files, by the code in `details.reason`. */
const sentences = {
  empty_file: 'The file is empty.',
  format_mismatch: 'The content of the file does not match its name. Check the file and its extension.',
  pdf_encrypted: 'The PDF is protected by a password. Save a copy without the password and upload that.',
  pdf_truncated: 'The PDF is incomplete: its end is missing. Upload it again from the original.',
  pdf_empty: 'The PDF has no pages.',
  pdf_damaged: 'The PDF is damaged and cannot be opened. Upload it again from the original.',
  docx_encrypted:
    'The Word document is protected by a password. Save a copy without the password and upload that.',
  docx_damaged: 'The Word document is damaged and cannot be opened. Upload it again from the original.',
  file_encrypted: 'The file is protected by a password. Save a copy without the password and upload that.',
  file_damaged: 'The file is damaged and cannot be opened. Upload it again from the original.',
  nested_too_deep:
    'The file is nested deeper than any real document. It may have been made to exhaust the reader.',
  office_not_installed:
    'Files of this old format (.doc, .ppt, .xls) are read with LibreOffice, which is not installed here. Install it (the program "soffice"), or save the file as .docx, .pptx, .xlsx or PDF and upload that.',
  office_failed:
    'LibreOffice could not open the file. Save it as .docx, .pptx, .xlsx or PDF and upload that.',
  expands_too_much: 'The file unpacks to more data than is allowed. It may be a decompression bomb.',
  too_many_pages: 'The document has more pages than are allowed. Split it and upload the parts.',
  too_much_text: 'The document contains more text than is allowed. Split it and upload the parts.',
  undecodable_text: 'The encoding of the text was not recognised. Save it as UTF-8 and upload that.',
} as const;

export type UnreadableReason = keyof typeof sentences;

/** Returns the refusal of a file that no retry will make readable: `rule_violated` with a reason code. */
export const unreadableFile = (
  reason: UnreadableReason,
  details: Readonly<Record<string, string | number>> = {},
  options?: ErrorOptions,
): Failure =>
  new Failure(
    failure('rule_violated', sentences[reason], {
      component: 'text-extraction',
      details: { reason, ...details },
    }),
    options,
  );
