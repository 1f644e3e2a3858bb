import { type DocumentParts, operationsOf, successesOf } from './document-parts.ts';

const nameOf = ({ $ref }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;

/** Generates an interface with the data of each kind of event that a stream sends, next to those of openapi-typescript. */
export const eventTypes = (document: DocumentParts): string => {
  const streams = operationsOf(document).flatMap(({ path, operation }) =>
    successesOf(operation).flatMap(({ content }) => {
      const events = Object.entries(content['x-events'] ?? {}).map(([event, schema]) => {
        const name = nameOf(schema);
        const type =
          name === undefined ? 'Readonly<Record<string, unknown>>' : `components["schemas"]["${name}"]`;
        return `        readonly ${JSON.stringify(event)}: ${type};\n`;
      });
      return events.length === 0
        ? []
        : [`    readonly ${JSON.stringify(path)}: {\n${events.join('')}    };\n`];
    }),
  );
  return `/** The data of each kind of event that a stream sends, by the name of the event; "*" is any other name. */\nexport interface streams {\n${streams.join('')}}\n`;
};
