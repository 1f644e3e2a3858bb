/** The rate of speech in the Realtime API: PCM16, mono, samples a second. */
export const SPEECH_RATE = 24_000;

const LARGEST = 0x7fff;

/**
 * Converts samples of a microphone to the rate of speech, piece by piece. Each sample is the mean of the samples that it
 * stands for, so that high tones do not turn into low ones.
 *
 * @param rate samples a second of the microphone
 */
export const createResampler = (rate: number): ((samples: Float32Array) => Float32Array) => {
  const step = rate / SPEECH_RATE;
  let rest = new Float32Array(0);
  /** Where the next sample begins, in samples of the microphone from the begin of `rest`. */
  let begin = 0;
  return (samples) => {
    const all = new Float32Array(rest.length + samples.length);
    all.set(rest);
    all.set(samples, rest.length);
    const resampled: number[] = [];
    for (; begin + Math.max(step, 1) <= all.length; begin += step) {
      const from = Math.floor(begin);
      const to = Math.max(from + 1, Math.floor(begin + step));
      let sum = 0;
      for (let at = from; at < to; at += 1) sum += all[at] ?? 0;
      resampled.push(sum / (to - from));
    }
    const used = Math.min(all.length, Math.floor(begin));
    rest = all.slice(used);
    begin -= used;
    return Float32Array.from(resampled);
  };
};

/** Samples from -1 to 1 as the base64 of little-endian PCM16. */
export const encodePcm = (samples: Float32Array): string => {
  const view = new DataView(new ArrayBuffer(samples.length * 2));
  samples.forEach((sample, at) => {
    view.setInt16(at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * LARGEST), true);
  });
  let text = '';
  for (let at = 0; at < view.byteLength; at += 1) text += String.fromCharCode(view.getUint8(at));
  return btoa(text);
};

/** The bytes of base64 as characters; none of a text that is not base64. */
const bytesOf = (base64: string): string => {
  try {
    return atob(base64);
  } catch {
    return '';
  }
};

/** The samples of base64 PCM16, from -1 to 1; an odd last byte is dropped, and so is what is not base64. */
export const decodePcm = (base64: string): Float32Array<ArrayBuffer> => {
  const text = bytesOf(base64);
  const view = new DataView(new ArrayBuffer(text.length));
  for (let at = 0; at < text.length; at += 1) view.setUint8(at, text.charCodeAt(at));
  const samples = new Float32Array(Math.floor(text.length / 2));
  for (let at = 0; at < samples.length; at += 1) samples[at] = view.getInt16(at * 2, true) / LARGEST;
  return samples;
};
