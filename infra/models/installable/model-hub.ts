/** Where models are published; a mirror has the same addresses. */
export const MODEL_HUB = new URL('https://huggingface.co/');
