import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SOURCES = join(import.meta.dirname, "..", "..", "src", "console");
const CONSTANT = /const (\w+) =\s*["`](\/api\/[^"`]*)["`](?: as const)?;/gu;
const CALL = /\bapi\s*\.(GET|POST|PUT|PATCH|DELETE)\(\s*["`]([^"`]+)["`]/gu;
const TYPE = /paths\s*\[\s*"[^"]*"/gu;
const SENT = /open\("(\w+)", "(\/api\/[^"]*)"/gu;
/** A literal address, up to its query, and the method where `fetch` has one. */
const ADDRESS =
  /["`](\/api\/(?:[\w./{}-]|\$\{[^{}`]*\})*)[^"`]*["`](?:,\s*\{\s*method: "(\w+)")?/gu;

/** An operation without the names of its parameters, such as `GET /api/layers/{}`. */
export const operationOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replaceAll(/\$?\{[^{}]*\}/gu, "{}")}`;

/** The operations that the sources of the console call, link or stream. */
export function listConsoleCalls(): Set<string> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" });
  const sources = files.filter((name) => /\.tsx?$/u.test(name) && !name.endsWith(".d.ts"));
  return new Set(sources.flatMap((name) => callsOf(readFileSync(join(SOURCES, name), "utf8"))));
}

function callsOf(source: string): string[] {
  const text = resolveConstants(source).replaceAll(TYPE, "");
  const calls = [...text.matchAll(CALL), ...text.matchAll(SENT)];
  const rest = text.replaceAll(CALL, "").replaceAll(SENT, "");
  return [
    ...calls.map(([, method = "", path = ""]) => operationOf(method, path)),
    ...[...rest.matchAll(ADDRESS)].map(([, path = "", method = "GET"]) =>
      operationOf(method, path),
    ),
  ];
}

/** Puts constant paths where their names are; one may be part of the next. */
function resolveConstants(source: string): string {
  let text = source;
  for (
    let [found] = text.matchAll(CONSTANT);
    found !== undefined;
    [found] = text.matchAll(CONSTANT)
  ) {
    const [whole, name = "", path = ""] = found;
    text = text
      .replace(whole, "")
      .replaceAll(`\${${name}}`, path)
      .replaceAll(new RegExp(`\\b${name}\\b`, "gu"), `"${path}"`);
  }
  return text;
}
