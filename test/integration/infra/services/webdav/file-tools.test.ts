import { afterAll, describe, expect, test } from 'vitest';
import { fileTools } from '../../../../../app/composition/file-tools.ts';
import { Failure } from '../../../../../domain/kernel/failure.ts';
import { createTextExtractor } from '../../../../../infra/reading/text-extraction/text-extractor.ts';
import { unwatchedComponents } from '../../../../../ports/component-health.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import type { ToolOutput } from '../../../../../ports/tool.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { type FilesByUser, fakeNextcloud } from '../../../../support/fake-nextcloud.ts';
import { startScriptedServer } from '../../../../support/scripted-server.ts';

const extractor = createTextExtractor({ workers: 1, tesseract: 'none' });
afterAll(() => extractor.close());

const kept: FilesByUser = {
  anna: {
    'Insulin protocol.html': {
      number: 31,
      type: 'text/html',
      text: '<html><body><h1>Insulin</h1><p>Check potassium first.</p><script>x()</script></body></html>',
      modified: 'Tue, 03 Mar 2026 10:00:00 GMT',
    },
    'plan.txt': { number: 32, text: 'Correct the potassium before insulin. 🩺🩺🩺' },
    'broken.pdf': { number: 33, text: 'no PDF at all', type: 'application/pdf' },
    'picture.png': { number: 34, text: 'potassium', type: 'image/png' },
  },
  bert: { 'insulin of bert.txt': { number: 41, text: 'potassium' } },
};

const call = async (name: string, input: Record<string, unknown>, user = 'anna') => {
  const server = await startScriptedServer(fakeNextcloud(kept));
  try {
    const tools = fileTools({
      configuration: {
        webdav: {
          folder: `${server.url.href}remote.php/dav/files/{user}`,
          login: { username: '{user}', password: 'app password' },
          onPremises: true,
        },
      },
      extractor,
      metrics: silentMetrics,
      health: unwatchedComponents,
    });
    const prepared = tools.find((tool) => tool.name === name)?.prepare(input);
    if (!prepared?.ok) throw new Failure(prepared?.error ?? { code: 'not_found', message: name });
    const partials: ToolOutput[] = [];
    let phi = false;
    const output = await prepared.value.run({
      toolCallId: 'c1',
      idempotencyKey: 'k1',
      user,
      signal: new AbortController().signal,
      partial: (given) => partials.push(given),
      phi: () => {
        phi = true;
      },
    });
    return { ...output, partials, phi };
  } finally {
    await server.close();
  }
};

describe('search_nextcloud_files', () => {
  test('finds files by name, with the ids for their retrieval, and marks the result as PHI', async () => {
    const { result, phi } = await call('search_nextcloud_files', { query: 'insulin' });
    expect(result).toEqual({
      query: 'insulin',
      total_count: 1,
      files: [
        {
          file_id: 'n-31',
          name: 'Insulin protocol.html',
          path: '/Insulin protocol.html',
          size: 91,
          mime_type: 'text/html',
          modified: '2026-03-03T10:00:00.000Z',
          url: expect.stringMatching(/^http:\/\/127.*\/files\/anna\/Insulin%20protocol.html$/),
        },
      ],
    });
    expect(phi).toBe(true);
  });

  test('searches readable contents on request, and reports interim results', async () => {
    const { result, partials } = await call('search_nextcloud_files', {
      query: 'POTASSIUM insulin',
      include_content: true,
    });
    expect(result).toMatchObject({ total_count: 2 });
    expect(result.files).toMatchObject([{ file_id: 'n-31' }, { file_id: 'n-32' }]);
    expect(partials[0]?.result).toMatchObject({ total_count: 0 });
    expect(partials.at(-1)?.result).toEqual(result);
  });

  test('reads no contents unless requested', async () => {
    expect((await call('search_nextcloud_files', { query: 'potassium' })).result).toMatchObject({
      total_count: 0,
    });
  });

  test('counts all matches and returns the requested number, of the requested type', async () => {
    const { result } = await call('search_nextcloud_files', {
      query: 'potassium',
      include_content: true,
      max_results: 1,
    });
    expect(result).toMatchObject({ total_count: 2, files: [{ file_id: expect.any(String) }] });
    const typed = await call('search_nextcloud_files', {
      query: 'potassium',
      include_content: true,
      file_type: '.TXT',
    });
    expect(typed.result).toMatchObject({ total_count: 1, files: [{ file_id: 'n-32' }] });
  });

  test.each([
    [{}],
    [{ query: ' ' }],
    [{ query: 'x'.repeat(201) }],
    [{ query: 'a', max_results: 0 }],
    [{ query: 'a', max_results: 101 }],
    [{ query: 'a', file_type: '../../x' }],
    [{ query: 'a', user: 'bert' }],
  ])('refuses %j', async (input) => {
    expect(await failureOf(call('search_nextcloud_files', input))).toMatchObject({
      code: 'validation_error',
    });
  });
});

describe('retrieve_nextcloud_file', () => {
  test('returns the text of a file as extracted for documents', async () => {
    const { result, citations, phi } = await call('retrieve_nextcloud_file', { file_id: 'n-31' });
    expect(result).toEqual({
      file_id: 'n-31',
      name: 'Insulin protocol.html',
      content: '# Insulin\n\nCheck potassium first.',
      content_truncated: false,
      mime_type: 'text/html',
      size: 91,
      url: expect.any(String),
    });
    expect(citations).toMatchObject([{ sourceType: 'nextcloud', sourceTitle: 'Insulin protocol.html' }]);
    expect(phi).toBe(true);
  });

  test('returns at most the requested number of characters, without splitting one', async () => {
    const { result } = await call('retrieve_nextcloud_file', { file_id: 'n-32', max_chars: 39 });
    expect(result).toMatchObject({
      content: 'Correct the potassium before insulin. ',
      content_truncated: true,
    });
  });

  test('describes a file without reading it when no text is requested', async () => {
    const { result } = await call('retrieve_nextcloud_file', { file_id: 'n-34', extract_text: false });
    expect(result).toMatchObject({ name: 'picture.png', content_truncated: false });
    expect(result).not.toHaveProperty('content');
  });

  test.each([
    ['n-33', 'rule_violated'],
    ['n-34', 'rule_violated'],
    ['n-41', 'not_found'],
    ['n-999', 'not_found'],
    ['p-Li4vYmVydC9h', 'not_found'],
  ])('refuses %s with %s', async (file_id, code) => {
    expect(await failureOf(call('retrieve_nextcloud_file', { file_id }))).toMatchObject({ code });
  });
});

describe('the file tools', () => {
  test('name the setting that enables them', () => {
    const tools = fileTools({
      configuration: {},
      extractor,
      metrics: silentMetrics,
      health: unwatchedComponents,
    });
    for (const { unavailable } of tools) expect(unavailable).toContain('WEBDAV_URL');
  });

  test('refuse PHI when the server is off the premises', () => {
    const [search] = fileTools({
      configuration: { webdav: { folder: 'https://cloud.example/{user}/', onPremises: false } },
      extractor,
      metrics: silentMetrics,
      health: unwatchedComponents,
    });
    expect(search?.facts).toMatchObject({ sends: 'outside', phiOutside: 'refuse' });
  });
});
