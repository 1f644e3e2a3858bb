/**
 * Generates the catalogues in `docs/catalogues/` from the definitions that the program uses: `npm run catalogues`. With
 * `--check` it writes nothing, and exits with 1 if one is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProgramVersion } from '../infra/installation/read-program-version.ts';
import { openApiDocument } from '../read-api/openapi/open-api-document.ts';
import { describedRoutes } from './catalogues/described-routes.ts';
import { errorsCatalogue } from './catalogues/errors-catalogue.ts';
import { eventsCatalogue } from './catalogues/events-catalogue.ts';
import { metricsCatalogue } from './catalogues/metrics-catalogue.ts';
import { routesCatalogue } from './catalogues/routes-catalogue.ts';
import { settingsCatalogue } from './catalogues/settings-catalogue.ts';

const folder = join(import.meta.dirname, '../docs/catalogues');
const catalogues: Readonly<Record<string, () => string>> = {
  'events.md': eventsCatalogue,
  'errors.md': errorsCatalogue,
  'metrics.md': metricsCatalogue,
  'routes.md': routesCatalogue,
  'settings.md': settingsCatalogue,
  'openapi.json': () => `${JSON.stringify(openApiDocument(describedRoutes(), version, {}), undefined, 1)}\n`,
};
const version = await readProgramVersion();
const origin = '<!-- Generated from the sources by "npm run catalogues": edit the sources instead. -->\n\n';

for (const [name, make] of Object.entries(catalogues)) {
  const path = join(folder, name);
  const made = name.endsWith('.md') ? `${origin}${make()}` : make();
  if (!process.argv.includes('--check')) writeFileSync(path, made);
  else if (readFileSync(path, 'utf8') !== made) {
    console.error(`docs/catalogues/${name} is out of date. Run: npm run catalogues`);
    process.exitCode = 1;
  }
}
if (process.argv.includes('--check') && process.exitCode === undefined)
  console.log('The catalogues are up to date.');
