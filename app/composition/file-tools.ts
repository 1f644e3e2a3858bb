import { retrieveNextcloudFile } from '../../consumers/tools/file/retrieve-nextcloud-file.ts';
import { searchNextcloudFiles } from '../../consumers/tools/file/search-nextcloud-files.ts';
import { createWebdavFileStore } from '../../infra/services/webdav/webdav-file-store.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { TextExtractor } from '../../ports/text-extractor.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import type { Configuration } from '../configuration/configuration.ts';

type FileToolParts = {
  readonly configuration: Pick<Configuration, 'webdav'>;
  readonly extractor: TextExtractor;
  readonly metrics: Metrics;
  readonly health: ComponentMonitor;
};

/** The tools for people's files. */
export const fileTools = ({
  configuration: { webdav },
  extractor,
  ...services
}: FileToolParts): readonly RegisteredTool[] => {
  const files = {
    server: webdav,
    reading: webdav && { files: createWebdavFileStore(webdav, services), extractor },
  };
  return [searchNextcloudFiles(files), retrieveNextcloudFile(files)];
};
