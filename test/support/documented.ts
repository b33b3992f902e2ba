import type { OpenApiDocument } from "../../src/openapi/document.ts";

type Send = (path: string, init?: RequestInit) => Promise<Response>;

let document: Promise<OpenApiDocument> | undefined;

/**
 * Sends a request and requires that the OpenAPI document of the service lists what it answers: the
 * status, and of a problem the code. So no test can see an answer that the document is silent about.
 */
export async function requireDocumented(
  send: Send,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const response = await send(path, init);
  document ??= send("/openapi.json").then(async (answer) => await answer.json<OpenApiDocument>());
  const described = await document;
  const method = (init.method ?? "GET").toLowerCase();
  const { pathname } = new URL(path, "http://localhost");
  const operation = findPath(described, pathname)?.[method];
  if (operation === undefined) return response;
  const place = `${method} ${pathname} answered ${response.status}`;
  const listed = operation.responses[String(response.status)];
  if (listed === undefined) throw new Error(`${place}, which is not documented`);
  if (response.headers.get("Content-Type")?.startsWith("application/problem+json") === true) {
    const { code } = await response.clone().json<{ code: string }>();
    const codes = codesOf(described, listed.$ref ?? "");
    if (!codes.includes(code)) throw new Error(`${place} ${code}, which is not documented`);
  }
  return response;
}

/** The path that means this one; literal parts go before parameters. */
function findPath({ paths }: OpenApiDocument, pathname: string) {
  const fits = Object.keys(paths).filter((template) => {
    const pattern = template.replace(/[.]/g, "\\.").replace(/\{\w+\}/g, "[^/]+");
    return new RegExp(`^${pattern}$`).test(pathname);
  });
  const [first] = fits.sort((a, b) => a.split("{").length - b.split("{").length);
  return first === undefined ? undefined : paths[first];
}

function codesOf({ components }: OpenApiDocument, ref: string): string[] {
  const name = ref.slice(ref.lastIndexOf("/") + 1);
  const shared = components["responses"]?.[name] as
    | { content: Record<string, { examples: object }> }
    | undefined;
  return Object.keys(shared?.content["application/problem+json"]?.examples ?? {});
}
