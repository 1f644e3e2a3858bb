import { z } from 'zod';

/** The member with the links to pictures of figures. */
export const imageUrlsShape = {
  imageUrls: z.array(z.string()).optional().meta({
    description:
      'Pictures (PNG) of the figures that it contains, captions or refers to. Absent if there are none.',
  }),
};
