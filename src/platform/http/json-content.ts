import { z } from "zod";
import { listHeaders } from "./pagination.ts";

/** A response that is JSON of a schema, for a route's description. */
export function jsonContent<T extends z.ZodType>(description: string, schema: T) {
  return { description, content: { "application/json": { schema } } };
}

/** A response that is one page of a list, with the headers that tell of the rest. */
export function jsonList<T extends z.ZodType>(description: string, item: T) {
  return { ...jsonContent(description, z.array(item)), headers: listHeaders };
}

/** A request body that must be JSON of a schema. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true, content: { "application/json": { schema } } };
}
