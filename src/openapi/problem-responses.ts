import type { ErrorCode } from "../platform/lib/errors.ts";
import { type ProblemInfo, problemInfo } from "../platform/http/problem.ts";
import { type ApiResponse, type OpenApiDocument, operationsOf } from "./document.ts";
import { problemExample } from "./problem-examples.ts";

/**
 * Converts the codes of every operation to responses: one for each status, with its possible codes and an example of
 * each. Operations with the same responses share them.
 */
export function addProblemResponses(document: OpenApiDocument): void {
  const seen = new Set<ErrorCode>();
  const shared: Record<string, ApiResponse> = {};
  for (const operation of operationsOf(document)) {
    const codes = (operation["x-problem-codes"] ?? []) as ErrorCode[];
    delete operation["x-problem-codes"];
    // Routes of another protocol describe its errors themselves.
    if (operation["x-error-form"] !== undefined) continue;
    for (const [status, infos] of byStatus(codes)) {
      const name = [status, ...infos.map(({ code }) => code)].join(".");
      const own = operation.responses[status];
      if (own === undefined) {
        shared[name] ??= toResponse(status, infos);
        operation.responses[status] = { $ref: `#/components/responses/${name}` };
      } else operation.responses[status] = withOwn(own, toResponse(status, infos));
    }
    codes.forEach((code) => seen.add(code));
  }
  document.components["responses"] = shared;
  document.components["examples"] = Object.fromEntries(
    [...seen].sort().map((code) => [code, problemExample(problemInfo(code))]),
  );
}

function byStatus(codes: readonly ErrorCode[]): Map<string, ProblemInfo[]> {
  const grouped = new Map<string, ProblemInfo[]>();
  for (const info of codes.map(problemInfo)) {
    const status = String(info.status);
    grouped.set(status, [...(grouped.get(status) ?? []), info]);
  }
  return grouped;
}

function toResponse(status: string, infos: readonly ProblemInfo[]): ApiResponse {
  const codes = infos.map(({ code }) => code);
  return {
    description: `${infos.map(({ title, code }) => `${title} (${code})`).join("; ")}.`,
    ...(["429", "503"].includes(status) && { headers: { "Retry-After": retryAfter } }),
    ...(status === "412" && { headers: { ETag: currentState } }),
    content: {
      "application/problem+json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Problem" },
            { properties: { status: { const: Number(status) }, code: { enum: codes } } },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  };
}

/** Merges a protocol's response with the service's problems of the same status. */
function withOwn(own: ApiResponse, problems: ApiResponse): ApiResponse {
  const description = `${own.description} ${problems.description}`;
  return { ...problems, description, content: { ...own.content, ...problems.content } };
}

const currentState = {
  description: "State of the resource now, for `If-Match` of the next try.",
  schema: { type: "string" },
};

const retryAfter = {
  description: "Number of seconds to wait before the request is sent again, if known.",
  schema: { type: "string" },
};
