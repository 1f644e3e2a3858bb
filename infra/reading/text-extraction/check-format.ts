import { fileTypeFromBuffer } from 'file-type';
import type { DocumentFormat } from '../../../domain/knowledge/document-format.ts';
import { unreadableFile } from './unreadable-file.ts';

/** How far into a file the mark of a PDF may be; readers of PDF accept the first kilobyte. */
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

/** An encrypted Office document is an OLE compound file around the real one. */
const isCompoundFile = (bytes: Uint8Array): boolean =>
  latin1(bytes, 8) === '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1';

const containsUtf16 = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(Buffer.from(text, 'utf16le'));

/** Kinds that `file-type` reports for files that are text all the same. */
const textualKinds: ReadonlySet<string> = new Set(['xml', 'rtf', 'ics', 'vcf']);

const checkText = async (bytes: Uint8Array): Promise<void> => {
  if (hasPdfMark(bytes.subarray(0, 8)) || isZip(bytes) || isCompoundFile(bytes))
    throw unreadableFile('format_mismatch');
  const found = await fileTypeFromBuffer(bytes.subarray(0, 64 * 1024));
  if (found !== undefined && !textualKinds.has(found.ext))
    throw unreadableFile('format_mismatch', { found: found.ext });
};

/**
 * Checks that a file's bytes are of the announced format before anything is parsed. Rejects with a Failure whose
 * reason is `empty_file`, `pdf_empty`, `format_mismatch` or `docx_encrypted`.
 */
export const checkFormat = async (bytes: Uint8Array, format: DocumentFormat): Promise<void> => {
  if (bytes.length === 0) throw unreadableFile(format === 'pdf' ? 'pdf_empty' : 'empty_file');
  if (format === 'pdf') {
    if (!hasPdfMark(bytes)) throw unreadableFile('format_mismatch');
    return;
  }
  if (format === 'docx') {
    if (isCompoundFile(bytes)) {
      throw unreadableFile(containsUtf16(bytes, 'EncryptedPackage') ? 'docx_encrypted' : 'format_mismatch');
    }
    if (!isZip(bytes)) throw unreadableFile('format_mismatch', looksLikeHtml(bytes) ? { found: 'html' } : {});
    return;
  }
  await checkText(bytes);
};
