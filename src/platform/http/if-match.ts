import { z } from "zod";

const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e]*"`;
/** `*`, or a list of entity tags (RFC 9110, 13.1.1). */
const FORM = new RegExp(String.raw`^(?:\*|${TAG}(?:[ \t]*,[ \t]*${TAG})*)$`);
const EXAMPLE = '"0198f3a1-5c1e-7d40-9b2a-3f6d1c8e4a70"';

/** The optional header with the state that a client's change is meant for. */
export const ifMatchHeader = z.object({
  "if-match": z
    .string()
    .trim()
    .max(1000)
    .regex(FORM, "must be '*' or entity tags in quotation marks, as the header 'ETag' has them")
    .optional()
    .meta({
      description:
        "`ETag` of the resource as it was read, a list of them, or `*`. If the resource was changed since, the answer is 412 and nothing changes. Tags are compared strongly: a weak one (`W/`) never matches.",
      example: EXAMPLE,
    }),
});

/** The header with the state of a resource. */
export const etagHeader = z.object({
  ETag: z.string().meta({
    description: "State of the resource, for `If-Match`. Every change gives it another one.",
    example: EXAMPLE,
  }),
});
