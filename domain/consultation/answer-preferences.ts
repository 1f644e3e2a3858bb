import { z } from 'zod';
import { sourceNames } from './sources/source-name.ts';

/** The supported citation styles. */
export const citationStyles = ['AMA', 'APA', 'Vancouver'] as const;
export type CitationStyle = (typeof citationStyles)[number];

/** Where a front end shows the references of an answer. */
export const citationDisplays = ['inline', 'footnote', 'sidebar'] as const;
export type CitationDisplay = (typeof citationDisplays)[number];

const sources = z
  .array(z.enum(sourceNames))
  .max(sourceNames.length)
  .refine((names) => new Set(names).size === names.length, 'must name each source once');

/** A user's preferences for answers: stored for all questions, or given with one. */
export const answerPreferencesSchema = z.strictObject({
  citationStyle: z.enum(citationStyles).optional(),
  citationDisplay: z.enum(citationDisplays).optional(),
  /** Searched first, in this order. */
  preferSources: sources.optional(),
  /** Never searched. */
  excludeSources: sources.optional(),
});
export type AnswerPreferences = z.output<typeof answerPreferencesSchema>;

/** A change of preferences: `null` clears one, an absent one stays. */
export const preferencesChangeSchema = z.strictObject({
  citationStyle: z.enum(citationStyles).nullable().optional(),
  citationDisplay: z.enum(citationDisplays).nullable().optional(),
  preferSources: sources.nullable().optional(),
  excludeSources: sources.nullable().optional(),
});
export type PreferencesChange = z.output<typeof preferencesChangeSchema>;

/** Returns the sources that are both preferred and excluded. */
export const contradictedSources = ({
  preferSources = [],
  excludeSources = [],
}: AnswerPreferences): readonly string[] => preferSources.filter((name) => excludeSources.includes(name));

/**
 * Returns the preferences for one question: those given with it, then the stored ones. A stored exclusion does not
 * override a source that the question prefers, nor the reverse.
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
