import { z } from "zod";
import { listHeaders } from "./pagination.ts";

/** Returns a JSON response of a schema, for a route's description. */
export function jsonContent<T extends z.ZodType>(description: string, schema: T) {
  return { description, content: { "application/json": { schema } } };
}

/** Returns a list page response, with its pagination headers. */
export function jsonList<T extends z.ZodType>(description: string, item: T) {
  return { ...jsonContent(description, z.array(item)), headers: listHeaders };
}

/** Returns a required JSON request body of a schema. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { required: true, content: { "application/json": { schema } } };
}
