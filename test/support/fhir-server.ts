import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, type JWK, jwtVerify } from 'jose';
import { type ScriptedCall, type ScriptedReply, startScriptedServer } from './scripted-server.ts';

type Resource = { readonly resourceType: string; readonly id: string; readonly [member: string]: unknown };

const json = (body: object, status = 200): ScriptedReply => ({
  status,
  headers: { 'content-type': 'application/fhir+json; charset=utf-8' },
  text: JSON.stringify(body),
});

/** An OperationOutcome; its diagnostics name details that must not be passed on. */
export const operationOutcome = (status: number, code: string, severity = 'error'): ScriptedReply =>
  json(
    {
      resourceType: 'OperationOutcome',
      issue: [{ severity, code, diagnostics: 'secret diagnostics of Patient/p-1' }],
    },
    status,
  );

type Options = {
  /** Entries per page, whatever `_count` requests; the specification allows a server to return fewer. */
  readonly pageSize?: number;
  /** Overrides the response to selected requests. */
  readonly instead?: (call: ScriptedCall) => ScriptedReply | undefined;
  /** Resource types that the server lacks. */
  readonly without?: readonly string[];
  /** The required bearer token; with `smart` the server issues its own tokens. */
  readonly token?: string;
  readonly smart?: { readonly clientId: string; readonly publicKey: CryptoKey };
};

const subjectOf = (resource: Resource): unknown => {
  const { subject, patient } = resource as {
    subject?: { reference?: string };
    patient?: { reference?: string };
  };
  return (subject ?? patient)?.reference;
};

const codesOf = (resource: Resource): readonly string[] => {
  const { code } = resource as { code?: { coding?: readonly { system?: string; code?: string }[] } };
  return (code?.coding ?? []).map((one) => `${one.system}|${one.code}`);
};

const categoriesOf = (resource: Resource): readonly (string | undefined)[] => {
  const { category } = resource as { category?: readonly { coding?: readonly { code?: string }[] }[] };
  return (category ?? []).flatMap(({ coding = [] }) => coding.map(({ code }) => code));
};

/**
 * A FHIR R4 server according to the specification (hl7.org/fhir/R4/http.html, search.html): searches as POST forms,
 * searchset bundles in linked pages, an OperationOutcome for errors, and SMART Backend Services
 * (hl7.org/fhir/smart-app-launch/backend-services.html). All patients are invented.
 */
export const startFhirServer = async (resources: readonly Resource[], options: Options = {}) => {
  const { pageSize = 100, instead, without = [], smart } = options;
  let base = '';
  let given = 0;
  const wanted = (): string | undefined => (smart === undefined ? options.token : `token-${given}`);
  const pages = new Map<string, readonly Resource[]>();

  const bundle = (type: string, found: readonly Resource[]): ScriptedReply => {
    const [page, rest] = [found.slice(0, pageSize), found.slice(pageSize)];
    const key = `${type}-${pages.size}`;
    if (rest.length > 0) pages.set(key, rest);
    return json({
      resourceType: 'Bundle',
      type: 'searchset',
      total: found.length,
      link: [
        { relation: 'self', url: `${base}${type}` },
        ...(rest.length > 0 ? [{ relation: 'next', url: `${base}?_getpages=${key}` }] : []),
      ],
      entry: page.map((resource) => ({
        fullUrl: `${base}${resource.resourceType}/${resource.id}`,
        resource,
        search: { mode: resource.resourceType === type ? 'match' : 'include' },
      })),
    });
  };

  const search = (type: string, fields: ScriptedCall['fields']): ScriptedReply => {
    if (without.includes(type)) return operationOutcome(404, 'not-supported');
    const { _id: id, patient, category, code, status } = fields;
    if (id === undefined && patient === undefined) return operationOutcome(400, 'required');
    const found = resources.filter(
      (one) =>
        one.resourceType === type &&
        (id === undefined || one.id === id) &&
        (patient === undefined || subjectOf(one) === `Patient/${patient}`) &&
        (category === undefined || categoriesOf(one).includes(category)) &&
        (status === undefined || one.status === status) &&
        (code === undefined || codesOf(one).some((own) => code.split(',').includes(own))),
    );
    const included =
      fields._include === 'MedicationRequest:medication'
        ? resources.filter(({ resourceType }) => resourceType === 'Medication')
        : [];
    return bundle(type, [...found, ...included]);
  };

  const giveToken = async ({ fields }: ScriptedCall): Promise<ScriptedReply> => {
    if (smart === undefined) return operationOutcome(404, 'not-found');
    const verified = await jwtVerify(fields.client_assertion ?? '', smart.publicKey, {
      issuer: smart.clientId,
      subject: smart.clientId,
      audience: `${base}token`,
      algorithms: ['RS384', 'ES384'],
      requiredClaims: ['jti', 'exp'],
    }).catch(() => undefined);
    const isRight =
      verified !== undefined &&
      fields.grant_type === 'client_credentials' &&
      fields.client_assertion_type === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    if (!isRight) return { status: 400, text: '{"error":"invalid_client"}' };
    given += 1;
    return {
      text: JSON.stringify({
        access_token: `token-${given}`,
        token_type: 'bearer',
        expires_in: 300,
        scope: fields.scope,
      }),
    };
  };

  const server = await startScriptedServer((call) => {
    const other = instead?.(call);
    if (other !== undefined) return other;
    const path = call.path.replace(/^\/fhir\//, '');
    if (path === '.well-known/smart-configuration')
      return json({
        token_endpoint: `${base}token`,
        token_endpoint_auth_methods_supported: ['private_key_jwt'],
      });
    if (path === 'token') return giveToken(call);
    const token = wanted();
    if (token !== undefined && call.headers.authorization !== `Bearer ${token}`)
      return operationOutcome(401, 'login');
    const page = pages.get(call.fields._getpages ?? '');
    if (call.method === 'GET' && page !== undefined) return bundle(page[0]?.resourceType ?? '', page);
    const [, type = ''] = /^([A-Z][A-Za-z]+)\/_search$/.exec(path) ?? [];
    if (call.method !== 'POST' || type === '') return operationOutcome(404, 'not-found');
    return search(type, call.fields);
  });
  base = new URL('fhir/', server.url).href;
  return {
    base: new URL(base),
    calls: server.calls,
    /** Rejects the tokens issued so far. */
    expireTokens: () => {
      given += 1;
    },
    close: server.close,
  };
};

/** A client's key pair, with its private half in a file as in production. */
export const newClientKey = async (
  alg: 'RS384' | 'ES384',
): Promise<{ readonly publicKey: CryptoKey; readonly jwk: JWK; readonly pem: string }> => {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { publicKey, jwk: await exportJWK(privateKey), pem: await exportPKCS8(privateKey) };
};
