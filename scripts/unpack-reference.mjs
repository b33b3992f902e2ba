/**
 * Writes Scalar's API reference, the program of the page at /docs, packed to assets/reference. Scalar's
 * plug-in for Fastify carries it in one file and serves it; its own package would bring 214 others. A
 * part of every build.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const project = join(dirname(fileURLToPath(import.meta.url)), "..");
const NAME = "@scalar/fastify-api-reference";
const target = join(project, "assets", "reference", "scalar.js.gz");
const stamp = join(project, "assets", "reference", "scalar.version");

/** Writes the program, unless that of the same package is there. */
export async function unpackReference() {
  const manifest = join(project, "node_modules", NAME, "package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8"));
  if (existsSync(target) && existsSync(stamp) && readFileSync(stamp, "utf8") === version) return;
  const { default: plugin } = await import("@scalar/fastify-api-reference");
  writeFileSync(target, gzipSync(readProgram(plugin), { level: 9 }));
  // Last, so that what was broken off is done again.
  writeFileSync(stamp, version);
}

/** What the plug-in answers on the route that it makes for its program. @throws Error without one */
function readProgram(plugin) {
  const routes = [];
  const fastify = {
    route: (route) => routes.push(route),
    initialConfig: {},
    hasPlugin: () => false,
  };
  plugin(fastify, { configuration: { url: "/openapi.json" } }, () => undefined);
  const route = routes.find(({ url }) => url.endsWith("/js/scalar.js"));
  if (route === undefined) throw new Error(`${NAME} has no route for its program any more.`);
  let program = "";
  const reply = { header: () => reply, send: (content) => (program = content) };
  route.handler({}, reply);
  return program;
}
