import { z } from 'zod';

/** The member that holds the pictures of figures. */
export const imageUrlsShape = {
  imageUrls: z.array(z.string()).optional().meta({
    description:
      'The pictures of its figures (PNG): those within it, and those that it captions or refers to. Absent where it has none.',
  }),
};
