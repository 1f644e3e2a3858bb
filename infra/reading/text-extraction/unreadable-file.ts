import { Failure, failure } from '../../../domain/kernel/failure.ts';

/** Why a file cannot be read, as a short code in `details.reason`, with the sentence a person gets. */
const sentences = {
  empty_file: 'The file is empty.',
  format_mismatch:
    'The file is not what its name says: its content is of another kind. Check the file and its ending.',
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
    'The file is nested deeper than any document. It may have been made to keep the program busy that reads it.',
  office_not_installed:
    'Files of this old format (.doc, .ppt, .xls) are read with LibreOffice, which is not installed here. Install it (the program "soffice"), or save the file as .docx, .pptx, .xlsx or PDF and upload that.',
  office_failed:
    'LibreOffice could not open the file. Save it as .docx, .pptx, .xlsx or PDF and upload that.',
  expands_too_much: 'The file unpacks to more data than is allowed. It may be a decompression bomb.',
  too_many_pages: 'The document has more pages than are allowed. Split it and upload the parts.',
  too_much_text: 'The document holds more text than is allowed. Split it and upload the parts.',
  undecodable_text:
    'The text is in an encoding that could not be recognised. Save it as UTF-8 and upload that.',
} as const;

export type UnreadableReason = keyof typeof sentences;

/** The refusal of a file that will never become readable by trying again: `rule_violated` with a reason code. */
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
