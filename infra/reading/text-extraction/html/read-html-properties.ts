import type { CheerioAPI } from 'cheerio';
import { z } from 'zod';
import type { FileProperties } from '../../../../domain/knowledge/file-properties.ts';
import { declaredProperties, definedProperties, property } from '../file-property.ts';

/** Most meta tags and JSON-LD blocks to read, and the longest such block. */
const maxTags = 500;
const maxBlocks = 10;
const maxBlockLength = 256 * 1024;

const named = z.union([
  z.string(),
  z
    .looseObject({ name: z.union([z.string(), z.array(z.string())]) })
    .transform(({ name }) => (Array.isArray(name) ? (name[0] ?? '') : name)),
]);
const oneOrMore = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.array(schema), schema.transform((one) => [one])]).catch([]);

/** The schema.org types that are documents themselves; others describe the site. */
const works =
  /^(?:(?:Scholarly|Medical(?:Scholarly)?|News|Tech|Report)?Article|MedicalGuideline|Report|Book|CreativeWork|DigitalDocument|MedicalWebPage)/;

const work = z.looseObject({
  '@type': oneOrMore(z.string()),
  name: z.string().optional().catch(undefined),
  headline: z.string().optional().catch(undefined),
  author: oneOrMore(named).optional(),
  publisher: named.optional().catch(undefined),
  datePublished: z.string().optional().catch(undefined),
  dateModified: z.string().optional().catch(undefined),
});

/** Returns the work that a page's JSON-LD describes, if it describes exactly one. */
const workOf = ($: CheerioAPI): z.output<typeof work> | undefined => {
  const described = $('script[type="application/ld+json"]')
    .get()
    .slice(0, maxBlocks)
    .flatMap((script) => {
      const text = $(script).text();
      if (text.length > maxBlockLength) return [];
      try {
        const parsed: unknown = JSON.parse(text);
        const graph = z.looseObject({ '@graph': z.array(z.unknown()) }).safeParse(parsed);
        return graph.success ? graph.data['@graph'] : Array.isArray(parsed) ? parsed : [parsed];
      } catch {
        return [];
      }
    })
    .flatMap((value) => work.safeParse(value).data ?? [])
    .filter((one) => one['@type'].some((type) => works.test(type)));
  return described.length === 1 ? described[0] : undefined;
};

/**
 * Reads the bibliographic metadata of a page: the tags that Google Scholar asks publishers for (`citation_…`), Dublin
 * Core (`DC.…`), PRISM, Open Graph's date of an article, and schema.org.
 */
export const readHtmlProperties = ($: CheerioAPI): FileProperties => {
  const tags = new Map<string, string[]>();
  for (const { attribs } of $('meta[content]').get().slice(0, maxTags)) {
    const name = (attribs.name ?? attribs.property ?? '').toLowerCase().replace(/^dcterms\./, 'dc.');
    const value = property(attribs.content);
    if (name !== '' && value !== undefined) tags.set(name, [...(tags.get(name) ?? []), value]);
  }
  const all = (...names: readonly string[]): readonly string[] =>
    names.map((name) => tags.get(name) ?? []).find((values) => values.length > 0) ?? [];
  const described = workOf($);
  const declared = declaredProperties('metaTags', all);
  return definedProperties({
    ...declared,
    title: declared.title ?? property(described?.headline ?? described?.name),
    authors: declared.authors ?? (described?.author ?? []).flatMap((name) => property(name) ?? []),
    publisher: declared.publisher ?? property(described?.publisher),
    published: declared.published ?? property(described?.datePublished),
    updated: declared.updated ?? property(described?.dateModified),
    remarks: [...all('dc.identifier')],
  });
};
