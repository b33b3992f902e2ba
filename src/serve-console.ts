import { z } from "zod";
import { PAGES } from "./console-pages.ts";
import { AppError } from "./platform/lib/errors.ts";
import { answerPacked } from "./platform/http/packed.ts";
import { type App, type AppEnv, defineRoute } from "./platform/http/router.ts";
import type { SignOnDeps } from "./platform/sign-on/deps.ts";
import { loginAddress } from "./platform/sign-on/return-path.ts";

interface Deps extends SignOnDeps {
  readAsset: (path: string) => Promise<Response>;
}

/** Allows scripts and styles from this service only, and none inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

const FOREVER = "public, max-age=31536000, immutable";
/** A file name that the build generates. */
const FILE = /^[\w-]+(?:\.[\w-]+)*\.(?:js|mjs|css|pdf)$/;
const TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  // The worker of PDF.js.
  mjs: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  // The sample report of the analysis page.
  pdf: "application/pdf",
};

/** The page that receives content from the bookmarklet, and so needs access to its opener. */
const CAPTURE = "/intake/capture";
const OPEN_TO_OPENER = { "Cross-Origin-Opener-Policy": "unsafe-none" };

/** Adds the console's pages and files. They are public, because they contain no data. */
export function serveConsole<D extends Deps>(app: App<D>): void {
  const page = { method: "get" as const, role: "open" as const, hide: true };
  const responses = { 200: { description: "The console." } };
  // The query string is for the page itself.
  const request = { query: z.looseObject({}) };
  for (const path of PAGES) {
    app.openapi(defineRoute({ ...page, request, responses, path }), (c) =>
      showConsole(c.var, c.req.url, 200, path),
    );
  }
  app.openapi(defineRoute({ ...page, responses, path: "/console/files/{file}" }), async (c) => {
    const name = c.req.path.slice("/console/files/".length);
    const type = FILE.test(name) ? TYPES[name.slice(name.lastIndexOf(".") + 1)] : undefined;
    // Scripts and styles are stored packed, which makes a first visit three times shorter.
    const isPacked = type?.startsWith("text/") === true;
    const stored = `/console/files/${name}${isPacked ? ".gz" : ""}`;
    const file = type === undefined ? null : await c.var.deps.readAsset(stored);
    if (type === undefined || file?.ok !== true) {
      await file?.body?.cancel();
      throw new AppError("not_found", "There is no such file; load the page again.");
    }
    const headers = { "Content-Type": type, "Cache-Control": FOREVER };
    if (isPacked) return answerPacked(file, c.req.raw.headers, headers);
    return new Response(file.body, { headers });
  });
}

/** Returns whether a browser requests a page at a path where the console may be. */
export function isPageVisit({ method, headers }: Request, path: string): boolean {
  const takesPages = headers.get("Accept")?.includes("text/html") === true;
  return method === "GET" && takesPages && !/^\/(?:api|console)\//u.test(path);
}

/**
 * Responds with the console, which shows its page or that there is none. If login is configured, a browser without a
 * session is redirected to it first.
 */
export async function showConsole(
  { deps, identity }: Pick<AppEnv<Deps>["Variables"], "deps" | "identity">,
  url: string,
  status: 200 | 404,
  path = "/",
): Promise<Response> {
  const needsLogin =
    deps.signOn !== null &&
    identity instanceof AppError &&
    identity.code === "authentication_required";
  if (needsLogin) {
    const { pathname, search } = new URL(url);
    return new Response(null, {
      status: 302,
      headers: { Location: loginAddress(pathname + search) },
    });
  }
  const { body } = await readPage(deps);
  const headers = {
    ...(path === CAPTURE && OPEN_TO_OPENER),
    "Content-Type": "text/html; charset=utf-8",
    // The loaded files change with each version.
    "Cache-Control": "no-cache",
    "Content-Security-Policy": POLICY,
  };
  return new Response(body, { status, headers });
}

/** @throws Error if the console was not built */
async function readPage({ readAsset }: Deps): Promise<Response> {
  const response = await readAsset("/console/index.html");
  if (response.ok) return response;
  await response.body?.cancel();
  throw new Error("The asset console/index.html is missing.");
}
