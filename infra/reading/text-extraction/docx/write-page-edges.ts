import type { ChildNode, Element } from 'domhandler';
import { type OfficeXml, walkElements } from '../office/office-xml.ts';
import type { Relationship } from '../office/relationships.ts';

/** Matches the words and signs next to a page number. */
const pageNumber = /\b(?:page|of|pg|p|seite|von)\b|[\d\s./|–—-]/gi;

const textOf = (xml: OfficeXml, element: Element): string => {
  let text = '';
  walkElements(element, (one) => {
    if (xml.nameOf(one) === 'w:t') text += xml.$(one).text();
    return true;
  });
  return text.replace(/\s+/g, ' ').trim();
};

/** Headers before footers; partsOf keeps the order of the document. */
const kinds = ['header', 'footer'] as const;

/** Returns the headers or footers that the sections of a document name, in document order, each once. */
const partsOf = (
  xml: OfficeXml,
  kind: (typeof kinds)[number],
  relationships: ReadonlyMap<string, Relationship>,
): readonly string[] => {
  const names = new Set<string>();
  walkElements(xml.root, (element) => {
    if (xml.nameOf(element) !== `w:${kind}Reference`) return true;
    const target = relationships.get(xml.attribute(element, 'r:id') ?? '')?.target;
    if (target !== undefined) names.add(target);
    return true;
  });
  return [...names];
};

/** Removes links and drawings: their references would point to other parts once the text is moved. */
const withoutReferences = (xml: OfficeXml): void => {
  const linked: Element[] = [];
  const drawn: Element[] = [];
  walkElements(xml.root, (element) => {
    const name = xml.nameOf(element);
    if (name === 'w:hyperlink') linked.push(element);
    if (name === 'w:drawing' || name === 'w:pict' || name === 'w:object') drawn.push(element);
    return true;
  });
  for (const element of linked) xml.$(element).replaceWith(xml.$(element).contents());
  for (const element of drawn) xml.$(element).remove();
};

/**
 * Moves page headers before the text and footers after it: the number of a policy and its effective date often appear
 * only there. Page numbers and repetitions are left out.
 *
 * @param prepared reads a part and prepares it like the main text
 */
export const writePageEdges = (
  xml: OfficeXml,
  relationships: ReadonlyMap<string, Relationship>,
  prepared: (name: string) => OfficeXml | undefined,
): void => {
  const body = xml.child(xml.root, 'w:body');
  if (body === undefined) return;
  const said = new Set<string>();
  for (const kind of kinds) {
    const moved = partsOf(xml, kind, relationships).flatMap((name): readonly ChildNode[] => {
      const edge = prepared(name);
      // A part with other namespace prefixes cannot be moved.
      if (edge === undefined || edge.newElement('w:p').name !== xml.newElement('w:p').name) return [];
      withoutReferences(edge);
      return edge.root.children.filter((node) => {
        if (node.type !== 'tag') return false;
        const text = textOf(edge, node);
        if (text.replace(pageNumber, '') === '' || said.has(text)) return false;
        said.add(text);
        return true;
      });
    });
    const last = xml.child(body, 'w:sectPr');
    if (kind === 'header') xml.$(body).prepend(moved);
    else if (last === undefined) xml.$(body).append(moved);
    else xml.$(last).before(moved);
  }
};
