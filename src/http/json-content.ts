import type { z } from "zod";

/** A response that is JSON of a schema, for a route's description. */
export function jsonContent<T extends z.ZodType>(description: string, schema: T) {
  return { description, content: { "application/json": { schema } } };
}
