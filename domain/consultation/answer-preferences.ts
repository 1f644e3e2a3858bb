import { z } from 'zod';
import { sourceNames } from './sources/source-name.ts';

/** The manuals by whose rules references can be written. */
export const citationStyles = ['AMA', 'APA', 'Vancouver'] as const;
export type CitationStyle = (typeof citationStyles)[number];

/** Where a front end shows the references of an answer. */
export const citationDisplays = ['inline', 'footnote', 'sidebar'] as const;
export type CitationDisplay = (typeof citationDisplays)[number];

const sources = z
  .array(z.enum(sourceNames))
  .max(sourceNames.length)
  .refine((names) => new Set(names).size === names.length, 'must name each source once');

/** How a person wants answers: stored for all of their questions, or given for one. */
export const answerPreferencesSchema = z.strictObject({
  citationStyle: z.enum(citationStyles).optional(),
  citationDisplay: z.enum(citationDisplays).optional(),
  /** Searched first, the most wanted first. */
  preferSources: sources.optional(),
  /** Never searched. */
  excludeSources: sources.optional(),
});
export type AnswerPreferences = z.output<typeof answerPreferencesSchema>;

/** A change of them: `null` forgets one, what is absent stays. */
export const preferencesChangeSchema = z.strictObject({
  citationStyle: z.enum(citationStyles).nullable().optional(),
  citationDisplay: z.enum(citationDisplays).nullable().optional(),
  preferSources: sources.nullable().optional(),
  excludeSources: sources.nullable().optional(),
});
export type PreferencesChange = z.output<typeof preferencesChangeSchema>;

/** The sources that preferences both want and exclude. */
export const contradictedSources = ({
  preferSources = [],
  excludeSources = [],
}: AnswerPreferences): readonly string[] => preferSources.filter((name) => excludeSources.includes(name));

/**
 * The preferences that hold for one question: what is given with it, and beyond that what is stored. A source that the
 * question wants is not kept out by what is stored, nor the other way round.
 */
export const preferencesFor = (stored: AnswerPreferences, given: AnswerPreferences): AnswerPreferences => {
  const { preferSources: preferred, excludeSources: excluded, ...rest } = { ...stored, ...given };
  const preferSources =
    given.preferSources ?? preferred?.filter((name) => given.excludeSources?.includes(name) !== true);
  const excludeSources =
    given.excludeSources ?? excluded?.filter((name) => given.preferSources?.includes(name) !== true);
  return {
    ...rest,
    ...(preferSources === undefined ? {} : { preferSources }),
    ...(excludeSources === undefined ? {} : { excludeSources }),
  };
};
