import { writeZip } from './write-zip.ts';

/** A part of a Word document. Heading level 0 is the title. */
export type DocxBlock =
  | { readonly heading: string; readonly level: 0 | 1 | 2 }
  | { readonly paragraph: string }
  | { readonly steps: readonly string[] }
  | { readonly bullets: readonly string[] }
  | { readonly table: readonly (readonly string[])[] }
  /** Raw WordprocessingML. */
  | { readonly xml: string };

type DocxFile = {
  readonly title?: string;
  readonly author?: string;
  readonly subject?: string;
  readonly blocks: readonly DocxBlock[];
  /** Additional definitions of lists and styles, as XML. */
  readonly numbering?: string;
  readonly styles?: string;
};

const escapeXml = (text: string): string =>
  text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);

const paragraph = (text: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;

const item = (text: string, list: 1 | 2): string =>
  paragraph(text, `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`);

const cell = (text: string): string => `<w:tc><w:tcPr/>${paragraph(text)}</w:tc>`;

const written = (block: DocxBlock): string => {
  if ('heading' in block)
    return paragraph(
      block.heading,
      `<w:pStyle w:val="${block.level === 0 ? 'Title' : `Heading${block.level}`}"/>`,
    );
  if ('xml' in block) return block.xml;
  if ('paragraph' in block) return paragraph(block.paragraph);
  if ('steps' in block) return block.steps.map((text) => item(text, 1)).join('');
  if ('bullets' in block) return block.bullets.map((text) => item(text, 2)).join('');
  return `<w:tbl>${block.table.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
};

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageParts = 'http://schemas.openxmlformats.org/package/2006';

const style = (id: string, name: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;

const numbering = (id: number, format: string, text: string): string =>
  `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl></w:abstractNum>`;

/** Writes a Word document, byte for byte the same for the same input. */
export const writeDocx = ({
  title = '',
  author = '',
  subject,
  blocks,
  numbering: lists = '',
  styles = '',
}: DocxFile): Uint8Array =>
  writeZip({
    '[Content_Types].xml': `${xml}<Types xmlns="${packageParts}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.numbering+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    '_rels/.rels': `${xml}<Relationships xmlns="${packageParts}/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${packageParts}/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'docProps/core.xml': `${xml}<cp:coreProperties xmlns:cp="${packageParts}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(author)}</dc:creator>${subject === undefined ? '' : `<dc:subject>${escapeXml(subject)}</dc:subject>`}</cp:coreProperties>`,
    'word/_rels/document.xml.rels': `${xml}<Relationships xmlns="${packageParts}/relationships"><Relationship Id="rId1" Type="${relationships}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${relationships}/numbering" Target="numbering.xml"/></Relationships>`,
    'word/styles.xml': `${xml}<w:styles xmlns:w="${word}">${style('Title', 'Title')}${style('Heading1', 'heading 1')}${style('Heading2', 'heading 2')}${styles}</w:styles>`,
    'word/numbering.xml': `${xml}<w:numbering xmlns:w="${word}">${numbering(1, 'decimal', '%1.')}${numbering(2, 'bullet', '•')}<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>${lists}</w:numbering>`,
    'word/document.xml': `${xml}<w:document xmlns:w="${word}"><w:body>${blocks.map(written).join('')}</w:body></w:document>`,
  });
