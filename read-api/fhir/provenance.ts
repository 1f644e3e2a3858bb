import type { z } from 'zod';
import type { documentVersionAdded } from '../../domain/knowledge/document-events.ts';
import { ownerOf } from '../../domain/ownership/owner-of.ts';
import type { AuditEntryDto } from '../../projections/audit-entries/list-audit-entries.ts';

const OURS = 'urn:anamnesis';

const versionOf = (docKey: string, version: number) => ({
  type: 'DocumentReference',
  identifier: { system: `${OURS}:document-version`, value: `${docKey}@${version}` },
});

/** Who added a version of a document, when, and which one it follows (hl7.org/fhir/R4/provenance.html). */
export const provenanceOf = (
  { eventId, recordedAt, actorId, onBehalfOf }: AuditEntryDto,
  { docKey, version, contentHash }: z.output<typeof documentVersionAdded.schema>,
) => {
  const owner = ownerOf(onBehalfOf === null ? { id: actorId } : { id: actorId, onBehalfOf });
  return {
    resourceType: 'Provenance' as const,
    id: eventId,
    target: [versionOf(docKey, version)],
    recorded: recordedAt,
    activity: {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/v3-DataOperation',
          ...(version === 1 ? { code: 'CREATE', display: 'create' } : { code: 'UPDATE', display: 'revise' }),
        },
      ],
    },
    agent: [
      {
        type: {
          coding: [
            {
              system: 'http://terminology.hl7.org/CodeSystem/provenance-participant-type',
              code: 'enterer',
              display: 'Enterer',
            },
          ],
        },
        who: { identifier: { system: `${OURS}:user`, value: owner } },
      },
    ],
    entity: [
      ...(version === 1 ? [] : [{ role: 'revision' as const, what: versionOf(docKey, version - 1) }]),
      {
        role: 'source' as const,
        what: { identifier: { system: `${OURS}:stored-file-sha256`, value: contentHash } },
      },
    ],
  };
};
