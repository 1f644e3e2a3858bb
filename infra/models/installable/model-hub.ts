/** The public model hub; mirrors use the same paths. */
export const MODEL_HUB = new URL('https://huggingface.co/');
