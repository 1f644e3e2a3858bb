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

/** The names by which models are installed, with what each takes on the disk and what it is for. */
export const localModelNames: readonly {
  readonly name: string;
  readonly bytes: number;
  readonly purpose: string;
}[] = models.map(([name, model]) => ({ name, bytes: bytesOf(model), purpose: model.purpose }));

/** Where models come from by default. */
export const modelHub: string = MODEL_HUB.href;

export type LocalModel = Pick<
  InstallableModel,
  'model' | 'revision' | 'licence' | 'purpose' | 'memory' | 'time'
> & {
  readonly name: string;
  readonly state: ModelState['state'];
  readonly bytes: number;
};

/** All models that can be installed, and the state of the files of those that are. */
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

/** What is left to do after an installation, one step a line. */
const stepsAfter = ({ settings, afterwards }: InstallableModel): readonly string[] => [
  ...(isTransformersInstalled()
    ? []
    : [`${transformersInstallation}   (runs the models; about 500 MB on disk)`]),
  `start the server with ${Object.entries(settings)
    .map(([variable, value]) => `${variable}=${value}`)
    .join(' ')}`,
  ...(afterwards === undefined ? [] : [afterwards]),
];

/** A model as it is about to be installed. */
export type InstallableLocalModel = Pick<InstallableModel, 'model' | 'revision' | 'licence'> & {
  readonly bytes: number;
  /** The files that it consists of. */
  readonly files: string;
  /** Where a person can fetch them. */
  readonly page: string;
  /** What is left to do once it is there. */
  readonly steps: readonly string[];
  /**
   * Puts it into the folder of models and answers where it is.
   *
   * @throws Failure as `installModel`
   */
  readonly install: (options: {
    readonly modelsDir: string;
    /** A folder that has the files, or a mirror of the hub; the hub itself without either. */
    readonly from?: { readonly folder: string } | { readonly hub: string } | undefined;
    readonly signal: AbortSignal;
    /** Bytes of all files that are in place and checked, or on their way. */
    readonly onProgress: (bytes: number) => void;
  }) => Promise<string>;
};

/** @throws Refusal where no model has the name */
export const localModelNamed = (name: string): InstallableLocalModel => {
  const spec = models.find(([known]) => known === name)?.[1];
  if (spec === undefined)
    throw misuse(
      `There is no model "${name}" to install; there are ${models.map(([known]) => known).join(', ')}.`,
      'Another one is put into MODELS_DIR by hand, in a folder of its name.',
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
