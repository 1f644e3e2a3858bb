/** The file formats that can be ingested. */
export const documentFormats = [
  'pdf',
  'docx',
  'html',
  'markdown',
  'text',
  'pptx',
  'xlsx',
  'odt',
  'ods',
  'odp',
  'epub',
  'rtf',
  'doc',
  'ppt',
  'xls',
] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** The endings of each format; the first is the usual one. Templates, shows and files with macros are read like the rest. */
const endingsOf: Readonly<Record<DocumentFormat, readonly [string, ...string[]]>> = {
  pdf: ['pdf'],
  docx: ['docx', 'docm', 'dotx', 'dotm'],
  html: ['html', 'htm', 'xhtml'],
  markdown: ['md', 'markdown'],
  text: ['txt', 'text'],
  pptx: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx', 'potm'],
  xlsx: ['xlsx', 'xlsm', 'xltx', 'xltm'],
  odt: ['odt', 'ott'],
  ods: ['ods', 'ots'],
  odp: ['odp', 'otp'],
  epub: ['epub'],
  rtf: ['rtf'],
  doc: ['doc', 'dot'],
  ppt: ['ppt', 'pps'],
  xls: ['xls'],
};

const formatByEnding: ReadonlyMap<string, DocumentFormat> = new Map(
  documentFormats.flatMap((format) => endingsOf[format].map((ending) => [ending, format] as const)),
);

/** All endings of file names that announce a format, without their dots. */
export const documentEndings: readonly string[] = [...formatByEnding.keys()];

/** The usual ending of each format, as a list in a sentence. */
export const usualEndings: string = documentFormats
  .map((format) => `.${endingsOf[format][0]}`)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ');

/** The ending of a file name and its dot, where it announces a format. */
const knownEnding = new RegExp(String.raw`\.(?:${documentEndings.join('|')})$`, 'i');
export const withoutKnownEnding = (fileName: string): string => fileName.replace(knownEnding, '');

/** The format that a file name announces by its extension; `undefined` when it announces none of ours. */
export const formatOfFileName = (fileName: string): DocumentFormat | undefined => {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? undefined : formatByEnding.get(fileName.slice(dot + 1).toLowerCase());
};

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** The media type under which a format is known. */
export const mediaTypeOf: Readonly<Record<DocumentFormat, string>> = {
  pdf: 'application/pdf',
  docx: `${openXml}.wordprocessingml.document`,
  html: 'text/html',
  markdown: 'text/markdown',
  text: 'text/plain',
  pptx: `${openXml}.presentationml.presentation`,
  xlsx: `${openXml}.spreadsheetml.sheet`,
  odt: `${openDocument}.text`,
  ods: `${openDocument}.spreadsheet`,
  odp: `${openDocument}.presentation`,
  epub: 'application/epub+zip',
  rtf: 'application/rtf',
  doc: 'application/msword',
  ppt: 'application/vnd.ms-powerpoint',
  xls: 'application/vnd.ms-excel',
};

const formatByMediaType: ReadonlyMap<string, DocumentFormat> = new Map([
  ...documentFormats.map((format) => [mediaTypeOf[format], format] as const),
  ['application/xhtml+xml', 'html'],
  ['text/rtf', 'rtf'],
  ['text/x-markdown', 'markdown'],
]);

/** The format that a media type, without its parameters, stands for; `undefined` when it stands for none of ours. */
export const formatOfMediaType = (mediaType: string): DocumentFormat | undefined =>
  formatByMediaType.get(mediaType.trim().toLowerCase());
