import { fileTypeFromBuffer } from 'file-type';
import type { DocumentFormat } from '../../../domain/knowledge/document-format.ts';
import { unreadableFile } from './unreadable-file.ts';

/** Bytes within which the PDF header must begin: PDF readers accept the first kilobyte. */
const pdfMarkWithin = 1024;

const latin1 = (bytes: Uint8Array, length: number): string =>
  Buffer.from(bytes.subarray(0, length)).toString('latin1');

const looksLikeHtml = (bytes: Uint8Array): boolean =>
  /^(?:\u00EF\u00BB\u00BF)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)*<(?:!doctype\s+html|html|head|body)\b/i.test(
    latin1(bytes, 4096),
  );

const hasPdfMark = (bytes: Uint8Array): boolean => latin1(bytes, pdfMarkWithin).includes('%PDF-');

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/**
 * An encrypted Office document is an OLE compound file around the real one; the formats before 2007 are OLE files,
 * too.
 */
const isCompoundFile = (bytes: Uint8Array): boolean =>
  latin1(bytes, 8) === '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1';

const isRtf = (bytes: Uint8Array): boolean => latin1(bytes, 5) === '{\\rtf';

const containsUtf16 = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(Buffer.from(text, 'utf16le'));

/** Types that `file-type` reports for files that are still text. */
const textualKinds: ReadonlySet<string> = new Set(['xml', 'rtf', 'ics', 'vcf']);

const checkText = async (bytes: Uint8Array): Promise<void> => {
  if (hasPdfMark(bytes.subarray(0, 8)) || isZip(bytes) || isCompoundFile(bytes))
    throw unreadableFile('format_mismatch');
  const found = await fileTypeFromBuffer(bytes.subarray(0, 64 * 1024));
  if (found !== undefined && !textualKinds.has(found.ext))
    throw unreadableFile('format_mismatch', { found: found.ext });
};

/** The formats that are zip containers, and those of Microsoft that may be encrypted as a whole. */
const zipped: ReadonlySet<DocumentFormat> = new Set(['docx', 'pptx', 'xlsx', 'odt', 'ods', 'odp', 'epub']);
const mayBeEncrypted: ReadonlySet<DocumentFormat> = new Set(['docx', 'pptx', 'xlsx']);

const checkContainer = (bytes: Uint8Array, format: DocumentFormat): void => {
  if (isZip(bytes)) return;
  const isEncrypted =
    mayBeEncrypted.has(format) && isCompoundFile(bytes) && containsUtf16(bytes, 'EncryptedPackage');
  if (isEncrypted) throw unreadableFile(format === 'docx' ? 'docx_encrypted' : 'file_encrypted');
  throw unreadableFile('format_mismatch', looksLikeHtml(bytes) ? { found: 'html' } : {});
};

/** Other formats that programs have saved under the extensions of the old ones. */
const actualFormats = {
  doc: { zip: 'docx', html: 'html' },
  ppt: { zip: 'pptx', html: undefined },
  xls: { zip: 'xlsx', html: 'html' },
} as const;

const checkOldFormat = (bytes: Uint8Array, format: 'doc' | 'ppt' | 'xls'): DocumentFormat => {
  if (isCompoundFile(bytes)) {
    if (containsUtf16(bytes, 'EncryptedPackage')) throw unreadableFile('file_encrypted');
    return format;
  }
  const { zip, html } = actualFormats[format];
  if (isZip(bytes)) return zip;
  if (format === 'doc' && isRtf(bytes)) return 'rtf';
  if (html !== undefined && looksLikeHtml(bytes)) return html;
  throw unreadableFile('format_mismatch');
};

/**
 * Checks that a file has the announced format before anything is parsed. Rejects with a Failure whose reason is
 * `empty_file`, `pdf_empty`, `format_mismatch`, `docx_encrypted` or `file_encrypted`.
 *
 * @returns the format to read the file as: programs save other formats under the extensions of old ones
 */
export const checkFormat = async (bytes: Uint8Array, format: DocumentFormat): Promise<DocumentFormat> => {
  if (bytes.length === 0) throw unreadableFile(format === 'pdf' ? 'pdf_empty' : 'empty_file');
  if (format === 'doc' || format === 'ppt' || format === 'xls') return checkOldFormat(bytes, format);
  if (format === 'pdf') {
    if (!hasPdfMark(bytes)) throw unreadableFile('format_mismatch');
  } else if (format === 'rtf') {
    if (!isRtf(bytes)) throw unreadableFile('format_mismatch');
  } else if (zipped.has(format)) checkContainer(bytes, format);
  else await checkText(bytes);
  return format;
};
