import type { ApiResponse, OpenApiDocument } from "../../src/openapi/document.ts";

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
  const type = response.headers.get("Content-Type")?.split(";")[0] ?? "";
  const types = Object.keys(contentOf(described, listed)).map((one) => one.split(";")[0]);
  if (types.length > 0 && response.body !== null && !types.includes(type))
    throw new Error(`${place} as ${type}, which is not documented`);
  if (type === "application/problem+json") {
    const { code } = await response.clone().json<{ code: string }>();
    const { examples } = contentOf(described, listed)["application/problem+json"] ?? {};
    const codes = Object.keys(examples ?? {});
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

function contentOf({ components }: OpenApiDocument, listed: ApiResponse) {
  const name = listed.$ref?.slice(listed.$ref.lastIndexOf("/") + 1) ?? "";
  const shared = (components["responses"]?.[name] ?? listed) as ApiResponse;
  return shared.content ?? {};
}
