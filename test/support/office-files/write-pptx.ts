import { writeZip } from '../../../scripts/samples/write-zip.ts';

const drawing = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const presentation = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageTypes = 'http://schemas.openxmlformats.org/package/2006/relationships';
const namespaces = `xmlns:a="${drawing}" xmlns:p="${presentation}" xmlns:r="${officeTypes}"`;

export const escapeXml = (text: string): string =>
  text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A DrawingML run with the given attributes of its properties. */
export const drawingRun = (text: string, attributes = '', inside = ''): string =>
  `<a:r><a:rPr lang="en-US"${attributes === '' ? '' : ` ${attributes}`}>${inside}</a:rPr><a:t>${escapeXml(text)}</a:t></a:r>`;
export const drawingParagraph = (runs: string, properties = ''): string => `<a:p>${properties}${runs}</a:p>`;

/** A shape with paragraphs; `placeholder` is its placeholder type, `''` the default one. */
export const shape = (paragraphs: string, placeholder?: string, attributes = ''): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x"${attributes}/><p:cNvSpPr/><p:nvPr>${
    placeholder === undefined ? '' : placeholder === '' ? '<p:ph idx="1"/>' : `<p:ph type="${placeholder}"/>`
  }</p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${paragraphs}</p:txBody></p:sp>`;

type Slide = {
  readonly shapes: string;
  readonly notes?: string;
  readonly isHidden?: boolean;
  /** Further relationships by id: type and target. */
  readonly relations?: Readonly<Record<string, readonly [type: string, target: string]>>;
};

type PptxFile = {
  readonly slides: readonly Slide[];
  readonly title?: string;
  /** Shapes of the layout shared by all slides, and of its master. */
  readonly layout?: string;
  readonly master?: string;
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
};

const relationships = (entries: Readonly<Record<string, readonly [type: string, target: string]>>): string =>
  `<Relationships xmlns="${packageTypes}">${Object.entries(entries)
    .map(
      ([id, [type, target]]) => `<Relationship Id="${id}" Type="${officeTypes}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

const tree = (root: string, shapes: string, attributes = ''): string =>
  `<p:${root} ${namespaces}${attributes}><p:cSld><p:spTree><p:nvGrpSpPr/><p:grpSpPr/>${shapes}</p:spTree></p:cSld></p:${root}>`;

/** Writes a PowerPoint presentation. */
export const writePptx = ({ slides, title = '', layout, master, parts = {} }: PptxFile): Uint8Array =>
  writeZip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships({ rId1: ['officeDocument', 'ppt/presentation.xml'] }),
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="x" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title></cp:coreProperties>`,
    'ppt/presentation.xml': `<p:presentation ${namespaces}><p:sldIdLst>${slides.map((_, at) => `<p:sldId id="${256 + at}" r:id="rId${at + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      Object.fromEntries(slides.map((_, at) => [`rId${at + 1}`, ['slide', `slides/slide${at + 1}.xml`]])),
    ),
    ...Object.fromEntries(
      slides.flatMap(({ shapes, notes, isHidden = false, relations = {} }, at) => [
        [`ppt/slides/slide${at + 1}.xml`, tree('sld', shapes, isHidden ? ' show="0"' : '')],
        [
          `ppt/slides/_rels/slide${at + 1}.xml.rels`,
          relationships({
            ...relations,
            ...(layout === undefined ? {} : { rLayout: ['slideLayout', '../slideLayouts/slideLayout1.xml'] }),
            ...(notes === undefined
              ? {}
              : { rNotes: ['notesSlide', `../notesSlides/notesSlide${at + 1}.xml`] }),
          }),
        ],
        ...(notes === undefined
          ? []
          : [
              [
                `ppt/notesSlides/notesSlide${at + 1}.xml`,
                tree(
                  'notes',
                  shape(drawingParagraph(drawingRun(notes)), 'body') +
                    shape(drawingParagraph(drawingRun('7')), 'sldNum'),
                ),
              ],
            ]),
      ]),
    ),
    ...(layout === undefined
      ? {}
      : {
          'ppt/slideLayouts/slideLayout1.xml': tree('sldLayout', layout),
          'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationships({
            rId1: ['slideMaster', '../slideMasters/slideMaster1.xml'],
          }),
          'ppt/slideMasters/slideMaster1.xml': tree('sldMaster', master ?? ''),
        }),
    ...parts,
  });
