import type { Command } from 'commander';
import { z } from 'zod';
import { propertyNames, propertyOf, uploaderSchemas } from '../../domain/knowledge/property-uses.ts';
import type { IngestInput } from '../ingest/planned-file.ts';
import { addValueFlag, valueFlagSchema } from './value-flags.ts';

const flags = propertyNames.map((name) => ({ name, ...propertyOf(name) }));

/** The shape of the options that set document metadata. */
export const metadataShape: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  flags.map(({ flag, given }) => [flag.option, valueFlagSchema(flag, given)]),
);

/** Adds the metadata options to a command. */
export const addMetadataFlags = (command: Command): Command =>
  flags.reduce((extended, { flag }) => addValueFlag(extended, flag), command);

const saidSchema = z.object(uploaderSchemas).partial();

/** The metadata for the API; options that were not given are absent. */
export const metadataOf = (options: Readonly<Record<string, unknown>>): Partial<IngestInput> => {
  const said = flags.flatMap(({ name, flag }) => {
    const value = options[flag.option];
    return value === undefined ? [] : [[name, value] as const];
  });
  const names = new Set<string>(said.map(([name]) => name));
  const metadata = saidSchema.parse(Object.fromEntries(said));
  // Options that were not given must stay absent, not take the defaults of the schema.
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => names.has(name)));
};
