/**
 * `npm run reference` writes Scalar's API reference, the program of the page at /docs, packed to
 * assets/reference. Needed when its version in package.json changes; a test compares both. Scalar's plug-in
 * for Fastify carries the program in one file; its own package would bring 214 others.
 */
import fastifyReference from "@scalar/fastify-api-reference";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const TARGET = join(import.meta.dirname, "..", "assets", "reference", "scalar.js.gz");

/** What the plug-in uses of a route that it adds. */
interface Route {
  url: string;
  handler(request: object, reply: object): unknown;
}

/** Returns what the plug-in answers on its program's route. @throws Error without such a route */
export function referenceProgram(): string {
  const routes: Route[] = [];
  const fastify = {
    route: (route: Route) => routes.push(route),
    initialConfig: {},
    hasPlugin: () => false,
  };
  const plugin = fastifyReference as unknown as (...args: unknown[]) => void;
  plugin(fastify, { configuration: { url: "/openapi.json" } }, () => undefined);
  const route = routes.find(({ url }) => url.endsWith("/js/scalar.js"));
  if (route === undefined) throw new Error("The plug-in has no route for its program any more.");
  let program = "";
  const reply = { header: () => reply, send: (content: string) => (program = content) };
  route.handler({}, reply);
  return program;
}

if (import.meta.main) writeFileSync(TARGET, gzipSync(referenceProgram(), { level: 9 }));
