import { listProblems } from "../platform/http/problem.ts";

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#1b1f24;background:#fff}code{font:14px ui-monospace,monospace}
table{border-collapse:collapse}td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}
:target{background:#fff3b0}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}a{color:#79b8ff}
:target{background:#4d3f00}}`;

/** Renders the page at `/docs/errors` with every code. The `type` of an error leads to it through `/docs`. */
export function renderErrors(): string {
  const rows = listProblems().map(
    ({ code, status, title }) =>
      `<tr id="error-${code}"><td>${status}</td><td><code>${code}</code></td><td>${title}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Error codes</title><style>${STYLE}</style>
<h1>Error codes</h1><p>Every error response is <code>application/problem+json</code> (RFC 9457) with one of
these codes. <a href="/docs">All endpoints</a> list theirs.</p>
<table><tr><th>Status<th>Code<th>Title</tr>${rows.join("\n")}</table></html>`;
}
