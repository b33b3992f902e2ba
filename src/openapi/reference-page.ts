import { listProblems } from "../platform/http/problem.ts";

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: { content?: Record<string, unknown> };
  responses?: Record<string, { description?: string; $ref?: string }>;
  "x-required-role"?: string;
}

/** The part of an OpenAPI document that the page shows. */
export interface ReferenceDocument {
  info: { title: string; version: string; description?: string };
  paths?: object;
  components?: { responses?: Record<string, { description?: string }> };
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#1b1f24;background:#fff}code{font:14px ui-monospace,monospace}h3{margin:2rem 0 .3rem}
table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}
.method{text-transform:uppercase;font-weight:700}.role{color:#57606a;font-weight:400}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}a{color:#79b8ff}.role{color:#9da7b1}}`;

/**
 * Renders the reference as one page of HTML with nothing to load, so that it works without a
 * network and under a strict Content-Security-Policy.
 */
export function renderReference(document: ReferenceDocument): string {
  const paths = (document.paths ?? {}) as Record<string, Record<string, Operation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      renderOperation(method, path, operation, document.components?.responses ?? {}),
    ),
  );
  const problems = listProblems().map(
    ({ code, status, title }) =>
      `<tr id="error-${code}"><td>${status}</td><td><code>${code}</code></td><td>${escape(title)}</td></tr>`,
  );
  const { title, version, description = "" } = document.info;
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escape(title)} reference</title>
<style>${STYLE}</style><h1>${escape(title)} ${escape(version)}</h1><p>${escape(description)}</p>
<p>Machine-readable description: <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1).</p>
<h2>Endpoints</h2>${operations.join("\n")}
<h2>Errors</h2><p>Every error response is <code>application/problem+json</code> (RFC 9457) with one of these codes.</p>
<table><tr><th>Status<th>Code<th>Title</tr>${problems.join("\n")}</table></html>`;
}

function renderOperation(
  method: string,
  path: string,
  operation: Operation,
  shared: Record<string, { description?: string }>,
): string {
  const { parameters = [], requestBody, responses = {} } = operation;
  const rows = [
    ...parameters.map(({ name, in: where, required, description = "" }) => [
      `<code>${escape(name)}</code>`,
      `${where}${required === true ? ", required" : ""}`,
      escape(description),
    ]),
    ...Object.keys(requestBody?.content ?? {}).map((type) => ["body", escape(type), ""]),
    ...Object.entries(responses).map(([status, { description, $ref = "" }]) => [
      `<b>${escape(status)}</b>`,
      "response",
      escape(description ?? shared[$ref.slice($ref.lastIndexOf("/") + 1)]?.description ?? ""),
    ]),
  ].map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);
  const role = operation["x-required-role"] ?? "";
  return `<section><h3><span class="method">${method}</span> <code>${escape(path)}</code>
<span class="role">${escape(role)}</span></h3>
<p>${escape([operation.summary, operation.description].filter(Boolean).join(". "))}</p>
<table>${rows.join("\n")}</table></section>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
