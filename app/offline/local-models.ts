import { resolve } from 'node:path';
import {
  isTransformersInstalled,
  transformersInstallation,
} from '../../infra/models/embedding/load-transformers.ts';
import { checkModelFiles, type ModelState } from '../../infra/models/installable/check-model-files.ts';
import { installModel } from '../../infra/models/installable/install-model.ts';
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

/** The steps to take after an installation, one per line. */
const stepsAfter = ({ settings, afterwards }: InstallableModel): readonly string[] => [
  ...(isTransformersInstalled()
    ? []
    : [`${transformersInstallation}   (runs the models; about 500 MB on disk)`]),
  `start the server with ${Object.entries(settings)
    .map(([variable, value]) => `${variable}=${value}`)
    .join(' ')}`,
  ...(afterwards === undefined ? [] : [afterwards]),
];

/** A model to install. */
export type InstallableLocalModel = Pick<InstallableModel, 'model' | 'revision' | 'licence'> & {
  readonly bytes: number;
  /** The names of its files. */
  readonly files: string;
  /** The page from which a person can download them. */
  readonly page: string;
  /** The steps to take after the installation. */
  readonly steps: readonly string[];
  /**
   * Installs it in the models folder, and returns the path.
   *
   * @throws Failure as `installModel`
   */
  readonly install: (options: {
    readonly modelsDir: string;
    /** A folder with the files, or a mirror of the hub; by default the hub itself. */
    readonly from?: { readonly folder: string } | { readonly hub: string } | undefined;
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
  return {
    model,
    revision,
    licence,
    bytes: bytesOf(spec),
    files: files.map(({ path }) => path).join(', '),
    page: new URL(`${model}/tree/${revision}`, MODEL_HUB).href,
    steps: stepsAfter(spec),
    install: ({ from, ...options }) =>
      installModel(spec, {
        ...options,
        source:
          from === undefined
            ? { hub: MODEL_HUB }
            : 'folder' in from
              ? { folder: resolve(from.folder) }
              : { hub: new URL(`${from.hub.replace(/\/$/, '')}/`) },
      }),
  };
};
