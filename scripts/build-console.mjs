import react from "@vitejs/plugin-react";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";

/** What a first page may load, gzipped. */
const MAX_FIRST_BYTES = 200_000;

/**
 * Builds the console to `assets/console`: files that are named after their content, and the page that
 * loads them.
 * @returns {Promise<number>} bytes of JavaScript, gzipped, before the first page answers
 * @throws Error when these are more than 200 KB
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
  const bytes = firstBytes(output.output ?? output[0].output, outDir);
  if (bytes > MAX_FIRST_BYTES) {
    throw new Error(`The console loads ${bytes} bytes of JavaScript first; 200,000 are allowed.`);
  }
  return bytes;
}

/** Scripts and styles are stored as they cross the network. */
function packFiles(folder) {
  for (const name of readdirSync(folder).filter((one) => /\.(?:m?js|css)$/.test(one))) {
    const path = join(folder, name);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
    rmSync(path);
  }
}

/** The entry and all that it imports at once, and the page that is shown first. */
function firstBytes(chunks, outDir) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const first = chunks.filter(
    (chunk) => chunk.isEntry || chunk.facadeModuleId?.endsWith("/pages/analyze/analyze-page.tsx"),
  );
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const imported of byName.get(name)?.imports ?? []) visit(imported);
  };
  for (const { fileName } of first) visit(fileName);
  return [...seen].reduce((sum, name) => sum + statSync(join(outDir, `${name}.gz`)).size, 0);
}
