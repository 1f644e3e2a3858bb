/** The file formats that can be ingested. */
export const documentFormats = ['pdf', 'docx', 'html', 'markdown', 'text'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

const formatByExtension: Readonly<Record<string, DocumentFormat>> = {
  pdf: 'pdf',
  docx: 'docx',
  html: 'html',
  htm: 'html',
  md: 'markdown',
  markdown: 'markdown',
  txt: 'text',
  text: 'text',
};

/** The format that a file name announces by its extension; `undefined` when it announces none of ours. */
export const formatOfFileName = (fileName: string): DocumentFormat | undefined => {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? undefined : formatByExtension[fileName.slice(dot + 1).toLowerCase()];
};

/** The media type under which a format is known. */
export const mediaTypeOf: Readonly<Record<DocumentFormat, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html',
  markdown: 'text/markdown',
  text: 'text/plain',
};
