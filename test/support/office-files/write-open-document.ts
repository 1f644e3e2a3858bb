import { writeZip } from '../../../scripts/samples/write-zip.ts';

const prefix = 'urn:oasis:names:tc:opendocument:xmlns';
const namespaces = [
  ...['office', 'text', 'table', 'style', 'presentation'].map(
    (name) => `xmlns:${name}="${prefix}:${name}:1.0"`,
  ),
  `xmlns:draw="${prefix}:drawing:1.0"`,
  `xmlns:fo="${prefix}:xsl-fo-compatible:1.0"`,
  `xmlns:svg="${prefix}:svg-compatible:1.0"`,
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ');

type OpenDocumentFile = {
  readonly kind: 'text' | 'spreadsheet' | 'presentation';
  readonly body: string;
  /** Automatic styles, shared styles and master pages, as XML. */
  readonly automatic?: string;
  readonly styles?: string;
  readonly masterPages?: string;
  readonly title?: string;
  readonly manifest?: string;
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
};

/** Writes an OpenDocument file. */
export const writeOpenDocument = ({
  kind,
  body,
  automatic = '',
  styles = '',
  masterPages = '',
  title = '',
  manifest = '',
  parts = {},
}: OpenDocumentFile): Uint8Array =>
  writeZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${prefix}:manifest:1.0">${manifest}</manifest:manifest>`,
    'content.xml': `<office:document-content ${namespaces}><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${namespaces}><office:styles>${styles}</office:styles><office:master-styles>${masterPages}</office:master-styles></office:document-styles>`,
    'meta.xml': `<office:document-meta ${namespaces}><office:meta><dc:title>${title}</dc:title></office:meta></office:document-meta>`,
    ...parts,
  });
