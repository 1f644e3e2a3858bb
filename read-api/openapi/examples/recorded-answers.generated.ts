// Generated from the answers of a server by "npm run examples". Do not edit.
export const recordedAnswers = {
  "isLive": {
    "answers": {
      "200": {
        "status": "live"
      }
    },
    "metadata": {}
  },
  "getSession": {
    "answers": {
      "200": {
        "id": "dr-rivera",
        "roles": [
          "clinician",
          "admin"
        ],
        "teams": [],
        "onBehalfOf": null,
        "expiresAt": "2026-11-22T10:15:00.000Z",
        "permissions": [
          "documents:read",
          "documents:ingest",
          "documents:withdraw",
          "indexing:read",
          "indexing:retry",
          "indexing:cancel",
          "indexing:again",
          "search:run",
          "queries:ask",
          "queries:read",
          "queries:feedback",
          "query-log:read",
          "feedback:read",
          "conversations:write",
          "conversations:read",
          "tools:read",
          "tools:call",
          "tools:confirm",
          "audit:read",
          "projections:read",
          "projections:reset",
          "embedding:change",
          "settings:read",
          "settings:change",
          "costs:read",
          "consumers:read",
          "consumers:replay",
          "stream:read",
          "metrics:read",
          "doctor:run",
          "backups:take",
          "tokens:manage",
          "session:end",
          "subjects:erase",
          "subjects:confirm",
          "subjects:hold",
          "subjects:read",
          "access:break-glass",
          "access:approve",
          "reviews:read",
          "tools:call:calculate_medical_score",
          "tools:call:check_drug_interactions",
          "tools:call:create_calendar_event",
          "tools:call:create_task",
          "tools:call:generate_differential_diagnosis",
          "tools:call:get_calendar_events",
          "tools:call:get_tasks",
          "tools:call:interpret_lab_values",
          "tools:call:lookup_icd10",
          "tools:call:lookup_medical_abbreviation",
          "tools:call:read_patient_record",
          "tools:call:retrieve_nextcloud_file",
          "tools:call:search_clinical_trials",
          "tools:call:search_email",
          "tools:call:search_medical_guidelines",
          "tools:call:search_nextcloud_files",
          "tools:call:search_openevidence",
          "tools:call:search_pubmed",
          "tools:call:send_email",
          "tools:call:web_search_medical"
        ]
      }
    },
    "metadata": {}
  },
  "listSources": {
    "answers": {
      "200": {
        "sources": [
          {
            "source": "knowledge_base",
            "leavesThePremises": false,
            "configured": true,
            "switchedOn": true,
            "enabled": true
          },
          {
            "source": "guidelines",
            "leavesThePremises": false,
            "configured": true,
            "switchedOn": true,
            "enabled": true
          },
          {
            "source": "pubmed",
            "leavesThePremises": true,
            "configured": false,
            "switchedOn": false,
            "enabled": true
          },
          {
            "source": "openfda",
            "leavesThePremises": true,
            "configured": false,
            "switchedOn": false,
            "enabled": true
          },
          {
            "source": "uptodate",
            "leavesThePremises": true,
            "configured": false,
            "switchedOn": false,
            "enabled": true
          },
          {
            "source": "openevidence",
            "leavesThePremises": true,
            "configured": false,
            "switchedOn": false,
            "enabled": true
          },
          {
            "source": "notes",
            "leavesThePremises": false,
            "configured": true,
            "switchedOn": true,
            "enabled": true
          }
        ]
      }
    },
    "metadata": {}
  },
  "getEmbedding": {
    "answers": {
      "200": {
        "inUse": {
          "name": "anamnesis-hash-384-v4",
          "dimensions": 384
        },
        "available": [
          {
            "name": "anamnesis-hash-384-v4",
            "dimensions": 384
          }
        ],
        "change": null,
        "former": null,
        "failure": null
      }
    },
    "metadata": {}
  },
  "listDocuments": {
    "answers": {
      "200": [
        {
          "docKey": "guideline-hypoglycemia",
          "version": 1,
          "fileName": "hypoglycemia.docx",
          "format": "docx",
          "size": 3294,
          "contentHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21",
          "title": "Hypoglycemia",
          "sourceType": "guideline",
          "specialty": [
            "emergency_medicine"
          ],
          "agency": null,
          "stateCode": null,
          "organization": null,
          "publicationYear": null,
          "publisher": null,
          "authors": [],
          "doi": null,
          "pmid": null,
          "effectiveDate": null,
          "protocolNumber": null,
          "containsPhi": false,
          "url": null,
          "condition": [],
          "lastUpdated": null,
          "edition": null,
          "chapter": null,
          "drugClass": [],
          "indication": [],
          "county": null,
          "agencyId": null,
          "ocrPages": [],
          "ocrPageCount": 0,
          "failedPages": [],
          "failedPageCount": 0,
          "lowestOcrConfidence": null,
          "withheld": [],
          "metadataSources": {
            "title": "file"
          },
          "liveVersion": 1,
          "status": "searchable",
          "lastJobState": "COMPLETED",
          "latestJobId": "01a20349-9838-7835-882b-bc552b4a13fb",
          "pages": 1,
          "chunks": 3,
          "addedAt": "2026-11-22T10:15:00.000Z",
          "updatedAt": "2026-11-22T10:15:00.000Z",
          "revision": 0,
          "warnings": []
        }
      ]
    },
    "metadata": {
      "position": 46,
      "generation": 1,
      "nextCursor": "WyJndWlkZWxpbmUtaHlwb2dseWNlbWlhIl0"
    }
  },
  "searchDocuments": {
    "answers": {
      "200": {
        "documents": [
          {
            "docKey": "guideline-hypoglycemia",
            "version": 1,
            "fileName": "hypoglycemia.docx",
            "format": "docx",
            "size": 3294,
            "contentHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21",
            "title": "Hypoglycemia",
            "sourceType": "guideline",
            "specialty": [
              "emergency_medicine"
            ],
            "agency": null,
            "stateCode": null,
            "organization": null,
            "publicationYear": null,
            "publisher": null,
            "authors": [],
            "doi": null,
            "pmid": null,
            "effectiveDate": null,
            "protocolNumber": null,
            "containsPhi": false,
            "url": null,
            "condition": [],
            "lastUpdated": null,
            "edition": null,
            "chapter": null,
            "drugClass": [],
            "indication": [],
            "county": null,
            "agencyId": null,
            "ocrPages": [],
            "ocrPageCount": 0,
            "failedPages": [],
            "failedPageCount": 0,
            "lowestOcrConfidence": null,
            "withheld": [],
            "metadataSources": {
              "title": "file"
            },
            "liveVersion": 1,
            "status": "searchable",
            "lastJobState": "COMPLETED",
            "latestJobId": "01a20349-9838-7835-882b-bc552b4a13fb",
            "pages": 1,
            "chunks": 3,
            "addedAt": "2026-11-22T10:15:00.000Z",
            "updatedAt": "2026-11-22T10:15:00.000Z",
            "revision": 0,
            "warnings": []
          }
        ],
        "nextCursor": null
      }
    },
    "metadata": {
      "position": 46,
      "generation": 1
    }
  },
  "getDocument": {
    "answers": {
      "200": {
        "docKey": "guideline-hypoglycemia",
        "version": 1,
        "fileName": "hypoglycemia.docx",
        "format": "docx",
        "size": 3294,
        "contentHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21",
        "title": "Hypoglycemia",
        "sourceType": "guideline",
        "specialty": [
          "emergency_medicine"
        ],
        "agency": null,
        "stateCode": null,
        "organization": null,
        "publicationYear": null,
        "publisher": null,
        "authors": [],
        "doi": null,
        "pmid": null,
        "effectiveDate": null,
        "protocolNumber": null,
        "containsPhi": false,
        "url": null,
        "condition": [],
        "lastUpdated": null,
        "edition": null,
        "chapter": null,
        "drugClass": [],
        "indication": [],
        "county": null,
        "agencyId": null,
        "ocrPages": [],
        "ocrPageCount": 0,
        "failedPages": [],
        "failedPageCount": 0,
        "lowestOcrConfidence": null,
        "withheld": [],
        "metadataSources": {
          "title": "file"
        },
        "liveVersion": 1,
        "status": "searchable",
        "lastJobState": "COMPLETED",
        "latestJobId": "01a20349-9838-770b-8fe1-ec2a7a3ede6e",
        "pages": 1,
        "chunks": 3,
        "addedAt": "2026-11-22T10:15:00.000Z",
        "updatedAt": "2026-11-22T10:15:00.000Z",
        "revision": 0,
        "warnings": []
      }
    },
    "metadata": {
      "position": 46,
      "generation": 1
    }
  },
  "listDocumentVersions": {
    "answers": {
      "200": [
        {
          "docKey": "guideline-hypoglycemia",
          "version": 1,
          "fileName": "hypoglycemia.docx",
          "format": "docx",
          "size": 3294,
          "contentHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21",
          "title": "Hypoglycemia",
          "sourceType": "guideline",
          "specialty": [
            "emergency_medicine"
          ],
          "agency": null,
          "stateCode": null,
          "organization": null,
          "publicationYear": null,
          "publisher": null,
          "authors": [],
          "doi": null,
          "pmid": null,
          "effectiveDate": null,
          "protocolNumber": null,
          "containsPhi": false,
          "url": null,
          "condition": [],
          "lastUpdated": null,
          "edition": null,
          "chapter": null,
          "drugClass": [],
          "indication": [],
          "county": null,
          "agencyId": null,
          "ocrPages": [],
          "ocrPageCount": 0,
          "failedPages": [],
          "failedPageCount": 0,
          "lowestOcrConfidence": null,
          "withheld": [],
          "metadataSources": {
            "title": "file"
          },
          "jobId": "01a20349-9838-770b-8fe1-ec2a7a3ede6e",
          "state": "COMPLETED",
          "superseded": false,
          "supersededByVersion": null,
          "withdrawn": false,
          "pages": 1,
          "chunks": 3,
          "embeddingModel": "anamnesis-hash-384-v4",
          "indexedAt": "2026-11-22T10:15:00.000Z",
          "addedAt": "2026-11-22T10:15:00.000Z",
          "addedBy": "it-desk",
          "updatedAt": "2026-11-22T10:15:00.000Z",
          "revision": 0,
          "warnings": []
        }
      ]
    },
    "metadata": {
      "position": 46,
      "generation": 1
    }
  },
  "getIndexingJob": {
    "answers": {
      "200": {
        "jobId": "01a20349-9838-770b-8fe1-ec2a7a3ede6e",
        "docKey": "guideline-hypoglycemia",
        "version": 1,
        "fileName": "hypoglycemia.docx",
        "state": "COMPLETED",
        "stage": null,
        "createdAt": "2026-11-22T10:15:00.000Z",
        "startedAt": "2026-11-22T10:15:00.000Z",
        "completedAt": "2026-11-22T10:15:00.000Z",
        "failedAt": null,
        "errorMessage": null,
        "errorReason": null,
        "retryCount": 0,
        "pages": 1,
        "ocrPages": [],
        "ocrPageCount": 0,
        "failedPages": [],
        "failedPageCount": 0,
        "lowestOcrConfidence": null,
        "totalChunks": 3,
        "processedChunks": 3,
        "costUsd": 0,
        "withheld": [],
        "supersededBy": null,
        "updatedAt": "2026-11-22T10:15:00.000Z",
        "revision": 6,
        "maxRetries": 3,
        "canRetry": false,
        "warnings": []
      }
    },
    "metadata": {
      "position": 46,
      "generation": 1
    }
  },
  "listChunks": {
    "answers": {
      "200": [
        {
          "chunkId": "guideline-hypoglycemia@1#0",
          "index": 0,
          "live": true,
          "title": "Hypoglycemia",
          "section": "Hypoglycemia",
          "contentType": "medication",
          "isTable": false,
          "pages": [
            1
          ],
          "tokens": 240,
          "start": 0,
          "end": 945,
          "indexedAt": "2026-11-22T10:15:00.000Z",
          "text": "# Hypoglycemia\n\nSample document, not clinical advice. Made for demonstrations and tests.\n\n## Definitions\n\n- Level 1: glucose below 70 mg/dL and at or above 54 mg/dL [1].\n- Level 2: glucose below 54 mg/dL [1].\n- Level 3: a severe event with altered mental or physical status that needs the help of another person [1].\n\n## Assessment\n\nMeasure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\n\n## Treatment\n\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low [1].\n2. Unable to swallow and vascular access: dextrose intravenously as in the table [2].\n3. No vascular access: glucagon as in the table [2].\n4. Check glucose again after each treatment. Give a meal or snack once it has risen [1]."
        },
        {
          "chunkId": "guideline-hypoglycemia@1#1",
          "index": 1,
          "live": true,
          "title": "Hypoglycemia",
          "section": "Hypoglycemia > Treatment > Doses",
          "contentType": "medication",
          "isTable": true,
          "pages": [
            1
          ],
          "tokens": 81,
          "start": 947,
          "end": 1131,
          "indexedAt": "2026-11-22T10:15:00.000Z",
          "text": "### Doses\n\n| Drug | Adult | Child |\n| --- | --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) | 0.5 to 1 g/kg (5 to 10 mL/kg) |\n| Glucagon IM | 1 mg | 0.5 mg below 20 kg, 1 mg from 20 kg |"
        },
        {
          "chunkId": "guideline-hypoglycemia@1#2",
          "index": 2,
          "live": true,
          "title": "Hypoglycemia",
          "section": "Hypoglycemia > Special considerations",
          "contentType": "general",
          "isTable": false,
          "pages": [
            1
          ],
          "tokens": 36,
          "start": 1133,
          "end": 1295,
          "indexedAt": "2026-11-22T10:15:00.000Z",
          "text": "## Special considerations\n\nHypoglycemia caused by a sulfonylurea can return for many hours after treatment, so these patients are transported for observation [2]."
        }
      ]
    },
    "metadata": {
      "position": 46,
      "generation": 1
    }
  },
  "listDocumentPages": {
    "answers": {
      "200": [
        {
          "page": 1,
          "readBy": "native",
          "start": 0,
          "end": 1295,
          "characters": 1614
        }
      ]
    },
    "metadata": {
      "position": 46,
      "generation": 1
    }
  },
  "getDocumentPage": {
    "answers": {
      "200": {
        "page": 1,
        "readBy": "native",
        "start": 0,
        "end": 1295,
        "pages": 1,
        "text": "# Hypoglycemia\n\nSample document, not clinical advice. Made for demonstrations and tests.\n\n## Definitions\n\n- Level 1: glucose below 70 mg/dL and at or above 54 mg/dL [1].\n- Level 2: glucose below 54 mg/dL [1].\n- Level 3: a severe event with altered mental or physical status that needs the help of another person [1].\n\n## Assessment\n\nMeasure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\n\n## Treatment\n\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low [1].\n2. Unable to swallow and vascular access: dextrose intravenously as in the table [2].\n3. No vascular access: glucagon as in the table [2].\n4. Check glucose again after each treatment. Give a meal or snack once it has risen [1].\n\n### Doses\n\n| Drug | Adult | Child |\n| --- | --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) | 0.5 to 1 g/kg (5 to 10 mL/kg) |\n| Glucagon IM | 1 mg | 0.5 mg below 20 kg, 1 mg from 20 kg |\n\n## Special considerations\n\nHypoglycemia caused by a sulfonylurea can return for many hours after treatment, so these patients are transported for observation [2].\n\n## Sources\n\n[1] American Diabetes Association Professional Practice Committee. 6. Glycemic goals and hypoglycemia: Standards of Care in Diabetes 2024. Diabetes Care 2024;47(Suppl 1):S111-S125.\n\n[2] National Association of State EMS Officials. National Model EMS Clinical Guidelines, version 3.0, 2022, \"Hypoglycemia\".",
        "cleanedText": "# Hypoglycemia\n\nSample document, not clinical advice. Made for demonstrations and tests.\n\n## Definitions\n\n- Level 1: glucose below 70 mg/dL and at or above 54 mg/dL [1].\n- Level 2: glucose below 54 mg/dL [1].\n- Level 3: a severe event with altered mental or physical status that needs the help of another person [1].\n\n## Assessment\n\nMeasure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\n\n## Treatment\n\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low [1].\n2. Unable to swallow and vascular access: dextrose intravenously as in the table [2].\n3. No vascular access: glucagon as in the table [2].\n4. Check glucose again after each treatment. Give a meal or snack once it has risen [1].\n\n### Doses\n\n| Drug | Adult | Child |\n| --- | --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) | 0.5 to 1 g/kg (5 to 10 mL/kg) |\n| Glucagon IM | 1 mg | 0.5 mg below 20 kg, 1 mg from 20 kg |\n\n## Special considerations\n\nHypoglycemia caused by a sulfonylurea can return for many hours after treatment, so these patients are transported for observation [2]."
      }
    },
    "metadata": {
      "position": 46,
      "generation": 1
    }
  },
  "getDocumentText": {
    "answers": {
      "200": {
        "start": 0,
        "end": 65,
        "length": 1295,
        "text": "# Hypoglycemia\n\nSample document, not clinical advice. Made for de"
      }
    },
    "metadata": {
      "position": 46,
      "generation": 1
    }
  },
  "getDocumentPageMarks": {
    "answers": {
      "200": {
        "page": 1,
        "pages": 1,
        "sheet": 1,
        "sheets": 1,
        "markedSheets": [
          1
        ],
        "chunkId": "guideline-hypoglycemia@1#0",
        "found": true,
        "rectangles": [
          {
            "page": 1,
            "x": 0.08824,
            "y": 0.08213,
            "width": 0.18833,
            "height": 0.02469
          }
        ],
        "unlocated": [],
        "image": "/api/documents/guideline-hypoglycemia/versions/1/pages/1/image?highlight=guideline-hypoglycemia%401%230&lines=1-2"
      }
    },
    "metadata": {
      "position": 46,
      "generation": 1
    }
  },
  "search": {
    "answers": {
      "200": {
        "results": [
          {
            "chunkId": "guideline-hypoglycemia@1#1",
            "docKey": "guideline-hypoglycemia",
            "version": 1,
            "fileName": "hypoglycemia.docx",
            "title": "Hypoglycemia",
            "sourceType": "guideline",
            "specialty": [
              "emergency_medicine"
            ],
            "pages": [
              1
            ],
            "section": "Hypoglycemia > Treatment > Doses",
            "score": 0.76,
            "text": "### Doses\n\n| Drug | Adult | Child |\n| --- | --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) | 0.5 to 1 g/kg (5 to 10 mL/kg) |\n| Glucagon IM | 1 mg | 0.5 mg below 20 kg, 1 mg from 20 kg |",
            "tokens": 81,
            "indexedAt": "2026-11-22T10:15:00.000Z"
          },
          {
            "chunkId": "guideline-hypoglycemia@1#0",
            "docKey": "guideline-hypoglycemia",
            "version": 1,
            "fileName": "hypoglycemia.docx",
            "title": "Hypoglycemia",
            "sourceType": "guideline",
            "specialty": [
              "emergency_medicine"
            ],
            "pages": [
              1
            ],
            "section": "Hypoglycemia",
            "score": 0.76,
            "text": "# Hypoglycemia\n\nSample document, not clinical advice. Made for demonstrations and tests.\n\n## Definitions\n\n- Level 1: glucose below 70 mg/dL and at or above 54 mg/dL [1].\n- Level 2: glucose below 54 mg/dL [1].\n- Level 3: a severe event with altered mental or physical status that needs the help of another person [1].\n\n## Assessment\n\nMeasure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\n\n## Treatment\n\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low [1].\n2. Unable to swallow and vascular access: dextrose intravenously as in the table [2].\n3. No vascular access: glucagon as in the table [2].\n4. Check glucose again after each treatment. Give a meal or snack once it has risen [1].",
            "tokens": 240,
            "indexedAt": "2026-11-22T10:15:00.000Z"
          },
          {
            "chunkId": "guideline-status-epilepticus@1#1",
            "docKey": "guideline-status-epilepticus",
            "version": 1,
            "fileName": "status-epilepticus.md",
            "title": "Status Epilepticus",
            "sourceType": "guideline",
            "specialty": [
              "emergency_medicine"
            ],
            "pages": [
              1
            ],
            "section": "Status Epilepticus > Initial therapy, 5 to 20 minutes",
            "score": 0.76,
            "text": "## Initial therapy, 5 to 20 minutes\n\nA benzodiazepine is the first drug. Intramuscular midazolam without vascular access was at least as safe and effective as intravenous lorazepam in the RAMPART trial [2].\n\n| Drug | Dose | Repeat |\n| --- | --- | --- |\n| Midazolam IM, 13 to 40 kg | 5 mg | Single dose |\n| Midazolam IM, more than 40 kg | 10 mg | Single dose |\n| Lorazepam IV | 0.1 mg/kg, at most 4 mg | Once |\n| Diazepam IV | 0.15 to 0.2 mg/kg, at most 10 mg | Once |",
            "tokens": 156,
            "indexedAt": "2026-11-22T10:15:00.000Z",
            "weak": true
          },
          {
            "chunkId": "guideline-hypoglycemia@1#2",
            "docKey": "guideline-hypoglycemia",
            "version": 1,
            "fileName": "hypoglycemia.docx",
            "title": "Hypoglycemia",
            "sourceType": "guideline",
            "specialty": [
              "emergency_medicine"
            ],
            "pages": [
              1
            ],
            "section": "Hypoglycemia > Special considerations",
            "score": 0.76,
            "text": "## Special considerations\n\nHypoglycemia caused by a sulfonylurea can return for many hours after treatment, so these patients are transported for observation [2].",
            "tokens": 36,
            "indexedAt": "2026-11-22T10:15:00.000Z",
            "weak": true
          },
          {
            "chunkId": "guideline-opioid-overdose@1#0",
            "docKey": "guideline-opioid-overdose",
            "version": 1,
            "fileName": "opioid-overdose.txt",
            "title": "Opioid Overdose",
            "sourceType": "guideline",
            "specialty": [
              "emergency_medicine"
            ],
            "pages": [
              1
            ],
            "section": "",
            "score": 0.76,
            "text": "OPIOID OVERDOSE\n\nSample document, not clinical advice. Made for demonstrations and tests.\n\nRECOGNITION\nSlow or absent breathing, reduced consciousness and small pupils point to an opioid. Small pupils may be missing\nwhen other drugs were taken or the brain lacks oxygen.\n\nTREATMENT\n1. Open the airway and ventilate with a bag-valve mask and oxygen. Breathing comes before naloxone [1].\n2. Give naloxone when breathing is inadequate. The aim is adequate breathing, not full wakefulness.\n3. Adult dose: naloxone 0.4 mg to 2 mg IV, IM or subcutaneously, repeated every 2 to 3 minutes [2].\n4. Nasal spray: one spray of 4 mg into one nostril; another into the other nostril every 2 to 3 minutes [3].\n5. When 10 mg have had no effect, question the diagnosis [2].\n\nSPECIAL CONSIDERATIONS\nNaloxone wears off sooner than most opioids, so breathing can fail again. Watch every patient and transport.\nIn a patient who depends on opioids naloxone can bring on acute withdrawal.",
            "tokens": 243,
            "indexedAt": "2026-11-22T10:15:00.000Z",
            "weak": true
          }
        ],
        "interpretation": {
          "original": "dextrose IV 8 year old 25 kg",
          "searchedFor": "dextrose intravenous 8 year old 25kg",
          "intent": "pediatric_specific",
          "depth": "quick_lookup",
          "confidence": 0.9,
          "expansions": [
            {
              "from": "iv",
              "to": "intravenous"
            }
          ],
          "corrections": [],
          "suggestions": [],
          "protocolNumbers": [],
          "population": "pediatric",
          "entities": {
            "drugs": [
              "dextrose"
            ],
            "conditions": [],
            "procedures": [],
            "routes": [
              "intravenous"
            ],
            "ages": [
              {
                "value": 8,
                "unit": "years"
              }
            ],
            "weights": [
              {
                "value": 25,
                "unit": "kg"
              }
            ],
            "doses": [],
            "stages": []
          },
          "specialties": [
            "endocrinology",
            "pediatrics"
          ],
          "variations": [
            "dextrose pediatric dosage indication route contraindications",
            "dextrose intravenous 8 year old 25kg glucose iv iv glucose"
          ]
        },
        "sources": [
          {
            "source": "dense",
            "outcome": "ok",
            "found": 16,
            "milliseconds": 36
          },
          {
            "source": "lexical",
            "outcome": "ok",
            "found": 8,
            "milliseconds": 36
          }
        ],
        "warnings": [],
        "degraded": false,
        "cached": false,
        "milliseconds": 36
      }
    },
    "metadata": {
      "position": 46,
      "generation": 1
    }
  },
  "summarize": {
    "answers": {
      "200": {
        "found": true,
        "summary": "Glucagon 1 mg IM if no IV access.\n\nThese lines are taken from the text word for word, chosen by their words and not checked by a clinician. Read the whole of it before acting on them.",
        "excerpts": [
          {
            "section": "",
            "text": "Glucagon 1 mg IM if no IV access.",
            "notes": []
          }
        ],
        "warnings": []
      }
    },
    "metadata": {}
  },
  "StartConversation": {
    "answers": {
      "200": {
        "conversationId": "01a20349-ae4e-78bd-af2a-a65dfda338ef",
        "streamId": "conversation-01a20349-ae4e-78bd-af2a-a65dfda338ef",
        "revision": 1,
        "position": 46
      }
    },
    "metadata": {}
  },
  "SetClinicalContext": {
    "answers": {
      "200": {
        "conversationId": "01a20349-ae4e-78bd-af2a-a65dfda338ef",
        "streamId": "conversation-01a20349-ae4e-78bd-af2a-a65dfda338ef",
        "revision": 2,
        "position": 46
      }
    },
    "metadata": {}
  },
  "AskQuery": {
    "answers": {
      "200": {
        "queryId": "01a20349-b01b-7254-9aab-418fe6c4d6d7",
        "streamId": "query-01a20349-b01b-7254-9aab-418fe6c4d6d7",
        "revision": 4,
        "position": 46,
        "conversationId": "01a20349-ae4e-78bd-af2a-a65dfda338ef",
        "answer": "[1] Hypoglycemia, page 1, Assessment:\nMeasure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\nTreatment\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low (ref. 1).\n2. Unable to swallow and vascular access: dextrose intravenously as in the table (ref. 2).\n3. No vascular access: glucagon as in the table (ref. 2).\n4. Check glucose again after each treatment. Give a meal or snack once it has risen (ref. 1).\n\n[1] page 1, Treatment > Doses:\n| Drug | Adult |\n| --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) |\n| Glucagon IM | 1 mg |\n\n[2] Prehospital Stroke Assessment, page 1, First steps:\n1. Ask when the patient was last known to be well, and write the time down.\n2. Measure blood glucose: hypoglycemia can look like a stroke.\n3. Examine with the Cincinnati Prehospital Stroke Scale; when it is positive, add the Los Angeles Motor Scale.\n4. Notify the receiving stroke center before arrival.\n\nThese are excerpts from the loaded documents, chosen by their words and not checked by a clinician. Read the cited page before acting on them.",
        "citations": [
          {
            "n": 1,
            "chunkId": "guideline-hypoglycemia@1#1",
            "docKey": "guideline-hypoglycemia",
            "version": 1,
            "fileName": "hypoglycemia.docx",
            "title": "Hypoglycemia",
            "sourceType": "guideline",
            "pages": [
              1
            ],
            "section": "Hypoglycemia > Treatment > Doses",
            "excerpt": "Measure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\nTreatment\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low (ref. 1).\n2. Unable to swallow and vascular access: dextrose intravenously as in the table (ref. 2).\n3. No vascular access: glucagon as in the table (ref. 2).\n4. Check glucose again after each treatment. Give a meal or snack once it has risen (ref. 1).\n[…]\n| Drug | Adult |\n| --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) |\n| Glucagon IM | 1 mg |",
            "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21",
            "passages": [
              {
                "chunkId": "guideline-hypoglycemia@1#0",
                "pages": [
                  1
                ],
                "section": "Assessment",
                "excerpt": "Measure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\nTreatment\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low (ref. 1).\n2. Unable to swallow and vascular access: dextrose intravenously as in the table (ref. 2).\n3. No vascular access: glucagon as in the table (ref. 2).\n4. Check glucose again after each treatment. Give a meal or snack once it has risen (ref. 1).",
                "places": [
                  {
                    "page": 1,
                    "chunkId": "guideline-hypoglycemia@1#0",
                    "lines": "13,17-20",
                    "checksum": "a5b42327"
                  }
                ],
                "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21"
              },
              {
                "chunkId": "guideline-hypoglycemia@1#1",
                "pages": [
                  1
                ],
                "section": "Treatment > Doses",
                "excerpt": "| Drug | Adult |\n| --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) |\n| Glucagon IM | 1 mg |",
                "places": [
                  {
                    "page": 1,
                    "chunkId": "guideline-hypoglycemia@1#1",
                    "lines": "5-6",
                    "checksum": "39953caa"
                  }
                ],
                "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21"
              }
            ],
            "score": 0.76,
            "pageImages": [
              {
                "page": 1,
                "chunkId": "guideline-hypoglycemia@1#0",
                "image": "/api/documents/guideline-hypoglycemia/versions/1/pages/1/image?highlight=guideline-hypoglycemia%401%230,guideline-hypoglycemia%401%231&lines=13,17-20;5-6&checksum=a5b42327,39953caa",
                "marks": "/api/documents/guideline-hypoglycemia/versions/1/pages/1/marks?highlight=guideline-hypoglycemia%401%230,guideline-hypoglycemia%401%231&lines=13,17-20;5-6&checksum=a5b42327,39953caa"
              }
            ]
          },
          {
            "n": 2,
            "chunkId": "guideline-stroke-assessment@1#0",
            "docKey": "guideline-stroke-assessment",
            "version": 1,
            "fileName": "stroke-assessment.html",
            "title": "Prehospital Stroke Assessment",
            "sourceType": "guideline",
            "pages": [
              1
            ],
            "section": "Prehospital Stroke Assessment",
            "excerpt": "1. Ask when the patient was last known to be well, and write the time down.\n2. Measure blood glucose: hypoglycemia can look like a stroke.\n3. Examine with the Cincinnati Prehospital Stroke Scale; when it is positive, add the Los Angeles Motor Scale.\n4. Notify the receiving stroke center before arrival.",
            "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21",
            "passages": [
              {
                "chunkId": "guideline-stroke-assessment@1#0",
                "pages": [
                  1
                ],
                "section": "First steps",
                "excerpt": "1. Ask when the patient was last known to be well, and write the time down.\n2. Measure blood glucose: hypoglycemia can look like a stroke.\n3. Examine with the Cincinnati Prehospital Stroke Scale; when it is positive, add the Los Angeles Motor Scale.\n4. Notify the receiving stroke center before arrival.",
                "places": [
                  {
                    "page": 1,
                    "chunkId": "guideline-stroke-assessment@1#0",
                    "lines": "7-10",
                    "checksum": "a284135f"
                  }
                ],
                "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21"
              }
            ],
            "score": 0.76,
            "pageImages": [
              {
                "page": 1,
                "chunkId": "guideline-stroke-assessment@1#0",
                "image": "/api/documents/guideline-stroke-assessment/versions/1/pages/1/image?highlight=guideline-stroke-assessment%401%230&lines=7-10&checksum=a284135f",
                "marks": "/api/documents/guideline-stroke-assessment/versions/1/pages/1/marks?highlight=guideline-stroke-assessment%401%230&lines=7-10&checksum=a284135f"
              }
            ]
          }
        ],
        "warnings": [],
        "model": "extractive",
        "parameters": {
          "limit": 2
        },
        "degraded": false,
        "status": "answered"
      }
    },
    "metadata": {}
  },
  "getQuery": {
    "answers": {
      "200": {
        "queryId": "01a20349-b01b-7254-9aab-418fe6c4d6d7",
        "conversationId": "01a20349-ae4e-78bd-af2a-a65dfda338ef",
        "actorId": "dr-rivera",
        "status": "answered",
        "question": "How is hypoglycemia treated in adults?",
        "answer": "[1] Hypoglycemia, page 1, Assessment:\nMeasure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\nTreatment\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low (ref. 1).\n2. Unable to swallow and vascular access: dextrose intravenously as in the table (ref. 2).\n3. No vascular access: glucagon as in the table (ref. 2).\n4. Check glucose again after each treatment. Give a meal or snack once it has risen (ref. 1).\n\n[1] page 1, Treatment > Doses:\n| Drug | Adult |\n| --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) |\n| Glucagon IM | 1 mg |\n\n[2] Prehospital Stroke Assessment, page 1, First steps:\n1. Ask when the patient was last known to be well, and write the time down.\n2. Measure blood glucose: hypoglycemia can look like a stroke.\n3. Examine with the Cincinnati Prehospital Stroke Scale; when it is positive, add the Los Angeles Motor Scale.\n4. Notify the receiving stroke center before arrival.\n\nThese are excerpts from the loaded documents, chosen by their words and not checked by a clinician. Read the cited page before acting on them.",
        "citations": [
          {
            "n": 1,
            "chunkId": "guideline-hypoglycemia@1#1",
            "docKey": "guideline-hypoglycemia",
            "version": 1,
            "fileName": "hypoglycemia.docx",
            "title": "Hypoglycemia",
            "sourceType": "guideline",
            "pages": [
              1
            ],
            "section": "Hypoglycemia > Treatment > Doses",
            "excerpt": "Measure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\nTreatment\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low (ref. 1).\n2. Unable to swallow and vascular access: dextrose intravenously as in the table (ref. 2).\n3. No vascular access: glucagon as in the table (ref. 2).\n4. Check glucose again after each treatment. Give a meal or snack once it has risen (ref. 1).\n[…]\n| Drug | Adult |\n| --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) |\n| Glucagon IM | 1 mg |",
            "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21",
            "passages": [
              {
                "chunkId": "guideline-hypoglycemia@1#0",
                "pages": [
                  1
                ],
                "section": "Assessment",
                "excerpt": "Measure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\nTreatment\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low (ref. 1).\n2. Unable to swallow and vascular access: dextrose intravenously as in the table (ref. 2).\n3. No vascular access: glucagon as in the table (ref. 2).\n4. Check glucose again after each treatment. Give a meal or snack once it has risen (ref. 1).",
                "places": [
                  {
                    "page": 1,
                    "chunkId": "guideline-hypoglycemia@1#0",
                    "lines": "13,17-20",
                    "checksum": "a5b42327"
                  }
                ],
                "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21"
              },
              {
                "chunkId": "guideline-hypoglycemia@1#1",
                "pages": [
                  1
                ],
                "section": "Treatment > Doses",
                "excerpt": "| Drug | Adult |\n| --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) |\n| Glucagon IM | 1 mg |",
                "places": [
                  {
                    "page": 1,
                    "chunkId": "guideline-hypoglycemia@1#1",
                    "lines": "5-6",
                    "checksum": "39953caa"
                  }
                ],
                "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21"
              }
            ],
            "score": 0.76,
            "pageImages": [
              {
                "page": 1,
                "chunkId": "guideline-hypoglycemia@1#0",
                "image": "/api/documents/guideline-hypoglycemia/versions/1/pages/1/image?highlight=guideline-hypoglycemia%401%230,guideline-hypoglycemia%401%231&lines=13,17-20;5-6&checksum=a5b42327,39953caa",
                "marks": "/api/documents/guideline-hypoglycemia/versions/1/pages/1/marks?highlight=guideline-hypoglycemia%401%230,guideline-hypoglycemia%401%231&lines=13,17-20;5-6&checksum=a5b42327,39953caa"
              }
            ]
          },
          {
            "n": 2,
            "chunkId": "guideline-stroke-assessment@1#0",
            "docKey": "guideline-stroke-assessment",
            "version": 1,
            "fileName": "stroke-assessment.html",
            "title": "Prehospital Stroke Assessment",
            "sourceType": "guideline",
            "pages": [
              1
            ],
            "section": "Prehospital Stroke Assessment",
            "excerpt": "1. Ask when the patient was last known to be well, and write the time down.\n2. Measure blood glucose: hypoglycemia can look like a stroke.\n3. Examine with the Cincinnati Prehospital Stroke Scale; when it is positive, add the Los Angeles Motor Scale.\n4. Notify the receiving stroke center before arrival.",
            "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21",
            "passages": [
              {
                "chunkId": "guideline-stroke-assessment@1#0",
                "pages": [
                  1
                ],
                "section": "First steps",
                "excerpt": "1. Ask when the patient was last known to be well, and write the time down.\n2. Measure blood glucose: hypoglycemia can look like a stroke.\n3. Examine with the Cincinnati Prehospital Stroke Scale; when it is positive, add the Los Angeles Motor Scale.\n4. Notify the receiving stroke center before arrival.",
                "places": [
                  {
                    "page": 1,
                    "chunkId": "guideline-stroke-assessment@1#0",
                    "lines": "7-10",
                    "checksum": "a284135f"
                  }
                ],
                "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21"
              }
            ],
            "score": 0.76,
            "pageImages": [
              {
                "page": 1,
                "chunkId": "guideline-stroke-assessment@1#0",
                "image": "/api/documents/guideline-stroke-assessment/versions/1/pages/1/image?highlight=guideline-stroke-assessment%401%230&lines=7-10&checksum=a284135f",
                "marks": "/api/documents/guideline-stroke-assessment/versions/1/pages/1/marks?highlight=guideline-stroke-assessment%401%230&lines=7-10&checksum=a284135f"
              }
            ]
          }
        ],
        "warnings": [],
        "degraded": false,
        "model": "extractive",
        "interpretation": {
          "searchedFor": "how is hypoglycemia treated in adults",
          "intent": "treatment",
          "expansions": [],
          "corrections": [],
          "subIntent": "treatment",
          "depth": "quick_lookup",
          "population": "adult",
          "protocolNumbers": [],
          "entities": {
            "drugs": [],
            "conditions": [
              "hypoglycemia"
            ],
            "procedures": [],
            "routes": [],
            "stages": []
          },
          "specialties": [
            "endocrinology"
          ],
          "suggestions": []
        },
        "phi": {
          "kinds": [
            "clinical_context"
          ],
          "detected": true
        },
        "intent": "treatment",
        "confidence": 0.9,
        "route": {
          "model": "none",
          "because": "no_model",
          "leftOut": [
            {
              "source": "pubmed",
              "because": "not_configured"
            },
            {
              "source": "openfda",
              "because": "not_configured"
            },
            {
              "source": "uptodate",
              "because": "not_configured"
            },
            {
              "source": "openevidence",
              "because": "not_configured"
            },
            {
              "source": "notes",
              "because": "not_wanted"
            }
          ],
          "routing": "hybrid",
          "sources": [
            {
              "source": "guidelines",
              "because": "matrix"
            },
            {
              "source": "knowledge_base",
              "because": "fallback"
            }
          ]
        },
        "sources": [
          {
            "found": 4,
            "cached": false,
            "source": "guidelines",
            "outcome": "ok",
            "redacted": false,
            "milliseconds": 36
          },
          {
            "found": 4,
            "cached": false,
            "source": "knowledge_base",
            "outcome": "ok",
            "redacted": false,
            "milliseconds": 36
          }
        ],
        "stages": [
          {
            "found": 16,
            "source": "dense",
            "outcome": "ok",
            "milliseconds": 36
          },
          {
            "found": 7,
            "source": "lexical",
            "outcome": "ok",
            "milliseconds": 36
          }
        ],
        "clarification": null,
        "preferences": null,
        "checks": null,
        "usage": null,
        "toolCalls": [],
        "askedAt": "2026-11-22T10:15:00.000Z",
        "finishedAt": "2026-11-22T10:15:00.000Z",
        "milliseconds": 36,
        "error": null,
        "revision": 4,
        "references": {
          "style": "AMA",
          "display": "inline",
          "items": [
            {
              "n": 1,
              "formatted": "Hypoglycemia. Date unknown.",
              "mark": "1(p1)",
              "pages": "p 1",
              "italic": "Hypoglycemia"
            },
            {
              "n": 2,
              "formatted": "Prehospital Stroke Assessment. Date unknown.",
              "mark": "2(p1)",
              "pages": "p 1",
              "italic": "Prehospital Stroke Assessment"
            }
          ]
        }
      }
    },
    "metadata": {
      "position": 46,
      "generation": 1
    }
  },
  "getConversation": {
    "answers": {
      "200": {
        "conversationId": "01a20349-ae4e-78bd-af2a-a65dfda338ef",
        "title": "Hypoglycemia",
        "clinicalContext": {
          "patientAge": 54,
          "patientWeight": 80,
          "allergies": [
            "latex"
          ]
        },
        "startedAt": "2026-11-22T10:15:00.000Z",
        "startedBy": "dr-rivera",
        "owner": "dr-rivera",
        "updatedAt": "2026-11-22T10:15:00.000Z",
        "queryCount": 1,
        "revision": 3,
        "queries": [
          {
            "queryId": "01a20349-b01b-7254-9aab-418fe6c4d6d7",
            "conversationId": "01a20349-ae4e-78bd-af2a-a65dfda338ef",
            "actorId": "dr-rivera",
            "status": "answered",
            "question": "How is hypoglycemia treated in adults?",
            "answer": "[1] Hypoglycemia, page 1, Assessment:\nMeasure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\nTreatment\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low (ref. 1).\n2. Unable to swallow and vascular access: dextrose intravenously as in the table (ref. 2).\n3. No vascular access: glucagon as in the table (ref. 2).\n4. Check glucose again after each treatment. Give a meal or snack once it has risen (ref. 1).\n\n[1] page 1, Treatment > Doses:\n| Drug | Adult |\n| --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) |\n| Glucagon IM | 1 mg |\n\n[2] Prehospital Stroke Assessment, page 1, First steps:\n1. Ask when the patient was last known to be well, and write the time down.\n2. Measure blood glucose: hypoglycemia can look like a stroke.\n3. Examine with the Cincinnati Prehospital Stroke Scale; when it is positive, add the Los Angeles Motor Scale.\n4. Notify the receiving stroke center before arrival.\n\nThese are excerpts from the loaded documents, chosen by their words and not checked by a clinician. Read the cited page before acting on them.",
            "citations": [
              {
                "n": 1,
                "chunkId": "guideline-hypoglycemia@1#1",
                "docKey": "guideline-hypoglycemia",
                "version": 1,
                "fileName": "hypoglycemia.docx",
                "title": "Hypoglycemia",
                "sourceType": "guideline",
                "pages": [
                  1
                ],
                "section": "Hypoglycemia > Treatment > Doses",
                "excerpt": "Measure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\nTreatment\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low (ref. 1).\n2. Unable to swallow and vascular access: dextrose intravenously as in the table (ref. 2).\n3. No vascular access: glucagon as in the table (ref. 2).\n4. Check glucose again after each treatment. Give a meal or snack once it has risen (ref. 1).\n[…]\n| Drug | Adult |\n| --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) |\n| Glucagon IM | 1 mg |",
                "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21",
                "passages": [
                  {
                    "chunkId": "guideline-hypoglycemia@1#0",
                    "pages": [
                      1
                    ],
                    "section": "Assessment",
                    "excerpt": "Measure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\nTreatment\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low (ref. 1).\n2. Unable to swallow and vascular access: dextrose intravenously as in the table (ref. 2).\n3. No vascular access: glucagon as in the table (ref. 2).\n4. Check glucose again after each treatment. Give a meal or snack once it has risen (ref. 1).",
                    "places": [
                      {
                        "page": 1,
                        "chunkId": "guideline-hypoglycemia@1#0",
                        "lines": "13,17-20",
                        "checksum": "a5b42327"
                      }
                    ],
                    "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21"
                  },
                  {
                    "chunkId": "guideline-hypoglycemia@1#1",
                    "pages": [
                      1
                    ],
                    "section": "Treatment > Doses",
                    "excerpt": "| Drug | Adult |\n| --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) |\n| Glucagon IM | 1 mg |",
                    "places": [
                      {
                        "page": 1,
                        "chunkId": "guideline-hypoglycemia@1#1",
                        "lines": "5-6",
                        "checksum": "39953caa"
                      }
                    ],
                    "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21"
                  }
                ],
                "score": 0.76,
                "pageImages": [
                  {
                    "page": 1,
                    "chunkId": "guideline-hypoglycemia@1#0",
                    "image": "/api/documents/guideline-hypoglycemia/versions/1/pages/1/image?highlight=guideline-hypoglycemia%401%230,guideline-hypoglycemia%401%231&lines=13,17-20;5-6&checksum=a5b42327,39953caa",
                    "marks": "/api/documents/guideline-hypoglycemia/versions/1/pages/1/marks?highlight=guideline-hypoglycemia%401%230,guideline-hypoglycemia%401%231&lines=13,17-20;5-6&checksum=a5b42327,39953caa"
                  }
                ]
              },
              {
                "n": 2,
                "chunkId": "guideline-stroke-assessment@1#0",
                "docKey": "guideline-stroke-assessment",
                "version": 1,
                "fileName": "stroke-assessment.html",
                "title": "Prehospital Stroke Assessment",
                "sourceType": "guideline",
                "pages": [
                  1
                ],
                "section": "Prehospital Stroke Assessment",
                "excerpt": "1. Ask when the patient was last known to be well, and write the time down.\n2. Measure blood glucose: hypoglycemia can look like a stroke.\n3. Examine with the Cincinnati Prehospital Stroke Scale; when it is positive, add the Los Angeles Motor Scale.\n4. Notify the receiving stroke center before arrival.",
                "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21",
                "passages": [
                  {
                    "chunkId": "guideline-stroke-assessment@1#0",
                    "pages": [
                      1
                    ],
                    "section": "First steps",
                    "excerpt": "1. Ask when the patient was last known to be well, and write the time down.\n2. Measure blood glucose: hypoglycemia can look like a stroke.\n3. Examine with the Cincinnati Prehospital Stroke Scale; when it is positive, add the Los Angeles Motor Scale.\n4. Notify the receiving stroke center before arrival.",
                    "places": [
                      {
                        "page": 1,
                        "chunkId": "guideline-stroke-assessment@1#0",
                        "lines": "7-10",
                        "checksum": "a284135f"
                      }
                    ],
                    "textHash": "8f37eb48d5783077cc5335754ef481e9b60de4b935ca93b67384851dabcf8a21"
                  }
                ],
                "score": 0.76,
                "pageImages": [
                  {
                    "page": 1,
                    "chunkId": "guideline-stroke-assessment@1#0",
                    "image": "/api/documents/guideline-stroke-assessment/versions/1/pages/1/image?highlight=guideline-stroke-assessment%401%230&lines=7-10&checksum=a284135f",
                    "marks": "/api/documents/guideline-stroke-assessment/versions/1/pages/1/marks?highlight=guideline-stroke-assessment%401%230&lines=7-10&checksum=a284135f"
                  }
                ]
              }
            ],
            "warnings": [],
            "degraded": false,
            "model": "extractive",
            "interpretation": {
              "searchedFor": "how is hypoglycemia treated in adults",
              "intent": "treatment",
              "expansions": [],
              "corrections": [],
              "subIntent": "treatment",
              "depth": "quick_lookup",
              "population": "adult",
              "protocolNumbers": [],
              "entities": {
                "drugs": [],
                "conditions": [
                  "hypoglycemia"
                ],
                "procedures": [],
                "routes": [],
                "stages": []
              },
              "specialties": [
                "endocrinology"
              ],
              "suggestions": []
            },
            "phi": {
              "kinds": [
                "clinical_context"
              ],
              "detected": true
            },
            "intent": "treatment",
            "confidence": 0.9,
            "route": {
              "model": "none",
              "because": "no_model",
              "leftOut": [
                {
                  "source": "pubmed",
                  "because": "not_configured"
                },
                {
                  "source": "openfda",
                  "because": "not_configured"
                },
                {
                  "source": "uptodate",
                  "because": "not_configured"
                },
                {
                  "source": "openevidence",
                  "because": "not_configured"
                },
                {
                  "source": "notes",
                  "because": "not_wanted"
                }
              ],
              "routing": "hybrid",
              "sources": [
                {
                  "source": "guidelines",
                  "because": "matrix"
                },
                {
                  "source": "knowledge_base",
                  "because": "fallback"
                }
              ]
            },
            "sources": [
              {
                "found": 4,
                "cached": false,
                "source": "guidelines",
                "outcome": "ok",
                "redacted": false,
                "milliseconds": 36
              },
              {
                "found": 4,
                "cached": false,
                "source": "knowledge_base",
                "outcome": "ok",
                "redacted": false,
                "milliseconds": 36
              }
            ],
            "stages": [
              {
                "found": 16,
                "source": "dense",
                "outcome": "ok",
                "milliseconds": 36
              },
              {
                "found": 7,
                "source": "lexical",
                "outcome": "ok",
                "milliseconds": 36
              }
            ],
            "clarification": null,
            "preferences": null,
            "checks": null,
            "usage": null,
            "toolCalls": [],
            "askedAt": "2026-11-22T10:15:00.000Z",
            "finishedAt": "2026-11-22T10:15:00.000Z",
            "milliseconds": 36,
            "error": null,
            "revision": 4,
            "references": {
              "style": "AMA",
              "display": "inline",
              "items": [
                {
                  "n": 1,
                  "formatted": "Hypoglycemia. Date unknown.",
                  "mark": "1(p1)",
                  "pages": "p 1",
                  "italic": "Hypoglycemia"
                },
                {
                  "n": 2,
                  "formatted": "Prehospital Stroke Assessment. Date unknown.",
                  "mark": "2(p1)",
                  "pages": "p 1",
                  "italic": "Prehospital Stroke Assessment"
                }
              ]
            }
          }
        ],
        "lastMessages": [
          {
            "queryId": "01a20349-b01b-7254-9aab-418fe6c4d6d7",
            "role": "user",
            "text": "How is hypoglycemia treated in adults?",
            "at": "2026-11-22T10:15:00.000Z"
          },
          {
            "queryId": "01a20349-b01b-7254-9aab-418fe6c4d6d7",
            "role": "assistant",
            "text": "[1] Hypoglycemia, page 1, Assessment:\nMeasure blood glucose in every patient with altered mental status, seizure, or signs of stroke. Look for sweating, tremor, tachycardia, confusion and focal deficits. Ask about insulin, sulfonylureas, the last meal and the time of onset.\nTreatment\n1. Awake and able to swallow: 15 to 20 g of glucose by mouth; check again after 15 minutes and repeat when glucose is still low (ref. 1).\n2. Unable to swallow and vascular access: dextrose intravenously as in the table (ref. 2).\n3. No vascular access: glucagon as in the table (ref. 2).\n4. Check glucose again after each treatment. Give a meal or snack once it has risen (ref. 1).\n\n[1] page 1, Treatment > Doses:\n| Drug | Adult |\n| --- | --- |\n| Dextrose 10% IV | 25 g (250 mL) |\n| Glucagon IM | 1 mg |\n\n[2] Prehospital Stroke Assessment, page 1, First steps:\n1. Ask when the patient was last known to be well, and write the time down.\n2. Measure blood glucose: hypoglycemia can look like a stroke.\n3. Examine with the Cincinnati Prehospital Stroke Scale; when it is positive, add the Los Angeles Motor Scale.\n4. Notify the receiving stroke center before arrival.\n\nThese are excerpts from the loaded documents, chosen by their words and not checked by a clinician. Read the cited page before acting on them.",
            "at": "2026-11-22T10:15:00.000Z"
          }
        ]
      }
    },
    "metadata": {
      "position": 46,
      "generation": 1
    }
  },
  "listConversations": {
    "answers": {
      "200": [
        {
          "conversationId": "01a20349-ae4e-78bd-af2a-a65dfda338ef",
          "title": "Hypoglycemia",
          "clinicalContext": {
            "patientAge": 54,
            "patientWeight": 80,
            "allergies": [
              "latex"
            ]
          },
          "startedAt": "2026-11-22T10:15:00.000Z",
          "startedBy": "dr-rivera",
          "owner": "dr-rivera",
          "updatedAt": "2026-11-22T10:15:00.000Z",
          "queryCount": 1,
          "revision": 3
        }
      ]
    },
    "metadata": {
      "position": 46,
      "generation": 1
    }
  },
  "GiveFeedback": {
    "answers": {
      "200": {
        "queryId": "01a20349-b01b-7254-9aab-418fe6c4d6d7",
        "streamId": "query-01a20349-b01b-7254-9aab-418fe6c4d6d7",
        "revision": 5,
        "position": 46
      }
    },
    "metadata": {}
  },
  "ShareConversation": {
    "answers": {
      "200": {
        "conversationId": "01a20349-ae4e-78bd-af2a-a65dfda338ef",
        "streamId": "conversation-01a20349-ae4e-78bd-af2a-a65dfda338ef",
        "revision": 4,
        "position": 46
      }
    },
    "metadata": {}
  },
  "ChangePreferences": {
    "answers": {
      "200": {
        "streamId": "preferences-01a20349-9838-7835-882b-bc552b4a13fb",
        "revision": 0,
        "position": 46
      }
    },
    "metadata": {}
  },
  "getPreferences": {
    "answers": {
      "200": {
        "citationStyle": "Vancouver",
        "citationDisplay": "footnote",
        "excludeSources": [
          "pubmed"
        ]
      }
    },
    "metadata": {}
  },
  "issueStreamTicket": {
    "answers": {
      "200": {
        "path": "/api/queries/01a20349-b01b-7254-9aab-418fe6c4d6d7/stream",
        "ticket": "(sealed text, to be used once)",
        "expiresAt": "2026-11-22T10:15:00.000Z"
      }
    },
    "metadata": {}
  }
} as const;
