/** Samples posted at a time: a tenth of a second at the usual 48 kHz. */
const PIECE = 4800;

declare const registerProcessor: (name: string, processor: unknown) => void;
declare const AudioWorkletProcessor: new () => { readonly port: MessagePort };

/** Collects the samples of the microphone's first channel and posts them piece by piece. */
class MicrophoneProcessor extends AudioWorkletProcessor {
  #samples = new Float32Array(PIECE);
  #count = 0;

  process(inputs: readonly (readonly Float32Array[])[]): boolean {
    for (const sample of inputs[0]?.[0] ?? []) {
      this.#samples[this.#count] = sample;
      this.#count += 1;
      if (this.#count < PIECE) continue;
      this.port.postMessage(this.#samples);
      this.#samples = new Float32Array(PIECE);
      this.#count = 0;
    }
    return true;
  }
}

registerProcessor('microphone', MicrophoneProcessor);
