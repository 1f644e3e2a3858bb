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

/**
 * The extensions of each format; the first is the usual one. Templates, shows and files with macros are read like the
 * rest.
 */
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

/** All known extensions, without their dots. */
export const documentEndings: readonly string[] = [...formatByEnding.keys()];

/** The usual extension of each format, as a list in a sentence. */
export const usualExtensions: string = documentFormats
  .map((format) => `.${endingsOf[format][0]}`)
  .join(', ')
  .replace(/, (?=[^,]*$)/, ' or ');

/** A known extension at the end of a file name, with its dot. */
const knownEnding = new RegExp(String.raw`\.(?:${documentEndings.join('|')})$`, 'i');
export const withoutKnownExtension = (fileName: string): string => fileName.replace(knownEnding, '');

/** The format for a file name's extension; `undefined` when the extension is unknown. */
export const formatOfFileName = (fileName: string): DocumentFormat | undefined => {
  const dot = fileName.lastIndexOf('.');
  return dot < 0 ? undefined : formatByEnding.get(fileName.slice(dot + 1).toLowerCase());
};

const openXml = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** The media type of each format. */
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

/** The format for a media type without parameters; `undefined` when it is unknown. */
export const formatOfMediaType = (mediaType: string): DocumentFormat | undefined =>
  formatByMediaType.get(mediaType.trim().toLowerCase());
