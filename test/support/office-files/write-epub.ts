import { writeZip } from '../../../scripts/samples/write-zip.ts';

type EpubFile = {
  readonly title?: string;
  readonly author?: string;
  /** The complete XHTML of each chapter. */
  readonly chapters: readonly string[];
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
};

/** Writes an EPUB whose spine begins with its table of contents. */
export const writeEpub = ({ title = '', author = '', chapters, parts = {} }: EpubFile): Uint8Array =>
  writeZip({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf': `<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title><dc:creator>${author}</dc:creator></metadata><manifest><item id="nav" href="nav.xhtml" properties="nav"/>${chapters.map((_, at) => `<item id="c${at}" href="text/chapter%20${at}.xhtml"/>`).join('')}</manifest><spine><itemref idref="nav"/>${chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    'OEBPS/nav.xhtml': '<html><body><nav><a href="text/chapter 0.xhtml">All chapters</a></nav></body></html>',
    ...Object.fromEntries(chapters.map((xhtml, at) => [`OEBPS/text/chapter ${at}.xhtml`, xhtml])),
    ...parts,
  });
