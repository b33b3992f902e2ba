import react from "@vitejs/plugin-react";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";

/** What any page may load before it answers, gzipped. */
const MAX_FIRST_BYTES = 200_000;

/**
 * Builds the console to `assets/console`: files that are named after their content, and the page that
 * loads them.
 * @returns {Promise<{ firstBytes: number, modules: string[] }>} bytes of JavaScript, gzipped, before Home
 *   answers, and the files that it is made of
 * @throws Error when a page loads more than 200 KB
 */
export async function buildConsole(project) {
  const outDir = join(project, "assets", "console");
  const output = await build({
    configFile: false,
    root: join(project, "src", "console"),
    base: "/console/",
    publicDir: false,
    logLevel: "warn",
    plugins: [react()],
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: "files",
      // What stands in the page itself would need exceptions in its policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      target: "es2023",
    },
  });
  packFiles(join(outDir, "files"));
  const chunks = output.output ?? output[0].output;
  const pages = bytesOfPages(chunks, outDir);
  for (const [page, bytes] of pages) {
    if (bytes <= MAX_FIRST_BYTES) continue;
    throw new Error(`${page} loads ${bytes} bytes of JavaScript first; 200,000 are allowed.`);
  }
  const modules = chunks.flatMap(({ modules: ofChunk }) => Object.keys(ofChunk ?? {}));
  return { firstBytes: pages.get("home-page.tsx"), modules };
}

/** Scripts and styles are stored as they cross the network. */
function packFiles(folder) {
  for (const name of readdirSync(folder).filter((one) => /\.(?:m?js|css)$/.test(one))) {
    const path = join(folder, name);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
    rmSync(path);
  }
}

/** Returns, for each page, the bytes of the entry, the page and all that these import statically. */
function bytesOfPages(chunks, outDir) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = chunks.find((chunk) => chunk.isEntry);
  const bytesOf = (page) => {
    const seen = new Set([entry.fileName, page.fileName]);
    for (const name of seen) {
      for (const imported of byName.get(name)?.imports ?? []) seen.add(imported);
    }
    return [...seen].reduce((sum, name) => sum + statSync(join(outDir, `${name}.gz`)).size, 0);
  };
  return new Map(
    chunks
      .filter((chunk) => chunk.facadeModuleId?.endsWith("-page.tsx"))
      .map((page) => [basename(page.facadeModuleId), bytesOf(page)]),
  );
}
