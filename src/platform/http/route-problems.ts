import type { RouteConfig } from "@hono/zod-openapi";
import { z } from "zod";
import type { ErrorCode } from "../lib/errors.ts";
import { ifMatchHeader } from "./if-match.ts";
import { ownCodeOf } from "./to-validation-error.ts";

/** Errors of any request. */
const COMMON: readonly ErrorCode[] = [
  "cross_origin",
  "validation_error",
  "internal_error",
  "storage_unavailable",
  "storage_full",
  "starting",
  "not_configured",
];

/** Errors of requiring an identity. */
const IDENTITY: readonly ErrorCode[] = [
  "authentication_required",
  "identity_unavailable",
  "role_unknown",
  "role_ambiguous",
];

/** Errors of receiving any body. */
const BODY: readonly ErrorCode[] = ["body_too_large", "body_too_slow", "body_incomplete"];

/** Errors of reading a body into memory. */
const BUFFERED: readonly ErrorCode[] = [...BODY, "rate_limited", "service_busy"];

/** Errors of naming a release. */
export const RELEASE_PROBLEMS: readonly ErrorCode[] = [
  "unknown_domain",
  "version_not_found",
  "knowledge_base_empty",
];

/** Errors of reading an uploaded document. */
export const DOCUMENT_PROBLEMS: readonly ErrorCode[] = [
  "text_too_long",
  "file_too_large",
  "unsupported_file_type",
  "document_unreadable",
  "document_empty",
];

/** Errors of calling an AI provider. */
export const PROVIDER_PROBLEMS: readonly ErrorCode[] = [
  "invalid_provider",
  "provider_not_configured",
  "provider_error",
  "provider_bad_output",
  "provider_timeout",
];

/** Errors of a body in memory, for middleware that reads one. */
export const BUFFERED_BODY_PROBLEMS = BUFFERED;

interface Guard {
  problems?: readonly ErrorCode[];
}

/** Adds the errors of a middleware, which then appear in the description of its routes. */
export function withProblems<M extends object>(middleware: M, problems: readonly ErrorCode[]): M {
  return Object.assign(middleware, { problems });
}

/** Returns every code that a route can respond with: its own, and those that follow from its declaration. */
export function problemsOf(
  { request, method }: Pick<RouteConfig, "request" | "method">,
  role: string,
  before: readonly object[],
  own: readonly ErrorCode[],
): ErrorCode[] {
  const content = request?.body?.content ?? {};
  const schemas = [request?.params, request?.query, request?.headers, ...schemasOf(content)];
  const codes = new Set<ErrorCode>([
    ...COMMON,
    ...own,
    ...schemas.flatMap((schema) => codesIn(schema)),
  ]);
  const add = (more: readonly ErrorCode[]) => more.forEach((code) => codes.add(code));
  if (role !== "open") add(IDENTITY);
  if (role === "analyst" || role === "admin") add(["role_required"]);
  if (method === "post" || method === "put") add(["quota_exceeded"]);
  if (request?.params !== undefined) add(["not_found"]);
  if (schemas.includes(ifMatchHeader)) add(["precondition_failed"]);
  if ("application/octet-stream" in content) add(BODY);
  else if (method !== "get" && !("multipart/form-data" in content))
    add(["invalid_json", ...BUFFERED]);
  for (const middleware of before) add((middleware as Guard).problems ?? []);
  return [...codes].sort();
}

function schemasOf(content: Record<string, unknown>): unknown[] {
  return Object.values(content).map((media) => (media as { schema?: unknown }).schema);
}

/** Returns the codes named by refinements anywhere in a schema. */
function codesIn(part: unknown): ErrorCode[] {
  if (part instanceof z.ZodType) {
    const def = part.def as object as { params?: unknown };
    const own = ownCodeOf(def.params);
    return [...(own === undefined ? [] : [own]), ...Object.values(def).flatMap(codesIn)];
  }
  if (typeof part !== "object" || part === null) return [];
  const isPlain = Object.getPrototypeOf(part) === Object.prototype;
  return isPlain || Array.isArray(part) ? Object.values(part).flatMap(codesIn) : [];
}
